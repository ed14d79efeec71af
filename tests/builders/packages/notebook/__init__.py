"""A second format, tiny and made up, that no line of the program knows: a notebook is a folder of notes in YAML.

It has the rooms that every format has: `format`, `summary`, `reader`, `tools`, `subject`, `rules/` and `facts`. Its
reader takes the notes in the order of their names; its two programs have a profile each, and both verdicts are shown.
A test puts it into the table of formats: nothing else is needed for it to be opened, listed, shown and judged.
"""
