"""The documents of texts with examples: each parsed by itself, so that a broken one spoils no other."""

import json
from collections.abc import Container, Iterator
from dataclasses import field
from functools import cached_property, partial
from json import JSONDecoder
from typing import Any

from xpkgtui.documents.chunk import Chunk
from xpkgtui.documents.document import BrokenDocument, PackageDocument, parse
from xpkgtui.documents.stream import split
from xpkgtui.documents.yaml.effort import Effort
from xpkgtui.documents.yaml.refusals import OddityKind
from xpkgtui.formats.examples.example import Example, ExampleList, ExampleText, field_path
from xpkgtui.limits import LIMITS, Limits
from xpkgtui.rules.case import Case
from xpkgtui.rules.finding import Finding, ObjectName, Place
from xpkgtui.rules.judging.documents import problems_of
from xpkgtui.rules.judging.locating import Reported, layer_digest
from xpkgtui.rules.judging.tally import Tally
from xpkgtui.rules.rule import Problem
from xpkgtui.rules.ruleset import Ruleset
from xpkgtui.values import dataclass

_BLANKS = " \t\n\r"
_LARGEST_NUMBER = 1 << 63


@dataclass(frozen=True, kw_only=True, eq=False)
class ExampleDocument:
    """One document, as a parser reads it."""

    text: ExampleText
    number: int | None
    """Its number in the file; None in JSON inside a document of the package."""
    line: int
    """The line of its first key in the file."""
    place: str = ""
    """The field of the document of the package that has it."""
    value: Any = None
    """What Kubernetes reads."""
    fault: str = ""
    """Why it cannot be read."""
    is_own_limit: bool = False
    """Whether that is a limit of this program, so that others may read it."""
    twice: tuple[str, ...] = ()
    """Keys that stand twice in one mapping: the last one counts."""
    data: bytes = field(default=b"", repr=False)
    """The bytes in which it lies."""
    chunk: Chunk | None = None
    first_line: int = 1
    """The line of the file in which these bytes begin."""

    def line_of(self, path: str) -> int:
        """The line of a field, or of the nearest one above it, by its path in the API server's spelling."""
        found = field_path(path, self.value)
        position = self._marked.position(found) if found.parts and self._marked is not None else None
        return self.first_line + position.line - 1 if position is not None else self.line

    @cached_property
    def _marked(self) -> PackageDocument | None:
        chunk = self.chunk or next(iter(split(self.data, Effort(0)).chunks), None)
        document = parse(self.data, chunk, positions=True) if chunk is not None else None
        return document if isinstance(document, PackageDocument) else None


def documents_of(text: ExampleText, limits: Limits = LIMITS) -> Iterator[ExampleDocument]:
    """The documents of a text that are not empty, in order."""
    return _of_json(text) if text.is_json else _of_yaml(text, limits)


def defining(text: ExampleText, kinds: Container[str], limits: Limits = LIMITS) -> Iterator[Any]:
    """The documents of these kinds in a file, by their first lines."""
    if text.is_json:
        return
    effort = Effort.of_stream(len(text.data), limits)
    for chunk in split(text.data, limits=limits).chunks:
        if chunk.kind in kinds:
            document = parse(text.data, chunk, effort=effort, limits=limits)
            if isinstance(document, PackageDocument):
                yield document.value


def _of_yaml(text: ExampleText, limits: Limits) -> Iterator[ExampleDocument]:
    stream, effort = split(text.data, Effort(0), limits), Effort.of_stream(len(text.data), limits)
    for chunk in stream.chunks:
        if chunk.empty:
            continue
        document = parse(text.data, chunk, effort=effort, limits=limits)
        line = text.line + chunk.line - 1
        if isinstance(document, BrokenDocument):
            at = document.position.line if document.position else chunk.line
            yield ExampleDocument(
                text=text,
                number=chunk.number,
                line=min(text.line + at - 1, text.line + text.data.count(b"\n")),
                fault=document.message,
                is_own_limit=document.reason.is_own_limit,
            )
        elif document.value is not None:
            yield ExampleDocument(
                text=text,
                number=chunk.number,
                line=line,
                value=document.value,
                twice=tuple(
                    str(one.path) for one in document.oddities if one.kind is OddityKind.DUPLICATE_KEY and one.path
                ),
                data=text.data,
                chunk=chunk,
                first_line=text.line,
            )
    if stream.problem is not None:
        yield ExampleDocument(
            text=text,
            number=None,
            line=text.line + stream.problem.line - 1,
            fault=stream.problem.message,
            is_own_limit=stream.problem.limit is not None,
        )


