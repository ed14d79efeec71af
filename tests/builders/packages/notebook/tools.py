"""The programs that read notebooks."""

from builders.packages.notebook.summary import SUMMARY

from xpkgtui.readers.known_reader import KnownReader

READERS = {"shelf": "scribe", "press": "press"}
"""The profile of each program."""
MATRIX = tuple(KnownReader(name=name, title=SUMMARY.wording.programs[name]) for name in READERS)
