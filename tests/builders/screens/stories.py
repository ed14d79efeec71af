"""Packages as the screen gets to see them: accepted, warned, refused, loading, missing."""

from dataclasses import replace
from pathlib import Path

from builders.packages import metas
from builders.packages.case_facts import case_about
from builders.packages.near_misses import near_misses
from builders.screens.images import AWS, AZURE, beginning, layers
from builders.screens.judgements import cost, judged
from builders.screens.port import Story
from builders.screens.streams import KINDS, Stream, reading

from xpkgtui.errors import Failure, FailureKind
from xpkgtui.filesystem.tar.entry import EntryType
from xpkgtui.formats.xpkg.overview import overview as of_meta
from xpkgtui.inspection.messages import events
from xpkgtui.inspection.messages.parts import PartName
from xpkgtui.inspection.messages.requests import Text, View
from xpkgtui.inspection.rows.files import FileRow
from xpkgtui.inspection.rows.layers import LayerRow, LayerUse
from xpkgtui.readers.reader import ReadStage
from xpkgtui.rules.finding import Acceptance, Finding, ObjectName, Place, Severity


def accepted(folder: Path) -> Story:
    """A provider of 25 objects, accepted."""
    story, stream = Story(folder), Stream(folder / "package.yaml")
    stream.provider("provider-aws-s3")
    story.stream = stream
    two = {"buckets", "bucketlifecycleconfigurations", "bucketreplicationconfigurations"}
    for kind in KINDS:
        stream.crd(kind, "s3.aws.upbound.io", versions=("v1beta1", "v1beta2") if kind in two else ("v1beta1",))
    told = stream.told()
    case = events.CaseReady(case=case_about(AWS, is_remote=True))
    story.opening = [*beginning(AWS), *told, cost(330_000, 21_800_000, 5), case, *judged(stream.rows)]
    story.files[View.BASE, ""] = (
        FileRow(path="package.yaml", type=EntryType.FILE, size=1_900_000, mode=0o644, layer=2, taken=True),
    )
    story.files[View.FLATTENED, ""] = (
        FileRow(path="etc", type=EntryType.DIRECTORY, size=0, mode=0o755, layer=0, children=2),
        FileRow(path="usr", type=EntryType.DIRECTORY, size=0, mode=0o755, layer=1, children=1),
        FileRow(path="package.yaml", type=EntryType.FILE, size=1_900_000, mode=0o644, layer=2, taken=True),
    )
    story.files[View.FLATTENED, "etc"] = (
        FileRow(path="etc/passwd", type=EntryType.FILE, size=1200, mode=0o644, layer=0),
        FileRow(path="etc/logo.png", type=EntryType.FILE, size=900, mode=0o644, layer=1),
    )
    story.texts[Text.FILE] = (b"root:x:0:0::/root:/bin/sh\n", "", False)
    story.texts[Text.DOCUMENT_JSON] = (b'{\n  "kind": "Provider"\n}\n', "json", False)
    story.facts = (("object", "Provider provider-aws-s3  meta.pkg.crossplane.io/v1"),)
    story.origin = "layer 2 · package.yaml · document 1 of 25 · line 1"
    story.overview = of_meta(metas.aws(), "2.4")
    return story


def warned(folder: Path, objects: int = 1540) -> Story:
    """A family of 1,540 objects with one warning, names longer than a pane."""
    story, stream = Story(folder, AZURE), Stream(folder / "package.yaml")
    stream.provider("provider-azure")
    story.stream = stream
    rules = [
        "monitoractionruleactiongroups",
        "monitoractionrulesuppressions",
        "monitoralertprocessingruleactiongroups",
        "monitoralertprocessingrulesuppressions",
        "monitoralertprometheusrulegroups",
        "monitorsmartdetectoralertrules",
    ]
    bad, line = 0, 0
    for middle in (".m", ""):
        for rule in rules:
            extra = "    shortName: [mapr]\n" if middle and rule == rules[2] else ""
            number = stream.crd(rule, f"alertsmanagement.azure{middle}.upbound.io", extra=extra, scope="Namespaced")
            if extra:
                bad = number
                line = stream.rows[-1].first_line + 15
    while len(stream.rows) < objects:
        number = len(stream.rows)
        stream.crd(f"things{number}", f"service{number // 25}.azure.upbound.io")
    finding = Finding(
        rule="XPKG613",
        severity=Severity.WARNING,
        message="unknown field: Crossplane drops it. Did you mean shortNames?",
        fix="Write shortNames.",
        object=ObjectName(api_version="apiextensions.k8s.io/v1", kind="CustomResourceDefinition", name=rules[2]),
        place=Place(document=bad, field="spec.names.shortName", line=line),
    )
    told = stream.told()
    case = events.CaseReady(case=case_about(AZURE, is_remote=True))
    story.opening = [
        *beginning(AZURE, big=True),
        *told,
        cost(3_100_000, 64_900_000, 5),
        case,
        *judged(stream.rows, finding),
    ]
    story.files[View.BASE, ""] = (
        FileRow(path="package.yaml", type=EntryType.FILE, size=58_300_000, mode=0o644, layer=2, taken=True),
    )
    return story


