"""The start screen, and the same over the screen of a package."""

import pytest
from builders.cases import each_row
from builders.pilots import Show, Shown
from builders.screens import stories
from builders.screens.port import ScriptedPort, text_of
from textual import events

from xpkgtui import __version__
from xpkgtui.app.application import Application
from xpkgtui.app.screens.changes import ChangeScreen
from xpkgtui.app.screens.chapter import ChapterScreen
from xpkgtui.app.screens.dependencies import DependencyScreen
from xpkgtui.app.screens.help import Help
from xpkgtui.app.screens.start import StartOver, heading
from xpkgtui.app.screens.tags import TagScreen
from xpkgtui.app.start.choices import Offered
from xpkgtui.app.start.completions import known
from xpkgtui.app.views.start_view import SourceSuggester
from xpkgtui.inspection.messages.requests import ListTags, Open, Options
from xpkgtui.settings.state import Recent
from xpkgtui.sources.recognition.nearby import Nearby

NOW = 1_000_000_000.0
AWS, AZURE = "xpkg.example.com/org/provider-aws:v1", "xpkg.example.com/org/provider-azure:v1"
OFFERED = Offered(
    recents=(
        Recent(source=AWS, verdict="refused", digest="sha256:2f0c77aa91b3" + "0" * 52, at=NOW - 120),
        Recent(source="registry.example.com/[/]:v1", verdict="accepted"),
    ),
    found=(Nearby(path="here.xpkg", kind="package archive", size=1_900_000, modified=NOW - 60),),
    references=(AWS, AZURE),
    folder="~/src",
    now=NOW,
)


async def started(*keys: str, size: tuple[int, int] = (100, 30), offered: Offered = OFFERED) -> tuple[list[str], str]:
    """The sources that were opened, and the screen."""
    port = ScriptedPort(lambda request: ())
    app = Application(port, source=None, options=Options(), offered=lambda: offered)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        await Shown(app, port, pilot).press(*keys)
        text = text_of(app)
    return [request.source for request in port.requests(Open)], text


@each_row(("width", "rows"), [(70, 2), (100, 1), (160, 1)])
def test_name_and_version_stand_at_both_ends_where_the_sentence_has_room_between(width: int, rows: int) -> None:
    title = heading(width)
    assert [len(title.plain.split("\n")), title.cell_length if rows == 1 else width] == [rows, width]


@pytest.mark.parametrize(
    ("typed", "rest"), [("a.ex", "a.example/b:v1"), ("example/b", None), ("b.ex", None), ("zzz", None)]
)
async def test_what_begins_as_it_is_typed_is_suggested_if_it_is_drawn_as_it_is(typed: str, rest: str | None) -> None:
    every = known(Offered(references=("b.example/\x1b", "a.example/b:v1")))
    assert await SourceSuggester(every).get_suggestion(typed) == rest


def line_with(text: str, words: str) -> str:
    return next(line for line in text.split("\n") if words in line)


async def test_its_first_frame_is_whole(frames: list[str]) -> None:
    await started()
    assert [words for words in ("Shows what", "tab Complete", "provider-aws") if words not in frames[0]] == []
    assert frames[0].split("\n")[0].startswith(" xpkgtui ")


async def test_it_says_what_the_program_is_and_each_choice_has_its_facts() -> None:
    _, text = await started(size=(100, 30))
    first = text.split("\n")[0]
    assert first.startswith(" xpkgtui   Shows what is in")
    assert first.rstrip().endswith(__version__)
    row = line_with(text, "here.xpkg")
    assert all(words in row for words in ("package archive", "1.9 MB", "1 minute ago"))
    assert "~/src" in line_with(text, "Packages in this folder")
    row = line_with(text, "provider-aws")
    assert f"✗ {AWS}" in row
    assert "@sha256:2f0c77aa91b3" in row
    assert "2 minutes ago" in row
    assert "✓ registry.example.com/[/]:v1" in text


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (160, 50)])
async def test_every_choice_is_named_at_every_size(size: tuple[int, int]) -> None:
    _, text = await started(size=size)
    for words in ("Open a package", "here.xpkg", "provider-aws:v1", "Recent", "Demo"):
        assert words in text
    if size == (80, 24):
        assert f"xpkgtui {__version__}" in text
        assert "Shows what is in a package of Crossplane or OLM, and which tools accept it" in text


