"""Places that a call names, and fields in the text of a definition."""

from dataclasses import replace
from typing import Any

from app.state.keys.test_retry import scene
from builders.cases import each_row
from builders.inspection import ports

from xpkgtui.app.state.keys.arrival import arrive, field_line
from xpkgtui.app.state.outcomes import Move, SearchDetail, ShowSchema, Tell
from xpkgtui.app.state.places import ScreenPlace, parse_place
from xpkgtui.app.state.replies import Replies
from xpkgtui.app.state.selection import ListId, Selection, Subject, TabId
from xpkgtui.errors import Failure, FailureKind
from xpkgtui.filesystem.tar.entry import EntryType
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.parts import Ready, Waiting
from xpkgtui.inspection.messages.replies import FilesListed
from xpkgtui.inspection.messages.requests import ListFiles, View
from xpkgtui.inspection.rows.files import FileRow

TEXT = b"""spec:
  versions:
  - name: v1
    schema:
      openAPIV3Schema:
        description: |
          properties: none
        properties:
          kind:
            properties:
              region: {}
          spec:
            properties:
              list:
                items:
                  properties:
                    region:
                      type: string
              region:
                type: string
"""


@each_row(
    ("field", "line"),
    [
        ("spec", "          spec:"),
        ("spec.region", "              region:"),
        ("spec.list[].region", "                    region:"),
        ("spec.list.nowhere", "              list:"),
        ("nowhere", None),
    ],
)
def test_fields_are_found_where_they_are(field: str, line: str | None) -> None:
    found = field_line(TEXT, field)
    assert (None if found is None else TEXT.decode().split("\n")[found[0]]) == line


@each_row("data", [b"", b"openAPIV3Schema:", b"\xff: [", b" openAPIV3Schema:\n properties:\n"])
def test_other_texts_have_none(data: bytes) -> None:
    assert field_line(data, "spec") is None


WHOLE = ports.inspection(*ports.package(ports.finding("XPKG401", document=2, line=3)))
ROW = replace(WHOLE.rows[1], plural="things", defines="Thing", end=len(TEXT), first_line=20)
WHOLE = replace(WHOLE, objects=Ready((WHOLE.rows[0], ROW)))
EARLY = ports.inspection(ports.resolved())
EMPTY = replace(WHOLE, manifest=Waiting(), objects=Waiting(), reading=None)


def at(place: str, state: Inspection = WHOLE, replies: Replies | None = None, **chosen: Any) -> Any:
    """The sentence that is said, what of the selection matters, or None while it is waited for."""
    here = replace(scene(state, replies), selection=Selection(**chosen))
    arrival = arrive(here, parse_place(place), lambda start, end: TEXT[start:end])
    if arrival.is_over and len(arrival.outcomes) == 1 and isinstance(arrival.outcomes[0], Tell):
        return arrival.outcomes[0].words
    return arrival.outcomes if arrival.is_over else None


@each_row("place", ["layer/0", "finding/XPKG401", "file/a", "crd/things"])
def test_a_place_is_waited_for_while_it_may_come_and_given_up_where_opening_failed(place: str) -> None:
    assert at(place, EARLY) is None
    assert at(place, replace(EARLY, failure=Failure(kind=FailureKind.BUG, title=""))) == ()


@each_row(
    ("place", "state", "sentence"),
    [
        ("layer/7", WHOLE, "There is no layer 7: the layers are 0 to 1."),
        ("layer/0", EMPTY, "There are no layers."),
        ("finding/XPKG402", WHOLE, "There is no finding XPKG402; the nearest is XPKG401."),
        ("finding/zzz", WHOLE, "There is no finding ZZZ."),
        ("file/a", EMPTY, "There are no files to show."),
        ("crd/things", EMPTY, "There are no objects."),
        ("crd/thinks", WHOLE, "There is no object crd/thinks; the nearest is crd/things.example.org."),
        ("job/provider-x", WHOLE, "There is no object job/provider-x; the nearest is provider/provider-x."),
    ],
)
def test_what_is_not_there_is_said_with_the_nearest(place: str, state: Inspection, sentence: str) -> None:
    assert at(place, state) == sentence


