"""Fields in the schemas of definitions: whether one exists, and which existing one is the nearest."""

import re
from collections import deque
from typing import Any

from xpkgtui.formats.xpkg.tools.made_definitions import LEGACY, claim_of, composite_of, scope_of
from xpkgtui.patterns import late
from xpkgtui.untyped import field, listing, mapping, text
from xpkgtui.values import dataclass

Segment = str | int
_INDEX = late(r"[0-9]{1,1000}", re.ASCII)
_SPECIAL = late(r"[\[\].]")
_QUOTES = "'\""
_LARGEST_INDEX = (1 << 32) - 1
WILDCARD = "*"
"""A segment that stands for every item or key; only in brackets does Crossplane expand it."""


@dataclass(frozen=True, slots=True)
class BadFieldPath(Exception):
    """A text is not a field path; the message is Crossplane's own."""

    message: str


def parse_field_path(text: str) -> tuple[Segment, ...]:
    """The segments of a field path: fields and indices."""
    segments: list[Segment] = []
    at, end = 0, len(text)
    while at < end:
        match = _SPECIAL.search(text, at)
        stop = match.start() if match else end
        if stop > at:
            segments.append(text[at:stop].strip(_QUOTES))
        if match is None:
            break
        if match[0] == "]":
            raise BadFieldPath(_unexpected("]", text, stop))
        if match[0] == "[":
            at = _bracketed(text, stop, segments)
            continue
        if stop in {0, end - 1}:
            raise BadFieldPath(_unexpected(".", text, stop))
        at = stop + 1
        if text[at] in ".[":
            raise BadFieldPath(_unexpected(text[at], text, at))
    return tuple(segments)


def _bracketed(text: str, opening: int, segments: list[Segment]) -> int:
    """Adds the segment in brackets, and gives the index behind them."""
    closing = text.find("]", opening)
    if closing < 0:
        raise BadFieldPath(f"unterminated '[' at position {_position(text, opening)}")
    inner = text[opening + 1 : closing]
    if not inner:
        raise BadFieldPath(_unexpected("]", text, closing))
    if "[" in inner:
        raise BadFieldPath(_unexpected("[", text, opening + 1 + inner.index("[")))
    is_index = _INDEX.fullmatch(inner) and int(inner) <= _LARGEST_INDEX
    segments.append(int(inner) if is_index else inner.strip(_QUOTES))
    return closing + 1


def _unexpected(letter: str, text: str, index: int) -> str:
    return f"unexpected '{letter}' at position {_position(text, index)}"


def _position(text: str, index: int) -> int:
    return len(text[:index].encode("utf-8", "surrogatepass"))


