"""Rules about metadata/annotations.yaml and the labels of the image."""

from collections.abc import Iterator
from dataclasses import replace
from posixpath import normpath

from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.definitions.names import is_label
from xpkgtui.formats.go_decoding.loosely import lowered
from xpkgtui.formats.registry_v1.decoding.types import PANIC, scalar
from xpkgtui.formats.registry_v1.layout import (
    ANNOTATIONS,
    CHANNELS,
    DEFAULT_CHANNEL,
    HELM,
    LABELS,
    MANIFESTS,
    MANIFESTS_AT,
    MEDIA_TYPE,
    METADATA,
    METADATA_AT,
    PACKAGE,
)
from xpkgtui.formats.registry_v1.rules.by_tool import by, everywhere
from xpkgtui.formats.registry_v1.rules.declarations import (
    crashing,
    decoding_faults,
    keeps,
    problem_at,
    values_in,
    values_of,
)
from xpkgtui.formats.registry_v1.subject import BundleSubject, Item, annotation_documents, annotations_in
from xpkgtui.formats.registry_v1.tools import HUB, OLMV1, OPM, RUKPAK, SDK, SPEC
from xpkgtui.formats.registry_v1.tools.turns import InstallStep, OlmV1Turn, OpmTurn, RukPakTurn, SdkTurn, met
from xpkgtui.rules.finding import Stage
from xpkgtui.rules.rule import Problem, Where, rule
from xpkgtui.untyped import mapping

_REQUIRED = (MEDIA_TYPE, MANIFESTS_AT, METADATA_AT, PACKAGE, CHANNELS)
_FORMAT = by(opm="E", sdk="E", olmv1="W", rukpak="W", spec="E")
_READ = met(opm=OpmTurn.VALUES, sdk=SdkTurn.ANNOTATIONS)


@rule(
    "OLM003",
    "metadata/ holds no annotations",
    by(opm="E", sdk="E", olmv1="E", rukpak="E", spec="E"),
    stage=Stage.FILE,
    met=met(
        opm=OpmTurn.ANNOTATIONS, sdk=SdkTurn.METADATA, olmv1=OlmV1Turn.ANNOTATIONS, rukpak=RukPakTurn.ANNOTATIONS
    ),
)
def annotations_exist(bundle: BundleSubject) -> Iterator[Problem]:
    """A file of metadata/ has a mapping `annotations` of texts.

    Why: It says which package and channels the bundle belongs to, and where its objects are.
    When it bites: When a bundle is validated or added to a catalog.
    Fix: Write metadata/annotations.yaml, as `operator-sdk generate bundle` does.
    Source: opm alpha bundle validate; the bundle format.
    """
    files = bundle.files
    if not files.is_listed or files.named(METADATA) is None:
        return
    if bundle.annotations is not None:
        if not values_of(bundle):
            message, empty = f"{bundle.annotations.file} has no annotation", bundle.annotations.number
            yield Problem(
                message=message, says="metadata not found in .", where=Where(document=empty), profiles=(SDK, HUB)
            )
        return
    there = bundle.whole(ANNOTATIONS)
    is_there = files.named(ANNOTATIONS) is not None
    what = f"{ANNOTATIONS} has no mapping of texts" if is_there else f"There is no {ANNOTATIONS}, nor such a file"
    message = f"{what} with the annotations of the bundle"
    number = there.number if there else None
    tools = (SPEC,) if keeps(bundle, there) or crashing(bundle) else (OPM, SPEC)
    yield Problem(
        message=message, says="Could not find annotations file", where=Where(document=number), profiles=tools
    )
    sdk, olmv1 = decoding_faults(there) if there else ("", "")
    if not is_there:
        olmv1 = f"open {ANNOTATIONS}: no such file or directory"
    says = f"error unmarshalling potential bundle metadata {ANNOTATIONS}: {sdk}" if sdk else "metadata not found in ."
    if sdk or not isinstance(annotations_in(there), dict):
        yield Problem(message=message, says=says, where=Where(document=number), profiles=(SDK, HUB))
    if olmv1 or not _package(there):
        if olmv1:
            yield Problem(message=message, says=olmv1, where=Where(document=number), profiles=(OLMV1, RUKPAK))
        else:
            at = met(olmv1=InstallStep.PACKAGE)
            says = "package name is empty"
            yield Problem(message=message, says=says, met=at, where=Where(document=number), profiles=(OLMV1,))


