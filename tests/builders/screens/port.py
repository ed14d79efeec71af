"""A port that replies from a script, and an application over it."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TypeVar

from builders.screens.images import AWS
from builders.screens.streams import Stream

from xpkgtui.app.application import Application
from xpkgtui.errors import Failure
from xpkgtui.formats.images.comparison import ReaderComparison
from xpkgtui.formats.overview import Overview
from xpkgtui.inspection.messages import events, judging, replies
from xpkgtui.inspection.messages.events import Event
from xpkgtui.inspection.messages.judging import ReadManual
from xpkgtui.inspection.messages.requests import (
    CompareReaders,
    ListFiles,
    Open,
    Options,
    Preview,
    ReadFacts,
    ReadText,
    Request,
    SearchText,
    Text,
    View,
)
from xpkgtui.inspection.messages.schemas import (
    FieldsFound,
    FoundElsewhere,
    PackagesFound,
    SearchFields,
    SearchPackages,
)
from xpkgtui.inspection.rows.files import FileRow
from xpkgtui.inspection.rows.objects import ObjectRow
from xpkgtui.reporting.manual import pages
from xpkgtui.rules.finding import Badge, Finding, Place, Severity
from xpkgtui.rules.manual_page import ManualPage

Kind = TypeVar("Kind")


class ScriptedPort:
    """Answers each request with events; `hold` keeps a lane from ending, as a slow registry would."""

    def __init__(self, script: Callable[[Request], Sequence[Event]], *, hold: frozenset[str] = frozenset()) -> None:
        self.asked: list[Request] = []
        self.cancelled: list[Request] = []
        self.hold = hold
        self.script = script

    async def ask(self, request: Request) -> AsyncGenerator[Event, None]:
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
    """A package as a script: the events of opening, its files, texts and facts."""

    def __init__(self, folder: Path, source: str | None = AWS) -> None:
        self.folder = folder
        self.source = source
        self.opening: list[Event] = []
        self.files: dict[tuple[View, str], tuple[FileRow, ...]] = {}
        self.texts: dict[Text, tuple[bytes, str, bool]] = {}
        self.facts: tuple[tuple[str, str], ...] = ()
        self.origin = ""
        self.overview: Overview | None = None
        self.stream: Stream | None = None
        self.elsewhere: tuple[FoundElsewhere, ...] = ()
        self.comparison: ReaderComparison | None = ReaderComparison()
        self.refusals: Mapping[type[Request], Failure] = {}

    def __call__(self, request: Request) -> Sequence[Event]:
        """The events that answer a request."""
        refusal = self.refusals.get(type(request))
        if refusal and not getattr(request, "consent", False):
            return (events.PartFailed(part=request.lane.part, failure=refusal),)
        match request:
            case Open():
                return self.opening
            case ListFiles(view=view, wanted=wanted):
                lists = {folder: self.files.get((view, folder), ()) for folder in request.folders}
                if wanted:
                    whole = [row for (of, _), rows in self.files.items() if of == view for row in rows]
                    lists = {request.folder: tuple(row for row in whole if wanted in row.path)}
                return tuple(
                    replies.FilesListed(view=view, folder=folder, first=0, rows=rows, total=len(rows))
                    for folder, rows in lists.items()
                )
            case ReadText(text=text):
                data, language, binary = self.texts.get(text, (b'{"schemaVersion": 2}\n', "json", False))
                path = self.folder / f"text-{text}"
                path.write_bytes(data)
                return (replies.TextReady(path=str(path), size=len(data), language=language, binary=binary),)
            case ReadFacts(document=document):
                if self.stream is not None and document > 1:
                    return (facts_of(self.stream.rows[document - 1]),)
                told = replies.FactsRead(facts=self.facts, origin=self.origin)
                return (replace(told, overview=self.overview),)
            case CompareReaders() | Preview() | ReadManual():
                return self._beside(request)
            case SearchText() | SearchFields() | SearchPackages():
                return self._found(request)
        return ()

    def _found(self, request: SearchText | SearchFields | SearchPackages) -> Sequence[Event]:
        """The replies to searches."""
        match request:
            case SearchFields(words=words):
                return (FieldsFound(words=words, found=(), count=0, done=1, total=1),)
            case SearchPackages(words=words):
                found, count = self.elsewhere, len(self.elsewhere)
                return (PackagesFound(words=words, found=found, count=count, packages=1),)
            case SearchText(word=word) if self.stream is not None:
                data, rows = self.stream.path.read_bytes().lower(), self.stream.rows
                holding = frozenset(row.document for row in rows if word.encode() in data[row.start : row.end])
                return (replies.TextFound(documents=holding, done=len(rows), total=len(rows)),)
        return ()

    def _beside(self, request: CompareReaders | Preview | ReadManual) -> Sequence[Event]:
        """The replies about documents in sight, about readers, and about rules."""
        if isinstance(request, ReadManual):
            return (judging.ManualRead(pages=tuple(page for page in _manual() if page.id in request.rules)),)
        if isinstance(request, CompareReaders):
            if self.comparison is None:
                return ()
            return (replies.ReadersCompared(comparison=replace(self.comparison, base=request.base)),)
        return [previewed(document, request.profile) for document in request.documents]

    def application(self, **options: object) -> Application:
        """An application that shows it."""
        return application(ScriptedPort(self), self.source, **options)


@cache
def _manual() -> list[ManualPage]:
    """The pages of all rules, which are made once."""
    return pages()


def previewed(document: int, profile: str) -> Event:
    """A document that is in error, as a preview shows it before its turn."""
    wrong = Finding(rule="XPKG708", severity=Severity.ERROR, message="it is wrong", place=Place(document=document))
    return judging.Previewed(document=document, badge=Badge.ERROR, profile=profile, findings=(wrong,))


def application(port: ScriptedPort, source: str | None, **more: object) -> Application:
    """An application over a port."""
    return Application(port, source=source, **{"options": Options(), **more})  # type: ignore[arg-type]


def facts_of(row: ObjectRow) -> replies.FactsRead:
    """The facts of a definition, as the service would send them."""
    facts = (
        ("object", f"{row.kind} {row.name}  {row.api_version}"),
        ("defines", f"{row.defines} in {row.group}"),
        ("serves as", "managed resource (category managed)"),
        ("scope", row.scope or ""),
        ("plural", row.plural or ""),
        ("categories", "crossplane, managed"),
        *(("version", f"{name}: served\nspec: 6 fields, 1 required (forProvider)") for name in row.versions),
        ("size", "42 lines, 1.2 kB"),
    )
    origin = f"layer 2 · package.yaml · document {row.document} of 25 · line {row.line:,}"
    return replies.FactsRead(facts=facts, origin=origin)


def text_of(application: Application) -> str:
    """The screen as text."""
    strips = application.screen._compositor.render_strips()
    return "\n".join(strip.text.rstrip() for strip in strips)
