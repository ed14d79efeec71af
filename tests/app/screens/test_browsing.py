"""What each key does."""

from collections.abc import Callable
from pathlib import Path

import pytest
from builders.pilots import Claims, Show, Shown
from builders.screens import stories
from builders.screens.images import AWS
from builders.screens.port import Story
from textual.events import Resize
from textual.geometry import Size

from xpkgtui.app.commands.table import COMMANDS
from xpkgtui.app.screen_model import ScreenModel
from xpkgtui.app.screens.help import Help
from xpkgtui.app.screens.start import StartOver
from xpkgtui.app.state.selection import ListId, PaneId
from xpkgtui.app.views.package_view import PackageView
from xpkgtui.app.widgets.prompt import Prompt
from xpkgtui.app.widgets.row_list import RowList
from xpkgtui.app.widgets.text_view import TextView
from xpkgtui.inspection.messages.judging import Judged
from xpkgtui.inspection.messages.requests import (
    Judge,
    ListFiles,
    Open,
    OpenPlatform,
    ReadText,
    Request,
    Text,
    View,
)
from xpkgtui.rules.finding import Finding, Place, Severity


def row(shown: Shown, list_id: ListId) -> str:
    """The row that is chosen in a list."""
    return shown.selection.row(list_id)


def objects(shown: Shown) -> list[str]:
    """The rows of the objects."""
    return [row.key for row in shown.pane("objects").rows]


def files(shown: Shown) -> str:
    """The screen above the objects."""
    return shown.text.partition("4 Objects")[0]


def detail(shown: Shown) -> TextView:
    """Its widget."""
    return shown.screen.query_one("#detail", TextView)


def has(words: str) -> Callable[[Shown], bool]:
    """These words are on the screen."""
    return lambda shown: words in shown.text


def at(focus: str) -> Callable[[Shown], bool]:
    """This has the keys."""
    return lambda shown: shown.focus == focus


def asked(request: Request) -> Callable[[Shown], bool]:
    """This was asked of the service."""
    return lambda shown: request in shown.port.asked


def copied(beginning: str) -> Callable[[Shown], bool]:
    """The clipboard begins so."""
    return lambda shown: shown.app.clipboard.startswith(beginning)


