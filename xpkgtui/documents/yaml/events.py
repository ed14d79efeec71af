"""YAML events of one chunk, from libyaml where it is installed, with its messages as Go words them."""

import re
from collections.abc import Callable
from typing import Any

from ruamel.yaml.error import MarkedYAMLError, YAMLError
from ruamel.yaml.reader import ReaderError
from ruamel.yaml.scanner import ScannerError

from xpkgtui.documents.reading import STOP
from xpkgtui.documents.yaml.marks import Lines
from xpkgtui.documents.yaml.masked_text import MaskedText
from xpkgtui.documents.yaml.refusals import Misread, RefusalReason, Refused
from xpkgtui.patterns import late

try:
    from _ruamel_yaml import CParser
except ImportError:  # ruamel.yaml.clib is not built everywhere; the pure parser is thirty times slower
    CParser = None
_MISREAD = {"found unexpected ':'", "found unknown escape character"}
r"""Messages of libyaml 0.1 about `{a:1}` and `"\'"`, which go-yaml reads as the key `a:1` and a quote."""
_DIRECTIVE = late(r"^%", re.MULTILINE)
_VERSION = late(r"(?: *+(?:#[^\n]*+)?+\n|(?!))*+%YAML[ \t]+(?!1\.1(?!\d))\d{1,9}\.\d{1,9}[ \t]*(?:#.*)?[\r\n]")
"""A directive that asks for another version than 1.1; go-yaml looks at nothing behind it."""
_FORBIDDEN = "[^\\t\\n\\r\\x20-\\x7e\\x85\\xa0-\\ud7ff\\ue000-\\ufffd\\U00010000-\\U0010ffff]"
"""Characters that YAML forbids; libyaml reports the offset in bytes, the pure parser in characters.

Compiled where it is first searched for: that takes 4 ms.
"""
_NO_START = "did not find expected <document start>"
FAULTS = (YAMLError, ValueError, LookupError, TypeError, AttributeError, RecursionError, OverflowError)
"""All errors of the parsers; the pure one raises the later ones on odd input."""


def open_events(source: MaskedText) -> Callable[[], Any]:
    """A function that returns the next event, or raises one of `FAULTS`; itself, it raises Refused."""
    if "%YAML" in source.text and (found := _VERSION.match(source.text)):
        line = source.text.count("\n", 0, found.end() - 1)
        where = f"line {line}: " if line else ""
        raise Refused(RefusalReason.DIRECTIVE, f"yaml: {where}found incompatible YAML document", line=line, column=0)
    if CParser is not None:
        data = source.reader.blocks(source.text) if source.in_blocks else source.text.encode()
        pull: Callable[[], Any] = CParser(data).get_event
    else:
        from ruamel.yaml import YAML

        loader = YAML(typ="safe", pure=True)
        loader.version = (1, 1)
        pull = loader.parse(source.text).__next__
    return pull


def translated(error: Exception, source: MaskedText) -> Exception:
    """Refused or Misread in place of an error of the parser."""
    if not isinstance(error, MarkedYAMLError):
        complaint = getattr(error, "reason", None) or str(error) or type(error).__name__
        found = re.search(_FORBIDDEN, source.text) if isinstance(error, ReaderError) else None
        if found is None:
            return Refused(RefusalReason.SYNTAX, f"yaml: {complaint}")
        index, fault = found.start(), source.reader.fault
        line, start = source.text.count("\n", 0, index), source.text.rfind("\n", 0, index) + 1
        reason = RefusalReason.SYNTAX
        if fault and source.text[index:] == f"{STOP}\n":
            reason, complaint = RefusalReason.ENCODING, fault
        return Misread(index, Refused(reason, f"yaml: {complaint}", line=line, column=index - start))
    mark = error.problem_mark or error.context_mark
    problem = str(error.problem or error.context or "unknown problem parsing YAML content")
    reason = RefusalReason.DIRECTIVE if problem == _NO_START or "directive" in problem else RefusalReason.SYNTAX
    if mark is None:
        return Refused(reason, f"yaml: {problem}")
    line, column = Lines(source.text).place(mark)
    if problem in _MISREAD and source.text[mark.index : mark.index + 2] not in {"", "\\"}:
        return Misread(
            mark.index,
            Refused(RefusalReason.SYNTAX, f"yaml: {_go_line(error)}{problem}", line=line, column=column),
        )
    if problem == _NO_START and (found := _DIRECTIVE.search(source.text)):
        # The parser points at what should follow; the fault is the directive itself.
        line = source.text.count("\n", 0, found.start())
        return Refused(reason, f"yaml: {_go_line(error)}{problem}", line=line, column=0)
    return Refused(reason, f"yaml: {_go_line(error)}{problem}", line=line, column=column)


def _go_line(error: MarkedYAMLError) -> str:
    """The line in Go's message: scanner errors count from 1, parser errors from 0, and line 0 is left out."""
    mark, context = error.problem_mark, error.context_mark
    if mark is not None and mark.line:
        return f"line {mark.line + isinstance(error, ScannerError)}: "
    return f"line {context.line}: " if context is not None and context.line else ""
