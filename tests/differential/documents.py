"""Streams cut as Kubernetes cuts them, and each document as the JSON that go-yaml and Crossplane make of it."""

import json
import re
from collections.abc import Iterator
from typing import Any

from differential.oracle import Oracle
from differential.subject import Subject
from differential.yaml_streams import SCALARS, STREAMS
from differential.yaml_texts import random_stream

from xpkgtui.documents.document import BrokenDocument, PackageDocument, parse
from xpkgtui.documents.head import names_of
from xpkgtui.documents.stream import split
from xpkgtui.documents.yaml.refusals import OddityKind

_LONGEST = 4_000
"""Characters of a case: JSON that nests ten thousand times cannot be read back. Other tests have such."""

_UNSTABLE = ("unsupported map key of type: ", "yaml: invalid map key: ")
_AHEAD = re.compile(
    r"(could not find expected ':'|are not allowed in this context|found character that cannot start any token"
    r"|did not find expected alphabetic or numeric character|control characters are not allowed)$"
)
"""Faults of single characters, which the scanners find before the parsers find others."""

_BEHIND = re.compile(
    r"did not find expected (node content|key|'-' indicator|',' or '.')$|^yaml: unknown anchor '.*' referenced$"
)
"""Faults of an order of things, which the parsers find."""
_MERGE = "yaml: map merge requires map or sequence of maps"
_TWO_MARKS = re.compile("(?:^|\n)\ufeff\ufeff")
_EMPTY_FLOW = re.compile(r"\{[?&,\s\w]*\}|\[[?&,\s\w]*\]")


def _traps() -> Iterator[str]:
    yield from (text for text in STREAMS.values() if len(text) < _LONGEST)
    yield from (f"- {text}\n" for text in SCALARS)


def _theirs(oracle: Oracle, case: str) -> dict[str, Any]:
    told = oracle.ask("packages", "documents", text=case)["answer"]
    documents = [
        {"error": one["error"]} if "error" in one else _accepted(one.get("json"), names_of(one.get("json")))
        for one in told["documents"]
    ]
    return {"documents": documents, "separator": told.get("error")}


def _accepted(value: Any, names: tuple[str | None, ...]) -> dict[str, Any]:
    """JSON in one spelling, in which true and 1 differ; apiVersion, kind and name as lists show them."""
    return {"json": json.dumps(value, sort_keys=True, ensure_ascii=False), "names": list(names)}


def _ours(case: str) -> dict[str, Any]:
    data = case.encode()
    stream = split(data)
    documents = []
    for chunk in stream.chunks:
        document = parse(data, chunk)
        if isinstance(document, BrokenDocument):
            documents.append({"error": document.message})
        else:
            documents.append(_accepted(document.value, (chunk.api_version, chunk.kind, chunk.name)))
    return {"documents": documents, "separator": stream.problem.message if stream.problem else None}


def _excused(case: str, ours: dict[str, Any], theirs: dict[str, Any]) -> str | None:
    if ours["separator"] != theirs["separator"] or len(ours["documents"]) != len(theirs["documents"]):
        return None
    reasons = [
        _reason(case, number, mine, other)
        for number, (mine, other) in enumerate(zip(ours["documents"], theirs["documents"], strict=True))
        if mine != other
    ]
    return reasons[0] if all(reasons) else None


def _reason(case: str, number: int, ours: dict[str, Any], theirs: dict[str, Any]) -> str | None:
    mine, other = ours.get("error"), theirs.get("error")
    if _TWO_MARKS.search(case):
        return "behind two byte order marks go-yaml skips a character at the start of each line"
    if mine and other:
        if any(mine.startswith(start) and other.startswith(start) for start in _UNSTABLE):
            return "Go quotes maps in the order of memory addresses, and tells of any bad key"
        if other.startswith(_MERGE) or mine.startswith(_MERGE):
            return "Go merges the last mapping of a list first: both refuse, each for another fault"
        if (_AHEAD.search(mine) or _BEHIND.search(other) or _AHEAD.search(other)) and other.startswith("yaml: "):
            return "libyaml looks further ahead than go-yaml: both refuse, each for another fault"
    if mine and (other or theirs["json"] in ("{}", "[]")) and _EMPTY_FLOW.search(case):
        return "go-yaml forgets that {} and [] may be keys, and reads no further: there is no kind either way"
    if ours | {"names": None} == theirs | {"names": None} and "\r" in case:
        return "Crossplane skips a chunk of comments, whatever YAML finds behind a carriage return"
    if '"-0"' in ours.get("json", ""):
        return "Go takes 0 and -0 for one key"
    if mine or not _has_twice(case, number):
        return None
    return "Go keeps the keys 1 and '1' apart, and its JSON has either of their values"


def _has_twice(case: str, number: int) -> bool:
    """Whether a key that is text in JSON is there twice."""
    data = case.encode()
    document = parse(data, split(data).chunks[number])
    assert isinstance(document, PackageDocument)
    return any(one.kind is OddityKind.DUPLICATE_KEY for one in document.oddities)


DOCUMENTS = Subject(
    name="documents",
    traps=_traps,
    generated=random_stream,
    theirs=_theirs,
    ours=_ours,
    excused=_excused,
)