async def test_a_recent_reference_loses_its_host_before_its_name_is_cut() -> None:
    repository = "org/" + "a" * 30
    offered = Offered(recents=(Recent(source=f"registry.example.com/{repository}:v1"),))
    _, text = await started(size=(64, 20), offered=offered)
    assert f"{repository}:v1" in text


async def test_enter_opens_what_was_chosen() -> None:
    for leads_to_the_list in ("down", "escape", "enter"):
        assert (await started(leads_to_the_list, "enter"))[0] == ["here.xpkg"]
    assert (await started("down", "j", "enter"))[0] == [AWS]
    assert (await started("down", "G", "enter"))[0] == ["demo:rukpak"]


async def test_the_line_has_the_keys_at_once() -> None:
    assert (await started(*"q:j", "enter"))[0] == ["q:j"]
    _, text = await started("escape")
    assert "A reference or path" in text


async def test_what_is_pasted_is_a_source_wherever_the_keys_are() -> None:
    port = ScriptedPort(lambda request: ())
    app = Application(port, source=None, options=Options(), offered=lambda: OFFERED)
    async with app.run_test(size=(100, 30)) as pilot:
        for key in ((), ("ctrl+u", "down")):
            await pilot.press(*key)
            app.post_message(events.Paste(f"{AZURE}\n"))
            await pilot.pause()
            await pilot.pause()
            assert f"› {AZURE}" in text_of(app)
        await pilot.press("enter")
    assert [request.source for request in port.requests(Open)] == [AZURE]


async def test_slash_filters_as_it_is_typed_and_counts() -> None:
    _, text = await started("escape", "/", *"HERE")
    assert "here.xpkg" in text
    assert "1 of 11" in text
    assert "Recent" not in text


async def test_a_filter_leaves_the_arrows_to_the_list_and_stays_in_the_title() -> None:
    assert (await started("escape", "/", *"!demo re:^(here|reg)", "down", "enter", "enter"))[0] == [
        "registry.example.com/[/]:v1"
    ]
    _, text = await started("escape", "/", *"here", "enter")
    assert "Or choose one · /here" in text
    _, text = await started("escape", "/", *"re:(")
    assert text.count("✗ a ( has no )") == 2, "in the title, and beside what is typed"


async def test_escape_clears_the_filter() -> None:
    _, text = await started("escape", "/", *"here", "enter", "escape")
    assert "demo" in text
    assert "1 of 9" not in text


async def test_a_filter_without_a_match_says_what_to_do() -> None:
    opened, text = await started("escape", "/", *"zzz", "enter", "enter")
    assert "Nothing matches the filter." in text
    assert not opened


async def test_what_is_typed_is_opened_though_something_longer_is_known() -> None:
    assert (await started(*AWS[:-1], "enter"))[0] == [AWS[:-1]]


async def test_completions_are_counted_and_request_nothing() -> None:
    opened, text = await started(*"provider")
    assert "2 of 12 known · no request made" in text
    assert "in the cache" in line_with(text, "provider-azure")
    assert opened == []


@pytest.mark.parametrize("key", ["tab", "right"])
async def test_the_ghost_text_is_taken(key: str) -> None:
    assert (await started(*"xpkg.example.com/org/provider-a", key, "enter"))[0] == [AWS]


async def test_arrows_choose_among_the_completions() -> None:
    assert (await started(*"provider", "down", "down", "enter"))[0] == [AZURE]
    assert (await started(*"provider", "down", "up", "enter"))[0] == ["provider"]


async def test_arrow_up_brings_back_what_was_opened_before() -> None:
    assert (await started("up", "enter"))[0] == [AWS]
    assert (await started("up", "up", "enter"))[0] == ["registry.example.com/[/]:v1"]
    assert (await started("up", "up", "down", "enter"))[0] == [AWS]


async def test_nothing_is_opened_where_nothing_is_typed() -> None:
    assert (await started(" ", "enter"))[0] == []


