"""The rules about spec.release."""

from collections.abc import Iterator

from xpkgtui.documents.position import FieldPath
from xpkgtui.errors import malformation, parsed
from xpkgtui.formats.registry_v1.layout import PACKAGE
from xpkgtui.formats.registry_v1.rules.by_tool import by
from xpkgtui.formats.registry_v1.rules.declarations import values_of
from xpkgtui.formats.registry_v1.subject import BundleSubject, Item
from xpkgtui.formats.registry_v1.tools.turns import FileStep, OpmTurn, met
from xpkgtui.golang.printing import type_of_go
from xpkgtui.rules.finding import Stage
from xpkgtui.rules.rule import Problem, Where, rule
from xpkgtui.untyped import text
from xpkgtui.versions.blang import BlangVersion

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
    other = text(csv.annotations.get("olm.substitutesFor"))
    if other:
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
        message = f"{csv.words} has the release {release}; a catalog needs the name {expected}"
        yield Problem(message=message, level=1, where=Where(document=csv.number), path=path)
    if len(release) > _LONGEST:
        message = f"spec.release has {len(release)} characters; a catalog accepts {_LONGEST}"
        yield Problem(message=message, level=1, where=Where(document=csv.number), path=_PATH)


def _fault(release: object) -> str | None:
    """What Go says of a value that is not a release; empty where its words are not known."""
    if not isinstance(release, str):
        return f"json: cannot unmarshal {type_of_go(release)} into Go value of type string"
    return malformation(BlangVersion.parse, f"0.0.0-{release}") or ("" if "+" in release else None)
