"""Rules about the folders of a bundle."""

from collections.abc import Iterator

from xpkgtui.documents.position import FieldPath
from xpkgtui.filesystem.tar.entry import EntryType
from xpkgtui.formats.registry_v1.decoding.types import PANIC
from xpkgtui.formats.registry_v1.layout import ANNOTATIONS, CSV, MANIFESTS, METADATA
from xpkgtui.formats.registry_v1.rules.by_tool import by, said_by
from xpkgtui.formats.registry_v1.subject import BundleFiles, BundleSubject
from xpkgtui.formats.registry_v1.tools import HUB, OLMV1, OPM, RUKPAK, SDK, SPEC
from xpkgtui.formats.registry_v1.tools.turns import (
    LoadingStep,
    OlmV0Turn,
    OlmV1Turn,
    OpmTurn,
    RukPakTurn,
    SdkTurn,
    met,
)
from xpkgtui.rules.finding import Stage
from xpkgtui.rules.rule import Problem, Where, rule

_WALKING = (OPM, SDK, HUB, SPEC)
_KIND = FieldPath.of("kind")
_LOADING = met(sdk=LoadingStep.ANOTHER_VERSION)
_NOT_FOUND = "unable to find a csv in bundle directory manifests"


@rule(
    "OLM001",
    "manifests/ is missing or empty",
    by(opm="E", v0="E", sdk="E", olmv1="E", rukpak="E", spec="E"),
    stage=Stage.FILE,
    met=met(
        v0=OlmV0Turn.UNPACKED,
        opm=OpmTurn.FOLDERS,
        sdk=SdkTurn.FILES,
        olmv1=OlmV1Turn.MANIFESTS,
        rukpak=RukPakTurn.MANIFESTS,
    ),
)
def manifests_hold_files(files: BundleFiles) -> Iterator[Problem]:
    """The folder manifests/ is there and holds at least one file.

    Why: Every tool looks for the objects of a bundle there, and nowhere else.
    When it bites: When a bundle is validated, added to a catalog or installed.
    Fix: Put the ClusterServiceVersion and its definitions into manifests/.
    Source: opm alpha bundle validate; the bundle format.
    """
    if not files.is_listed:
        return
    found = files.named(MANIFESTS)
    if found is None:
        yield Problem(message="There is no folder manifests/", says="Unable to locate manifests directory")
    elif not files.has_manifests:
        message = "The folder manifests/ holds no file"
        yield Problem(message=message, says="The directory manifests contains no yaml files", profiles=_WALKING)
    elif found.type is EntryType.SYMLINK:
        message = "manifests/ is a link to a folder, which opm and operator-sdk do not follow"
        words = said_by(opm="Unable to locate manifests directory", sdk=_NOT_FOUND)
        yield Problem(message=message, says=words, profiles=(OPM, SDK, HUB))


@rule(
    "OLM002",
    "metadata/ is missing",
    by(opm="E", v0="E", sdk="E", olmv1="E", rukpak="E", spec="E"),
    stage=Stage.FILE,
    met=met(
        v0=OlmV0Turn.UNPACKED,
        opm=OpmTurn.FOLDERS,
        sdk=SdkTurn.METADATA,
        olmv1=OlmV1Turn.ANNOTATIONS,
        rukpak=RukPakTurn.ANNOTATIONS,
    ),
)
def metadata_is_there(files: BundleFiles) -> Iterator[Problem]:
    """The folder metadata/ is there.

    Why: It says which package and channels the bundle belongs to.
    When it bites: When a bundle is validated or added to a catalog.
    Fix: Write metadata/annotations.yaml, as `operator-sdk generate bundle` does.
    Source: opm alpha bundle validate; the bundle format.
    """
    found = files.named(METADATA)
    if found is not None and found.type is EntryType.SYMLINK:
        message = "metadata/ is a link to a folder, which opm and operator-sdk do not follow"
        yield Problem(message=message, says="Unable to locate metadata directory", profiles=(OPM, SDK, HUB))
    if files.is_listed and found is None:
        opm, olmv1 = "Unable to locate metadata directory", f"open {ANNOTATIONS}: no such file or directory"
        words = said_by(opm=opm, spec=opm, sdk="metadata not found in .", olmv1=olmv1, rukpak=olmv1)
        yield Problem(message="There is no folder metadata/", says=words)


@rule(
    "OLM030",
    "no ClusterServiceVersion, or several",
    by(opm="E", v0="E", sdk="E", olmv1="E", rukpak="E", spec="E"),
    stage=Stage.PARSE,
    met=met(
        v0=OlmV0Turn.DECODED,
        opm=OpmTurn.CRASH,
        sdk=SdkTurn.VERSION,
        olmv1=OlmV1Turn.VERSION,
        rukpak=RukPakTurn.INSTALL_MODES,
    ),
)
def one_csv(bundle: BundleSubject) -> Iterator[Problem]:
    """A bundle has one ClusterServiceVersion, as the first document of its file.

    Why: It says what the operator is and how it is installed.
    When it bites: opm crashes without one; of two, operator-sdk takes none, opm the first and OLM v1 the last.
    Fix: Keep one ClusterServiceVersion, alone in its file.
    Source: the bundle format; opm; operator-framework/api.
    """
    found = bundle.csvs
    if not found:
        message = f"No file of manifests/ has a {CSV}"
        if bundle.files.has_manifests:
            yield Problem(message=message, says=PANIC, profiles=(OPM,))
        yield Problem(message=message, says=_NOT_FOUND, profiles=(SDK, HUB))
        yield Problem(message=message, says=f'no {CSV} found in "{MANIFESTS}"', profiles=(OLMV1, SPEC))
        yield Problem(message=message, says="AllNamespace install mode must be enabled", profiles=(RUKPAK,))
    elif bundle.csv is None:
        message, more = f"The {CSV} is not the first document of its file", "tools do not find it"
        words = said_by(opm=PANIC, sdk=_NOT_FOUND)
        where = Where(document=found[0].number)
        yield Problem(message=message, more=more, says=words, where=where, profiles=(OPM, SDK, HUB, SPEC))
    for other in found[1:]:
        message, more = f"{other.words} is a second {CSV}", "tools differ in which they read"
        if other.is_first:
            yield Problem(
                message=message,
                more=more,
                says="error loading objs in directory: invalid bundle: contains multiple CSVs",
                met=_LOADING,
                where=Where(document=other.number),
                path=_KIND,
                profiles=(SDK, HUB),
            )
        yield Problem(message=message, more=more, where=Where(document=other.number), path=_KIND, profiles=(SPEC,))