@rule(
    "OLM027",
    "a file of metadata/ begins with comments alone",
    by(opm="E", sdk="E", olmv1="W", rukpak="W", spec="W"),
    stage=Stage.FILE,
    met=met(opm=OpmTurn.ANNOTATIONS, sdk=SdkTurn.CHECKED),
)
def files_begin_with_content(bundle: BundleSubject) -> Iterator[Problem]:
    """No file of metadata/ holds comments alone, or begins with them as a document of their own.

    Why: opm and operator-sdk read the first document of each file, until they have found dependencies; at an empty
    one they crash. OLM v1 reads on.
    When it bites: When a bundle is validated.
    Fix: Delete the separator `---` below the comments, or the file.
    Source: operator-registry, pkg/lib/bundle/validate.go.
    """
    if entry := crashing(bundle):
        found = bundle.whole(entry)
        message = f"{entry} begins with an empty document" if found else f"{entry} holds nothing"
        number = found.number if found else None
        path = None if found else entry
        yield Problem(message=message, says=PANIC, where=Where(document=number, entry=path))


def _package(item: Item | None) -> str:
    """The package as OLM v1 reads it, which looks at few annotations, in any letters."""
    return scalar(lowered(mapping(annotations_in(item)), PACKAGE)) or ""


@rule(
    "OLM004",
    "annotations are outside annotations.yaml",
    by(opm="W", sdk="W", olmv1="EW", rukpak="EW", spec="W"),
    stage=Stage.FILE,
    met=met(olmv1=OlmV1Turn.ANNOTATIONS, rukpak=RukPakTurn.ANNOTATIONS),
)
def annotations_lie_in_one_file(bundle: BundleSubject) -> Iterator[Problem]:
    """The annotations of the bundle are in metadata/annotations.yaml, and in no other file.

    Why: opm takes the first file, by name, that has annotations; OLM v1 reads annotations.yaml only.
    When it bites: Tools may take different packages and channels for the same bundle.
    Fix: Keep one file, metadata/annotations.yaml.
    Source: operator-controller, bundle/source; opm.
    """
    found = annotation_documents(bundle.items)
    if found and all(one.file != ANNOTATIONS for one in found):
        message, more = f"The annotations are in {found[0].file}", f"OLM v1 reads {ANNOTATIONS} alone"
        there = bundle.metadata(ANNOTATIONS)
        says = decoding_faults(there)[1] if there else f"open {ANNOTATIONS}: no such file or directory"
        yield Problem(
            message=message,
            more=more,
            says=says or None,
            level=0 if says else 1,
            where=Where(document=found[0].number),
        )
    for other in found[1:]:
        message, more = f"{other.file} has annotations too", f"opm reads those of {found[0].file}"
        yield Problem(message=message, more=more, level=1, where=Where(document=other.number))


@rule("OLM005", "an annotation of the bundle is missing", _FORMAT, stage=Stage.FILE, met=_READ)
def annotations_are_complete(bundle: BundleSubject) -> Iterator[Problem]:
    """The annotations name media type, manifests, metadata, package and channels.

    Why: opm requires them, though it looks at the values of a few only.
    When it bites: When a bundle is validated.
    Fix: Add the missing annotations, as `operator-sdk generate bundle` writes them.
    Source: opm alpha bundle validate; the bundle format.
    """
    if bundle.annotations is None:
        return
    values = values_of(bundle)
    for key in _REQUIRED:
        if key not in values:
            message = f"The annotation {key} is missing"
            number = bundle.annotations.number
            says = f'Missing annotation "{key}"'
            yield Problem(message=message, says=says, where=Where(document=number), path=FieldPath.of("annotations"))