GROUP = "group:s3.aws.upbound.io"
ACCEPTED: Claims = {
    "1 goes to the platforms": (("0", "1"), at("platforms")),
    "2 goes to the layers": (("0", "2"), at("layers")),
    "3 goes to the files": (("0", "3"), at("files")),
    "4 goes to the objects": (("0", "4"), at("objects")),
    "0 goes to Detail, and esc back": (("0",), at("detail")),
    "esc leaves Detail": (("0", "escape"), at("objects")),
    "tab goes to the next pane": (("tab", "tab"), at("platforms")),
    "the last pane is followed by the first": (("tab",) * 5, at("objects")),
    "shift+tab goes the other way": (("shift+tab",), at("files")),
    "j and k move a row": (("j", "j", "k"), lambda shown: row(shown, ListId.OBJECTS) == GROUP),
    "G goes to the end": (("G",), lambda shown: shown.selection.document == 25),
    "g goes to the first row": (("G", "g"), lambda shown: shown.selection.document == 1),
    **{
        f"{down} moves far": ((down,), lambda shown: (shown.selection.document or 0) > 5)
        for down in ("ctrl+d", "pagedown", "end")
    },
    **{
        f"{up} moves far back": (("end", up, up), lambda shown: (shown.selection.document or 25) < 10)
        for up in ("ctrl+u", "pageup", "home")
    },
    **{
        f"{key} moves in a text": (("j", "j", "0", key), lambda shown: "line 11 ·" not in shown.text)
        for key in ("j", "down", "G", "ctrl+d", "pagedown", "end")
    },
    "a text begins at its first line": (("j", "j", "0"), has("line 11 ·")),
    "space closes a group": (("j", "space"), lambda shown: objects(shown) == ["document:1", GROUP]),
    "space opens a group": (("j", "space", "space"), lambda shown: len(objects(shown)) == 26),
    "B lists objects flat": (
        ("B",),
        lambda shown: "bucketacls.s3.aws.upbound.io" in shown.text and GROUP not in objects(shown),
    ),
    "enter on an object goes into its text": (("j", "j", "enter"), at("detail")),
    "enter on a layer goes to its files": (("2", "j", "enter"), at("files")),
    "enter on a layer lists its files": (("2", "j", "enter"), asked(ListFiles(view=View.LAYER, layer=1))),
    "a folder is listed when it is opened": (
        ("t", "t", "t", "space"),
        asked(ListFiles(view=View.FLATTENED, folder="etc")),
    ),
    "h on a file closes its folder": (
        ("t", "t", "t", "l", "j", "h"),
        lambda shown: "passwd" not in files(shown) and row(shown, ListId.FILES) == "etc",
    ),
    "] shows the next tab": (("]",), lambda shown: shown.page.tab == "yaml"),
    "[ shows the tab before": (("[",), lambda shown: shown.page.tab == "json"),
    "t shows each view of the files": (("t",), lambda shown: shown.selection.view is View.LAYER),
    "i asks for JSON": (("i",), asked(ReadText(text=Text.DOCUMENT_JSON, document=1))),
    "i shows JSON": (("i",), has('"kind": "Provider"')),
    "i again goes back": (("i", "i"), lambda shown: shown.page.tab == "facts"),
    "i on a layer shows the manifest": (("2", "i"), asked(ReadText(text=Text.MANIFEST))),
    "w says where no line can be broken": (
        ("0", "w"),
        lambda shown: (
            shown.toasts == ["No long lines here: w is for texts such as YAML."] and "w Wrap" not in shown.text
        ),
    ),
    "w is offered for a text": (("0", "]"), has("w Wrap")),
    "f shows the focused pane alone": (
        ("f",),
        lambda shown: "2 Layers" not in shown.text and "Overview" not in shown.text,
    ),
    "f again shows all": (("f", "f"), has("2 Layers")),
    "f in Detail shows only Detail": (("0", "f"), lambda shown: "4 Objects" not in shown.text),
    "esc shows the lists again": (("0", "f", "escape"), has("4 Objects")),
    "/ filters as it is typed": (("/", *"acl"), has("1 of 25 objects")),
    "enter keeps a filter": (
        ("/", *"acl", "enter"),
        lambda shown: (shown.focus, shown.selection.document) == ("objects", 4),
    ),
    "esc clears a filter": (
        ("/", *"acl", "enter", "escape"),
        lambda shown: shown.selection.filters.get(PaneId.OBJECTS) == "",
    ),
    "esc in the prompt clears the filter": (
        ("/", *"acl", "escape"),
        lambda shown: (
            not shown.screen.query_one(Prompt).display and shown.selection.filters.get(PaneId.OBJECTS) == ""
        ),
    ),
    "X closes the blocks of a text": (("j", "j", "enter", "X"), has("spec: … ")),
    "O opens the blocks of a text": (("j", "j", "enter", "X", "O"), lambda shown: "spec: … " not in shown.text),
    "a search without a match says so": (
        ("j", "j", "0", "/", *"zzz", "enter"),
        lambda shown: "zzz was not found." in shown.toasts,
    ),
    "> says where there are no findings": ((">",), lambda shown: shown.toasts == ["No findings."]),
    "y copies the name of an object": (("y",), copied("provider-aws-s3")),
    "y copies the digest of a layer": (("2", "y"), copied("sha256:51ce8fd")),
    "y copies the path of a file": (("3", "y"), copied("package.yaml")),
    "y copies a text": (
        ("j", "j", "0", "y"),
        copied("apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition"),
    ),
    "O and X say where there is nothing to open": (
        ("2", "O"),
        lambda shown: shown.toasts == ["No groups or folders here to open or close."],
    ),
    "n says where a search is": (
        ("4", "n"),
        lambda shown: shown.toasts == ["n and N are for a search: 0 goes to the text, / searches in it."],
    ),
    "N says that nothing is searched for": (
        ("0", "N"),
        lambda shown: shown.toasts == ["Nothing is searched for: / searches in this text."],
    ),
}
WARNED: Claims = {
    "O opens all groups": (("O",), lambda shown: len(objects(shown)) > 1540),
    "X closes all groups": (
        ("O", "X"),
        lambda shown: all(row.heading or row.key == "document:1" for row in shown.pane("objects").rows),
    ),
    "X puts the cursor on the heading": (
        ("O", "G", "X"),
        lambda shown: (
            (row(shown, ListId.OBJECTS), shown.page.subject) == ("group:service61.azure.upbound.io", "group")
        ),
    ),
    "l scrolls a text sideways": (("j", "l", "j", "0", "l"), lambda shown: detail(shown).scroll_offset.x == 8),
    "h scrolls a text back": (("j", "l", "j", "0", "l", "h"), lambda shown: detail(shown).scroll_offset.x == 0),
    "F lists the findings": (("F",), at("findings")),
    "> goes to the line of the next finding": (
        (">",),
        lambda shown: "shortName: [mapr]" in shown.text and "XPKG613" in shown.text,
    ),
    "> leads out of the findings": (
        ("F", ">"),
        lambda shown: (shown.focus, shown.selection.document) == ("objects", 4),
    ),
    "- goes back to the place before": (
        (">", "-"),
        lambda shown: not row(shown, ListId.OBJECTS),
    ),
    "a long line is cut": ((">",), lambda shown: "monitoralertprocessingruleactiongroups.alerts" not in shown.text),
    "w breaks long lines": (
        (">", "w"),
        lambda shown: (
            shown.selection.wrap
            and "…" not in shown.text.partition("6 entries")[0].split("YAML")[1].partition("Crossplane")[0]
        ),
    ),
    "y on findings says that it copied them": (
        (">", "]", "]", "y"),
        lambda shown: any(each.startswith("Copied the finding, ") for each in shown.toasts),
    ),
}
REFUSED: Claims = {
    "enter on a file goes into it": (
        ("3", "enter"),
        lambda shown: shown.focus == "detail" and "kind: Provider" in shown.text,
    ),
    "enter on a file reads it": (
        ("3", "enter"),
        asked(ReadText(text=Text.FILE, view=View.BASE, path="crossplane.yaml")),
    ),
    "x shows why": (
        ("x",),
        lambda shown: "Steps of Crossplane 2.4" in shown.text and "package.yaml not found in package" in shown.text,
    ),
    "x closes why": (("x", "x"), lambda shown: "Steps of" not in shown.text),
    "> goes to the next finding": ((">",), lambda shown: shown.selection.finding == 1),
    "< goes to the finding before, or to the last one": (("<",), lambda shown: shown.selection.finding == 2),
}
MISSING: Claims = {
    "y copies the report of an error": (("y",), lambda shown: "the list of tags: 143" in shown.app.clipboard),
    "Y offers it": (("Y", "r"), lambda shown: "the list of tags: 143" in shown.app.clipboard),
    "- on the first error shows what else can be opened": (
        ("-",),
        lambda shown: isinstance(shown.app.screen, StartOver),
    ),
}


