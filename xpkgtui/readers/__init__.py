"""Readers in general: what a reading is, and the flattening and assembly that readers of formats share.

To add a reader: `formats/xpkg/tools/eras.py` has the readers of packages in the order in which `why` shows them;
that of the profile decides.

- **An era of the package manager**, or a program that goes by the annotation: a `Way`, its `Quirks`, and its place
  in `ERAS` or `WAYS`; the era in `WORDING.eras` of `formats/xpkg/summary.py`; in `ASKED` of
  `tests/differential/images/subject.py` the program that carries the library; then a differential run of `images`.
- **Another way of reading**: `formats/<format>/reader/<program>.py` never raises for a bad package: it stops with a
  `ReadStage` and the program's own message, and every `Step` says what was looked at and found. Its row in
  `eras.py`, its call in `formats/xpkg/reader/readers.py`, what it takes of an index in `selection.py`, its name in
  `WORDING.programs`. Where it may differ from the program, `_excuse` of the differential run says why.
"""
