"""Rules about changes of a definition itself: its names, its scope, its versions."""

from collections.abc import Sequence

from xpkgtui.commands import PrintedCommand, spelled
from xpkgtui.formats.definitions.changes import keeping
from xpkgtui.formats.definitions.changes.keeping import deletion, outside_kept
from xpkgtui.rules.changes.rule import At, Words, change, shell_word
from xpkgtui.values import dataclass

_STORED = "kubectl get crd {name} -o jsonpath='{{.status.storedVersions}}'"
_STORES = "kubectl get crd {name} -o jsonpath='{{.spec.versions[?(@.storage==true)].name}}'"
_REWRITE = "kubectl get {name} -A -o json | kubectl replace -f -"
_AGAIN = " (again where it says Conflict)"
_PATCH = (
    "kubectl patch crd {name} --subresource=status --type=merge "
    '-p \'{{"status":{{"storedVersions":["{version}"]}}}}\''
)
_STORE = "kubectl patch {kind} {name} --type=json -p '[{steps}]'"
_MARK = (
    '{{"op":"test","path":"/spec/versions/{number}/name","value":"{version}"}},'
    '{{"op":"replace","path":"/spec/versions/{number}/storage","value":{is_stored}}}'
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Storage:
    """The versions in which the old definition stores objects, and may store them before the new one comes."""

    name: str
    """The definition."""
    stored: tuple[str, int]
    """The version that the old definition stores, and its place in the list; empty text where it is none."""
    stays: tuple[str, int] | None
    """A version that both have, and its place in the old list: the stored one if it stays; None where none stays."""
    listed: Sequence[str] | None = None
    """What a cluster has in `status.storedVersions`; None where that is not known."""
    policy: str = ""
    """The field by which objects keep what they stand for; empty where they are no managed resources."""
    maker: str = ""
    """The kind of which Crossplane makes the definition, as kubectl takes it; empty where it makes none."""


@change("CHG101", "A version is removed", clients="B", stored="BA")
def version_removed(at: At, storage: Storage) -> Words:
    """A version of a definition is not there any more.

    Why: The API server refuses the new definition while `status.storedVersions` lists the version, whatever is
    stored; so the package does not become healthy. The version that the old definition stores is always listed.
    Manifests in a removed version cannot be applied any more.
    When it bites: During the upgrade: `status.storedVersions[0]: Invalid value: "v1alpha1": missing from
    spec.versions; v1alpha1 was previously a storage version`; up to Kubernetes 1.31 `status.storedVersions[0]:
    Invalid value: "v1alpha1": must appear in spec.versions`. Where OLD is `kube:…`, the list of that cluster is
    read, and a version that is not in it breaks manifests alone.
    Fix: Have a version stored that stays, write every object anew, then take the old version from the list. In any
    other order, objects are left that cannot be read. Change manifests to a version that stays.
    Source: CustomResourceDefinition versioning, upgrade existing objects to a new stored version.
    """
    version, listed = at.version or "", storage.listed
    if listed is not None and version not in listed:
        return Words(
            message=f"{version} is removed; this cluster stores nothing in it",
            who=f"Manifests in {version}, and programs that ask for it.",
            first=_search(storage.name, version),
            level=1,
        )
    number, who = 0, "This cluster"
    if listed is not None:
        number = listed.index(version)
    elif version == storage.stored[0]:
        who = "Every cluster that has the definition"
    else:
        who = f"Clusters in which an object was ever stored as {version}"
    return Words(
        message=f"{version} is removed" + ("" if listed is None else ", and this cluster stores objects in it"),
        who=f"{who}: the API server refuses the definition "
        f'with status.storedVersions[{number}]: Invalid value: "{version}": missing from spec.versions; '
        f"{version} was previously a storage version. Manifests in {version}.",
        first=_way(version, storage),
    )


def _way(version: str, storage: Storage) -> tuple[str | PrintedCommand, ...]:
    """The steps to a definition without a version, none of which loses an object."""
    name, stays = shell_word(storage.name), storage.stays
    if stays is None:
        return (
            "No version stays, so the upgrade cannot keep the objects: ask for a release between that has both.",
            *deletion(storage.name, storage.policy, storage.maker),
        )
    asked: tuple[str | PrintedCommand, ...] = (
        ("See whether it is listed; if not, nothing has to be done:", spelled(_STORED.format(name=name)))
        if storage.listed is None and version != storage.stored[0]
        else ()
    )
    return (
        *asked,
        *(_stored_first(storage, stays) if stays != storage.stored else ()),
        f"See that {stays[0]} is stored; go on only if this prints it:",
        spelled(_STORES.format(name=name)),
        f"Write every object anew, so that it is stored as {stays[0]}{_AGAIN}, then take {version} from the list:",
        spelled(_REWRITE.format(name=name)),
        spelled(_PATCH.format(name=name, version=shell_word(stays[0]))),
    )


def _stored_first(storage: Storage, stays: tuple[str, int]) -> tuple[str | PrintedCommand, ...]:
    """How another version becomes the stored one."""
    if storage.maker == keeping.MADE_OF_COMPOSITE:
        between = f"Install a release between, in which {stays[0]} is the referenceable version"
        return (f"{between}, and let composite resources use its Compositions.",)
    pairs = (("false", storage.stored), ("true", stays))
    steps = ",".join(
        _MARK.format(number=number, version=shell_word(version), is_stored=is_stored)
        for is_stored, (version, number) in pairs
    )
    name = shell_word(storage.name)
    lead = f"Have objects stored as {stays[0]} first, by a release between that stores it, or by hand"
    kind = "crd" if storage.maker in ("", keeping.MADE_SINCE_2) else storage.maker
    by_hand = spelled(_STORE.format(kind=kind, name=name, steps=steps))
    if storage.maker != keeping.MADE_SINCE_2:
        return f"{lead}:", by_hand
    managed = spelled(_STORE.format(kind=keeping.MADE_OF_MANAGED, name=name, steps=steps))
    return f"{lead}: on Crossplane 2 in what it makes the definition of:", managed, "On Crossplane 1:", by_hand


def _search(name: str, version: str | None) -> tuple[str, PrintedCommand]:
    group_version = f"{name.partition('.')[2]}/{version}"
    return "Search manifests for the version:", spelled(f"grep -rnw {shell_word(group_version)} .")


@change("CHG102", "A version is no longer served", clients="B", stored="C")
def version_not_served(at: At, name: str) -> Words:
    """A version is in the definition and cannot be asked for any more.

    Why: Manifests and programs in that version get `no matches for kind`.
    When it bites: When a manifest in that version is applied, or a program asks for it.
    Fix: Change manifests and programs to a version that is served.
    Source: CustomResourceDefinition versioning.
    """
    return Words(
        message=f"{at.version} is no longer served",
        who=f"Manifests in {at.version}, and programs that ask for it.",
        first=_search(name, at.version),
    )


@change("CHG103", "The stored version changed", clients="C", stored="C")
def storage_moved(at: At, name: str, *, converts: bool) -> Words:
    """Objects are stored in another version from now on.

    Why: What is stored stays in the old version until it is written again; both versions stay in
    `status.storedVersions`, and the old one cannot be removed before that.
    When it bites: With a later package that removes the old version.
    Fix: After the upgrade, write every object anew and take the old version from the list.
    Source: CustomResourceDefinition versioning.
    """
    by = "by its webhook" if converts else "by its apiVersion alone"
    written = spelled(_REWRITE.format(name=shell_word(name)))
    return Words(
        message=f"objects are stored as {at.after} from now on, were {at.before}; they are converted {by}",
        who="No one at once: objects that are stored stay readable.",
        first=(f"After the upgrade, write every object anew{_AGAIN}:", written),
    )


@change("CHG104", "The scope changed", clients="B", stored="B")
def scope_changed(at: At, name: str, policy: str = "", maker: str = "") -> Words:
    """Objects are in namespaces and were not, or the other way round.

    Why: The API server does not let a definition change its scope.
    When it bites: During the upgrade: `spec.scope: Invalid value: field is immutable`.
    Fix: Ask the author for a new kind. Or let no object delete what it stands for (managementPolicies without Delete,
    or deletionPolicy Orphan), keep the objects in a file, then delete the definition: that deletes all of them.
    Source: CustomResourceDefinitions, validation of updates.
    """
    return Words(
        message=f"the scope is {at.after}, was {at.before}",
        who="Every cluster that has the definition: the API server refuses the new one "
        "(spec.scope: field is immutable).",
        first=deletion(name, policy, maker),
    )


@change("CHG105", "The kind, the plural or the group changed", clients="B", stored="B")
def kind_changed(at: At, name: str, word: str, policy: str = "", maker: str = "") -> Words:
    """The objects of a definition have another kind, or another plural or API group.

    Why: The API server does not let a definition that is established change its kind.
    When it bites: During the upgrade: `spec.names.kind: Invalid value: field is immutable`.
    Fix: Ask the author for a new plural. Or let no object delete what it stands for (managementPolicies without
    Delete, or deletionPolicy Orphan), keep the objects in a file, then delete the definition: all of them go with it.
    Source: CustomResourceDefinitions, validation of updates.
    """
    return Words(
        message=f"the {word} is {at.after or 'gone'}, was {at.before}",
        who="Every cluster that has the definition: the API server refuses the new one "
        f"({at.field}: field is immutable). All manifests of the kind.",
        first=deletion(name, policy, maker),
    )


@change("CHG106", "A name of the kind changed", clients="CA", stored="AA")
def name_changed(at: At, word: str, gone: Sequence[str]) -> Words:
    """The singular, the list kind, a short name or a category is another one.

    Why: People and programs use these names with kubectl.
    When it bites: When a script uses a name that is gone.
    Fix: Change the scripts.
    Source: CustomResourceDefinitions, names.
    """
    lost = ", ".join(gone)
    return Words(
        message=f"{word}: {lost} is gone" if gone else f"{word}: {at.after} is new",
        who=f"Scripts that use {lost}." if gone else "",
        level=int(not gone),
    )


@change("CHG107", "The conversion between versions changed", clients="CW", stored="CW")
def conversion_changed(at: At, said: str, *, is_words: bool) -> Words:
    """A webhook converts between the versions and did not, or does not any more, or another one does.

    Why: Objects cannot be read or written while a webhook does not answer; without one, fields that only one version
    has are lost.
    When it bites: When an object is read in another version than it is stored in.
    Fix: See that the webhook answers: its service, its port and its certificate.
    Source: CustomResourceDefinition versioning, webhook conversion.
    """
    who = "" if is_words else "Programs that read objects in another version than the stored one."
    return Words(message=f"conversion {said}", who=who, level=int(is_words))


@change("CHG108", "A subresource is added, removed or changed", clients="CA", stored="CA")
def subresource_changed(at: At, word: str, said: str, *, is_harmless: bool) -> Words:
    """`status` or `scale` is a subresource and was not, or is not any more, or `scale` stands for other fields.

    Why: With a status subresource, writing the object leaves its status alone, and the other way round. Without
    `scale`, autoscalers and `kubectl scale` do not work.
    When it bites: When a program writes status or scales.
    Fix: Nothing, unless a program of yours does.
    Source: CustomResourceDefinitions, subresources.
    """
    return Words(
        message=f"the subresource {word}{said}",
        who="" if is_harmless else f"Programs that use {word}.",
        level=int(is_harmless),
    )


@change("CHG110", "The columns of `kubectl get` changed", clients="W", stored="W")
def columns_changed(at: At) -> Words:
    """What `kubectl get` prints is something else.

    Why: People read it; scripts that cut columns of it may break.
    When it bites: When a script cuts a column.
    Fix: Use `-o jsonpath` in scripts.
    Source: CustomResourceDefinitions, additional printer columns.
    """
    return Words(message="kubectl get prints other columns")


@change("CHG111", "The selectable fields changed", clients="BA", stored="AA")
def selectable_changed(at: At, gone: Sequence[str]) -> Words:
    """Objects cannot be selected by a field any more, or by a new one.

    Why: The API server refuses a field selector that it does not know.
    When it bites: When a program lists objects with that selector.
    Fix: Change the program.
    Source: CustomResourceDefinitions, field selectors.
    """
    return Words(
        message=f"objects cannot be selected by {', '.join(gone)} any more" if gone else "more fields to select by",
        who="Programs that select by it." if gone else "",
        level=int(not gone),
    )


@change("CHG112", "A version is added, or served now", clients="CA", stored="CA")
def version_added(at: At, more: str, *, takes_less: bool) -> Words:
    """A definition has a version that could not be asked for before.

    Why: Manifests can use it. Without a webhook, its schema judges every object that is changed in it.
    When it bites: When an object of another version is changed in it and has what it does not take.
    Fix: Change such objects in the version that they were made in.
    Source: CustomResourceDefinition versioning.
    """
    return Words(message=f"{at.version} is new{more}", level=int(not takes_less))


@change("CHG113", "A version is deprecated, or not any more", clients="AW", stored="AW")
def version_deprecated(at: At, warning: str) -> Words:
    """The API server warns users of the version and did not, or in other words, or no longer.

    Why: A later package may remove it.
    When it bites: With each request in that version, as a warning.
    Fix: Change manifests to another version.
    Source: CustomResourceDefinition versioning, version deprecation.
    """
    said = f"is deprecated{f': {warning}' if warning else ''}"
    if at.before == at.after:
        said = f"is deprecated in other words: {warning or 'those of the API server'}"
    elif not at.after:
        said = "is no longer deprecated"
    return Words(message=f"{at.version} {said}", level=int(bool(at.before)))


@change("CHG115", "A definition is removed", clients="B", stored="C")
def definition_removed(at: At, name: str, kind: str, renamed: str = "", policy: str = "") -> Words:
    """The new package does not have a definition that the old one had.

    Why: Nothing acts on its objects any more, although the definition and what is stored stay in the cluster; for a
    new cluster its manifests have no kind.
    When it bites: When one of its objects is changed or deleted: nothing happens, and a finalizer stays for ever.
    Fix: Move its objects to what takes its place before the upgrade, or delete them. With a managed resource, what it
    stands for is deleted too, unless managementPolicies lack Delete (or deletionPolicy is Orphan): set that first.
    Source: Crossplane, package revisions; OLM, removed definitions stay.
    """
    instead = f"; {renamed} may take its place" if renamed else ""
    asked = "See whether there are any:", spelled(f"kubectl get {shell_word(name)} -A")
    return Words(
        message=f"{kind or name} is removed{instead}",
        who=f"Clusters with objects of {name}: nothing acts on them any more.",
        first=(*asked, *outside_kept(name, policy)),
    )


@change("CHG116", "A definition is added", clients="A", stored="A")
def definition_added(at: At, kind: str, versions: Sequence[str]) -> Words:
    """The new package has a definition that the old one did not have.

    Why: Its objects can be made.
    When it bites: Where another package owns the same definition: then this one does not become healthy.
    Fix: Nothing, unless another package has it.
    Source: Crossplane, package revisions.
    """
    return Words(message=f"{kind or 'a definition'} is new: {', '.join(versions) or 'no version'}")


@change("CHG119", "The metadata of a definition changed", clients="BW", stored="BW")
def metadata_changed(at: At, word: str, refused: str = "") -> Words:
    """Labels or annotations of a definition are others.

    Why: Programs that find definitions by them find others. The API server refuses a definition of a group of
    Kubernetes (`*.k8s.io`) that had the annotation `api-approved.kubernetes.io`, and has it no more.
    When it bites: When a program looks for them; without the approval, during the upgrade.
    Fix: Keep the approval. Nothing for the rest.
    Source: Kubernetes, labels and annotations; apiextensions-apiserver, validateAPIApproval.
    """
    if not refused:
        return Words(message=f"{word} changed", level=1)
    who = f"Every cluster that has the definition: the API server refuses the new one ({refused})."
    return Words(message="the group is protected, and the approval is gone or no address any more", who=who)


@change("CHG120", "Stored objects lose a field", clients="B", stored="B")
def field_lost(at: At, before: str, after: str) -> Words:
    """The version that is stored from now on lacks a field that the version stored before has.

    Why: Without a webhook, objects are converted by their apiVersion alone: a field that the new version lacks is
    dropped when the object is written.
    When it bites: With the next write of an object that has the field.
    Fix: Keep the values of the field before the upgrade.
    Source: CustomResourceDefinition versioning.
    """
    return Words(
        message=f"{at.field} is in {before}, which was stored, and not in {after}, which is stored now",
        who=f"Objects that have {at.field}: it is lost with their next write.",
    )


@change("CHG121", "Stored objects may not fit the version that is stored now", clients="BC", stored="BC")
def stored_otherwise(at: At, message: str, before: str, after: str, *, is_certain: bool) -> Words:
    """The version that is stored from now on accepts less than the version stored before.

    Why: Without a webhook, objects are converted by their apiVersion alone. What is stored is served in the new
    version with the values of the old one, and the API server refuses to write it until it fits.
    When it bites: When such an object is changed in the new version; where programs read it, with the next reading.
    Fix: Change the objects to what both versions accept before the upgrade, or ask the author for a webhook.
    Source: CustomResourceDefinition versioning.
    """
    return Words(
        message=f"{message}; objects stored as {before} are served as {after} unchanged",
        who=f"Objects stored as {before} that {after} does not accept: they cannot be written any more.",
        first=(f"Change objects to what both {before} and {after} accept.",),
        level=int(not is_certain),
    )


@change("CHG190", "OLM v1 refuses the definition", clients="B", stored="B", is_for_olmv1=True)
def refused_by_olm(at: At, name: str, message: str) -> Words:
    """The check that OLM v1 makes before an upgrade refuses the definition for a reason that no other change names.

    Why: OLM v1 does not install the new bundle.
    When it bites: During the upgrade of a ClusterExtension, as its condition.
    Fix: Ask the author; or set `spec.install.preflight.crdUpgradeSafety.enforcement: None`, knowing what breaks.
    Source: crdify 0.6.0 with the configuration of operator-controller 1.11.
    """
    return Words(message=f"{f'{at.field}: ' if at.field else ''}OLM v1 refuses it ({name}): {message}")
