"""Entries of an index as sides of a comparison."""

from dataclasses import replace

from builders.cases import each_row

from xpkgtui.app.state.lists import platforms
from xpkgtui.app.state.selection import ListId, Selection, entry_key
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.parts import Ready
from xpkgtui.inspection.rows.platforms import PlatformRole, PlatformRow
from xpkgtui.oci.descriptor import Platform

AMD64 = PlatformRow(
    digest="sha256:a",
    media_type="",
    size=1,
    platform=Platform(os="linux", architecture="amd64"),
    role=PlatformRole.IMAGE,
    selected=True,
    chosen=True,
    place="0",
)
ARM64 = replace(
    AMD64,
    digest="sha256:b",
    platform=Platform(os="linux", architecture="arm64"),
    selected=False,
    chosen=False,
    place="1",
)
STATES = replace(ARM64, role=PlatformRole.ATTESTATION, platform=None, place="2")


def state(*rows: PlatformRow) -> Inspection:
    return Inspection(source="a", platforms=Ready(rows), is_index=True)


def test_an_entry_that_is_opened_by_itself_is_the_source_without_one() -> None:
    assert platforms.identity(AMD64) == platforms.identity(None) != platforms.identity(ARM64)


@each_row(("entry", "name"), [(AMD64, "a"), (ARM64, "a linux/arm64"), (None, "a")])
def test_a_source_is_called_by_the_platform_that_was_chosen(entry: PlatformRow | None, name: str) -> None:
    assert platforms.called("a", entry) == name


def test_an_attestation_is_not_compared() -> None:
    assert [bool(platforms.refusal(one)) for one in (STATES, ARM64)] == [True, False]


@each_row(
    ("rows", "entry", "is_refused"),
    [
        ((AMD64, ARM64), ARM64, False),
        ((AMD64, ARM64, replace(ARM64, place="2")), ARM64, True),
        ((AMD64, ARM64, replace(AMD64, selected=False, chosen=False, place="2")), AMD64, False),
        ((AMD64, replace(ARM64, platform=None)), replace(ARM64, platform=None), True),
    ],
    ids=["alone", "twice", "shown", "without a platform"],
)
def test_an_entry_without_a_name_of_its_own_is_shown_before_it_is_marked(
    rows: tuple[PlatformRow, ...], entry: PlatformRow, is_refused: bool
) -> None:
    assert bool(platforms.nameless(state(*rows), entry)) is is_refused


def test_the_entry_under_the_cursor_is_meant_while_the_platforms_of_an_index_are_looked_at() -> None:
    both, here = state(AMD64, ARM64), Selection(list_id=ListId.PLATFORMS)
    there = here.with_row(ListId.PLATFORMS, entry_key(1, ARM64))
    assert [platforms.under_cursor(both, one) for one in (here, there)] == [AMD64, ARM64]
    for elsewhere in (replace(there, verdict=True), replace(there, list_id=ListId.LAYERS)):
        assert platforms.under_cursor(both, elsewhere) is None
    assert platforms.under_cursor(replace(both, is_index=False), there) is None


def test_the_entry_of_a_source_is_the_one_that_is_shown() -> None:
    both = state(AMD64, ARM64)
    assert platforms.entry_of(both, "a") == AMD64
    assert platforms.entry_of(both, "b") is None
    assert platforms.entry_of(replace(both, is_index=False), "a") is None
    assert [platforms.shows(both, one) for one in (None, AMD64, ARM64)] == [True, True, False]
