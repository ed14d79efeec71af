"""The selection: the identities of what is looked at, never row numbers."""

from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from enum import StrEnum, auto

from xpkgtui.app.state.schemas.selection import SchemaSelection
from xpkgtui.inspection.messages.requests import View
from xpkgtui.inspection.rows.platforms import PlatformRow
from xpkgtui.values import dataclass


class PaneId(StrEnum):
    """The panes of the screen, by the ids of their widgets."""

    PLATFORMS = "platforms"
    LAYERS = "layers"
    FILES = "files"
    OBJECTS = "objects"
    FINDINGS = "findings"
    READERS = "readers"
    FAILURE = "failure"
    DETAIL = "detail"
    FIELDS = "fields"
    """In Detail's place: the fields of a definition."""
    SIDE_PAGE = "side-page"
    """Beside Detail: what is found wrong in its text."""


class Subject(StrEnum):
    """What the tabs of Detail belong to; each subject remembers its own tab."""

    PLATFORM = auto()
    LAYER = auto()
    FILE = auto()
    OBJECT = auto()
    GROUP = auto()
    VERDICT = auto()
    PROGRESS = auto()


class TabId(StrEnum):
    """The tabs of Detail."""

    ANNOTATIONS = auto()
    ASKING = auto()
    """Who asks for a package."""
    CHANGE = auto()
    COMPOSED = auto()
    """What a package composes, by the definitions of its dependencies."""
    CONFIG = auto()
    CONTENT = auto()
    DESCRIPTOR = auto()
    FACTS = auto()
    FIELD = auto()
    """A field of a schema in full."""
    FINDINGS = auto()
    FORM = auto()
    """A drawing that the format has of an object."""
    GROUP = auto()
    JSON = auto()
    MANUAL = auto()
    OBJECTS = auto()
    """All objects of two packages that differ."""
    PROGRESS = auto()
    RAW = auto()
    SAMPLE = auto()
    SCHEMA = auto()
    STATE = auto()
    """What a cluster says of a package."""
    TREE = auto()
    """What a package of a set needs."""
    TEXT = auto()
    """Old and new text, side by side."""
    WHY = auto()
    YAML = auto()


