"""CustomResourceDefinitions of two packages, compared as objects of a package are."""

from collections.abc import Iterator
from typing import Any

from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.changes.side import Thing
from xpkgtui.formats.definitions.changes import definition_rules as rules
from xpkgtui.formats.definitions.changes.definitions import compare_definitions
from xpkgtui.formats.definitions.changes.keeping import MADE_SINCE_2, policy_of
from xpkgtui.rules.changes.rule import At, Difference
from xpkgtui.untyped import field, listing, mapping, text

GROUP, KIND = "apiextensions.k8s.io", "CustomResourceDefinition"
_PROVIDER = "Provider"


def compare_crds(old: Thing | None, new: Thing | None) -> Iterator[Difference]:
    """The changes of a definition that both packages have, or one of them."""
    if old is not None and new is not None:
        maker = MADE_SINCE_2 if _is_managed(old) else ""
        yield from compare_definitions(dict(old.value), dict(new.value), new.side.proofs, stored_of(old), maker=maker)
    elif new is not None:
        at = At(new=FieldPath(), after=_names(new))
        versions = [text(mapping(one).get("name")) for one in listing(field(new.value, "spec", "versions"))]
        yield rules.definition_added(at, text(field(new.value, "spec", "names", "kind")), versions)
    elif old is not None:
        kind = text(field(old.value, "spec", "names", "kind"))
        at = At(old=FieldPath(), before=_names(old))
        yield rules.definition_removed(at, old.name.name, kind, successor(old, kind), policy_of(old.value))


def _is_managed(thing: Thing) -> bool:
    """Whether Crossplane 2 makes a definition of a managed one: all of a provider, but for its configurations."""
    kind = text(field(thing.value, "spec", "names", "kind"))
    is_of_provider = any(one.kind == _PROVIDER for one in thing.side.chunks) and "ProviderConfig" not in kind
    return is_of_provider or bool(policy_of(thing.value))


def stored_of(old: Thing) -> tuple[str, ...] | None:
    """The versions that the cluster stores of a definition; None where that is not known."""
    return old.side.stored.get(old.chunk.name or "")


def _names(thing: Thing) -> dict[str, Any]:
    names = mapping(field(thing.value, "spec", "names"))
    return {"group": field(thing.value, "spec", "group"), "kind": names.get("kind"), "plural": names.get("plural")}


def successor(old: Thing, kind: str) -> str:
    """A new definition of the same kind in another group, or empty text where there is none, or several."""
    type_ = old.chunk.kind
    plural = old.chunk.name.partition(".")[0] if old.chunk.name else ""
    if not plural:
        return ""
    known = {key.name for key in old.side.chunks if key.kind == type_}
    names = [
        key.name
        for key in old.side.other.chunks
        if key.kind == type_ and key.name not in known and key.name.partition(".")[0] == plural
    ]
    return f"{kind} of {names[0].partition('.')[2]}" if len(names) == 1 else ""
