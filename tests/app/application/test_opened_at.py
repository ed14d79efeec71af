"""`--at`: the screen opens at a place, or says that it is not there."""

from pathlib import Path

from builders.pilots import Show, Shown
from builders.screens import stories

from xpkgtui.app.copy.offers import offers
from xpkgtui.app.state.places import parse_place
from xpkgtui.app.state.selection import ListId


def told(shown: Shown) -> list[str]:
    return [toast.message for toast in shown.app._notifications]


async def test_a_field_is_shown_at_its_line(show: Show) -> None:
    async with show(stories.accepted, at=parse_place("crd/buckets:apiVersion")) as shown:
        stream = shown.app.inspection.stream
        assert stream is not None
        assert shown.selection.line is not None
        text = Path(stream.path).read_text().splitlines()[shown.selection.line - 1]
        assert text == "          apiVersion:"


async def test_a_file_is_chosen(show: Show) -> None:
    async with show(stories.accepted, at=parse_place("file/package.yaml")) as shown:
        assert (shown.selection.list_id, shown.selection.row(ListId.FILES)) == (ListId.FILES, "package.yaml")
        assert told(shown) == []


async def test_a_place_that_is_not_there_is_said(show: Show) -> None:
    async with show(stories.accepted, at=parse_place("layer/9")) as shown:
        assert told(shown) == ["There is no layer 9: the layers are 0 to 3."]


async def test_copy_as_offers_the_call_that_comes_back_here(show: Show) -> None:
    async with show(stories.accepted, at=parse_place("layer/1")) as shown:
        found = offers(shown.app.inspection, shown.selection, shown.app.replies, shown.page)
        (call,) = [one.text for one in found.items if one.label == "open here"]
        assert call.startswith("xpkgtui ")
        assert call.endswith(" --at layer/1")