@rule("OLM006", "the media type contradicts the content", _FORMAT, stage=Stage.FILE, met=_READ)
def media_type_fits(bundle: BundleSubject) -> Iterator[Problem]:
    """The media type is `registry+v1` where manifests/ has a ClusterServiceVersion, `helm` where it is a chart.

    Why: opm detects the media type from the content, and compares it.
    When it bites: When a bundle is validated.
    Fix: Write `registry+v1`, or correct what keeps the ClusterServiceVersion from being read.
    Source: opm alpha bundle validate.
    """
    value = values_of(bundle).get(MEDIA_TYPE, "") if bundle.annotations else None
    expected = HELM if bundle.is_chart else "registry+v1" if bundle.csv else "plain"
    if not bundle.files.has_manifests or any(one.lacks for one in bundle.files.inside(MANIFESTS)):
        expected = ""
    if value is not None and value != expected:
        what = f"the files are those of {expected}" if expected else "no files in manifests/ show it"
        message = f"The media type is {value or 'empty'}, but {what}"
        says = f'Expecting annotation "{MEDIA_TYPE}" to have value "{expected}" instead of "{value}"'
        yield problem_at(bundle, MEDIA_TYPE, message, says)


@rule(
    "OLM007",
    "the package name is empty or not a DNS label",
    by(opm="W", sdk="W", olmv1="EW", rukpak="W", spec="W"),
    stage=Stage.FILE,
    met=met(olmv1=InstallStep.PACKAGE),
)
def package_is_named(bundle: BundleSubject) -> Iterator[Problem]:
    """The name of the package is a DNS label, and not empty.

    Why: A catalog lists the bundle under this name; OLM v1 refuses an empty one.
    When it bites: When the bundle is added to a catalog or installed.
    Fix: Write the name in lowercase letters, digits and `-`.
    Source: operator-controller, validators; operator-registry, model.
    """
    if bundle.annotations is None:
        return
    name = values_of(bundle).get(PACKAGE, "")
    there = bundle.whole(ANNOTATIONS)
    if there is not None and not _package(there):
        yield problem_at(bundle, PACKAGE, "The name of the package is empty", "package name is empty")
    elif not name:
        yield problem_at(bundle, PACKAGE, "The name of the package is empty", level=1)
    elif not is_label(name):
        yield problem_at(bundle, PACKAGE, f"The name of the package, {name}, is not a label of DNS", level=1)


@rule(
    "OLM008",
    "a channel has no name, or blanks around it",
    by(opm="EW", sdk="EW", olmv1="W", rukpak="W", spec="EW"),
    stage=Stage.FILE,
    met=_READ,
)
def channels_are_named(bundle: BundleSubject) -> Iterator[Problem]:
    """The list of channels is not empty; its items are neither empty nor surrounded by blanks.

    Why: opm splits the list at commas and trims nothing, so `a, b` has a channel ` b`.
    When it bites: When the bundle is added to a catalog.
    Fix: Write the channels without blanks, such as `stable,candidate`.
    Source: opm alpha bundle validate; operator-registry issue 344.
    """
    if bundle.annotations is None:
        return
    value = values_of(bundle).get(CHANNELS, "")
    if not value:
        says = f'Expecting annotation "{CHANNELS}" to have non-empty value'
        yield problem_at(bundle, CHANNELS, "The list of channels is empty", says)
        return
    for channel in value.split(","):
        if channel != channel.strip() or not channel:
            what = (
                f"A channel has blanks around its name: {channel!r}" if channel.strip() else "A channel has no name"
            )
            yield problem_at(bundle, CHANNELS, what, level=1)


