"""The four lists as rows, made of an inspection and a selection; pure."""
