"""Packages as the screen gets to see them: events of rich fixtures, and an application over them."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from builders.packages import metas
from builders.packages.near_misses import near_misses

from xpkgtui.app.application import Application
from xpkgtui.errors import Failure, FailureKind
from xpkgtui.filesystem.tar.entry import EntryType
from xpkgtui.formats.layers import LayerRole
from xpkgtui.formats.overview import Overview
from xpkgtui.formats.role import Role
from xpkgtui.formats.xpkg.overview.meta import of_meta
from xpkgtui.inspection import events, replies
from xpkgtui.inspection.events import Event
from xpkgtui.inspection.parts import PartName
from xpkgtui.inspection.requests import ListFiles, Open, Options, ReadFacts, ReadText, Request, Text, View
from xpkgtui.inspection.rows.files import FileRow
from xpkgtui.inspection.rows.layers import Damage, DamageKind, LayerRow, LayerUse
from xpkgtui.inspection.rows.objects import ObjectRow
from xpkgtui.inspection.rows.platforms import PlatformRole, PlatformRow, PlatformUse
from xpkgtui.oci.platform import Platform
from xpkgtui.readers.reader import Part, Reading, ReadStage, Sign, Step
from xpkgtui.rules.case import Case, StreamFile
from xpkgtui.rules.finding import Acceptance, Badge, Finding, ObjectName, Place, Severity, Verdict
from xpkgtui.sources.source import Form

Kind = TypeVar("Kind")
AWS = "xpkg.upbound.io/upbound/provider-aws-s3:v1.21.0"
AZURE = "xpkg.upbound.io/upbound/provider-azure:v2.3.0"
ROOT = "sha256:2f0c77aa91b3" + "0" * 52
KINDS = [
    "buckets",
    "bucketaccelerateconfigurations",
    "bucketacls",
    "bucketanalyticsconfigurations",
    "bucketcorsconfigurations",
    "bucketintelligenttieringconfigurations",
    "bucketinventories",
    "bucketlifecycleconfigurations",
    "bucketloggings",
    "bucketmetrics",
    "bucketnotifications",
    "bucketobjectlockconfigurations",
    "bucketobjects",
    "bucketownershipcontrols",
    "bucketpolicies",
    "bucketpublicaccessblocks",
    "bucketreplicationconfigurations",
    "bucketrequestpaymentconfigurations",
    "bucketserversideencryptionconfigurations",
    "bucketversionings",
    "bucketwebsiteconfigurations",
    "directorybuckets",
    "objectcopies",
    "objects",
]
HOSTILE = "[/]\x1b]0;owned\x07\x9b31m\u202etxt.exe[bold @click=app.quit]x[/bold]"
"""Markup that is broken, a terminal's title, a C1 control, a right-to-left override, a link that quits."""


class ScriptedPort:
    """Answers each request with events; `hold` keeps a lane from ending, as a slow registry would."""

    def __init__(self, script: Callable[[Request], Sequence[Event]], *, hold: frozenset[str] = frozenset()) -> None:
        self.asked: list[Request] = []
        self.cancelled: list[Request] = []
        self.hold = hold
        self.script = script

    async def ask(self, request: Request) -> AsyncIterator[Event]:
        """The scripted events."""
        self.asked.append(request)
        try:
            for event in self.script(request):
                yield event
            if request.lane in self.hold:
                await asyncio.Event().wait()
        except (asyncio.CancelledError, GeneratorExit):
            self.cancelled.append(request)
            raise

    async def close(self) -> None:
        """Nothing is held."""

    def requests(self, kind: type[Kind]) -> list[Kind]:
        """Those of one kind."""
        return [request for request in self.asked if isinstance(request, kind)]


