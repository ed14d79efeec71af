"""Formats of packages: the port that each implements, the table of them, and the values that they give.

To add a format: Copy `tests/builders/packages/notebook/`, a whole format in 200 lines;
`tests/formats/test_second_format.py` opens, lists and judges it with no other line of the program changed but its
place in `FORMATS`. What the rooms do not say:

- A package that is a folder of files has one `FolderReader`; with `in_images = True` the same reader serves
  folders, tars and images (`folder_images(…)`). Images that mark a layer have `ImageConventions`: `marks.image_of`
  gives each layer its `LayerMark`.
- `recognise` looks at labels and annotations, at the first documents of a stream, and, where nothing else spoke, at
  the files of an image; never at names of sources. The first format in `FORMATS` of `formats/known.py` that
  recognises the traces is taken.
- `Ruleset.judged_together` names the profiles whose verdict is said too; such rules leave `case.profile` alone:
  severities and `Problem.profiles` say for whom something is a problem. A tool that is archived is in
  `Ruleset.archived`. Where stages do not say which finding a tool meets first, rules and problems state pass and
  step by profile (`met`), and a problem the words by profile (`says`). A `Phase` of `tools.py` names the same
  passes.
- `format.py`, and the `reader.py` that it names, are imported by every command: parsers, `readers.assembly` and
  rules are loaded inside functions.
- A drawing or text made of several documents (a graph, Mermaid, JSON) is a `Form` in the summary, written by the
  `Forms` of the object.
- `pyproject.toml`: the folder in "A format is used through its port", its rule modules in "Rules do not know each
  other".
- What tests know of a format: `LACKING` of `tests/architecture/test_format_rooms.py`, pairs in
  `tests/builders/packages/pairs/<format>.py` and `PAIRS` of `tests/formats/test_rule_pairs.py`. `python
  tests/messages.py` and `goldens.py`; `manual/formats.md`, and `format` in `reporting/documents/show.py`.
"""
