"""Rules about the definitions that a ClusterServiceVersion owns, against those of the bundle."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.go_decoding.loosely import lowered, text_of
from xpkgtui.formats.registry_v1.decoding.types import PANIC, is_decoded
from xpkgtui.formats.registry_v1.rules.by_tool import by
from xpkgtui.formats.registry_v1.rules.declarations import EXAMPLE_KEYS, examples_of
from xpkgtui.formats.registry_v1.subject import BundleSubject, Item
from xpkgtui.formats.registry_v1.tools.turns import BundleStep, InstallStep, OpmTurn, ServiceStep, met
from xpkgtui.rules.finding import Stage
from xpkgtui.rules.rule import Problem, Where, rule
from xpkgtui.untyped import field, listing, mapping

_OWNED = FieldPath.of("spec", "customresourcedefinitions", "owned")
_SDK = ("sdk", "hub")
_SILENT = ("olmv1", "rukpak", "spec")
"""Profiles of tools that say nothing of names where examples cannot be read."""


class _Key(NamedTuple):
    group: str
    version: str
    kind: str

    def __str__(self) -> str:
        return f"{self.group}/{self.version}, Kind={self.kind}"


class _Owned(NamedTuple):
    number: int
    name: str
    version: str
    kind: str
    group: str

    @property
    def key(self) -> _Key:
        """As operator-sdk reads it: the group is what follows the first dot of the name."""
        return _Key(self.name.partition(".")[2] or self.name, self.version, self.kind)


def _owned(csv: Item | None, read: Callable[[Mapping[str, Any], str], Any] = lowered) -> list[_Owned]:
    """What is owned, as opm and operator-sdk read it, or as OLM v1 does."""
    found = listing(read(mapping(field(csv.spec if csv else None, "customresourcedefinitions")), "owned"))
    keys = ("name", "version", "kind", "group")
    return [_Owned(number, *(text_of(read(mapping(one), key)) for key in keys)) for number, one in enumerate(found)]


def _versions(crd: Item) -> list[str]:
    """Its versions for operator-sdk; that of v1beta1 counts where no others are listed, also if there is none."""
    named = [text_of(field(one, "name")) for one in listing(crd.spec.get("versions"))]
    return named if named or not crd.api_version.endswith("v1beta1") else [text_of(crd.spec.get("version"))]


def _versions_for_opm(crd: Item) -> list[str]:
    """The versions that opm reads; in v1beta1 `spec.version` alone, where it is given."""
    single = text_of(crd.spec.get("version")) if crd.api_version.endswith("v1beta1") else ""
    return [single] if single else [text_of(field(one, "name")) for one in listing(crd.spec.get("versions"))]


def _read(bundle: BundleSubject) -> Sequence[Item]:
    """The definitions that opm and operator-sdk read."""
    known = ("apiextensions.k8s.io/v1", "apiextensions.k8s.io/v1beta1")
    return [crd for crd in bundle.crds if crd.is_first and crd.api_version in known]


def _kind(crd: Item) -> str:
    return text_of(field(crd.spec, "names", "kind"))


def _keys(crds: Sequence[Item]) -> list[tuple[_Key, Item]]:
    return [
        (_Key(text_of(crd.spec.get("group")), version, _kind(crd)), crd) for crd in crds for version in _versions(crd)
    ]


@rule(
    "OLM050",
    "an owned definition is missing from the bundle",
    by(opm="E", sdk="E", olmv1="E", rukpak="W", spec="E"),
    stage=Stage.LINT,
    met=met(opm=OpmTurn.BUNDLE, sdk=BundleStep.OWNED, olmv1=InstallStep.OWNED_DEFINITIONS),
)
def owned_are_there(bundle: BundleSubject) -> Iterator[Problem]:
    """Each definition that the ClusterServiceVersion owns is in manifests/, with that version and kind.

    Why: An operator without its definitions does nothing.
    When it bites: When a bundle is validated, added to a catalog or installed.
    Fix: Add the definition, or correct name, version and kind; leave `group` out, which opm cannot match.
    Source: operator-registry, validation/bundle.go; operator-framework/api, bundle.go; operator-controller.
    """
    yield from _missed_by_olm_v1(bundle)
    csv = bundle.csv
    if csv is None:
        return
    crds = _read(bundle)
    there = {(crd.name, version, _kind(crd)) for crd in crds for version in _versions_for_opm(crd)}
    keys = {key for key, _ in _keys(crds)}
    read = (one for one in bundle.csvs if one.is_first)
    named = max(read, key=lambda one: one.file, default=csv)  # opm's bundle has its name
    name = named.name if is_decoded(named.value) else ""
    for number, one in enumerate(listing(field(csv.spec, "customresourcedefinitions", "owned"))):
        if one is None:
            path, message = _OWNED.child(number), "An owned definition is null, on which opm crashes"
            at = met(opm=OpmTurn.CRASH)
            yield Problem(
                message=message, says=PANIC, met=at, where=Where(document=csv.number), path=path, profiles=("opm",)
            )
    for one in _owned(bundle.csv):
        path, number = _OWNED.child(one.number), csv.number
        message = f"The bundle has no definition {one.name} with version {one.version} of kind {one.kind}"
        if (one.name, one.version, one.kind) not in there or one.group:
            value = "{" + f"{one.group} {one.kind} {one.name} {one.version}" + "}"
            which = f"{one.name}/{one.version}" if one.name else f"{one.group}/{one.version} {one.kind}"
            yield Problem(
                message=message,
                more="opm finds none where an owned entry has a group" if one.group else "",
                says=f'Error: Value {value}: owned CRD {which} not found in bundle "{name}"',
                where=Where(document=number),
                path=path,
                profiles=("opm", "spec", "rukpak"),
            )
        there.discard((one.name, one.version, one.kind))
        is_there = one.key in keys
        keys.discard(one.key)  # tools find each definition once
        if not is_there:
            says = f'Error: Value {one.key}: owned CRD "{one.key}" not found in bundle "{csv.name}"'
            yield Problem(message=message, says=says, where=Where(document=number), path=path, profiles=_SDK)


def _missed_by_olm_v1(bundle: BundleSubject) -> Iterator[Problem]:
    """What OLM v1 misses, which takes the last ClusterServiceVersion by file, wherever it stands in it."""
    csv = bundle.last_csv
    names = {crd.name for crd in bundle.crds}
    for one in _owned(csv, Mapping.get):
        if csv and one.name not in names:
            what = f"owned custom resource definition '{one.name}' not found in bundle"
            yield Problem(
                message=f"The bundle has no definition {one.name}, which {csv.file} owns",
                says=f"cluster service definition references {what}",
                walked=(one.name,),
                where=Where(document=csv.number),
                path=_OWNED.child(one.number),
                profiles=("olmv1",),
            )


@rule(
    "OLM051",
    "a definition of the bundle is not owned",
    by(opm="W", sdk="E", olmv1="I", rukpak="I", spec="W"),
    stage=Stage.LINT,
    met=met(sdk=BundleStep.NOT_OWNED),
)
def definitions_are_owned(bundle: BundleSubject) -> Iterator[Problem]:
    """Each definition of the bundle is one that the ClusterServiceVersion owns.

    Why: OLM shows and protects the APIs that are owned. opm warns, operator-sdk refuses.
    When it bites: When a bundle is validated.
    Fix: Add it to spec.customresourcedefinitions.owned, or take it out of the bundle.
    Source: operator-registry, validation/bundle.go; operator-framework/api, bundle.go.
    """
    csv = bundle.csv
    if csv is None:
        return
    keys = _keys(_read(bundle))
    owned = {one.key for one in _owned(bundle.csv)} & {key for key, _ in keys}
    families = {(key.group, key.kind) for key in owned}
    reported = set()
    for key, crd in keys:
        if key not in owned and (key.group, key.kind) not in families and key not in reported:
            reported.add(key)
            message = f"{crd.words} is in the bundle with {key.version}, but the operator does not own it"
            says = f'Error: Value {key}: CRD "{key}" is present in bundle "{csv.name}" but not defined in CSV'
            yield Problem(message=message, says=says, where=Where(document=crd.number))


@rule(
    "OLM052",
    "a definition appears twice",
    by(opm="W", sdk="E", olmv1="E", rukpak="W", spec="W"),
    stage=Stage.LINT,
    met=met(sdk=BundleStep.DUPLICATES, olmv1=InstallStep.DUPLICATE_DEFINITIONS),
)
def definitions_are_unique(bundle: BundleSubject) -> Iterator[Problem]:
    """No two definitions have the same name, or the same group, version and kind.

    Why: A cluster keeps only one of them.
    When it bites: operator-sdk and OLM v1 refuse the bundle; opm does not check it.
    Fix: Keep one definition.
    Source: operator-framework/api, bundle.go; operator-controller, validators.
    """
    name = bundle.csv.name if bundle.csv else ""
    seen: set[_Key] = set()
    for key, crd in _keys(_read(bundle)):
        if key in seen:
            yield Problem(
                message=f"{crd.words} defines {key.kind} {key.version} of {key.group} a second time",
                says=f'Error: Value {key}: duplicate CRD "{key}" in bundle "{name}"',
                where=Where(document=crd.number),
                profiles=("opm", "rukpak", "spec", *_SDK),
            )
        seen.add(key)
    counted = Counter(crd.name for crd in bundle.crds)
    for crd in {crd.name: crd for crd in bundle.crds}.values():
        if counted[crd.name] > 1:
            says = f"bundle contains duplicate custom resource definition '{crd.name}'"
            message = f"The bundle has {counted[crd.name]} definitions named {crd.name}"
            yield Problem(
                message=message, says=says, walked=(crd.name,), where=Where(document=crd.number), profiles=("olmv1",)
            )


@rule(
    "OLM053",
    "an owned definition is not named plural.group",
    by(opm="E", sdk="E", olmv1="W", rukpak="W", spec="W"),
    stage=Stage.LINT,
    met=met(api=ServiceStep.OWNED_NAMES),
)
def owned_names_have_groups(bundle: BundleSubject) -> Iterator[Problem]:
    """The name of an owned definition is its plural, a dot and its group.

    Why: Tools read the group from the name.
    When it bites: When a bundle with examples is validated.
    Fix: Write plural and group, such as `berths.tides.example.com`.
    Source: operator-framework/api, csv.go.
    """
    csv = bundle.csv
    are_read = csv is not None and examples_of(csv) is not None
    for one in _owned(csv, Mapping.get):
        if csv and "." not in one.name and set(EXAMPLE_KEYS) & set(csv.annotations):
            message = f"The owned definition {one.name or '(no name)'} is not named plural.group"
            says = f"Error: : couldn't parse plural.group from crd name: {one.name}"
            path = _OWNED.child(one.number)
            tools = None if are_read else _SILENT
            yield Problem(message=message, says=says, where=Where(document=csv.number), path=path, profiles=tools)
