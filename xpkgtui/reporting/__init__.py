"""An inspection as text.

Where words are made: Facts travel as values and enums; sentences are made at the top, and no text is read back. The
model holds raw text of the package, which `visible` makes safe where `app` makes content, and where `reporting` and
`cli` write.

| words | made in |
|---|---|
| names of program, stream file, profiles and readers | `Wording`, in the format's `summary.py` |
| rows of layers, platforms and gaps, for screen and text | `reporting/words.py` |
| the verdict: who accepts or refuses | `reporting/sentence.py` |
| pages and panes | `app/<subject>/`, `app/drawing/` |
| findings: the message is the rule's own; its manual page is the docstring | `formats/<format>/rules/` |
| what stops an inspection | the exception where it is raised: title, what was tried, hint |

To add a field of JSON: a document is a module of `reporting/documents/`: frozen classes with fields
`Annotated[type, "words"]`, a function that fills them, `DOCUMENT`, and its name in `DOCUMENTS` of
`reporting/documents/schemas.py`; its schema is made of them. A column of platforms, layers or objects is a cell
in `reporting/words.py`, which text and HTML share.
"""