def mismarked(folder: Path) -> Story:
    """The same, its base layer with annotations and labels that are nearly right."""
    story = accepted(folder)
    found = layers(base=LayerUse.SUPPLIES, supplies=True)
    wrong = {"io.crossplane.xpkg": "base", "io.crossplane.xpkgs": "Base", "org.example/by": "hand"}
    mine = replace(
        found[2],
        annotations=wrong,
        inflated=1_900_000,
        compression="gzip",
        history="COPY package.yaml /",
        slip="Base",
    )
    key = "io.crossplane.xpkg"
    labels = (
        (f"{key}:{mine.diff_id}", "base"),
        (f"{key}:{mine.digest}", "upbound"),
        (f"{key}:{mine.digest[:19]}", "base"),
        ("maintainer", "me"),
    )
    for number, event in enumerate(story.opening):
        if isinstance(event, events.ManifestRead):
            shown = (*found[:2], mine, found[3])
            near = near_misses(shown, labels)
            story.opening[number] = replace(event, layers=shown, labels=labels, near_misses=near)
    return story


def refused(folder: Path) -> Story:
    """The base layer holds crossplane.yaml instead of package.yaml."""
    story = Story(folder)
    culprit = Finding(
        rule="XPKG401",
        severity=Severity.ERROR,
        message="layer 2 is annotated base but has no package.yaml",
        fix="crossplane xpkg build -f package -o s3.xpkg\ncrossplane xpkg push -f s3.xpkg REFERENCE",
        says="package.yaml not found in package",
        place=Place(layer=2),
    )
    other = Finding(
        rule="XPKG207",
        severity=Severity.WARNING,
        message="the config's label calls another layer base: 77d0b1e",
        place=Place(layer=2),
    )
    story.opening = [
        *beginning(AWS, base=LayerUse.LACKS, supplies=False),
        events.StreamRead(
            reading=reading(stage=ReadStage.EXTRACT, message="package.yaml not found in package"), stream=None
        ),
        cost(330_000, 21_800_000, 5),
        *judged(
            (), culprit, other, acceptance=Acceptance.REFUSED, reason="layer 2 (annotated base) has no package.yaml"
        ),
    ]
    story.files[View.BASE, ""] = (
        FileRow(path="crossplane.yaml", type=EntryType.FILE, size=1_900_000, mode=0o644, layer=2),
    )
    story.texts[Text.FILE] = (b"kind: Provider\n", "yaml", False)
    return story


def loading(folder: Path) -> Story:
    """The base layer is under way."""
    story = Story(folder)
    story.opening = [
        *beginning(AWS, base=LayerUse.EXPECTED, supplies=False),
        cost(160_000, 21_800_000, 3),
        events.Progressed(
            part=PartName.OBJECTS, what="Reading layer 2 (annotated base)", done=158_000, total=318_000, layer=2
        ),
    ]
    return story


def missing(folder: Path) -> Story:
    """There is no such tag."""
    story = Story(folder, AWS.replace("v1.21.0", "v1.12.10"))
    failure = Failure(
        kind=FailureKind.NOT_FOUND,
        title="xpkg.upbound.io has upbound/provider-aws-s3, but no tag v1.12.10.",
        tried=(
            "a file or folder of that name: none, so it is a reference",
            "credentials for xpkg.upbound.io: none, so anonymous",
            "GET /v2/upbound/provider-aws-s3/manifests/v1.12.10: 404 Not Found, MANIFEST_UNKNOWN",
            "the list of tags: 143",
        ),
        suggestions=("v1.12.1", "v1.12.0", "v1.13.0", "v1.21.0"),
    )
    story.opening = [events.PartFailed(part=None, failure=failure)]
    return story


def many_layers(folder: Path, count: int = 60) -> Story:
    """More layers than a pane has rows."""
    story = accepted(folder)
    found = next(event for event in story.opening if isinstance(event, events.ManifestRead))
    rows = tuple(
        LayerRow(
            index=number,
            digest=f"sha256:{number:064x}",
            diff_id=None,
            media_type="x",
            size=1000 * number + 1,
            annotation="base" if number == 30 else None,
            is_base=number == 30,
            supplies=number == 30,
            use=LayerUse.SUPPLIES if number == 30 else LayerUse.IGNORED,
        )
        for number in range(count)
    )
    story.opening = [
        events.ManifestRead(
            digest=found.digest,
            media_type=found.media_type,
            annotations=(),
            config_digest=None,
            config_size=None,
            labels=(),
            layers=rows,
            total=found.total,
        )
        if event is found
        else event
        for event in story.opening
    ]
    return story
