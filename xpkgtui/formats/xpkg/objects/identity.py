"""The identity of a document: its apiVersion and kind, or the parser's message about them."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from xpkgtui.documents.chunk import Chunk
from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.role import Role
from xpkgtui.formats.xpkg.objects import kinds
from xpkgtui.formats.xpkg.objects.kinds import GroupVersionKind
from xpkgtui.golang.printing import type_of_go
from xpkgtui.values import dataclass

_STRUCT = 'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }'
_NO_JSON = "couldn't get version/kind; json parse error: "
_COULD_NOT = f"{_NO_JSON}json: cannot unmarshal"
DEEPEST = 10_000
"""Lists and mappings inside each other that Go's decoder of JSON takes; YAML may have more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Identity:
    """apiVersion and kind as the parser reads them; Go ignores the case of keys."""

    named: GroupVersionKind | None = None
    """The kind that the parser reads; None if it refuses the document."""
    stated: GroupVersionKind | None = None
    """The kind as the document spells it, if it is taken for the kind of another group."""
    fault: str = ""
    """The reason, in words: `has no kind`."""
    says: str = ""
    """The parser's message, without the document's text."""
    path: FieldPath | None = None


def identify(value: Any) -> Identity:
    """The identity of a parsed document."""
    if value is not None and not isinstance(value, dict):
        word = type_of_go(value)
        article = "an" if word in {"array", "object"} else "a"
        return Identity(
            fault=f"is {article} {word}, not a mapping", says=f"{_COULD_NOT} {word} into Go value of type {_STRUCT}"
        )
    found = {"apiVersion": "", "kind": ""}
    fields: dict[str, Any] = value or {}
    for key in sorted(fields):
        name = {"apiversion": "apiVersion", "kind": "kind"}.get(key.casefold())
        item = fields[key] if name else None
        if name is None or item is None:
            continue
        if not isinstance(item, str):
            word, article = type_of_go(item), "an" if name == "apiVersion" else "a"
            says = f"{_COULD_NOT} {word} into Go struct field .{name} of type string"
            return Identity(fault=f"has {article} {name} that is not text", says=says, path=FieldPath.of(key))
        found[name] = item
    return _named(found["apiVersion"], found["kind"])


def too_deep(value: Any) -> Identity | None:
    """The identity of a document that nests deeper than the decoder goes; None where it does not."""
    pending = [(value, 1)]
    while pending:
        inner, depth = pending.pop()
        if depth > DEEPEST:
            opening = "{" if isinstance(inner, dict) else "["
            says = f"{_NO_JSON}invalid character '{opening}' exceeded max depth"
            return Identity(fault=f"has more than {DEEPEST:,} lists and mappings inside each other", says=says)
        items = [inner[key] for key in sorted(inner, key=str)] if isinstance(inner, dict) else inner
        pending += [(item, depth + 1) for item in reversed(items) if isinstance(item, dict | list)]
    return None


def _named(api_version: str, kind: str) -> Identity:
    if api_version.count("/") > 1:
        fault = "has an apiVersion with more than one slash"
        says = f"unexpected GroupVersion string: {api_version}"
        return Identity(fault=fault, says=says, path=FieldPath.of("apiVersion"))
    if not kind:
        return Identity(fault="has no kind", says="Object 'Kind' is missing in '…'")
    named = GroupVersionKind.of(api_version, kind)
    if not named.version:
        return Identity(fault="has no apiVersion", says="Object 'apiVersion' is missing in '…'")
    return Identity(named=named)


def as_upstream(identity: Identity) -> Identity:
    """Returns the identity with a kind of IBM's fork replaced by the kind that it was made from."""
    named = kinds.upstream(identity.named) if identity.named else None
    return identity if named == identity.named else replace(identity, named=named, stated=identity.named)


def role_of(chunk: Chunk, *, with_forks: bool = False) -> Role:
    """The role of a document by its first lines; parsing it may still find it broken."""
    return Role.EMPTY if chunk.empty else kinds.role_of(chunk.api_version, chunk.kind, with_forks=with_forks)


def package_type(chunks: Iterable[Chunk], *, with_forks: bool = False) -> str | None:
    """`Provider`, `Configuration` or `Function`, where the only meta object is one of these."""
    metas = [chunk for chunk in chunks if role_of(chunk, with_forks=with_forks) is Role.META]
    if len(metas) != 1 or metas[0].api_version is None or metas[0].kind is None:
        return None
    named = GroupVersionKind.of(metas[0].api_version, metas[0].kind)
    named = kinds.upstream(named) if with_forks else named
    return named.kind if named.is_package else None
