"""`--at`: the screen opens at a place, or says that it is not there."""

from pathlib import Path

import pytest
from builders.pilots import Show, Shown
from builders.screens import stories

from xpkgtui.app.copy.offers import offers
from xpkgtui.app.state.places import parse_place
from xpkgtui.app.state.selection import ListId, Subject, TabId


def told(shown: Shown) -> list[str]:
    return [toast.message for toast in shown.app._notifications]


async def test_a_layer_is_chosen(show: Show) -> None:
    async with show(stories.accepted, at=parse_place("layer/1")) as shown:
        assert (shown.selection.list_id, shown.selection.layer) == (ListId.LAYERS, 1)


async def test_a_finding_shows_what_it_means(show: Show) -> None:
    async with show(stories.refused) as shown:
        rule = shown.app.inspection.findings[-1].rule
    async with show(stories.refused, at=parse_place(f"finding/{rule}")) as shown:
        assert shown.selection.verdict_tab is TabId.MANUAL
        assert rule in shown.text


async def test_a_field_is_shown_at_its_line(show: Show) -> None:
    async with show(stories.accepted, at=parse_place("crd/buckets:apiVersion")) as shown:
        stream = shown.app.inspection.stream
        assert stream is not None
        assert shown.selection.line is not None
        text = Path(stream.path).read_text().splitlines()[shown.selection.line - 1]
        assert text == "          apiVersion:"


async def test_a_field_that_its_schema_lacks_is_searched_for(show: Show) -> None:
    async with show(stories.accepted, at=parse_place("crd/buckets:spec.versions.name")) as shown:
        row = next(one for one in shown.app.inspection.rows if one.plural == "buckets")
        assert (shown.selection.document, shown.screen.search) == (row.document, "name:")
        assert shown.selection.tabs[Subject.OBJECT] is TabId.YAML


async def test_a_file_is_chosen(show: Show) -> None:
    async with show(stories.accepted, at=parse_place("file/package.yaml")) as shown:
        assert (shown.selection.list_id, shown.selection.row(ListId.FILES)) == (ListId.FILES, "package.yaml")
        assert told(shown) == []


@pytest.mark.parametrize(
    ("place", "words"),
    [
        ("layer/9", ["There is no layer 9: the layers are 0 to 3."]),
        ("crd/bucket.s3.aws.upbound.io", ["the nearest is crd/buckets.s3.aws.upbound.io."]),
        ("finding/XPKG999", ["There is no finding XPKG999."]),
        ("file/packages.yaml", ["There is no file packages.yaml; the nearest is package.yaml."]),
    ],
)
async def test_a_place_that_is_not_there_is_said_with_the_nearest(place: str, words: list[str], show: Show) -> None:
    async with show(stories.accepted, at=parse_place(place)) as shown:
        (message,) = told(shown)
        assert [word for word in words if word not in message] == [], message


async def test_copy_as_offers_the_call_that_comes_back_here(show: Show) -> None:
    async with show(stories.accepted, at=parse_place("layer/1")) as shown:
        found = offers(shown.app.inspection, shown.selection, shown.app.replies, shown.view.page)
        (call,) = [one.text for one in found.items if one.label == "open here"]
        assert call.startswith("xpkgtui ")
        assert call.endswith(" --at layer/1")
