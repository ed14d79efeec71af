"""The screen of the examples of a package: what it shows, what keys do, and the price of a layer."""

from pathlib import Path

import pytest
from builders.goldens import Golden
from builders.pilots import Pictures, Shown
from builders.screens.examples import FOLDER, examples
from builders.screens.opened import open_screen
from builders.screens.port import ScriptedPort, Story
from builders.screens.stories import accepted

from xpkgtui.app.application import Application
from xpkgtui.app.screens.browsing import Browsing
from xpkgtui.app.screens.examples import ExampleScreen
from xpkgtui.app.screens.schemas import SchemaScreen
from xpkgtui.app.state.list_and_detail import ListPane
from xpkgtui.errors import Failure, FailureKind
from xpkgtui.formats.examples.example import Example, ExampleList, ExampleVerdict
from xpkgtui.inspection.messages.examples import ExamplesRead, ReadExamples
from xpkgtui.inspection.messages.requests import Options

PRICE = Failure(kind=FailureKind.PRICE, title="This reads layer 3: 18.2 MB to fetch.", hint="enter fetches it")
LOST = Failure(kind=FailureKind.NETWORK, title="The registry does not answer.")
GOLDENS: Pictures = {
    "examples_yaml_80x24": ((80, 24), ("E", "j", "enter")),
    "examples_120x40": ((120, 40), ("E",)),
    "examples_filtered_120x40": ((120, 40), ("E", "slash", *"grants", "enter")),
}


class OneExample(Story):
    """A package with one example, which may have a price, or cannot be read at first."""

    def __init__(self, story: Story, failure: Failure) -> None:
        super().__init__(story.folder)
        self.opening = story.opening
        self.refusals = {ReadExamples: failure}

    def __call__(self, request: object) -> object:  # type: ignore[override]
        """The events that answer a request."""
        if isinstance(request, ReadExamples) and (request.consent or not self.refusals):
            one = Example(file="a.yaml", line=1, kind="Boat", name="a", verdict=ExampleVerdict.ACCEPTED)
            return [ExamplesRead(whole=ExampleList(examples=(one,), kinds=1))]
        return super().__call__(request)  # type: ignore[arg-type]


def clipboard(shown: Shown) -> str:
    """What was copied."""
    return shown.app.clipboard


@pytest.mark.golden
async def test_it_looks_as_it_was_agreed(golden: Golden, tmp_path: Path) -> None:
    async with examples(tmp_path) as shown:
        await shown.press("escape")
        assert await shown.differing(GOLDENS, golden) == {}


async def test_keys_show_the_text_copy_and_lead_back_or_to_a_schema(tmp_path: Path) -> None:
    async with examples(tmp_path, "j", "y") as shown:
        assert clipboard(shown) == "with-grants"
        await shown.press("enter")
        assert shown.focus == ListPane.DETAIL
        assert "✗ 7     region: Frankfurt" in shown.text
        await shown.press("Y", "x")
        assert clipboard(shown) == f"xpkgtui examples {FOLDER}"
        await shown.press("escape", "slash", *"plain", "enter")
        assert "with-grants" not in shown.text
        await shown.press("escape")
        assert "with-grants" in shown.text
        await shown.press("escape")
        assert isinstance(shown.app.screen, Browsing)
        await shown.press("E", "G", "enter")
        assert isinstance(shown.app.screen, SchemaScreen)
        document = shown.app.screen.selection.document
        assert [row.defines for row in shown.app.inspection.rows if row.document == document] == ["Inventory"]


async def test_the_price_is_said_and_agreed_to(tmp_path: Path) -> None:
    port = ScriptedPort(OneExample(accepted(tmp_path), PRICE))  # type: ignore[arg-type]
    app = Application(port, source="a", options=Options())
    async with app.run_test(size=(80, 24)) as pilot:
        shown = Shown(app, port, pilot)
        await shown.settle()
        await shown.press("E")
        assert "This reads layer 3: 18.2 MB to fetch" in shown.text
        assert "enter Fetch" in shown.text
        await shown.press("enter")
        assert port.requests(ReadExamples) == [ReadExamples(), ReadExamples(consent=True)]
        assert "✓ 1 example: 1 accepted" in shown.text
        await shown.press("escape", "E")
        assert "✓ 1 example: 1 accepted" in shown.text
        assert len(port.requests(ReadExamples)) == 2


async def test_what_failed_is_asked_again(tmp_path: Path) -> None:
    story = OneExample(accepted(tmp_path), LOST)
    port = ScriptedPort(story)  # type: ignore[arg-type]
    app = Application(port, source="a", options=Options())
    async with app.run_test(size=(80, 24)) as pilot:
        shown = Shown(app, port, pilot)
        await shown.settle()
        await shown.press("E")
        assert "Not read: The registry does not answer" in shown.text
        story.refusals = {}
        await shown.press("r")
        assert "✓ 1 example: 1 accepted" in shown.text


async def test_a_format_without_examples_says_so() -> None:
    async with open_screen("demo:catalog") as shown:
        await shown.press("E")
        assert isinstance(shown.app.screen, ExampleScreen)
        assert "No examples: packages of this format have no examples." in shown.text