@rule(
    "OLM009",
    "the default channel is not a channel of the bundle",
    by(opm="EW", sdk="EW", olmv1="W", rukpak="W", spec="EW"),
    stage=Stage.FILE,
    met=_READ,
)
def default_channel_exists(bundle: BundleSubject) -> Iterator[Problem]:
    """If there is a default channel, it is one of the channels.

    Why: A subscription without a channel follows the default channel.
    When it bites: opm validates any name; a catalog without that channel is refused.
    Fix: Name one of the channels, or remove the annotation.
    Source: opm alpha bundle validate; operator-registry issue 344.
    """
    values = values_of(bundle)
    value = values.get(DEFAULT_CHANNEL)
    if value is None:
        return
    if not value:
        says = f'Expecting annotation "{DEFAULT_CHANNEL}" to have non-empty value'
        yield problem_at(bundle, DEFAULT_CHANNEL, "The default channel is empty", says)
    elif value not in values.get(CHANNELS, "").split(","):
        message = f"The default channel, {value}, is none of the channels of the bundle"
        yield problem_at(bundle, DEFAULT_CHANNEL, message, level=1)


@rule(
    "OLM010",
    "an annotation names another folder",
    by(opm="W", sdk="EW", olmv1="W", rukpak="W", spec="W"),
    stage=Stage.FILE,
    met=met(sdk=SdkTurn.FILES),
)
def folders_are_named(bundle: BundleSubject) -> Iterator[Problem]:
    """The annotations about manifests and metadata name manifests/ and metadata/.

    Why: opm never compares them with the folders; tools that follow them find nothing.
    When it bites: When a cluster unpacks the image of the bundle.
    Fix: Write `manifests/` and `metadata/`.
    Source: the bundle format; opm, where the comparison is never reached.
    """
    first = bundle.annotations
    default = next((one for one in annotation_documents(bundle.items) if one.file == ANNOTATIONS), first)
    readers = ((first, None),) if default is first else ((default, (SDK, HUB)), (first, (OPM, OLMV1, RUKPAK, SPEC)))
    for item, profiles in readers:
        values = values_in(item)
        for key, folder in ((MANIFESTS_AT, MANIFESTS), (METADATA_AT, METADATA)):
            value = values.get(key)
            if value is not None and normpath(value).strip("/") != folder:
                message = f"The annotation names the folder {value or '(empty)'}, not {folder}/"
                says = f"The directory {normpath(value)} contains no yaml files" if folder == MANIFESTS else None
                found = problem_at(bundle, key, message, says, level=0 if folder == MANIFESTS else 1)
                where = replace(found.where, document=item.number if item else None)
                yield replace(found, where=where, profiles=profiles)


@rule("OLM011", "labels and annotations of the bundle differ", everywhere("W"), stage=Stage.FILE)
def labels_agree(bundle: BundleSubject) -> Iterator[Problem]:
    """The labels of the image repeat the annotations of the bundle.

    Why: opm recognizes a bundle by the labels, and reads package and channels from the file.
    When it bites: Tools that read only the labels show another package or other channels.
    Fix: Build the image again, with the labels of metadata/annotations.yaml.
    Source: operator-registry, docs/design/operator-bundle.md: the file is authoritative.
    """
    labels, values = bundle.files.labels, values_of(bundle)
    if not bundle.files.is_image or bundle.annotations is None:
        return
    if PACKAGE not in labels:
        what = f"label {PACKAGE}" if labels else "labels"
        yield problem_at(bundle, PACKAGE, f"The image has no {what}: `opm render` does not know it as a bundle")
    for key in LABELS if labels else ():
        label, value = labels.get(key), values.get(key)
        if label == value or (key == PACKAGE and label is None):
            continue
        if label is None:
            yield problem_at(bundle, key, f"The image has no label {key}; {ANNOTATIONS} has {value or '(empty)'}")
        elif value is None:
            yield problem_at(bundle, key, f"The image has a label {key}, {label}, which {ANNOTATIONS} does not have")
        else:
            message = f"The label {key} of the image is {label}, but {ANNOTATIONS}, which opm uses, has {value}"
            yield problem_at(bundle, key, message)
