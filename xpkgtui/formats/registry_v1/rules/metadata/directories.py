"""The rule about the folders that annotations name."""

from collections.abc import Iterator
from dataclasses import replace
from posixpath import normpath

from xpkgtui.formats.registry_v1.layout import ANNOTATIONS, MANIFESTS, MANIFESTS_AT, METADATA, METADATA_AT
from xpkgtui.formats.registry_v1.rules.by_tool import by
from xpkgtui.formats.registry_v1.rules.reading.annotated import problem_at, values_in
from xpkgtui.formats.registry_v1.rules.subjects import Bundle, annotation_documents
from xpkgtui.formats.registry_v1.tools.profiles import HUB, OLMV1, OPM, RUKPAK, SDK, SPEC
from xpkgtui.formats.registry_v1.tools.turns import SdkTurn, met
from xpkgtui.rules.finding import Stage
from xpkgtui.rules.rule import Problem, rule


@rule(
    "OLM010",
    "annotations name the folders",
    by(opm="W", sdk="EW", olmv1="W", rukpak="W", spec="W"),
    stage=Stage.FILE,
    met=met(sdk=SdkTurn.FILES),
)
def folders_are_named(bundle: Bundle) -> Iterator[Problem]:
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
            if value is not None and value.strip("/") != folder:
                message = f"The annotation names the folder {value or '(empty)'}, not {folder}/"
                says = f"The directory {normpath(value)} contains no yaml files" if folder == MANIFESTS else None
                found = problem_at(bundle, key, message, says, level=0 if folder == MANIFESTS else 1)
                yield replace(found, document=item.number if item else None, profiles=profiles)


PACKAGE_RULES = (folders_are_named,)
