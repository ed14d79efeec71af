"""Rules about versions in a ClusterServiceVersion: its own with its release, and that of the oldest Kubernetes."""

from collections.abc import Iterator, Mapping

from xpkgtui.documents.position import FieldPath
from xpkgtui.errors import malformation, parsed
from xpkgtui.formats.go_decoding.loosely import text_of
from xpkgtui.formats.registry_v1.layout import PACKAGE
from xpkgtui.formats.registry_v1.rules.by_tool import by, said_by, unsound, warned
from xpkgtui.formats.registry_v1.rules.declarations import values_of
from xpkgtui.formats.registry_v1.subject import BundleSubject, Item
from xpkgtui.formats.registry_v1.tools import HUB, SDK
from xpkgtui.formats.registry_v1.tools.turns import (
    FileStep,
    LoadingStep,
    OlmV0Turn,
    OpmTurn,
    OptionalStep,
    ServiceStep,
    met,
)
from xpkgtui.golang.printing import type_of_go
from xpkgtui.patterns import late
from xpkgtui.rules.finding import Stage
from xpkgtui.rules.rule import Problem, Where, rule
from xpkgtui.untyped import text
from xpkgtui.versions.blang import BlangVersion

_SDK = (SDK, HUB)
_TAKEN_BY_OLM_V0 = late(r"v?0*[0-9]{1,18}\.0*[0-9]{1,18}\.0*[0-9]{1,18}(-[0-9A-Za-z.-]*)?(\+[0-9A-Za-z.-]*)?")
_LOADING = "error loading objs in directory: unable to parse CSV"
_NO_KUBERNETES = (
    "csv.Spec.minKubeVersion is not informed. It is recommended you provide this information. Otherwise, it would "
    "mean that your operator project can be distributed and installed in any cluster version available, which is not "
    "necessarily the case for all projects."
)


@rule(
    "OLM035",
    "spec.version is not a semantic version",
    by(opm="EW", v0="EW", sdk="EW", olmv1="EW", rukpak="EW", spec="EW"),
    stage=Stage.PARSE,
    met=met(
        v0=OlmV0Turn.DECODED,
        opm=FileStep.VERSION,
        sdk=LoadingStep.VERSION,
        olmv1=FileStep.VERSION,
        rukpak=FileStep.VERSION,
    ),
)
def version_is_strict(item: Item) -> Iterator[Problem]:
    """spec.version is a semantic version, `1.2.3`, without a `v` and with all three numbers.

    Why: Validation also accepts `v1.2`, but a catalog takes the text unchanged and refuses it.
    When it bites: When the bundle is validated, or later, when a catalog is validated.
    Fix: Write `1.2.3`.
    Source: operator-framework/api, version; operator-registry, model.
    """
    if not item.is_csv or not item.is_first:
        return
    found, path = item.spec.get("version"), FieldPath.of("spec", "version")
    version = parsed(BlangVersion.parse_loosely, found) if isinstance(found, str) else None
    if found is None or version == BlangVersion(major=0, minor=0, patch=0):
        message = "spec.version is not given" if found is None else f"spec.version, {found}, counts as not given"
        says = unsound(item.name, "csv.Spec.Version must be set")
        at = met(sdk=OptionalStep.VERSION)
        yield Problem(message=message, says=says, met=at, path=FieldPath.of("spec"), profiles=(HUB,))
    if found is None and "version" in item.spec:
        says = _not_parsed(item, 'strconv.ParseUint: parsing "": invalid syntax')
        yield Problem(message="spec.version is null", more="leave it out", says=says, path=path, profiles=_SDK)
    if found is None:
        return
    if not isinstance(found, str):
        message, more = "spec.version is not text", "write it in quotes"
        says = f"json: cannot unmarshal {type_of_go(found)} into Go {{}} of type string"
        value = says.format("value")
        sdk = says.format("struct field ClusterServiceVersionSpec.spec.version")
        yield Problem(message=message, more=more, says=_unparsed(item, value, sdk), path=path)
        return
    if (fault := malformation(BlangVersion.parse_loosely, found)) is not None:
        message = f"spec.version is not a version: {found}"
        yield Problem(message=message, says=_unparsed(item, fault, fault), path=path)
    elif not BlangVersion.is_one(found):
        strict = BlangVersion.parse_loosely(found)
        message = f"spec.version, {found}, passes validation, but a catalog refuses it: write {strict}"
        yield Problem(message=message, level=1, stage=Stage.INSTALL, path=path)


def _unparsed(item: Item, words: str, sdk: str) -> Mapping[str, str]:
    olmv1 = f'error parsing objects in "{item.file}": {words}'
    return said_by(opm=words, rukpak=words, spec=words, olmv1=olmv1, sdk=_not_parsed(item, sdk))


def _not_parsed(item: Item, words: str) -> str:
    name = item.file.rpartition("/")[2]
    return f"{_LOADING} {name}: error unmarshaling JSON: while decoding JSON: {words}"