class Story:
    """A package as a script: what opening tells, its files, texts and facts."""

    def __init__(self, folder: Path, source: str | None = AWS) -> None:
        self.folder = folder
        self.source = source
        self.opening: list[Event] = []
        self.files: dict[tuple[View, str], tuple[FileRow, ...]] = {}
        self.texts: dict[Text, tuple[bytes, str, bool]] = {}
        self.facts: tuple[tuple[str, str], ...] = ()
        self.overview: Overview | None = None
        self.stream: Stream | None = None
        self.refusals: Mapping[type[Request], Failure] = {}

    def __call__(self, request: Request) -> Sequence[Event]:
        """The events that answer a request."""
        refusal = self.refusals.get(type(request))
        if refusal and not getattr(request, "consent", False):
            return (events.PartFailed(part=request.lane.part, failure=refusal),)
        match request:
            case Open():
                return self.opening
            case ListFiles(view=view, layer=layer, wanted=wanted):
                lists = {folder: self.files.get((view, folder), ()) for folder in request.folders}
                if wanted:
                    whole = [row for (of, _), rows in self.files.items() if of == view for row in rows]
                    lists = {request.folder: tuple(row for row in whole if wanted in row.path)}
                return tuple(
                    replies.FilesListed(view=view, layer=layer, folder=folder, first=0, rows=rows, total=len(rows))
                    for folder, rows in lists.items()
                )
            case ReadText(text=text, path=name, document=document):
                data, language, binary = self.texts.get(text, (b'{"schemaVersion": 2}\n', "json", False))
                path = self.folder / f"text-{text}"
                path.write_bytes(data)
                return (
                    replies.TextReady(
                        text=text,
                        path=str(path),
                        size=len(data),
                        language=language,
                        name=name,
                        document=document,
                        binary=binary,
                    ),
                )
            case ReadFacts(document=document):
                if self.stream is not None and document > 1:
                    return (replies.FactsRead(document=document, facts=facts_of(self.stream.rows[document - 1])),)
                return (replies.FactsRead(document=document, facts=self.facts, overview=self.overview),)
        return ()

    def application(self, **options: object) -> Application:
        """An application that shows it."""
        return application(ScriptedPort(self), self.source, **options)


def application(port: ScriptedPort, source: str | None, **more: object) -> Application:
    """An application over a port."""
    return Application(port, source=source, options=Options(), **more)  # type: ignore[arg-type]


def facts_of(row: ObjectRow) -> tuple[tuple[str, str], ...]:
    """What the service would tell of a definition."""
    return (
        ("object", f"{row.kind} {row.name}  {row.api_version}"),
        ("defines", f"{row.defines} in {row.group}"),
        ("serves as", "managed resource (category managed)"),
        ("scope", row.scope or ""),
        ("plural", row.plural or ""),
        ("categories", "crossplane, managed"),
        *(("version", f"{name}: served\nspec: 6 fields, 1 required (forProvider)") for name in row.versions),
        ("size", "42 lines, 1.2 kB"),
        ("comes from", f"layer 2 · package.yaml · document {row.document} of 25 · line {row.line:,}"),
    )


def crd_text(
    plural: str, group: str, kind: str, *, extra: str = "", scope: str = "Cluster", version: str = "v1beta1"
) -> str:
    """The YAML of a definition, short but true to life."""
    return f"""apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  annotations:
    controller-gen.kubebuilder.io/version: v0.18.0
  name: {plural}.{group}
spec:
  group: {group}
  names:
    categories:
    - crossplane
    - managed
    kind: {kind}
    listKind: {kind}List
    plural: {plural}
{extra}    singular: {kind.lower()}
  scope: {scope}
  versions:
  - additionalPrinterColumns:
    - jsonPath: .status.conditions[?(@.type=='Synced')].status
      name: SYNCED
      type: string
    - jsonPath: .status.conditions[?(@.type=='Ready')].status
      name: READY
      type: string
    name: {version}
    schema:
      openAPIV3Schema:
        description: {kind} is the Schema for the {kind}s API.
        properties:
          apiVersion:
            type: string
"""


PROVIDER_TEXT = """apiVersion: meta.pkg.crossplane.io/v1
kind: Provider
metadata:
  annotations:
    meta.crossplane.io/license: Apache-2.0
  name: {name}
spec:
  crossplane:
    version: ">=v1.12.1-0"
"""


