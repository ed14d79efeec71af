"""The schemas of a definition, drawn: its versions, the tree of fields, and one field in full."""