Node = dict[str, Any]
_PRESERVE = "x-kubernetes-preserve-unknown-fields"
_EVERY_OBJECT = ("apiVersion", "kind", "metadata")
_OLDER = frozenset({"publishConnectionDetailsTo", "environmentConfigRefs"})
"""Fields that Crossplane adds to `spec` up to 1.20."""
_SCALARS = {"string": "text", "integer": "a number", "number": "a number", "boolean": "true or false"}
_MOST = 3_000
"""Nodes that are visited in search of a field of the same name."""
_DEEPEST = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class MissingField:
    """A field that a schema does not have."""

    reason: str
    """`has no field regoin`, `is text`: the reason, about the object or the field in `parent`."""
    parent: str = ""
    """The path to the last field that exists; empty for the object itself."""
    near: str = ""
    """The path of a field that exists."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ObjectSchema:
    """The schema of one version of a kind, and the fields that Crossplane adds to it."""

    root: Node
    older: frozenset[str] = frozenset()
    """Further fields that older versions of Crossplane add to `spec`."""

    def missing(self, segments: tuple[Segment, ...]) -> MissingField | None:
        """The fault of a field path; None where the field exists, or may exist."""
        if not segments or segments[0] in _EVERY_OBJECT or self.root.get(_PRESERVE):
            return None
        if segments[0] == "spec" and len(segments) > 1 and segments[1] in self.older:
            return None
        known = mapping(self.root.get("properties"))
        root = {"type": "object", "properties": {name: {} for name in _EVERY_OBJECT} | known}
        return _walk(root, segments)


def of_crd(spec: Node, version: str) -> ObjectSchema | None:
    """The schema of a version of a custom or managed resource; None where it does not decide which fields exist."""
    found = _version(spec, version)
    if found is None or spec.get("preserveUnknownFields"):
        return None
    return ObjectSchema(root=found)


def of_xrd(value: Node, version: str, *, is_claim: bool) -> ObjectSchema | None:
    """The schema of a version of a composite resource or its claim, as Crossplane makes it."""
    if _version(mapping(value.get("spec")), version) is None:
        return None
    made = claim_of(value) if is_claim else composite_of(value)
    found = _version(mapping(field(made, "spec")), version)
    is_legacy = scope_of(value) == LEGACY
    return ObjectSchema(root=found, older=_OLDER if is_legacy else frozenset()) if found else None


def _version(spec: Node, version: str) -> Node | None:
    for one in listing(spec.get("versions")):
        schema = field(one, "schema", "openAPIV3Schema")
        if field(one, "name") == version and isinstance(schema, dict) and schema:
            return schema
    return None


def _walk(root: Node, segments: tuple[Segment, ...]) -> MissingField | None:
    node = root
    for number, segment in enumerate(segments):
        if _is_open(node):
            return None
        inner = _child(node, segment)
        if isinstance(inner, str):
            parent = written(segments[:number])
            return MissingField(reason=inner, parent=parent, near=_near(root, segments, number, node))
        if inner is None:
            return None
        node = inner
    return None


def _is_open(node: Node) -> bool:
    """Whether a schema does not say which fields there are below it."""
    return bool(
        node.get(_PRESERVE)
        or node.get("x-kubernetes-embedded-resource")
        or node.get("$ref")
        or node.get("additionalProperties") is True
        or node.get("additionalProperties") == {}
    )


def _child(node: Node, segment: Segment) -> Node | str | None:
    """The schema of a child, None where it is not known, or the reason why there is none."""
    kind, items, values = node.get("type"), node.get("items"), node.get("additionalProperties")
    known = mapping(node.get("properties"))
    if segment == WILDCARD:
        inner = items if isinstance(items, dict) else values
        return inner if isinstance(inner, dict) else None
    if isinstance(segment, int):
        if isinstance(items, dict) or kind in {"array", None}:
            return mapping(items) or None
        return "is a mapping, not a list" if kind == "object" else f"is {_SCALARS.get(text(kind), 'not a list')}"
    if isinstance(known.get(segment), dict):
        return mapping(known[segment])
    if isinstance(values, dict):
        return values
    if any(segment in mapping(field(one, "properties")) for one in _alternatives(node)):
        return None
    if kind == "array":
        return "is a list"
    if kind in _SCALARS:
        return f"is {_SCALARS[kind]}"
    return f"has no field {segment}" if known or kind == "object" else None


def _alternatives(node: Node) -> list[Any]:
    return [one for word in ("allOf", "anyOf", "oneOf") for one in listing(node.get(word))]


def _near(root: Node, segments: tuple[Segment, ...], number: int, node: Node) -> str:
    """The nearest field: a sibling of a similar name that leads on, a field of the same name elsewhere, a sibling."""
    name, known = segments[number], mapping(node.get("properties"))
    if not isinstance(name, str):
        return ""
    if node.get("type") == "array" and isinstance(node.get("items"), dict):
        whole = (*segments[:number], 0, *segments[number:])
        return written(whole) if _walk(root, whole) is None else ""
    from difflib import get_close_matches

    close = get_close_matches(name, known, n=3, cutoff=0.7) if len(name) < 100 else []
    close += [one for one in known if one.lower() == name.lower() and one not in close]
    for one in close:
        whole = (*segments[:number], one, *segments[number + 1 :])
        if _walk(root, whole) is None:
            return written(whole)
    elsewhere = _elsewhere(root, segments)
    return elsewhere or (written((*segments[:number], close[0])) if close else "")


def _elsewhere(root: Node, segments: tuple[Segment, ...]) -> str:
    """The only field with the same last name below the same first one."""
    first = mapping(mapping(root.get("properties")).get(str(segments[0])))
    waiting: deque[tuple[Node, tuple[Segment, ...]]] = deque([(first, (segments[0],))])
    found: list[tuple[Segment, ...]] = []
    for _ in range(_MOST):
        if not waiting or len(found) > 1:
            break
        node, way = waiting.popleft()
        for name, child in mapping(node.get("properties")).items():
            if isinstance(child, dict) and len(way) < _DEEPEST:
                here = (*way, name)
                waiting.append((child, here))
                if name == segments[-1]:
                    found.append(here)
    return written(found[0]) if len(found) == 1 else ""


def written(segments: tuple[Segment, ...]) -> str:
    """Segments as a field path."""
    path = ""
    for one in segments:
        if isinstance(one, int) or "." in one or one == WILDCARD:
            path += f"[{one}]"
        else:
            path += f".{one}" if path else one
    return path