class Stream:
    """A package.yaml on disk with the rows that stand for its documents."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.rows: list[ObjectRow] = []
        self._data = bytearray()
        self._lines = 0

    def add(self, text: str, **fields: object) -> int:
        """Another document; gives its number."""
        if self._data:
            self._append("---\n")
        start, line = len(self._data), self._lines + 1
        self._append(text)
        number = len(self.rows) + 1
        self.rows.append(
            ObjectRow(
                document=number,
                line=line,
                start=start,
                end=len(self._data),
                first_line=line,
                **fields,  # type: ignore[arg-type]
            )
        )
        return number

    def crd(self, plural: str, group: str, *, versions: tuple[str, ...] = ("v1beta1",), **more: str) -> int:
        """A definition."""
        kind = plural.removesuffix("s").capitalize()
        text = crd_text(plural, group, kind, version=versions[-1], **more)
        return self.add(
            text,
            api_version="apiextensions.k8s.io/v1",
            kind="CustomResourceDefinition",
            name=f"{plural}.{group}",
            group=group,
            plural=plural,
            defines=kind,
            scope=more.get("scope", "Cluster"),
            versions=versions,
            stored=versions[-1],
        )

    def provider(self, name: str) -> int:
        """The meta object."""
        return self.add(
            PROVIDER_TEXT.format(name=name),
            api_version="meta.pkg.crossplane.io/v1",
            kind="Provider",
            name=name,
            role=Role.META,
            group="meta.pkg.crossplane.io",
        )

    def told(self) -> list[Event]:
        """The events that tell of it, in batches."""
        self.path.write_bytes(self._data)
        size = len(self._data)
        file = StreamFile(path=str(self.path), size=size, sha256="ab" * 32)
        read: list[Event] = [events.StreamRead(reading=reading(size=size), stream=file)]
        rows = tuple(self.rows)
        for first in range(0, len(rows), events.ROWS):
            batch = rows[first : first + events.ROWS]
            read.append(events.ObjectsListed(first=first, rows=batch, total=len(rows)))
        return read

    def _append(self, text: str) -> None:
        self._data += text.encode()
        self._lines += text.count("\n")


def reading(*, stage: ReadStage | None = None, message: str | None = None, size: int | None = None) -> Reading:
    """Crossplane's reading of layer 2, with its steps."""
    found = Step(title="find package.yaml in its root", evidence="package.yaml, 1.9 MB")
    lost = Step(title="find package.yaml", evidence="it holds crossplane.yaml", sign=Sign.BAD)
    steps = (
        Step(title="resolve the tag", evidence="v1.21.0 is 2f0c77aa, an index"),
        Step(title="choose a platform", evidence="linux/amd64, its default: 6b1f0e2"),
        Step(title="look for the layer annotated base", evidence="layer 2"),
        lost if stage else found,
    )
    return Reading(
        reader="manager-2.4",
        stage=stage,
        message=message,
        annotated=True,
        layer=2,
        parts=() if stage else (Part(name="package.yaml", layer=2),),
        size=size,
        layers_read=(2,),
        steps=steps,
    )


def beginning(
    source: str, *, big: bool = False, base: LayerUse = LayerUse.SUPPLIES, supplies: bool = True
) -> list[Event]:
    """Resolved, an index of three entries and a manifest of four layers."""
    amd, arm = (64_900_000, 63_000_000) if big else (21_800_000, 20_700_000)
    media = "application/vnd.oci.image.manifest.v1+json"
    rows = (
        PlatformRow(
            digest="sha256:6b1f0e2" + "0" * 57,
            media_type=media,
            size=2400,
            total=amd,
            role=PlatformRole.IMAGE,
            platform=Platform(os="linux", architecture="amd64"),
            selected=True,
            chosen=True,
            use=PlatformUse.DEFAULT,
        ),
        PlatformRow(
            digest="sha256:0d92aa1" + "0" * 57,
            media_type=media,
            size=2400,
            total=arm,
            role=PlatformRole.IMAGE,
            platform=Platform(os="linux", architecture="arm64"),
            use=PlatformUse.IGNORED,
        ),
        PlatformRow(
            digest="sha256:fe11c0d" + "0" * 57,
            media_type=media,
            size=1200,
            role=PlatformRole.ATTESTATION,
            platform=Platform(os="unknown", architecture="unknown"),
            use=PlatformUse.PROVENANCE,
            about="linux/amd64",
        ),
    )
    manifest = events.ManifestRead(
        digest="sha256:6b1f0e2" + "0" * 57,
        media_type=media,
        annotations=(),
        config_digest="sha256:" + "cc" * 32,
        config_size=7900,
        labels=(),
        layers=layers(big=big, base=base, supplies=supplies),
        total=amd,
    )
    return [
        events.Progressed(part=PartName.PLATFORMS, what=f"Opening {source}"),
        events.Resolved(source=source, form=Form.REGISTRY, is_remote=True, reference=source, digest=ROOT),
        events.PlatformsListed(rows=rows, is_index=True),
        manifest,
    ]


