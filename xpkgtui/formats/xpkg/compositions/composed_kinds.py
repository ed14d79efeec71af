"""The kinds of objects that a Composition composes, as far as its text says them."""

import re
from collections.abc import Iterator
from typing import Any

from xpkgtui.patterns import late
from xpkgtui.untyped import field, listing, mapping, text
from xpkgtui.values import dataclass

_LONGEST = 200
"""Characters of an apiVersion or a kind."""
_DEEPEST = 12
_VERSION = r"apiVersion[\"']?\s*[:=]\s*[\"']?(?P<{0}>[\w.-]{{1,100}}(?:/\w{{1,40}})?)[\"']?"
_KIND = r"kind[\"']?\s*[:=]\s*[\"']?(?P<{0}>[A-Za-z]\w{{0,100}})\b(?![\"']?[ \t]*\{{\{{)[\"']?"
_BETWEEN = r"(?:[ \t]{0,60}#[^\n]{0,200})?[\s,;]{1,60}[\"']?"
_PAIRS = (
    rf"(?:{_VERSION.format('v')}{_BETWEEN}{_KIND.format('k')}|{_KIND.format('k2')}{_BETWEEN}{_VERSION.format('v2')})"
)
_OF_TEMPLATES = late(rf"^{_PAIRS}", re.MULTILINE)
"""Kinds in documents of YAML, which begin in the first column; what is within them is indented."""
_OF_CODE = late(rf"\b{_PAIRS}")
_WRAPPED = re.compile(r"manifest[\"']?\s*[:=(]?\s*\{?\s*[\"']?\Z")
"""The text before a manifest within an Object of provider-kubernetes, which has permissions of its own."""
_COMPOSE_NOTHING = late(
    r"auto-ready|environment-configs|extra-resources|sequencer|cel-filter|tag-manager|status-transformer"
)
"""Functions, by their names, that add no object."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ComposedKind:
    """A kind that is composed."""

    group: str
    kind: str
    is_guessed: bool = False
    """Whether it stands in a template or in code, and not in the base of a resource."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ComposedKinds:
    """What one Composition composes."""

    kinds: tuple[ComposedKind, ...] = ()
    functions: tuple[str, ...] = ()
    """The functions whose code decides what more is composed."""


def composed_kinds(composition: object) -> ComposedKinds:
    """The kinds, each once, in the order of the Composition; its composite resource is none of them."""
    spec = mapping(field(composition, "spec"))
    own = _kind(spec.get("compositeTypeRef"))
    found: dict[ComposedKind, None] = dict.fromkeys(_bases(spec))
    functions = []
    for step in listing(spec.get("pipeline")):
        given = mapping(field(step, "input"))
        group = text(given.get("apiVersion")).partition("/")[0]
        if given.get("kind") == "Resources" and group.endswith("pt.fn.crossplane.io"):
            found |= dict.fromkeys(_bases(given))
            continue
        pattern = _OF_TEMPLATES if group.startswith("gotemplating.") else _OF_CODE
        found |= dict.fromkeys(kind for one in _texts(given) for kind in _in_text(one, pattern))
        name = text(field(step, "functionRef", "name"))[:_LONGEST]
        if name and not _COMPOSE_NOTHING.search(name):
            functions.append(name)
    kinds = (one for one in found if own is None or (one.group, one.kind) != (own.group, own.kind))
    return ComposedKinds(kinds=tuple(kinds), functions=tuple(dict.fromkeys(functions)))


def kinds_in_template(source: str) -> Iterator[ComposedKind]:
    """The kinds of the documents in a template of function-go-templating."""
    return _in_text(source, _OF_TEMPLATES) if "apiVersion" in source else iter(())


def _bases(spec: dict[str, Any]) -> Iterator[ComposedKind]:
    found = (_kind(field(one, "base")) for one in listing(spec.get("resources")))
    return (one for one in found if one is not None)


def _kind(value: object) -> ComposedKind | None:
    api_version, kind = text(field(value, "apiVersion"))[:_LONGEST], text(field(value, "kind"))[:_LONGEST]
    return ComposedKind(group=api_version.rpartition("/")[0], kind=kind) if api_version and kind else None


def _texts(value: object, depth: int = 0) -> Iterator[str]:
    """The texts in a value that could hold an object."""
    if isinstance(value, str):
        if "apiVersion" in value:
            yield value
    elif depth < _DEEPEST:
        inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
        for one in inner:
            yield from _texts(one, depth + 1)


def _in_text(source: str, pattern: Any) -> Iterator[ComposedKind]:
    for found in pattern.finditer(source):
        group = (found["v"] or found["v2"]).rpartition("/")[0]
        is_own = group.endswith(".fn.crossplane.io")
        if not is_own and not _WRAPPED.search(source, max(0, found.start() - 40), found.start()):
            yield ComposedKind(group=group, kind=found["k"] or found["k2"], is_guessed=True)
