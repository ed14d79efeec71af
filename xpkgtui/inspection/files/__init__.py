"""The files of one image: trees of its layers, lists of folders, and contents."""