async def test_colon_asks_over_the_package_and_escape_goes_back(show: Show) -> None:
    async with show(stories.accepted, offered=lambda: OFFERED) as shown:
        first = shown.text.split("\n")[0]
        await shown.press(":")
        assert isinstance(shown.app.screen, StartOver)
        assert shown.text.split("\n")[0] == first
        assert "here.xpkg" in shown.text
        assert "tab Complete" in shown.text
        await shown.press(*"a", "escape")
        assert not isinstance(shown.app.screen, StartOver)


async def test_colon_takes_commands_too(show: Show) -> None:
    async with show(stories.accepted, offered=lambda: OFFERED, size=(80, 24)) as shown:
        await shown.press(":", *"de")
        assert ":deps" in shown.text
        await shown.press(*"ps", "enter")
        assert isinstance(shown.app.screen, DependencyScreen)
        await shown.press("escape", ":", *":rbac", "enter")
        assert shown.app.clipboard == f"xpkgtui rbac {shown.app.inspection.source}"
        await shown.press(":", *"rules xpkg613", "enter")
        assert "Manual XPKG613" in shown.text
        await shown.press(":", *":frob", "enter")
        assert shown.toasts[-1].startswith(":frob is not a command")
        await shown.press(":", "f1")
        assert isinstance(shown.app.screen, Help)
        await shown.press("enter")
        assert isinstance(shown.app.screen, ChapterScreen)
        await shown.press("escape", *"q", "enter")
        assert not shown.app.is_running


async def test_colon_and_q_leave_the_start_screen() -> None:
    port = ScriptedPort(lambda request: ())
    app = Application(port, source=None, options=Options(), offered=lambda: OFFERED)
    async with app.run_test() as pilot:
        await pilot.press(":", "q", "enter")
        await pilot.pause()
        assert not app.is_running
    assert port.requests(Open) == []


async def test_what_is_chosen_over_the_package_takes_its_place(show: Show) -> None:
    async with show(stories.accepted, offered=lambda: OFFERED) as shown:
        await shown.press(":", *"provider", "down", "f2")
        assert isinstance(shown.app.screen, TagScreen)
        assert shown.port.requests(ListTags)[-1].repository == AWS
        await shown.press("escape", "m", ":", "tab", "D")
        assert isinstance(shown.app.screen, ChangeScreen)
        assert "→" in shown.text.split("\n")[0]
        await shown.press("escape", ":", *"provider", "down", "enter")
        assert shown.port.requests(Open)[-1].source == AWS
        assert shown.app.screen is shown.screen


async def test_colors_are_told_so_that_they_can_be_kept() -> None:
    kept: list[str] = []
    app = Application(ScriptedPort(lambda request: ()), source=None, options=Options(), theme_chosen=kept.append)
    async with app.run_test(size=(80, 24)):
        for _ in range(3):
            app.action_theme()
    assert kept == ["xpkg-light", "xpkg-ansi", "xpkg-dark"]


async def test_the_palette_offers_what_the_start_screen_can_do() -> None:
    _, text = await started("ctrl+p")
    assert "Open another source" in text
    assert "Go to the layers" not in text


async def test_help_lists_the_keys_that_work_there() -> None:
    _, typing = await started("f1")
    assert "Take the completion" in typing
    assert "Quit (twice" in typing
    assert not any(words in typing for words in ("List all findings", "A row down", "Filter a list", "Reload"))
    _, listed = await started("escape", "f1", *"row")
    assert "A row down" in listed
    _, listed = await started("escape", "f1", *"find")
    assert "List all findings" not in listed
    assert "Find commands" in listed


async def test_it_says_how_to_leave_at_every_width() -> None:
    for size in ((60, 20), (80, 24), (120, 40)):
        _, text = await started(size=size)
        assert "ctrl+c Quit" in text


async def test_the_key_that_it_names_leaves_it() -> None:
    app = Application(ScriptedPort(lambda _: ()), source=None, options=Options(), offered=lambda: OFFERED)
    async with app.run_test() as pilot:
        await pilot.press("ctrl+c")
        await pilot.pause()
        assert not app.is_running or app._exit
