"""The start screen: what can be opened, and what completes a word that is typed."""
