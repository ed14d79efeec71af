"""The sample of a version as a manifest: what is required is filled in, what has a default is a comment."""

import contextlib
from collections.abc import Iterator, Sequence
from typing import Any

from xpkgtui import visible
from xpkgtui.documents.yaml.writing import as_yaml
from xpkgtui.errors import XpkgError
from xpkgtui.formats.definitions.custom_resources import schema_of
from xpkgtui.formats.definitions.field_errors import MISTYPED, Node
from xpkgtui.formats.definitions.fields.field import SchemaField
from xpkgtui.formats.definitions.fields.soundness import require_typed
from xpkgtui.formats.definitions.fields.tree import children, item, root_of
from xpkgtui.formats.definitions.fields.versions import DefinedKind
from xpkgtui.formats.definitions.objects.judging import ObjectJudge, ObjectNames, ObjectOutcome
from xpkgtui.formats.definitions.objects.preparing import copied
from xpkgtui.formats.definitions.samples.sample import CannotMake, Maker, objects
from xpkgtui.limits import OverLimit
from xpkgtui.untyped import field, listing, mapping, text
from xpkgtui.values import dataclass

_MOST_COMMENTS = 500
_LONGEST_COMMENT = 2_000
_MOST_PARTS = 8
"""Optional parts of a spec that a sample shows."""
_ADDED = frozenset(
    (
        *("claimRef", "compositionRef", "compositionRevisionRef", "compositionRevisionSelector"),
        *("compositionSelector", "crossplane", "publishConnectionDetailsTo", "resourceRef", "resourceRefs"),
        "writeConnectionSecretToRef",
    )
)
"""Those that Crossplane adds to composites and claims, which are no part of what a definition says."""
_MOST_SCHEMAS = 20_000
"""Schemas in which the rule behind a refusal is looked for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SampleMade:
    """A sample, or why there is none."""

    manifest: Node | None
    """The object; None where none was found that the API server accepts."""
    text: str = ""
    """The manifest as YAML; where none is accepted, the best attempt, with what is wrong with it as a comment."""
    refusal: str = ""
    """What the API server says of the best attempt, or why that is not known."""


def sample_of(kind: DefinedKind, version: Node) -> SampleMade:
    """A small object of a version that the API server accepts."""
    try:
        require_typed(schema_of(version))
    except XpkgError as error:
        return SampleMade(manifest=None, refusal=f"{'undecided: ' if isinstance(error, OverLimit) else ''}{error}")
    try:
        names = ObjectNames(group=kind.group, kind=kind.kind, is_namespaced=kind.is_namespaced)
        judge = ObjectJudge(names, version)
        found: Node | None = None
        best, refusal, remarks = "", "no value satisfies its schema, as far as it was looked for", list[str]()
        for one in objects(names, version, (), None):
            judged = judge.judge(one)
            if judged.outcome is ObjectOutcome.ACCEPTED:
                found = one
                continue
            refusal = judged.message or f"undecided: {judged.undecided}"
            remarks = [refusal, *_rules(schema_of(version), refusal, [_MOST_SCHEMAS])]
            best = _written(one, version, remarks)
        if found is None:
            return SampleMade(manifest=None, text=best, refusal=refusal)
        fuller = (one for one in _fuller(found, version) if judge.judge(one).outcome is ObjectOutcome.ACCEPTED)
        found = next(fuller, found)
        return SampleMade(manifest=found, text=_written(found, version, remarks))
    except MISTYPED:
        return SampleMade(manifest=None, refusal="its schema is not one that is understood")


def _fuller(found: Node, version: Node) -> Iterator[Node]:
    """Objects whose empty spec gets the optional parts that require something, all of them, then one alone."""
    parts: Node = {}
    for name, part in mapping(mapping(field(schema_of(version), "properties", "spec")).get("properties")).items():
        is_shown = name not in _ADDED and listing(mapping(part).get("required"))
        if found.get("spec") == {} and is_shown and len(parts) < _MOST_PARTS:
            with contextlib.suppress(CannotMake):
                parts[name] = Maker().make(mapping(part))
    for chosen in ([*parts], *([one] for one in parts)) if parts else ():
        yield {**found, "spec": {one: copied(parts[one]) for one in chosen}}


def _written(value: Node, version: Node, remarks: Sequence[str] = ()) -> str:
    """The manifest behind remarks, each a comment."""
    comments = [f"# {row}" for one in remarks for row in visible.screenful(visible.block(one)).splitlines()]
    lines = _lines(value, root_of(schema_of(version)), "", [_MOST_COMMENTS])
    return "".join(f"{line}\n" for line in (*comments, *lines))


def _rules(schema: Node, refusal: str, left: list[int]) -> Iterator[str]:
    """The rules of CEL whose message is in a refusal, which does not say them."""
    left[0] -= 1
    if left[0] < 0:
        return
    for one in listing(schema.get("x-kubernetes-validations")):
        rule, message = text(mapping(one).get("rule")), text(mapping(one).get("message"))
        if message and message in refusal:
            yield f"rule: {rule}"
    inner = [*mapping(schema.get("properties")).values(), schema.get("items"), schema.get("additionalProperties")]
    for child in inner:
        if isinstance(child, dict):
            yield from _rules(child, refusal, left)


def _lines(value: Node, field: SchemaField | None, indent: str, left: list[int]) -> Iterator[str]:
    """The fields of an object, then a comment for each of its defaults."""
    known = {one.name: one for one in children(field)} if field is not None else {}
    for name, one in value.items():
        yield from _entry(name, one, known.get(name), indent, left)
    for name, child in known.items():
        if name in value or not child.has_default or left[0] <= 0:
            continue
        left[0] -= 1
        written = as_yaml({name: child.default})
        if len(written) <= _LONGEST_COMMENT:
            yield from (f"{indent}# {row}" for row in written.splitlines())


def _entry(name: str, value: Any, field: SchemaField | None, indent: str, left: list[int]) -> Iterator[str]:
    is_list = isinstance(value, list) and bool(value) and all(isinstance(one, dict) and one for one in value)
    if not is_list and not (isinstance(value, dict) and (value or field is not None)):
        yield from (f"{indent}{row}" for row in as_yaml({name: value}).splitlines())
        return
    head = text(as_yaml({name: 1})).rpartition(" ")[0]
    if is_list:
        yield f"{indent}{head}"
        inside = item(field) if field is not None else None
        for one in value:
            rows = list(_lines(mapping(one), inside, f"{indent}  ", left))
            yield f"{indent}- {rows[0].removeprefix(indent + '  ')}"
            yield from rows[1:]
        return
    rows = list(_lines(value, field, f"{indent}  ", left))
    # An object of which nothing but comments is left would be null.
    yield f"{indent}{head}" if value else f"{indent}{head} {{}}"
    yield from rows
