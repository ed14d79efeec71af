"""CompositeResourceDefinitions compared: as the definitions made of them, and by rules about what only they have."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from xpkgtui.commands import PrintedCommand, spelled
from xpkgtui.formats.changes.objects import at_field, at_object, other_fields, stored_of, successor
from xpkgtui.formats.changes.side import Thing
from xpkgtui.formats.definitions.changes import definition_rules
from xpkgtui.formats.definitions.changes.definitions import differences_of
from xpkgtui.formats.definitions.changes.keeping import MADE_OF_COMPOSITE, composed_kept, deletion
from xpkgtui.formats.xpkg.changes.places import changed_fields, few, value_or_none
from xpkgtui.formats.xpkg.tools.made_definitions import LEGACY, composite_of, scope_of
from xpkgtui.rules.changes.rule import At, Difference, Words, change, shell_word
from xpkgtui.untyped import field, listing, mapping, same, text, texts

_IMMUTABLE = "The API server refuses the new definition (Value is immutable), so the package does not become healthy."


@change("CHG201", "A composite resource definition is removed", clients="B", stored="C")
def composite_removed(at: At, name: str, kind: str, renamed: str) -> Words:
    """The new package does not have a CompositeResourceDefinition that the old one had.

    Why: A cluster keeps the definition and Crossplane goes on acting on its resources, but no package updates it any
    more. A new cluster does not get the kind.
    When it bites: When manifests of the kind are applied to a cluster that has only the new package.
    Fix: Keep a copy of the definition and its Compositions, or delete its composite resources. That deletes what they
    compose, and what managed resources of it stand for: set managementPolicies without Delete on these first.
    Source: Crossplane, establisher of package revisions: objects stay, owned by the package.
    """
    return Words(
        message=f"{kind or name} is removed" + (f"; {renamed} may take its place" if renamed else ""),
        who=f"Manifests of {kind or name} on new clusters. A cluster that has the definition keeps it, without "
        "updates.",
        first=("See whether it is used:", spelled(f"kubectl get {shell_word(name)} -A"), *composed_kept()),
    )


@change("CHG202", "A composite resource definition is added", clients="A", stored="A")
def composite_added(at: At, kind: str, versions: Sequence[str], claim: str) -> Words:
    """The new package has a CompositeResourceDefinition that the old one did not have.

    Why: Its composite resources, and claims if it offers them, can be made.
    When it bites: Where another package controls the same definition: then this one does not become healthy.
    Fix: No action needed, unless another package has it.
    Source: Crossplane, establisher of package revisions.
    """
    claims = f", with claims as {claim}" if claim else ""
    return Words(message=f"{kind or 'a composite resource'} is new: {few(versions) or 'no version'}{claims}")


@change("CHG203", "The names of a composite resource changed", clients="B", stored="B")
def composite_names_changed(at: At, name: str, fields: str) -> Words:
    """A CompositeResourceDefinition has other names: kind, singular, list kind, short names or categories.

    Why: The API server takes no change of `spec.names` at all.
    When it bites: During the upgrade: `spec.names: Invalid value: "object": Value is immutable`.
    Fix: Ask the author to keep the names; or keep the composite resources in a file and delete the definition. That
    deletes them, what they compose, and what managed resources of it stand for: set managementPolicies first.
    Source: Crossplane, API of CompositeResourceDefinition.
    """
    return Words(
        message=f"spec.names differs: {fields}",
        who=f"Clusters that have the definition. {_IMMUTABLE}",
        first=deletion(name, "", MADE_OF_COMPOSITE),
    )


@change("CHG204", "The scope of a composite resource changed", clients="B", stored="B")
def composite_scope_changed(at: At, name: str, old: str, new: str) -> Words:
    """A CompositeResourceDefinition has another scope; without `scope` it is LegacyCluster in v1, Namespaced in v2.

    Why: The API server takes no other scope for a definition that exists.
    When it bites: During the upgrade: `spec.scope: Invalid value: "string": Value is immutable`.
    Fix: Set `scope: LegacyCluster` in apiextensions.crossplane.io/v1. Or set managementPolicies without Delete on the
    managed resources that are composed, keep the composite resources in a file, delete the definition, which deletes
    all of them and what they compose, and make them again.
    Source: Crossplane 2, API of CompositeResourceDefinition.
    """
    return Words(
        message=f"the scope is {new}, was {old}",
        who=f"Clusters that have the definition. {_IMMUTABLE}",
        first=deletion(name, "", MADE_OF_COMPOSITE),
    )


@change("CHG205", "Claims are no longer offered", clients="B", stored="C")
def claims_removed(at: At, kind: str, plural: str) -> Words:
    """A CompositeResourceDefinition offered claims, and does not any more.

    Why: Crossplane does not start a controller for claims of the definition, so it acts on them no longer. The
    definition of the claim stays in the cluster. A new cluster does not have the kind.
    When it bites: When a claim is applied, changed or deleted.
    Fix: Move claims to composite resources before the upgrade.
    Source: Crossplane, controller of offered claims.
    """
    return Words(
        message=f"claims as {kind} are not offered any more",
        who=f"Users of claims: Crossplane does not act on {kind} any more.",
        first=("See whether there are claims:", spelled(f"kubectl get {shell_word(plural)} -A")),
    )


@change("CHG206", "The names of claims changed", clients="B", stored="B")
def claims_renamed(at: At, fields: str) -> Words:
    """A CompositeResourceDefinition offers claims under other names.

    Why: The API server takes no change of `spec.claimNames` once they are set.
    When it bites: During the upgrade: `spec.claimNames: Invalid value: "object": Value is immutable`.
    Fix: Ask the author to keep the names, or to make another definition.
    Source: Crossplane, API of CompositeResourceDefinition.
    """
    return Words(message=f"spec.claimNames differs: {fields}", who=f"Clusters that have the definition. {_IMMUTABLE}")


@change("CHG207", "Claims are offered now", clients="A", stored="A")
def claims_added(at: At, kind: str) -> Words:
    """A CompositeResourceDefinition offers claims, and did not before.

    Why: Claims of the kind can be made.
    When it bites: Never.
    Fix: No action needed.
    Source: Crossplane, API of CompositeResourceDefinition.
    """
    return Words(message=f"claims are offered as {kind}")


@change("CHG208", "The keys of connection secrets changed", clients="BA", stored="CA")
def secret_keys_changed(at: At, gone: Sequence[str], *, is_limited: bool) -> Words:
    """The connection secrets of a composite resource have other keys.

    Why: Crossplane leaves out of a connection secret what `spec.connectionSecretKeys` does not list; an empty list
    lets every key through.
    When it bites: When a pod or a program reads a key that is gone.
    Fix: Change the programs that read the key, before the upgrade.
    Source: Crossplane, API of CompositeResourceDefinition.
    """
    if is_limited:
        message = f"connection secrets have only {value_or_none(at.after)} now, and had every key"
    elif gone:
        message = f"connection secrets do not have {few(gone)} any more"
    else:
        message = "connection secrets have more keys"
    is_loss = is_limited or bool(gone)
    return Words(
        message=message,
        who="Programs that read other keys." if is_limited else "Programs that read these keys." if gone else "",
        level=int(not is_loss),
    )


@change("CHG209", "The default Composition changed", clients="C", stored="A")
def default_composition_changed(at: At) -> Words:
    """Composite resources that choose no Composition get another one.

    Why: New composite resources are made of other things. Existing ones keep the Composition that they have.
    When it bites: When a composite resource is made that has no Composition and no selector.
    Fix: Compare the two Compositions; name one in manifests that need the old one.
    Source: Crossplane, composition selection.
    """
    return Words(
        message=f"the default Composition is {value_or_none(at.after)}, was {value_or_none(at.before)}",
        who="New composite resources that name no Composition.",
    )


@change("CHG210", "The enforced Composition changed", clients="BC", stored="BC")
def enforced_composition_changed(at: At) -> Words:
    """All composite resources of the kind must use another Composition, or one for the first time, or none.

    Why: The API server takes no other Composition for one that is enforced. Where one is enforced for the first time,
    every composite resource moves to it, and Crossplane deletes what the new one does not compose.
    When it bites: During the upgrade.
    Fix: Compare the Compositions by the names of their resources before the upgrade.
    Source: Crossplane, API of CompositeResourceDefinition and composition selection.
    """
    is_refused = at.before is not None and at.after is not None
    if is_refused:
        who = f"Clusters that have the definition. {_IMMUTABLE}"
    elif at.after is not None:
        who = "Every composite resource that uses another Composition: it moves to this one."
    else:
        who = "New composite resources, which may choose a Composition now."
    return Words(
        message=f"the enforced Composition is {value_or_none(at.after)}, was {value_or_none(at.before)}",
        who=who,
        level=int(not is_refused),
    )


@change("CHG211", "A default of composite resources changed", clients="C", stored="A")
def composite_default_changed(at: At, what: str, old: str, new: str) -> Words:
    """A CompositeResourceDefinition has another policy for composite resources that set none.

    Why: With `Automatic`, composite resources follow each new revision of their Composition at once; with `Manual`
    they stay. The delete policy says whether a claim waits until its composite resource is gone.
    When it bites: When a composite resource is made, or its claim is deleted.
    Fix: Set the policy in manifests that need the old one.
    Source: Crossplane, API of CompositeResourceDefinition.
    """
    return Words(message=f"{what} is {new}, was {old}", who="Composite resources and claims that set no such policy.")


@change("CHG212", "The API version of an object changed", clients="CW", stored="AW")
def api_version_changed(at: At) -> Words:
    """A CompositeResourceDefinition or Composition is of another version of apiextensions.crossplane.io.

    Why: v2 of CompositeResourceDefinitions needs Crossplane 2.0. It has no claims, no connection secrets and no scope
    LegacyCluster. What v1 says is the same as in the versions before it.
    When it bites: On Crossplane up to 1.20, which refuses the package: no kind is registered for v2.
    Fix: Upgrade Crossplane first.
    Source: Crossplane 2, API of CompositeResourceDefinition.
    """
    is_v2 = str(at.after).endswith("/v2")
    return Words(
        message=f"apiVersion is {at.after}, was {at.before}",
        who="Clusters with Crossplane up to 1.20." if is_v2 else "",
        level=int(not is_v2),
    )


@change("CHG213", "The referenceable version changed", clients="B", stored="B")
def referenceable_moved(at: At, name: str, reference: str) -> Words:
    """Composite resources are of another version from now on, and Compositions have to be for it.

    Why: Crossplane takes a Composition for the referenceable version alone, and `spec.compositeTypeRef` of one that
    exists cannot change. What a composite resource has composed stays, by the names of the resources.
    When it bites: Right after the upgrade (where there are claims, up to 1.20 with the next start of Crossplane), for
    each composite resource: `referenced composition is not compatible with this composite resource`.
    Fix: Ask the author for Compositions of other names for the new version, whose resources keep their names; after
    the upgrade let composite resources use them.
    Source: Crossplane, composition selection; run on 2.4.0 and 1.20.0.
    """
    return Words(
        message=f"composite resources are of {at.after} from now on, and their Compositions of {at.before}",
        who="Every composite resource: Crossplane stops with: referenced composition is not compatible with this "
        "composite resource.",
        first=(
            "See which Composition each of them uses:",
            spelled(f"kubectl get {shell_word(name)} -A"),
            f"Have a Composition of another name for {at.after}, whose resources keep their names.",
            f"After the upgrade, set {reference}.name in each of them to it.",
        ),
    )


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
        yield composite_added(at_object(old, new), kind, versions, claim)
    elif old is not None:
        kind = text(field(old.value, "spec", "names", "kind"))
        yield composite_removed(at_object(old, new), old.name.name, kind, successor(old, kind))


def _of_whole(old: Thing, new: Thing) -> Iterator[Difference]:
    one, other = text(old.value.get("apiVersion")), text(new.value.get("apiVersion"))
    if one != other:
        yield api_version_changed(at_field("apiVersion", before=one, after=other))
    left, right = field(old.value, "spec", "names"), field(new.value, "spec", "names")
    if not same(left, right):
        at = at_field("spec", "names", before=left, after=right)
        yield composite_names_changed(at, new.name.name, changed_fields(left, right))
    one, other = scope_of(old.value), scope_of(new.value)
    if one != other:
        at = at_field("spec", "scope", before=one, after=other)
        yield composite_scope_changed(at, new.name.name, one, other)


def _claims(old: Thing, new: Thing) -> Iterator[Difference]:
    left, right = (field(one.value, "spec", "claimNames") for one in (old, new))
    at = at_field("spec", "claimNames", before=left, after=right)
    if left and not right:
        yield claims_removed(at, text(field(left, "kind")), _claim_name(old))
    elif right and not left:
        yield claims_added(at, text(field(right, "kind")))
    elif not same(left, right):
        yield claims_renamed(at, changed_fields(left, right))


def _claim_name(thing: Thing) -> str:
    plural = text(field(thing.value, "spec", "claimNames", "plural"))
    return f"{plural}.{text(field(thing.value, 'spec', 'group'))}" if plural else ""


def _choices(old: Thing, new: Thing) -> Iterator[Difference]:
    """What the definition says of secrets, and of the choice of Compositions."""
    yield from _secret_keys(old, new)
    for name, rule in (
        ("defaultCompositionRef", default_composition_changed),
        ("enforcedCompositionRef", enforced_composition_changed),
    ):
        left, right = (field(one.value, "spec", name, "name") for one in (old, new))
        if not same(left, right):
            yield rule(at_field("spec", name, before=left, after=right))
    for name, default, what in _DEFAULTS:
        one, other = (text(field(each.value, "spec", name)) or default for each in (old, new))
        if one != other:
            yield composite_default_changed(at_field("spec", name, before=one, after=other), what, one, other)


def _secret_keys(old: Thing, new: Thing) -> Iterator[Difference]:
    name = "connectionSecretKeys"
    left, right = (texts(field(one.value, "spec", name)) for one in (old, new))
    if set(left) == set(right) or scope_of(new.value) != LEGACY:
        return
    now = set(right)
    gone = [one for one in left if one not in now] if right else []
    at = at_field("spec", name, before=left or None, after=right or None)
    yield secret_keys_changed(at, gone, is_limited=not left)


def _versions(old: Thing, new: Thing) -> Iterator[Difference]:
    """The differences of the definitions that Crossplane makes; commands also name the definition of the claims."""
    name, claim = new.name.name, _claim_name(old)
    # Of claims the cluster was not asked, so that nothing is known of both.
    stored = None if claim else stored_of(old)
    before, after = _as_definition(old, new), _as_definition(new, new)
    for one in differences_of(before, after, new.side.proofs, stored, maker=MADE_OF_COMPOSITE):
        if one.rule is definition_rules.storage_moved:
            above = "spec" if scope_of(new.value) == LEGACY else "spec.crossplane"
            yield referenceable_moved(one.at, name, f"{above}.compositionRef")
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
