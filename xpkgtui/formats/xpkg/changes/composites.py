"""CompositeResourceDefinitions compared: as the definitions made of them, and what only they have."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from xpkgtui.commands import PrintedCommand, spelled
from xpkgtui.formats.changes.definitions import stored_of, successor
from xpkgtui.formats.changes.objects import at_field, at_object, other_fields
from xpkgtui.formats.changes.side import Thing
from xpkgtui.formats.definitions.changes import definition_rules
from xpkgtui.formats.definitions.changes.definitions import differences_of
from xpkgtui.formats.definitions.changes.keeping import MADE_OF_COMPOSITE
from xpkgtui.formats.xpkg.changes import composite_rules as rules
from xpkgtui.formats.xpkg.changes.places import changed_fields
from xpkgtui.formats.xpkg.tools.made_definitions import LEGACY, composite_of, scope_of
from xpkgtui.rules.changes.rule import Difference
from xpkgtui.untyped import field, listing, mapping, same, text, texts

_DEFAULTS = (
    ("defaultCompositionUpdatePolicy", "Automatic", "the default update policy"),
    ("defaultCompositeDeletePolicy", "Background", "the default delete policy"),
)
_ALIKE = ("group", "names", "defaultCompositionUpdatePolicy")
"""What is compared by itself."""
_KNOWN = (
    ("apiVersion",),
    ("metadata",),
    *(("spec", name) for name in ("group", "names", "scope", "versions", "conversion", "claimNames")),
    *(("spec", name) for name in ("connectionSecretKeys", "defaultCompositionRef", "enforcedCompositionRef")),
    *(("spec", name) for name, _, _ in _DEFAULTS),
)


def compare_composites(old: Thing | None, new: Thing | None) -> Iterator[Difference]:
    """The changes of a CompositeResourceDefinition that both packages have, or one of them."""
    if old is not None and new is not None:
        yield from _of_whole(old, new)
        yield from _claims(old, new)
        yield from _choices(old, new)
        yield from _versions(old, new)
        yield from other_fields(old, new, *_KNOWN)
    elif new is not None:
        spec = mapping(new.value.get("spec"))
        versions = [text(mapping(one).get("name")) for one in listing(spec.get("versions"))]
        kind, claim = text(field(spec, "names", "kind")), text(field(spec, "claimNames", "kind"))
        yield rules.composite_added(at_object(old, new), kind, versions, claim)
    elif old is not None:
        kind = text(field(old.value, "spec", "names", "kind"))
        yield rules.composite_removed(at_object(old, new), old.name.name, kind, successor(old, kind))


def _of_whole(old: Thing, new: Thing) -> Iterator[Difference]:
    one, other = text(old.value.get("apiVersion")), text(new.value.get("apiVersion"))
    if one != other:
        yield rules.api_version_changed(at_field("apiVersion", before=one, after=other))
    left, right = field(old.value, "spec", "names"), field(new.value, "spec", "names")
    if not same(left, right):
        at = at_field("spec", "names", before=left, after=right)
        yield rules.composite_names_changed(at, new.name.name, changed_fields(left, right))
    one, other = scope_of(old.value), scope_of(new.value)
    if one != other:
        at = at_field("spec", "scope", before=one, after=other)
        yield rules.composite_scope_changed(at, new.name.name, one, other)


def _claims(old: Thing, new: Thing) -> Iterator[Difference]:
    left, right = (field(one.value, "spec", "claimNames") for one in (old, new))
    at = at_field("spec", "claimNames", before=left, after=right)
    if left and not right:
        yield rules.claims_removed(at, text(field(left, "kind")), _claim_name(old))
    elif right and not left:
        yield rules.claims_added(at, text(field(right, "kind")))
    elif not same(left, right):
        yield rules.claims_renamed(at, changed_fields(left, right))


def _claim_name(thing: Thing) -> str:
    plural = text(field(thing.value, "spec", "claimNames", "plural"))
    return f"{plural}.{text(field(thing.value, 'spec', 'group'))}" if plural else ""


def _choices(old: Thing, new: Thing) -> Iterator[Difference]:
    """What the definition says of secrets, and of the choice of Compositions."""
    yield from _secret_keys(old, new)
    for name, rule in (
        ("defaultCompositionRef", rules.default_composition_changed),
        ("enforcedCompositionRef", rules.enforced_composition_changed),
    ):
        left, right = (field(one.value, "spec", name, "name") for one in (old, new))
        if not same(left, right):
            yield rule(at_field("spec", name, before=left, after=right))
    for name, default, what in _DEFAULTS:
        one, other = (text(field(each.value, "spec", name)) or default for each in (old, new))
        if one != other:
            yield rules.composite_default_changed(at_field("spec", name, before=one, after=other), what, one, other)


def _secret_keys(old: Thing, new: Thing) -> Iterator[Difference]:
    name = "connectionSecretKeys"
    left, right = (texts(field(one.value, "spec", name)) for one in (old, new))
    if set(left) == set(right) or scope_of(new.value) != LEGACY:
        return
    now = set(right)
    gone = [one for one in left if one not in now] if right else []
    at = at_field("spec", name, before=left or None, after=right or None)
    yield rules.secret_keys_changed(at, gone, is_limited=not left)


def _versions(old: Thing, new: Thing) -> Iterator[Difference]:
    """The differences of the definitions that Crossplane makes; commands also name the definition of the claims."""
    name, claim = new.name.name, _claim_name(old)
    # Of claims the cluster was not asked, so that nothing is known of both.
    stored = None if claim else stored_of(old)
    before, after = _as_definition(old, new), _as_definition(new, new)
    for one in differences_of(before, after, new.side.proofs, stored, maker=MADE_OF_COMPOSITE):
        if one.rule is definition_rules.storage_moved:
            above = "spec" if scope_of(new.value) == LEGACY else "spec.crossplane"
            yield rules.referenceable_moved(one.at, name, f"{above}.compositionRef")
        if claim and one.rule in (definition_rules.version_removed, definition_rules.storage_moved):
            asked = [line for line in one.words.first if isinstance(line, PrintedCommand) and not line.deletes]
            lines = [spelled(line.line.replace(name, claim)) for line in asked]
            yield replace(one, words=replace(one.words, first=(*one.words.first, "The same for its claims:", *lines)))
        else:
            yield one


def _as_definition(thing: Thing, named: Thing) -> dict[str, Any]:
    """The definition that Crossplane makes of it, with the names, scope and default policies of `named`."""
    spec, other = mapping(thing.value.get("spec")), mapping(named.value.get("spec"))
    alike = {name: other[name] for name in _ALIKE if name in other} | {"scope": scope_of(named.value)}
    kept = {name: one for name, one in spec.items() if name not in _ALIKE}
    made = composite_of({**thing.value, "spec": kept | alike})
    return {**made, "metadata": mapping(thing.value.get("metadata"))}