def test_without_layers_none_is_named() -> None:
    assert isinstance(WHOLE.manifest, Ready)
    bare = replace(WHOLE, manifest=Ready(replace(WHOLE.manifest.value, layers=())))
    assert at("layer/0", bare) == "There is no layer 0: there is none."


def test_a_layer_and_a_finding_are_shown() -> None:
    (layer,), (finding,) = at("layer/1"), at("finding/xpkg401")
    assert (layer.selection.list_id, layer.selection.row(ListId.LAYERS)[:2]) == (ListId.LAYERS, "1:")
    assert (finding.selection.finding, finding.selection.tabs) == (0, {Subject.VERDICT: TabId.MANUAL})


@each_row("name", ["things.example.org", "things", "Thing"])
def test_an_object_is_shown_by_each_of_its_names(name: str) -> None:
    for kind in ("crd", "customresourcedefinition"):
        (move,) = at(f"{kind}/{name}")
        assert (move.selection.list_id, move.selection.document) == (ListId.OBJECTS, 2)


@each_row(
    "short, kind",
    [("csv", "ClusterServiceVersion"), ("mrd", "ManagedResourceDefinition"), ("xrd", "CompositeResourceDefinition")],
)
def test_a_kind_has_a_short_name(short: str, kind: str) -> None:
    state = replace(WHOLE, objects=Ready((replace(ROW, kind=kind),)))
    assert [move.selection.document for move in at(f"{short}/things", state)] == [2]


def test_a_field_is_shown_at_its_line_or_searched_for() -> None:
    (move,) = at("crd/things:spec.region")
    assert (move.selection.line, move.selection.tabs) == (20 + 18, {Subject.OBJECT: TabId.YAML})
    assert at("crd/things:spec.list[].size")[1:] == (
        Tell("spec.list[].size was not found; spec.list[] is the nearest above."),
    )
    move, search = at("crd/things:nowhere.deep")
    assert move.selection.line is None
    assert search == SearchDetail("deep:", is_entered=True)


def test_a_name_may_have_a_colon_itself() -> None:
    role = replace(ROW, kind="ClusterRole", name="system:node")
    state = replace(WHOLE, objects=Ready((WHOLE.rows[0], role)))
    assert at("clusterrole/system:node", state)[0].selection.document == 2
    assert at("crd/things:spec:region")[0].selection.document == 2


def test_a_version_of_a_definition_shows_its_schema() -> None:
    place = ScreenPlace(
        kind=parse_place("crd/things").kind, name="things", object_kind="crd", version="0:v1", field="a"
    )
    move, shown = arrive(scene(WHOLE), place).outcomes
    assert isinstance(move, Move)
    assert isinstance(shown, ShowSchema)
    assert (shown.left.document, shown.left.version, shown.left.path) == (2, "0:v1", "a")


def listed(folder: str, *rows: FileRow, total: int = 0, replies: Replies | None = None) -> Replies:
    event = FilesListed(view=View.BASE, folder=folder, first=0, rows=rows, total=total or len(rows))
    return (replies or Replies()).with_event(ListFiles(view=View.BASE, folder=folder), event)


def entry(path: str, type: EntryType = EntryType.FILE) -> FileRow:
    return FileRow(path=path, type=type, size=0, mode=0, layer=1)


def test_the_folders_above_a_file_are_opened_and_listed_first() -> None:
    top = listed("", entry("a", EntryType.DIRECTORY))
    both = listed("a", entry("a/b"), replies=top)
    opening = arrive(scene(WHOLE), parse_place("file/a/b"))
    assert not opening.is_over
    (move,) = opening.outcomes
    assert isinstance(move, Move)
    assert (move.selection.list_id, move.selection.folders) == (ListId.FILES, frozenset({"a"}))
    waiting = arrive(replace(scene(WHOLE, top), selection=move.selection), parse_place("file/a/b"))
    assert (waiting.is_over, waiting.outcomes) == (False, ())
    (shown,) = at("file/a/b", replies=both)
    assert shown.selection.row(ListId.FILES) == "a/b"
    assert at("file/a/c", replies=both) == "There is no file a/c; the nearest is a/b."
    assert at("file/x", replies=both) == "There is no file x."
