"""A port that replies as a script says, and inspections made of the same events."""

from collections.abc import AsyncGenerator, Callable, Sequence
from typing import Any

from xpkgtui.errors import Failure, FailureKind
from xpkgtui.formats.images.layers import LayerRole
from xpkgtui.formats.role import Role
from xpkgtui.inspection.folding import fold_all
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages import events, judging
from xpkgtui.inspection.messages.events import Event
from xpkgtui.inspection.messages.parts import PartName
from xpkgtui.inspection.messages.requests import Open, Request
from xpkgtui.inspection.rows.layers import LayerRow, LayerUse, Unread, UnreadReason
from xpkgtui.inspection.rows.objects import ObjectRow
from xpkgtui.inspection.rows.platforms import PlatformRole, PlatformRow
from xpkgtui.oci.descriptor import Platform
from xpkgtui.readers.reader import Part, Reading
from xpkgtui.rules.case import StreamFile
from xpkgtui.rules.finding import Acceptance, Badge, Finding, Place, Severity, Verdict
from xpkgtui.sources.source import SourceForm

DIGEST = "sha256:" + "2f" * 32
BASE = "sha256:" + "ba" * 32
RUNTIME = "sha256:" + "0e" * 32

Script = Callable[[Request], Sequence[Event]]


class FakePort:
    """Answers each request with the events of a script, and remembers what it was asked."""

    def __init__(self, script: Script) -> None:
        self.asked: list[Request] = []
        self.closed = False
        self._script = script

    async def ask(self, request: Request) -> AsyncGenerator[Event, None]:
        """The scripted events."""
        self.asked.append(request)
        for event in self._script(request):
            yield event

    async def close(self) -> None:
        """Remembers it."""
        self.closed = True


def opening(*all_events: Event) -> Script:
    """A script that answers `Open` only."""
    return lambda request: all_events if isinstance(request, Open) else ()


def of_form(form: SourceForm) -> dict[str, Any]:
    """The fields of `Resolved` of a source of this form."""
    return {
        "form": form,
        "is_remote": form is SourceForm.REGISTRY,
        "has_image": form not in (SourceForm.STREAM, SourceForm.FOLDER),
        "is_assembled": form is SourceForm.FOLDER,
    }


def resolved(source: str = "pkg.xpkg", form: str = "docker-archive", digest: str | None = DIGEST) -> Event:
    """The source was found."""
    return events.Resolved(reference=source, digest=digest, **of_form(SourceForm(form)))


def platforms() -> Event:
    """One platform and its attestation."""
    image = PlatformRow(
        digest=DIGEST,
        media_type="application/vnd.oci.image.manifest.v1+json",
        size=500,
        total=333_000,
        platform=Platform(os="linux", architecture="amd64"),
        role=PlatformRole.IMAGE,
        selected=True,
        chosen=True,
    )
    other = PlatformRow(
        digest=RUNTIME,
        media_type="application/json",
        size=20,
        platform=None,
        role=PlatformRole.ATTESTATION,
        parent=None,
    )
    return events.PlatformsListed(rows=(image, other), is_index=True)


def manifest() -> Event:
    """A runtime layer below the base layer."""
    runtime = LayerRow(index=0, digest=RUNTIME, diff_id=None, media_type="x", size=20_900, role=LayerRole.RUNTIME)
    base = LayerRow(
        index=1,
        digest=BASE,
        diff_id=BASE,
        media_type="x",
        size=318_000,
        files=1,
        annotations={"io.crossplane.xpkg": "base", "a\x1b[31m": "b\udcff"},
        annotation="base",
        is_base=True,
        label="base",
        role=LayerRole.PACKAGE,
        supplies=True,
        use=LayerUse.SUPPLIES,
    )
    return events.ManifestRead(
        digest=DIGEST,
        media_type="x",
        annotations=(),
        config_digest=RUNTIME,
        config_size=2,
        labels=(("io.crossplane.xpkg:" + BASE, "base"),),
        layers=(runtime, base),
        total=339_000,
    )


def stream(path: str = "/nowhere", size: int = 12) -> Event:
    """The reader has taken its bytes."""
    file = StreamFile(path=path, size=size, sha256="ab" * 32)
    reading = Reading(
        reader="manager-2.4",
        annotated=True,
        layer=1,
        parts=(Part(name="package.yaml", layer=1),),
        size=size,
        sha256=file.sha256,
    )
    return events.StreamRead(reading=reading, stream=file)


def objects(*rows: ObjectRow) -> Event:
    """Objects are listed; by default a meta object and a definition."""
    shown = rows or (
        row(1, kind="Provider", name="provider-x", role="meta", api_version="meta.pkg.crossplane.io/v1"),
        row(2, kind="CustomResourceDefinition", name="things.example.org", api_version="apiextensions.k8s.io/v1"),
    )
    return events.ObjectsListed(first=0, rows=shown, total=len(shown))


def row(
    document: int,
    *,
    kind: str,
    name: str,
    role: str = "object",
    api_version: str = "v1",
    start: int = 0,
    end: int = 0,
) -> ObjectRow:
    """One object."""
    return ObjectRow(
        document=document,
        line=document,
        start=start,
        end=end,
        first_line=document,
        api_version=api_version,
        kind=kind,
        name=name,
        role=Role(role),
    )


def finding(
    rule: str = "XPKG401", severity: Severity = Severity.ERROR, message: str = "is wrong", **place: object
) -> Finding:
    """One finding."""
    return Finding(rule=rule, severity=severity, message=message, fix="mend it", place=Place(**place))  # type: ignore[arg-type]


def judged(*findings: Finding, acceptance: Acceptance | None = Acceptance.ACCEPTED) -> tuple[Event, ...]:
    """The judgement, whole."""
    return (
        judging.Judged(restart=True),
        judging.Judged(findings=findings, badges=((1, Badge.OK), (2, Badge.ERROR if findings else Badge.OK))),
        judging.VerdictReached(
            profile="crossplane",
            crossplane="2.4",
            verdict=Verdict(acceptance=acceptance, reason="package.yaml from layer 1 (annotated base)"),
        ),
    )


def cost() -> Event:
    """What was needed."""
    return events.Fetched(fetched=0, cached=318_500, requests=0, needed=318_500, total=339_000)


def failed(kind: str = "not-found", title: str = "there is no such tag", part: str | None = None) -> Event:
    """A part, or everything, cannot be had."""
    failure = Failure(kind=FailureKind(kind), title=title, tried=("asked a.example",), hint="look at its tags")
    return events.PartFailed(part=PartName(part) if part else None, failure=failure)


def package(*findings: Finding, acceptance: Acceptance | None = Acceptance.ACCEPTED) -> tuple[Event, ...]:
    """Everything of a small package."""
    unread = events.UnreadListed(items=(Unread(digest=RUNTIME, size=20_900, reason=UnreadReason.IGNORED, layer=0),))
    beginning = (resolved(), platforms(), manifest(), stream(), objects(), unread, cost())
    return (*beginning, *judged(*findings, acceptance=acceptance))


def inspection(*all_events: Event, source: str = "pkg.xpkg") -> Inspection:
    """What folding these events gives."""
    return fold_all(Inspection(source=source), all_events)
