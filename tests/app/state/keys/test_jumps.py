"""Where the screen stands while nothing has been chosen: at the end on what is to blame, with its findings."""

from dataclasses import replace
from typing import Any

import pytest
from builders.inspection import ports

from xpkgtui.app.state.keys import jumps
from xpkgtui.app.state.lists import chosen
from xpkgtui.app.state.selection import ListId, Selection, Subject, TabId
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.parts import Ready
from xpkgtui.oci.platform import Platform
from xpkgtui.rules.finding import Acceptance


def refused(**place: Any) -> Inspection:
    """A package that is refused for the second of two findings, which is at that place."""
    first, culprit = ports.finding(message="is odd", layer=0), ports.finding(**place)
    state = ports.inspection(*ports.package(first, culprit, acceptance=Acceptance.REFUSED))
    assert isinstance(state.verdict, Ready)
    assert culprit in state.findings
    return replace(state, verdict=Ready(replace(state.verdict.value, culprit=culprit)))


@pytest.mark.parametrize(
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
