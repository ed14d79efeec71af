"""A second format, tiny and made up, that no line of the program knows: a notebook is a folder of notes in YAML.

It has one reader of folders, which takes the notes in the order of their names, rules, and two programs, each with
its profile: both verdicts are shown. A test puts it into the table of formats; nothing else is needed for it to be
opened, listed, shown and judged.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, BinaryIO

from xpkgtui.documents.chunk import Chunk, StreamBytes
from xpkgtui.documents.document import BrokenDocument, PackageDocument, parse
from xpkgtui.documents.position import FieldPath
from xpkgtui.documents.stream import Stream
from xpkgtui.formats.fact import Fact, brief
from xpkgtui.formats.format import Evidence, Format, Traces
from xpkgtui.formats.images.folder_images import FolderImages
from xpkgtui.formats.package_objects import PackageObjects
from xpkgtui.formats.profile_format import ProfileFormat
from xpkgtui.formats.role import Role
from xpkgtui.formats.summary import FormatSummary
from xpkgtui.readers.assembly import assemble
from xpkgtui.readers.folder import FolderReading, FolderStep, SourceFolder
from xpkgtui.readers.known_reader import KnownReader
from xpkgtui.readers.reader import Step
from xpkgtui.rules.case import Case
from xpkgtui.rules.catalogue import Catalogue
from xpkgtui.rules.finding import ObjectName, Stage
from xpkgtui.rules.rule import Problem, rule
from xpkgtui.rules.wording import Wording
from xpkgtui.untyped import field

SUMMARY = FormatSummary(
    name="notebook",
    wording=Wording(
        program="Scribe",
        reader="Scribe 1.0",
        stream_file="notes.yaml",
        judges={"scribe": "Scribe 1.0", "press": "The Press 3"},
        programs={"shelf": "Scribe 1.0", "press": "The Press 3"},
    ),
    profiles=("scribe", "press"),
    deciding="shelf",
    rule_prefix="NOTE",
)
READERS = {"shelf": "scribe", "press": "press"}
"""The profile of each program."""
COVER = "notebook.yaml"
LONGEST = 10


class Shelf:
    """The one reader: all notes in the order of their names, the cover first."""

    in_images = True
    marks: tuple[str, ...] = ("notes",)
    hint = "a notebook notes/"

    def place(self, folder: SourceFolder) -> str | None:
        return "" if folder.has_file(COVER) else None

    def read(self, folder: SourceFolder, place: str, sink: BinaryIO, spool: BinaryIO) -> FolderReading:
        walked = folder.walk(place, endings=(".yaml",))
        assembly = assemble(folder, walked.files, sink, spool, lambda chunk: chunk.kind == "Notebook")
        step = FolderStep(step=Step(title="Takes the notes", evidence=f"{assembly.read} files"))
        return FolderReading(
            origins=assembly.origins, steps=(step,), truncated=assembly.truncated, files=folder.entries(place)
        )


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Note:
    """What the rule looks at."""

    chunk: Chunk
    document: PackageDocument | BrokenDocument

    @property
    def value(self) -> object:
        return self.document.value if isinstance(self.document, PackageDocument) else None

    @property
    def object_name(self) -> ObjectName | None:
        kind, name = (field(self.value, *path) for path in (("kind",), ("metadata", "name")))
        return ObjectName(api_version="notes/v1", kind=str(kind), name=str(name))


class Reading:
    """Every note by itself."""

    def __init__(self, case: Case, data: StreamBytes, stream: Stream) -> None:
        self._data = data

    def document(self, chunk: Chunk) -> Note:
        return Note(chunk=chunk, document=parse(self._data, chunk))

    def remember(self, subject: Note) -> None:
        """Nothing is needed of a note when it is gone."""

    def package(self) -> None:
        return None


@rule("NOTE001", "a note has a text", {"scribe": "E", "press": "W"}, stage=Stage.LINT, readers=("shelf",))
def note_has_text(note: Note) -> Iterator[Problem]:
    """Every note says something.

    Why: Scribe prints no empty page.
    When it bites: At printing.
    Fix: Write a text.
    Source: made up.
    """
    if field(note.value, "kind") == "Note" and not field(note.value, "text"):
        message = f"The note {field(note.value, 'metadata', 'name')} is empty"
        yield Problem(message=message, says="no text", path=FieldPath.of("text"))


@rule("NOTE002", "a note fits on its line", {"scribe": "W", "press": "E"}, stage=Stage.LINT, readers=("press",))
def note_fits(note: Note) -> Iterator[Problem]:
    """A text has at most ten letters.

    Why: The Press has one line for each note.
    When it bites: At printing.
    Fix: Write less.
    Source: made up.
    """
    if len(str(field(note.value, "text"))) > LONGEST:
        message = f"The note {field(note.value, 'metadata', 'name')} is too long"
        yield Problem(message=message, says="does not fit", path=FieldPath.of("text"))


@rule("NOTE003", "no secrets are printed", {"scribe": "", "press": "E"}, stage=Stage.PARSE, readers=("press",))
def no_secrets(note: Note) -> Iterator[Problem]:
    """The Press prints no secret.

    Why: Many read it.
    When it bites: Before printing.
    Fix: Rename it.
    Source: made up.
    """
    if field(note.value, "metadata", "name") == "secret":
        yield Problem(message="The note is a secret", says="secrets are not printed")


def recognise(traces: Traces) -> Evidence | None:
    """The cover, or documents that are notes."""
    if traces.folder is not None and Shelf().place(traces.folder) is not None:
        return Evidence(reasons=(f"it has {COVER}",))
    notes = sum((head.api_version or "").startswith("notes/") for head in traces.heads)
    return Evidence(reasons=(f"{notes} documents are notes",)) if notes else None


def role_of(head: Chunk) -> Role:
    """The cover describes the notebook."""
    return Role.EMPTY if head.empty else Role.META if head.kind == "Notebook" else Role.OBJECT


def catalogue() -> Catalogue[Any, Any, Any]:
    """The rules; those of a format are loaded when they are asked for."""
    return Catalogue(
        documents=(note_has_text, note_fits, no_secrets),
        image_subject=lambda case: case,
        examine=Reading,
        profiles=SUMMARY.profiles,
        bound_to_reader=frozenset(SUMMARY.profiles),
        wording=SUMMARY.wording,
        beside=SUMMARY.profiles,
    )


def facts(value: object, package: PackageObjects) -> Iterator[Fact]:
    """What a note says."""
    yield "says", brief(field(value, "text"))


NOTEBOOK: Format = ProfileFormat(
    summary=SUMMARY,
    judges=READERS,
    recognise=recognise,
    catalogue=catalogue,
    facts=facts,
    role_of=role_of,
    folder=Shelf(),
    images=FolderImages(
        matrix=tuple(KnownReader(name=name, title=SUMMARY.wording.programs[name]) for name in READERS),
        folders=Shelf(),
        missing="there is no notebook.yaml",
    ),
)