@rule(
    "OLM036",
    "minKubeVersion is missing or malformed",
    by(opm="EEW", v0="EWW", sdk="EEW", olmv1="W", rukpak="W", spec="W"),
    stage=Stage.LINT,
    met=met(v0=OlmV0Turn.REQUIRED, api=ServiceStep.KUBERNETES),
)
def kubernetes_is_named(item: Item) -> Iterator[Problem]:
    """minKubeVersion is set to a version of three numbers.

    Why: Without it OLM installs the operator in any cluster.
    When it bites: When a bundle is validated. On a cluster that is too old, the operator fails.
    Fix: Write `minKubeVersion: 1.27.0`.
    Source: operator-framework/api, csv.go.
    """
    if not item.is_csv or not item.is_first:
        return
    found = text_of(item.spec.get("minKubeVersion"))
    if not found.strip():
        message = "The ClusterServiceVersion does not say which Kubernetes it needs"
        words = warned(f"Value : ({item.name}) {_NO_KUBERNETES}")
        yield Problem(message=message, says=words, level=2, path=FieldPath.of("spec"))
    elif not BlangVersion.is_one(found):
        message = f"minKubeVersion is not a version of three numbers: {found}"
        api = unsound(item.name, f"csv.Spec.MinKubeVersion has an invalid value: {found}")
        says = said_by(opm=api, sdk=api, v0="CSV version parsing error")
        level = int(_TAKEN_BY_OLM_V0.fullmatch(found) is not None)
        yield Problem(message=message, says=says, level=level, path=FieldPath.of("spec", "minKubeVersion"))


_PATH = FieldPath.of("spec", "release")
_LONGEST = 20
"""Characters of a release that a catalog takes."""
_NOT_READ = ("sdk", "hub")
"""operator-sdk 1.42 does not know the field."""


@rule(
    "OLM042",
    "the release contradicts the name or substitutesFor",
    by(opm="EW", sdk="W", olmv1="EW", rukpak="W", spec="EW"),
    stage=Stage.LINT,
    met=met(opm=OpmTurn.BUNDLE, olmv1=FileStep.VERSION),
)
def release_is_sound(bundle: BundleSubject) -> Iterator[Problem]:
    """A ClusterServiceVersion with spec.release has no annotation olm.substitutesFor; its name holds the release.

    Why: Both say that the operator is built again; opm takes one of them only. A catalog wants the release as parts
    with dots between them, and in the name.
    When it bites: When a bundle is validated, or added to a catalog.
    Fix: Write the release as text such as `"1"`, and name the version `<package>-v<version>-<release>`.
    Source: operator-registry, validation/bundle.go; operator-framework/api, release.go and bundle.go.
    """
    yield from _undecoded(bundle)
    csv = bundle.csv
    release = csv.spec.get("release") if csv else None
    if csv is None or release is None:
        return
    fault, number = _fault(release), csv.number
    if fault is not None:
        message, at = f"spec.release is not one: {release}", met(opm=FileStep.VERSION)
        yield Problem(
            message=message, says=fault or None, met=at, where=Where(document=number), path=_PATH, profiles=("opm",)
        )
        others = (*_NOT_READ, "rukpak", "spec")
        yield Problem(message=message, level=1, where=Where(document=number), path=_PATH, profiles=others)
        return
    if other := text(csv.annotations.get("olm.substitutesFor")):
        says = (
            f'Error: Value {{   }}: bundle "{csv.name}" cannot have both a release version ("{release}") and '
            f'olm.substitutesFor annotation ("{other}")'
        )
        message = f"The ClusterServiceVersion has the release {release}, and substitutes for {other}"
        yield Problem(message=message, says=says, where=Where(document=number), path=_PATH, profiles=("opm", "spec"))
        profiles = (*_NOT_READ, "olmv1", "rukpak")
        yield Problem(message=message, level=1, where=Where(document=number), path=_PATH, profiles=profiles)
    yield from _naming(bundle, csv, str(release))


def _undecoded(bundle: BundleSubject) -> Iterator[Problem]:
    """OLM v1 decodes each ClusterServiceVersion, also those that it does not take."""
    for csv in bundle.csvs:
        release = csv.spec.get("release")
        if release is not None and (fault := _fault(release)) is not None:
            says = f'error parsing objects in "{csv.file}": {fault}' if fault else None
            message = f"spec.release is not one: {release}"
            yield Problem(
                message=message, says=says, where=Where(document=csv.number), path=_PATH, profiles=("olmv1",)
            )


def _naming(bundle: BundleSubject, csv: Item, release: str) -> Iterator[Problem]:
    package, path = values_of(bundle).get(PACKAGE, ""), FieldPath.of("metadata", "name")
    version = text(csv.spec.get("version"))
    expected = f"{package}-v{parsed(BlangVersion.parse_loosely, version) or version}-{release}"
    if package and csv.name != expected:
        message, more = f"{csv.words} has the release {release}", f"a catalog needs the name {expected}"
        yield Problem(message=message, more=more, level=1, where=Where(document=csv.number), path=path)
    if len(release) > _LONGEST:
        message, more = f"spec.release has {len(release)} characters", f"a catalog accepts {_LONGEST}"
        yield Problem(message=message, more=more, level=1, where=Where(document=csv.number), path=_PATH)


def _fault(release: object) -> str | None:
    """What Go says of a value that is not a release; empty where its words are not known."""
    if not isinstance(release, str):
        return f"json: cannot unmarshal {type_of_go(release)} into Go value of type string"
    return malformation(BlangVersion.parse, f"0.0.0-{release}") or ("" if "+" in release else None)