class ListId(StrEnum):
    """The four lists, in the order of their keys."""

    PLATFORMS = auto()
    LAYERS = auto()
    FILES = auto()
    OBJECTS = auto()


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """The list, the row in each list, and how they are looked at."""

    list_id: ListId = ListId.LAYERS
    """The list whose row Detail shows."""
    in_detail: bool = False
    """Whether Detail has the keys."""
    verdict: bool = False
    """Whether Detail shows what belongs to the verdict instead."""
    rows: Mapping[ListId, str] = field(default_factory=dict)
    """The key of the chosen row in each list."""
    tabs: Mapping[Subject, TabId] = field(default_factory=dict)
    """The chosen tab of each subject."""
    filters: Mapping[PaneId, str] = field(default_factory=dict)
    """What is typed to narrow each list."""
    problems_only: bool = False
    """Whether lists show only what matters."""
    rows_before: Mapping[ListId, str] = field(default_factory=dict)
    """Rows that were chosen before they were hidden as what does not matter, or by a filter that is being typed."""
    flat: bool = False
    """Objects without their API groups."""
    open_all: bool | None = None
    """Whether groups are open unless toggled; None goes by their number."""
    toggled: frozenset[str] = frozenset()
    """Groups that are not as the others."""
    view: View | None = None
    """How files are looked at; None is the way Crossplane does."""
    view_layer: int | None = None
    """The layer of the views `layer` and `upto`."""
    folders: frozenset[str] = frozenset()
    """Folders that are open."""
    expanding: bool = False
    """Whether folders are opened as they are listed."""
    consent: bool = False
    """Whether the price of more layers was agreed to."""
    line: int | None = None
    """The line of the text that was jumped to."""
    finding: int | None = None
    """The finding that was jumped to."""
    schema: SchemaSelection = SchemaSelection()
    """What is chosen of the schemas of the definition that Detail shows."""
    reader: str = ""
    """The row of Why that was chosen: a reader, or a layer that might be the base."""
    beneath: bool = False
    """Whether the page below the readers has the keys."""
    rule: str = ""
    """The rule whose manual page is open without a finding that led there."""
    full: bool = False
    wrap: bool = False
    touched: bool = False
    """Whether a person has chosen anything; until then the screen goes where the news is."""

    def row(self, list_id: ListId) -> str:
        """The key of the chosen row in a list; empty where there is none."""
        return self.rows.get(list_id, "")

    def with_row(self, list_id: ListId, key: str) -> "Selection":
        """Another row of that list."""
        rows_before = {other: kept for other, kept in self.rows_before.items() if other is not list_id}
        return replace(self, rows={**self.rows, list_id: key}, rows_before=rows_before, line=None)

    def narrowed(self) -> "Selection":
        """Only what matters, or everything again, with the rows that were chosen then."""
        if not self.problems_only:
            return replace(self, problems_only=True)
        return replace(self, problems_only=False, rows={**self.rows, **self.rows_before}, rows_before={})

    def with_tab(self, subject: Subject, tab: TabId) -> "Selection":
        """Another tab."""
        return replace(self, tabs={**self.tabs, subject: tab}, line=None)

    @property
    def filtered(self) -> PaneId:
        """The list that a filter is for."""
        if self.verdict_tab is TabId.FINDINGS:
            return PaneId.FINDINGS
        is_schema = self.in_detail and not self.verdict and self.list_id is ListId.OBJECTS
        is_schema = is_schema and self.tabs.get(Subject.OBJECT) is TabId.SCHEMA
        return PaneId.FIELDS if is_schema else PaneId(self.list_id)

    def filter_of(self, pane: PaneId) -> str:
        """What narrows a list; empty where nothing does."""
        return self.schema.filter if pane is PaneId.FIELDS else self.filters.get(pane, "")

    def with_filter(self, pane: PaneId, text: str) -> "Selection":
        """Another filter of that list."""
        if pane is PaneId.FIELDS:
            return replace(self, schema=replace(self.schema, filter=text))
        return replace(self, filters={**self.filters, pane: text})

    def kept(self) -> "Selection":
        """The rows that a filter chose stay chosen; those before are forgotten, unless `z` brings them back."""
        return self if self.problems_only else replace(self, rows_before={})

    def tab(self, subject: Subject, tabs: Sequence[TabId], default: TabId | None = None) -> TabId:
        """The chosen one of these tabs; where none of them was chosen, the default, or the first."""
        for each in (self.tabs.get(subject), default):
            if each and each in tabs:
                return each
        return tabs[0]

    @property
    def verdict_tab(self) -> TabId | None:
        """The open tab of the verdict; None where Detail shows something else."""
        return self.tabs.get(Subject.VERDICT, TabId.WHY) if self.verdict else None

    @property
    def document(self) -> int | None:
        """The number of the chosen object's document."""
        return document_of(self.row(ListId.OBJECTS))


def document_key(document: int) -> str:
    """The key of an object's row."""
    return f"document:{document}"


def document_of(key: str) -> int | None:
    """The document that a row's key stands for; None for a heading."""
    word, _, number = key.partition(":")
    return int(number) if word == "document" else None


def entry_key(number: int, row: PlatformRow) -> str:
    """The key of an entry of the index; a digest may be listed twice."""
    return f"{row.place or number}:{row.digest or ''}"


def layer_key(index: int, digest: str) -> str:
    """The key of a layer's row; the number too, because a layer may occur twice."""
    return f"{index}:{digest}"


def reader_key(name: str) -> str:
    """The key of a reader's row."""
    return f"reader:{name}"


def base_key(layer: int) -> str:
    """The key of the row that says what if a layer were the base."""
    return f"base:{layer}"


def base_of(key: str) -> int | None:
    """The layer that a row of Why is about; None for a reader."""
    word, _, number = key.partition(":")
    return int(number) if word == "base" else None


def group_key(group: str) -> str:
    """The key of a group's heading."""
    return f"group:{group}"
