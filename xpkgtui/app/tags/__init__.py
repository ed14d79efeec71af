"""The tags of a repository, drawn: the list, one tag, the lines above them, and why they are in that order."""
