"""Where the screen stands while nothing has been chosen: at the end on what is to blame, with its findings."""

from dataclasses import replace
from typing import Any

from builders.cases import each_row
from builders.inspection import ports

from xpkgtui.app.state.keys import jumps
from xpkgtui.app.state.lists import chosen, groups
from xpkgtui.app.state.selection import ListId, PaneId, Selection, Subject, TabId
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.parts import Ready
from xpkgtui.oci.descriptor import Platform
from xpkgtui.rules.finding import Acceptance, Badge, Severity


def refused(**place: Any) -> Inspection:
    """A package that is refused for the second of two findings, which is at that place."""
    first, culprit = ports.finding(message="is odd", layer=0), ports.finding(**place)
    state = ports.inspection(*ports.package(first, culprit, acceptance=Acceptance.REFUSED))
    assert isinstance(state.verdict, Ready)
    assert culprit in state.findings
    return replace(state, verdict=Ready(replace(state.verdict.value, culprit=culprit)))


@each_row(
    ("place", "list_id", "subject"),
    [
        ({"document": 2, "line": 3}, ListId.OBJECTS, Subject.OBJECT),
        ({"path": "package.yaml", "layer": 1}, ListId.FILES, Subject.FILE),
        ({"layer": 1}, ListId.LAYERS, Subject.LAYER),
        ({}, ListId.PLATFORMS, Subject.PLATFORM),
    ],
)
def test_a_refused_package_shows_the_findings_of_what_is_to_blame(
    place: dict[str, object], list_id: ListId, subject: Subject
) -> None:
    state = refused(**place)
    found = jumps.follow(state, Selection())
    assert (found.list_id, found.tabs[subject], found.line, found.verdict) == (list_id, TabId.FINDINGS, None, False)
    assert found.finding is not None
    assert state.findings[found.finding] == state.culprit


def test_a_culprit_without_a_place_leaves_the_screen_at_a_list() -> None:
    found = jumps.follow(refused(path="gone", layer=7), Selection())
    assert (found.list_id, found.finding, found.verdict) == (ListId.LAYERS, None, False)


def test_what_was_chosen_stays() -> None:
    there = Selection(list_id=ListId.FILES, touched=True)
    assert jumps.follow(refused(document=2), there) == there


def test_objects_are_shown_once_they_are_listed() -> None:
    assert jumps.follow(ports.inspection(*ports.package()), Selection()).list_id is ListId.OBJECTS
    assert jumps.follow(ports.inspection(ports.resolved()), Selection()).list_id is ListId.LAYERS


def test_what_is_wrong_with_another_platform_leads_to_its_row() -> None:
    state = ports.inspection(*ports.package(ports.finding(platform="linux/arm64", layer=0, path="package.yaml")))
    arm = replace(state.entries[0], platform=Platform(os="linux", architecture="arm64"), selected=False)
    state = replace(state, platforms=Ready((*state.entries, arm)))
    found = jumps.to_finding(state, Selection(), state.findings[0])
    row = chosen.platform_row(state, found)
    assert row is not None
    assert (found.list_id, row.name, row.selected) == (ListId.PLATFORMS, "linux/arm64", False)


def with_findings(*found: Any) -> Inspection:
    return ports.inspection(*ports.package(*found))


BAD, INFO, LAST = (
    ports.finding("XPKG401", document=2, line=3),
    ports.finding("XPKG402", Severity.INFO, layer=0),
    ports.finding("XPKG403", Severity.WARNING, layer=1),
)
MIXED = with_findings(BAD, INFO, LAST)


@each_row(
    ("at", "step", "number"), [(None, 1, 0), (None, -1, 1), (0, 1, 1), (1, 1, 0), (1, -1, 0), (0, -1, 1), (2, 1, 0)]
)
def test_findings_are_gone_through_in_a_circle_and_information_is_passed_over(
    at: int | None, step: int, number: int
) -> None:
    assert [one.rule for one in MIXED.findings] == ["XPKG401", "XPKG403", "XPKG402"]
    found = jumps.next_finding(MIXED, Selection(finding=at), step)
    assert found is not None
    assert found.finding == number


def test_information_is_gone_through_where_there_is_nothing_worse() -> None:
    only = with_findings(INFO)
    found = jumps.next_finding(only, Selection(), 1)
    assert found is not None
    assert (found.finding, found.list_id) == (0, ListId.LAYERS)
    assert jumps.next_finding(with_findings(), Selection(), 1) is None