async def test_keys_do_what_they_say(show: Show) -> None:
    async with show(stories.accepted) as shown:
        assert await shown.broken(ACCEPTED) == {}


async def test_keys_among_many_objects_do_what_they_say(show: Show) -> None:
    async with show(stories.warned) as shown:
        assert await shown.broken(WARNED) == {}


async def test_keys_of_a_refused_package_do_what_they_say(show: Show) -> None:
    third = Finding(rule="XPKG207", severity=Severity.WARNING, message="m", place=Place(layer=0))

    def more(story: Story) -> None:
        story.opening.append(Judged(findings=(third,)))

    async with show(stories.refused, change=more) as shown:
        assert await shown.broken(REFUSED) == {}


async def test_keys_of_an_error_do_what_they_say(show: Show) -> None:
    async with show(stories.missing) as shown:
        assert await shown.broken(MISSING) == {}


async def test_enter_on_a_suggestion_opens_that_tag_and_minus_the_one_before(show: Show) -> None:
    async with show(stories.missing) as shown:
        first = shown.port.requests(Open)[0].source
        await shown.press("j", "enter")
        assert shown.port.requests(Open)[-1].source == AWS.replace("v1.21.0", "v1.12.0")
        await shown.press("-")
        assert shown.port.requests(Open)[-1].source == first


async def test_q_quits(show: Show) -> None:
    async with show(stories.accepted) as shown:
        await shown.pilot.press("q")
        await shown.pilot.pause()
        assert not shown.app.is_running or shown.app._exit


