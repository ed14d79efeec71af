"""Sources of images and streams: registries, archives, layouts, folders, files and standard input.

To add a source form:

1. `sources/source.py`: a member of `SourceForm`. `sources/<form>/source.py`: a class with `resolve`, `manifest`,
   `blob`, `close` and the attributes that say what it can do. `resolve` returns an `ImageRoot` or a `StreamRoot`.
2. `sources/recognition/files.py` (by the first bytes) or `folders.py`: the branch that finds it, in `open_file` and
   in `open_input`, loads the new module inside, and refuses a prefix of another form. Compare content, not names.
   `naming.py` and `Prefix` only if a prefix is to settle doubt. `sniffing.py` keeps its words as long as the form
   is refused anywhere, as within compressed data.
3. `pyproject.toml`: the contract "Sources do not know each other". `SourceForm` (`sources/source.py`), of which the
   schema of `show` has its forms.
4. `app/copy/offers.py`, with names from `source_names.py`: which crane, oras, skopeo or tar commands get the same.
5. `LOCAL` of `tests/sources/test_source.py`, `FORMS` of `tests/sources/recognition/test_files.py`.
6. Words: `_FORMS` of `app/findings/stages.py`, `sources/recognition/nearby.py` (the start screen), `openable` in
   `formats/xpkg/sources/knowledge.py`, the table of sources in the manual (`manual/sources.md`).
"""