@each_row(
    ("place", "list_id", "tab"),
    [
        ({"document": 2, "line": 3}, ListId.OBJECTS, TabId.YAML),
        ({"document": 2}, ListId.OBJECTS, TabId.FINDINGS),
        ({"document": 9, "layer": 0}, ListId.LAYERS, TabId.FINDINGS),
        ({"layer": 1, "path": "./a/package.yaml"}, ListId.FILES, TabId.FINDINGS),
        ({"layer": 0, "path": "a"}, ListId.LAYERS, TabId.FINDINGS),
        ({"layer": 1, "path": "a" * 5_000}, ListId.LAYERS, TabId.FINDINGS),
        ({"layer": 9}, ListId.PLATFORMS, TabId.FINDINGS),
    ],
)
def test_a_finding_is_shown_at_its_object_its_file_or_its_layer(
    place: dict[str, Any], list_id: ListId, tab: TabId
) -> None:
    found = jumps.to_finding(MIXED, Selection(verdict=True, line=9), ports.finding(**place))
    assert (found.list_id, tab in found.tabs.values(), found.verdict) == (list_id, True, False)
    assert found.line == (place.get("line") if "document" in place else None)


def test_a_finding_without_a_place_is_shown_in_why() -> None:
    found = jumps.to_finding(MIXED, Selection(), ports.finding(layer=9, path="a"))
    assert (found.verdict, found.tabs) == (True, {Subject.VERDICT: TabId.WHY})


def test_a_manual_knows_its_finding_or_its_rule() -> None:
    shown, other = (jumps.manual(MIXED, Selection(), one) for one in (LAST, ports.finding("XPKG404")))
    assert (shown.finding, shown.rule, shown.verdict_tab) == (1, "", TabId.MANUAL)
    assert (other.finding, other.rule) == (None, "XPKG404")
    assert jumps.manual_of_rule(Selection(), "XPKG404").rule == "XPKG404"
    back = jumps.chosen_finding(MIXED, shown)
    assert back is not None
    assert (back.list_id, back.finding) == (ListId.LAYERS, 1)
    assert jumps.chosen_finding(MIXED, Selection()) is None
    listed = Selection(verdict=True, finding=1, rule="XPKG401", tabs={Subject.VERDICT: TabId.FINDINGS})
    from_list = jumps.chosen_finding(MIXED, listed)
    assert from_list is not None
    assert from_list.finding == 1


def test_an_object_is_shown_in_its_open_group_and_nothing_is_in_its_way() -> None:
    narrowed = Selection(verdict=True, problems_only=True, filters={PaneId.OBJECTS: "x"}, open_all=False)
    found = jumps.show_document(MIXED, narrowed, 2)
    assert (found.verdict, found.document, found.filter_of(PaneId.OBJECTS)) == (False, 2, "")
    assert found.toggled == {groups.group_of(MIXED.rows[1])}
    assert jumps.show_document(MIXED, found, 2).toggled == found.toggled
    assert jumps.show_document(MIXED, Selection(open_all=False), 1).toggled == frozenset()
    assert jumps.show_document(MIXED, narrowed, 9) is narrowed


def test_a_path_is_shown_in_its_open_folders() -> None:
    found = jumps.reveal(Selection(filters={PaneId.FILES: "x"}, folders=frozenset({"z"})), "a/b/c")
    assert (set(found.folders), found.row(ListId.FILES), found.filter_of(PaneId.FILES)) == (
        {"a", "a/b", "z"},
        "a/b/c",
        "",
    )
    assert jumps.reveal(Selection(), "a/b", unfold=True).folders == {"a", "a/b"}


def test_without_its_filter_a_list_opens_to_the_row_that_was_chosen() -> None:
    files = Selection(list_id=ListId.FILES, filters={PaneId.FILES: "x"}, rows={ListId.FILES: "a/b"})
    assert jumps.unfiltered(MIXED, files).folders == {"a"}
    objects = Selection(list_id=ListId.OBJECTS, rows={ListId.OBJECTS: "document:2"}, open_all=False)
    assert jumps.unfiltered(MIXED, objects.with_filter(PaneId.OBJECTS, "x")).toggled
    assert not jumps.unfiltered(MIXED, objects).toggled


def test_an_object_that_is_jumped_to_is_listed() -> None:
    state = ports.inspection(*ports.package(ports.finding(document=2)))
    state = replace(state, objects=Ready((*state.rows, replace(state.rows[1], document=3, badge=Badge.OK))))
    before = Selection(problems_only=True, verdict=True, filters={PaneId.OBJECTS: "x"})
    found = [jumps.show_document(state, before, document) for document in (2, 3)]
    assert [(one.document, one.problems_only) for one in found] == [(2, True), (3, False)]
    assert [(one.list_id, one.verdict, one.filter_of(PaneId.OBJECTS)) for one in found] == [
        (ListId.OBJECTS, False, "")
    ] * 2
    assert jumps.show_document(state, before, 9) is before


@each_row(
    ("place", "list_id"),
    [
        ({"document": 2, "layer": 1}, ListId.OBJECTS),
        ({"document": 99, "path": "package.yaml", "layer": 1}, ListId.FILES),
        ({"path": "package.yaml", "layer": 1}, ListId.FILES),
        ({"layer": 1}, ListId.LAYERS),
    ],
)
def test_a_finding_leads_to_what_is_listed_of_its_place(place: dict[str, Any], list_id: ListId) -> None:
    state = refused(**place)
    assert jumps.to_finding(state, Selection(), state.findings[-1]).list_id is list_id