async def test_a_size_that_is_told_again_draws_nothing(show: Show, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[Size] = []
    async with show(stories.accepted) as shown:
        draw = PackageView.show

        def counted(view: PackageView, model: ScreenModel, *, judging: str, is_marked: bool) -> None:
            drawn.append(view.size)
            draw(view, model, judging=judging, is_marked=is_marked)

        monkeypatch.setattr(PackageView, "show", counted)
        size = shown.app.size
        shown.app.screen.post_message(Resize(size, size))
        await shown.settle()
        assert drawn == []
        await shown.pilot.resize_terminal(size.width - 9, size.height - 1)
        await shown.until(lambda: bool(drawn))


async def test_keys_that_outrun_the_selection_are_not_lost(show: Show) -> None:
    async with show(stories.accepted) as shown:
        await shown.pilot.press(*"jjjjjj")
        await shown.settle()
        assert shown.selection.document == 6


async def test_enter_on_another_platform_opens_it_and_asks_for_its_files_once_it_was_read(show: Show) -> None:
    async with show(stories.accepted) as shown:
        before = len(shown.port.requests(ListFiles))
        await shown.press("1", "j", "enter")
        assert shown.port.requests(OpenPlatform)[-1].digest.startswith("sha256:0d92aa1")
        assert len(shown.port.requests(ListFiles)) == before


async def test_slash_in_a_text_searches_and_n_goes_on(show: Show) -> None:
    async with show(stories.accepted, size=(120, 24)) as shown:
        await shown.press("j", "j", "0", "/", *"type: string", "enter")
        first = shown.text
        assert "/type: string 1 of 3" in first
        await shown.press("n")
        assert "/type: string 2 of 3" in shown.text
        await shown.press("N")
        assert shown.text == first


async def test_an_object_that_text_found_opens_at_its_match(show: Show) -> None:
    async with show(stories.accepted, size=(120, 30)) as shown:
        await shown.press("j", "j", "/", *"text:singular", "enter", "enter")
        assert shown.focus == "detail"
        assert "/singular 1 of 1" in shown.text
        assert "▶26     singular: bucket" in shown.text


async def test_r_opens_it_again_and_ctrl_r_passes_over_the_cache(show: Show) -> None:
    async with show(stories.accepted) as shown:
        await shown.press("r", "ctrl+r")
        assert [request.options.access.refresh for request in shown.port.requests(Open)] == [False, False, True]


async def test_p_judges_by_the_next_profile_which_outlives_a_refresh(show: Show) -> None:
    async with show(stories.accepted) as shown:
        await shown.press("p", "p", "r")
        assert [request.case.profile for request in shown.port.requests(Judge)] == ["crossplane-1", "build"]
        assert shown.port.requests(Open)[-1].options.profile == "build"
        assert len(shown.toasts) == 1


async def test_f8_pictures_the_screen_and_popups_too(
    show: Show, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    async with show(stories.accepted) as shown:
        await shown.press("f8")
        (saved,) = tmp_path.glob("xpkgtui-*.svg")
        assert any(saved.name in toast for toast in shown.toasts)
        for popup in ("?", "ctrl+p", "Y", ":"):
            saved.unlink()
            await shown.press(popup, "f8")
            (saved,) = tmp_path.glob("xpkgtui-*.svg")
            assert shown.app.screen.is_modal
            await shown.press("escape")


async def test_help_lists_every_key(show: Show) -> None:
    async with show(stories.accepted, size=(120, 110)) as shown:
        await shown.press("?", "escape", "f1")
        assert isinstance(shown.app.screen, Help)
        for command in COMMANDS:
            assert f" {command.all_keys} " in shown.text
        await shown.press("escape")
        assert not isinstance(shown.app.screen, Help)


async def test_colon_opens_another_source(show: Show) -> None:
    async with show(stories.accepted) as shown:
        await shown.press(":", *"other", "enter")
        assert shown.port.requests(Open)[-1].source == "other"


async def test_escape_stops_loading_and_says_so(show: Show) -> None:
    async with show(stories.loading, hold=frozenset({"open"})) as shown:
        await shown.press("escape")
        await shown.settle()
        assert shown.port.cancelled == [shown.port.asked[0]]
        assert "Stopped:" in shown.text


async def test_a_click_chooses_a_row(show: Show) -> None:
    async with show(stories.accepted) as shown:
        await shown.pilot.click("#objects", offset=(10, 4))
        await shown.settle()
        assert shown.selection.document == 3
        assert shown.screen.query_one("#objects", RowList).has_focus
