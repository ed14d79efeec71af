"""Where packages of Crossplane are found, and the build that makes one of a folder."""
