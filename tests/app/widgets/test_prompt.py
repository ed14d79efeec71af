"""The line to type into."""

import pytest
from textual import on
from textual.app import App, ComposeResult
from textual.widgets import Static

from xpkgtui.app import themes
from xpkgtui.app.state.outcomes import Purpose
from xpkgtui.app.widgets.prompt import Prompt


class Asking(App[None]):
    """Remembers the messages of its prompt."""

    CSS_PATH = themes.sheets()

    def __init__(self) -> None:
        super().__init__()
        self.told: list[tuple[str, str, str]] = []
        self.steps: list[tuple[int, int]] = []

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return dict(themes.DARK.variables)

    def compose(self) -> ComposeResult:
        yield Prompt()

    @on(Prompt.Moved)
    def _moved(self, event: Prompt.Moved) -> None:
        self.steps.append((event.rows, event.half_pages))

    @on(Prompt.Typed)
    @on(Prompt.Done)
    @on(Prompt.Closed)
    def _heard(self, event: Prompt.PromptMessage) -> None:
        self.told.append((type(event).__name__, event.purpose, event.text))


async def test_typing_is_told_with_its_purpose_and_enter_ends_it() -> None:
    app = Asking()
    async with app.run_test() as pilot:
        app.query_one(Prompt).open(Purpose.FILTER, "a")
        await pilot.press("b", "enter")
        await pilot.pause()
    assert app.told == [("Typed", "filter", "ab"), ("Done", "filter", "ab")]


async def test_it_is_empty_until_something_is_asked_and_keeps_its_line_then() -> None:
    app = Asking()
    async with app.run_test() as pilot:
        prompt = app.query_one(Prompt)
        prompt.say(Purpose.FILTER, "No such key.")
        assert not prompt.children
        for _ in range(2):
            prompt.open(Purpose.FILTER)
            await pilot.press("escape")
        assert len(prompt.children) == 3
        for purpose, label in ((Purpose.FILTER, " Filter "), (Purpose.SEARCH, " Search ")):
            prompt.open(purpose)
            assert str(prompt.query_one(Static).render()) == label


async def test_escape_gives_it_up() -> None:
    app = Asking()
    async with app.run_test() as pilot:
        app.query_one(Prompt).open(Purpose.FILTER)
        await pilot.press("escape")
        await pilot.pause()
        assert not app.query_one(Prompt).display
    assert app.told == [("Closed", "filter", "")]


async def test_the_arrows_bring_back_what_was_typed_before() -> None:
    app = Asking()
    async with app.run_test() as pilot:
        app.query_one(Prompt).open(Purpose.SEARCH, past=("first", "second"))
        await pilot.press("up", "up", "up", "down", "enter")
        await pilot.pause()
    assert app.told[-1] == ("Done", "search", "second")


async def test_arrows_and_page_keys_of_a_filter_are_for_its_list() -> None:
    app = Asking()
    async with app.run_test() as pilot:
        app.query_one(Prompt).open(Purpose.FILTER, "a", past=("b",))
        await pilot.press("down", "up", "pagedown", "pageup")
        await pilot.pause()
    assert app.steps == [(1, 0), (-1, 0), (0, 2), (0, -2)]
    assert app.told == []


async def test_arrows_of_a_search_bring_back_what_was_searched() -> None:
    app = Asking()
    async with app.run_test() as pilot:
        app.query_one(Prompt).open(Purpose.SEARCH, past=("first", "second"))
        await pilot.press("up", "up", "pagedown", "enter")
        await pilot.pause()
    assert app.steps == []
    assert app.told[-1] == ("Done", "search", "first")


async def test_what_is_wrong_with_a_filter_stands_where_its_hint_was() -> None:
    app = Asking()
    async with app.run_test(size=(120, 24)) as pilot:
        prompt = app.query_one(Prompt)
        prompt.open(Purpose.FILTER, hint="word  re:")
        prompt.say(Purpose.FILTER, "✗ a ( has no )")
        await pilot.pause()
        assert "✗ a ( has no )" in str(prompt.query_one("#hint", Static).content)
        prompt.say(Purpose.FILTER, "")
        await pilot.pause()
        assert "word  re:" in str(prompt.query_one("#hint", Static).content)


async def test_the_same_words_again_lay_out_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    app = Asking()
    async with app.run_test() as pilot:
        prompt = app.query_one(Prompt)
        prompt.open(Purpose.FILTER)
        prompt.say(Purpose.FILTER, "a ( has no )")
        await pilot.pause()
        said: list[object] = []
        monkeypatch.setattr(Static, "update", lambda _, words: said.append(words))
        prompt.say(Purpose.FILTER, "a ( has no )")
        prompt.say(Purpose.FILTER, "")
    assert said == [""]


@pytest.mark.parametrize(("typed", "is_there"), [("a" * 60, True), ("a" * 100, False), ("表" * 50, False)])
async def test_the_hint_gives_way_to_what_is_typed(typed: str, is_there: bool) -> None:
    app = Asking()
    async with app.run_test(size=(120, 5)) as pilot:
        prompt = app.query_one(Prompt)
        prompt.open(Purpose.FILTER, typed[:-1], hint="word  kind:crd")
        await pilot.press(typed[-1])
        await pilot.pause()
        assert bool(str(prompt.query_one("#hint", Static).content)) is is_there