def layers(*, big: bool = False, base: LayerUse, supplies: bool) -> tuple[LayerRow, ...]:
    """Two of the runtime, base, and examples above."""
    media = "application/vnd.oci.image.layer.v1.tar+gzip"
    key = "io.crossplane.xpkg"
    return (
        LayerRow(
            index=0,
            digest="sha256:aa4f013" + "0" * 57,
            diff_id=None,
            media_type=media,
            size=612_000,
            use=LayerUse.IGNORED,
            role=LayerRole.RUNTIME,
        ),
        LayerRow(
            index=1,
            digest="sha256:7be2107" + "0" * 57,
            diff_id=None,
            media_type=media,
            size=61_200_000 if big else 20_900_000,
            use=LayerUse.IGNORED,
            role=LayerRole.RUNTIME,
        ),
        LayerRow(
            index=2,
            digest="sha256:51ce8fd" + "0" * 57,
            diff_id="sha256:" + "d1" * 32,
            media_type=media,
            size=3_100_000 if big else 318_000,
            files=1,
            annotations={key: "base"},
            annotation="base",
            label="base",
            role=LayerRole.PACKAGE,
            supplies=supplies,
            use=base,
            first_file="" if supplies else "crossplane.yaml",
        ),
        LayerRow(
            index=3,
            digest="sha256:c90aa1e" + "0" * 57,
            diff_id=None,
            media_type=media,
            size=14_000,
            annotations={key: "upbound"},
            annotation="upbound",
            role=LayerRole.EXAMPLES,
            use=LayerUse.IGNORED,
        ),
    )


def cost(fetched: int, total: int, requests: int) -> Event:
    """What it took."""
    return events.Fetched(fetched=fetched, cached=0, requests=requests, needed=fetched, total=total)


def judged(
    rows: Sequence[ObjectRow],
    *findings: Finding,
    acceptance: Acceptance | None = Acceptance.ACCEPTED,
    reason: str = "package.yaml from layer 2 (annotated base)",
) -> list[Event]:
    """Badges in batches, findings, the verdict."""
    bad = {finding.place.document: Badge.of(finding.severity) for finding in findings}
    badges = tuple((row.document, bad.get(row.document, Badge.OK)) for row in rows)
    culprit = findings[0] if findings and acceptance is Acceptance.REFUSED else None
    told: list[Event] = [events.Judged(restart=True, total=len(rows))]
    for first in range(0, len(badges), 200):
        batch = badges[first : first + 200]
        told.append(events.Judged(badges=batch, done=first + len(batch), total=len(rows)))
    verdict = Verdict(acceptance=acceptance, reason=reason, culprit=culprit)
    told += [
        events.Judged(findings=tuple(findings), done=len(rows), total=len(rows)),
        events.VerdictReached(profile="crossplane", crossplane="2.4", verdict=verdict),
    ]
    return told


def accepted(folder: Path) -> Story:
    """A provider of 25 objects, accepted."""
    story, stream = Story(folder), Stream(folder / "package.yaml")
    stream.provider("provider-aws-s3")
    story.stream = stream
    two = {"buckets", "bucketlifecycleconfigurations", "bucketreplicationconfigurations"}
    for kind in KINDS:
        stream.crd(kind, "s3.aws.upbound.io", versions=("v1beta1", "v1beta2") if kind in two else ("v1beta1",))
    told = stream.told()
    case = events.CaseReady(case=Case(source=AWS, is_remote=True))
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
    story.facts = (
        ("object", "Provider provider-aws-s3  meta.pkg.crossplane.io/v1"),
        ("comes from", "layer 2 · package.yaml · document 1 of 25 · line 1"),
    )
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
    case = events.CaseReady(case=Case(source=AZURE, is_remote=True))
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
        crossplane_says="package.yaml not found in package",
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