def _of_json(text: ExampleText) -> Iterator[ExampleDocument]:
    """The object that a JSON text is, or the objects of its list; nothing follows one that cannot be read."""
    written = text.data.decode(errors="replace")
    is_list = written.lstrip(_BLANKS)[:1] == "["
    try:
        for number, (value, start, end) in enumerate(_values(written, is_list=is_list)):
            line = text.line + written.count("\n", 0, start)
            yield ExampleDocument(
                text=text,
                number=text.document,
                line=line,
                place=f"{text.field}[{number}]" if is_list else text.field,
                value=value,
                data=written[start:end].encode(),
                first_line=line,
            )
    except (ValueError, RecursionError) as error:
        at = error.pos if isinstance(error, json.JSONDecodeError) else 0
        yield ExampleDocument(
            text=text,
            number=text.document,
            line=text.line + written.count("\n", 0, at),
            place=text.field,
            fault="it is too deep" if isinstance(error, RecursionError) else f"it is not JSON: {_words(error)}",
            is_own_limit=isinstance(error, RecursionError),
        )


def _values(written: str, *, is_list: bool) -> Iterator[tuple[Any, int, int]]:
    """Each value of a text, and where it begins and ends; raises `ValueError` where the text is not JSON."""
    decoder = JSONDecoder(parse_constant=_no_constant, parse_int=_number)
    at = _after_blanks(written, 0)
    if is_list:
        at = _after_blanks(written, at + 1)
        while written[at : at + 1] != "]":
            value, end = decoder.raw_decode(written, at)
            yield value, at, end
            at = _after_blanks(written, end)
            if written[at : at + 1] == ",":
                at = _after_blanks(written, at + 1)
            elif written[at : at + 1] != "]":
                raise json.JSONDecodeError("Expecting ',' or ']'", written, at)
        at += 1
    else:
        value, end = decoder.raw_decode(written, at)
        yield value, at, end
        at = end
    if written[at:].strip(_BLANKS):
        raise json.JSONDecodeError("Extra data", written, at)


def _words(error: Exception) -> str:
    return error.msg if isinstance(error, json.JSONDecodeError) else str(error)


def _after_blanks(written: str, at: int) -> int:
    while at < len(written) and written[at] in _BLANKS:
        at += 1
    return at


def _no_constant(name: str) -> object:
    raise ValueError(f"{name} is not a value")


def _number(digits: str) -> float:
    """A whole number as Kubernetes decodes it: one that fits no int64 becomes a float."""
    found = int(digits)
    return found if -_LARGEST_NUMBER <= found < _LARGEST_NUMBER else float(found)


def findings_of(found: ExampleList, ruleset: Ruleset[Any, Any, Any], case: Case) -> tuple[Finding, ...]:
    """What the rules about examples find, under the profile of the case."""
    chosen, *others = ruleset.profiles_of(case.profile)
    tally = Tally(case, chosen, others)
    tally.listed.extend(one.finding for one in tally.count(_reported(found, ruleset, case, tally)))
    return (*tally.listed, *tally.overflow())


def _reported(found: ExampleList, ruleset: Ruleset[Any, Any, Any], case: Case, tally: Tally) -> Iterator[Reported]:
    about_each = tuple(one for one in ruleset.examples if one.subject is Example)
    about_all = tuple(one for one in ruleset.examples if one.subject is not Example)
    for example in found.examples:
        named = ObjectName(api_version=example.api_version, kind=example.kind, name=example.name)
        for rule, problem in problems_of(about_each, example):
            there = partial(_place, example, problem, case)
            one = tally.report(rule, problem, None, there, named if example.kind else None)
            if one is not None:
                yield one
    for rule, problem in problems_of(about_all, found):
        if (one := tally.report(rule, problem, None, Place, None)) is not None:
            yield one


def _place(example: Example, problem: Problem, case: Case) -> Place:
    field = example.field or (str(problem.path) if problem.path is not None else "")
    return Place(
        layer=example.layer,
        layer_digest=layer_digest(case, example.layer),
        path=example.file if example.layer is not None else None,
        file=example.file or None,
        document=example.document if example.field else None,
        field=field or None,
        line=problem.where.line or example.line,
    )
