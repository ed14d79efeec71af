"""The schemas of a definition as they are looked at: versions, trees of fields, and what is chosen of them; pure."""
