"""The line to type into."""

from textual import on
from textual.app import App, ComposeResult

from xpkgtui.app import styles, themes
from xpkgtui.app.state.outcomes import Purpose
from xpkgtui.app.widgets.prompt import Prompt


class Asking(App[None]):
    """Remembers the messages of its prompt."""

    CSS_PATH = styles.sheets()

    def __init__(self) -> None:
        super().__init__()
        self.told: list[tuple[str, str, str]] = []

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return dict(themes.DARK.variables)

    def compose(self) -> ComposeResult:
        yield Prompt()

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