def hostile(folder: Path) -> Story:
    """Everything that a package can name is named to harm."""
    story, stream = Story(folder, "registry.example.com/" + HOSTILE), Stream(folder / "package.yaml")
    stream.add(
        f"kind: {HOSTILE}\n",
        api_version=HOSTILE,
        kind=HOSTILE,
        name=HOSTILE,
        role=Role.META,
        versions=(HOSTILE,),
    )
    stream.add(
        f"# {HOSTILE}\n{HOSTILE}: {HOSTILE}\n",
        api_version=HOSTILE,
        kind=HOSTILE,
        name=HOSTILE,
        group=HOSTILE,
        plural=HOSTILE,
        defines=HOSTILE,
        scope=HOSTILE,
        versions=(HOSTILE, HOSTILE),
        stored=HOSTILE,
    )
    bad = Finding(
        rule="XPKG999",
        severity=Severity.ERROR,
        message=HOSTILE,
        fix=HOSTILE,
        crossplane_says=HOSTILE,
        readers=(HOSTILE,),
        object=ObjectName(api_version=HOSTILE, kind=HOSTILE, name=HOSTILE),
        place=Place(document=2, line=5, field=HOSTILE),
    )
    told = stream.told()
    layer = LayerRow(
        index=0,
        digest="sha256:" + "0" * 64,
        diff_id=HOSTILE,
        media_type=HOSTILE,
        size=1,
        annotation=HOSTILE,
        annotations={HOSTILE: HOSTILE},
        label=HOSTILE,
        use=LayerUse.STATEMENT,
        statement=HOSTILE,
        first_file=HOSTILE,
        history=HOSTILE,
        damage=Damage(kind=DamageKind.UNAVAILABLE, reason=HOSTILE),
        slip=HOSTILE,
    )
    platform = PlatformRow(
        digest="sha256:" + "1" * 64,
        media_type=HOSTILE,
        size=1,
        platform=Platform(os=HOSTILE, architecture=HOSTILE),
        role=PlatformRole.IMAGE,
        use=PlatformUse.PROVENANCE,
        about=HOSTILE,
        annotations={HOSTILE: HOSTILE},
        parent=HOSTILE,
        selected=True,
    )
    story.opening = [
        events.Progressed(part=PartName.LAYERS, what=HOSTILE),
        events.Resolved(
            source=HOSTILE, form=Form.REGISTRY, is_remote=True, reference=HOSTILE, digest=ROOT, notes=(HOSTILE,)
        ),
        events.PlatformsListed(rows=(platform,), is_index=True),
        events.ManifestRead(
            digest=ROOT,
            media_type=HOSTILE,
            annotations=((HOSTILE, HOSTILE),),
            config_digest=None,
            config_size=None,
            labels=((HOSTILE, HOSTILE),),
            layers=(layer,),
            total=1,
        ),
        *told,
        *judged(stream.rows, bad, acceptance=Acceptance.REFUSED, reason=HOSTILE),
    ]
    row = FileRow(path=HOSTILE, type=EntryType.SYMLINK, size=1, mode=0o644, layer=0, linkname=HOSTILE, decoy=True)
    folder_row = FileRow(path="d" + HOSTILE, type=EntryType.DIRECTORY, size=0, mode=0o755, layer=0, children=1)
    story.files[View.BASE, ""] = (folder_row, row)
    story.texts[Text.FILE] = (HOSTILE.encode() + b"\xff\n", "yaml", False)
    story.facts = (("object", HOSTILE), (HOSTILE, HOSTILE))
    story.overview = of_meta(metas.named_to_harm(HOSTILE), "2.4")
    return story


def text_of(application: Application) -> str:
    """The screen as text."""
    strips = application.screen._compositor.render_strips()
    return "\n".join(strip.text.rstrip() for strip in strips)
