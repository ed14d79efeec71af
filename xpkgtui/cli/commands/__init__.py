"""The commands, one module each; a module holds a click command named `command`.

To add a command: `cli/commands/<name>.py`: one function, with the parameters of `cli/parameters/`, and its name in
`COMMANDS` of `cli/calls.py`. It asks the port through `cli/reading/`, writes with `reporting/as_text/` and
`reporting/documents/` (one module a document, of which its schema is made), and ends with a code of
`cli/exit_codes.py`. Imports stand inside its functions. `OF_COMMANDS` of `reporting/chapters.py` names its page of
the manual, and `python tests/readme.py` writes its help there.
"""
