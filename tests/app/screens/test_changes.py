"""The screen of two packages that are compared, over the real port."""

from pathlib import Path

import pytest
from builders.cases import failing_later
from builders.goldens import Golden
from builders.oci.images import image, write_layout
from builders.oci.layers import file, layer
from builders.screens import upgrades
from builders.screens.colors import colors_of

from xpkgtui.app.screens.browsing import Browsing
from xpkgtui.app.screens.changes import ChangeScreen
from xpkgtui.app.start.choices import Offered
from xpkgtui.settings.state import Recent


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    upgrades.write(tmp_path)


GOLDENS: dict[str, tuple[tuple[int, int], tuple[str, ...]]] = {
    "changes_80x24": ((80, 24), ("greater_than_sign",)),
    "changes_findings_80x24": ((80, 24), ("left_square_bracket",)),
}


async def test_it_looks_as_it_was_agreed(golden: Golden) -> None:
    async with upgrades.compared() as shown:

        async def look(name: str) -> None:
            size, keys = GOLDENS[name]
            await shown.anew(*keys, size=size)
            text, footer = shown.text, shown.text.split("\n")[-1]
            if shown.focus not in ("list", "list-detail"):
                await shown.press("escape")
            elif size[0] < 100:
                assert "esc Back" in footer
                assert "y Copy" in footer
            golden(name, text + "\n")

        assert await failing_later(GOLDENS, look) == {}
        shown.app.theme = "xpkg-light"
        await shown.anew("right_square_bracket", size=(100, 30))
        golden("changes_light_100x30", colors_of(shown.app))


SAYS: dict[str, tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]] = {
    "a filter narrows the list": (
        ("slash", *"rai", "enter"),
        ("/rai", "1 of 11 changes", "spec.rails is new"),
        ("berths            v1alpha1",),
    ),
    "esc clears a filter": (("slash", "z", "enter", "escape"), ("4 objects · 11 changes",), ()),
    "a filter that is given up": (("slash", "z", "escape"), ("4 objects · 11 changes",), ()),
    "a filter that nothing fits": (("slash", *"zz", "enter"), ("No change matches the filter",), ()),
    "words that fit a filter": (("slash", *"pth", "enter"), ("1 of 11 changes", "spec.depth"), ()),
    "risks that a filter leaves": (
        ("slash", *"cra", "enter", "greater_than_sign"),
        ("✗ CRD cranes: v1beta1",),
        (),
    ),
    "the risk before the first": (("less_than_sign",), ("! Provider provider-harbour",), ()),
    "risks only": (("z",), ("spec.mode",), ("Additions",)),
    "all groups are closed": (("X",), ("▸ ✗ Breaks its users",), ()),
    "the rest of a group": (("X", "j", "j", "space", *"jjjj", "enter"), ("rails is new",), ()),
    "the level": (("p",), ("level stored",), ()),
    "the level after it": (("p", "p"), ("level strict",), ()),
    "the change again": (("right_square_bracket", "left_square_bracket"), ("do first",), ()),
    "help": (("question_mark",), ("Go to the next risk",), ()),
}


async def test_keys_show_what_they_promise() -> None:
    async with upgrades.compared() as shown:
        lines = shown.text.split("\n")
        assert lines[0].split()[:3] == ["old.yaml", "→", "new.yaml"]
        assert "2 changes break its users" in lines[1]
        assert "v1alpha1 is removed" in lines[1]

        async def says(name: str) -> None:
            keys, wanted, unwanted = SAYS[name]
            await shown.anew(*keys)
            text = shown.text
            if not isinstance(shown.app.screen, ChangeScreen):
                await shown.press("escape")
            assert [one for one in wanted if one not in text] == []
            assert [one for one in unwanted if one in text] == []
            assert isinstance(shown.app.screen, ChangeScreen)

        assert await failing_later(SAYS, says) == {}
        await shown.anew("enter")
        assert shown.focus == "list-detail"
        await shown.press("escape")
        assert shown.focus == "list"
        await shown.anew("0", "slash", *"edV", "enter", "n")
        assert shown.focus == "list-detail"
        assert "4 objects · 11 changes" in shown.text
        assert "2/3" in shown.text or "2 of 3" in shown.text


async def test_without_colors_it_looks_as_it_was_agreed_and_copies(
    golden: Golden, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    async with upgrades.compared("right_square_bracket", size=(100, 30), theme_name="xpkg-ansi") as shown:
        golden("changes_no_color_100x30", colors_of(shown.app))
        await shown.anew("y", size=(160, 50))
        assert shown.app.clipboard.startswith("CHG101 CRD berths: v1alpha1 is removed")
        await shown.press("Y")
        assert shown.app.clipboard.startswith("### ✗ old.yaml to new.yaml needs work first")
        await shown.press("y", "ctrl+p", *"mark")
        assert "Copy the comparison as Markdown" in shown.text
        await shown.press("enter")
        assert shown.app.clipboard.startswith("### ✗")
        await shown.anew("right_square_bracket")
        assert any(line.count("served: true") == 2 for line in shown.text.split("\n"))
        await shown.press("t")
        assert not any(line.count("served: true") == 2 for line in shown.text.split("\n"))


async def test_two_sources_of_the_start_screen_are_compared() -> None:
    offered = Offered(recents=(Recent(source="old.yaml", verdict=""), Recent(source="new.yaml", verdict="")))
    async with upgrades.opened(None, offered=lambda: offered) as shown:
        await shown.press("tab", "m")
        assert "old.yaml  marked" in shown.text
        await shown.press("j", "D")
        assert isinstance(shown.app.screen, ChangeScreen)
        assert "2 changes break its users" in shown.text
        await shown.press("escape")
        assert isinstance(shown.app.screen, Browsing)
        assert shown.app.inspection.source == "new.yaml"
        assert "provider-harbour" in shown.text


async def test_the_layer_that_is_read_as_the_base_stays_after_a_comparison() -> None:
    layers = layer(file("package.yaml", upgrades.new_package())), layer(file("package.yaml", "x"), base=True)
    write_layout(Path("new"), image(*layers))
    offered = Offered(recents=(Recent(source="old.yaml", verdict=""),))
    async with upgrades.opened("new", offered=lambda: offered) as shown:
        await shown.press("2", "G", "b")
        assert shown.app.inspection.what_if == 0
        await shown.press("colon", "tab", "m", "escape", "D")
        assert isinstance(shown.app.screen, ChangeScreen)
        assert "2 changes break its users" in shown.text
        await shown.press("escape")
        assert shown.app.inspection.what_if == 0
        await shown.press("4", "G", "left_square_bracket", "left_square_bracket")
        assert "width: {type: integer}" in shown.text, "the package beneath still answers"


async def test_names_and_values_of_packages_are_shown_and_never_obeyed() -> None:
    for name, text in (("old.yaml", upgrades.old_package()), ("new.yaml", upgrades.new_package())):
        # As a YAML string: the escape character, which would color the terminal, and markup.
        evil = text.replace("[slow, fast", '["\\e[31m[/]", fast').replace("name: cranes.", 'name: "cr\\e]0;x\\a.')
        Path(name).write_text(evil.replace("a.harbour.example.com\n", 'a.harbour.example.com"\n'))
    Path("old.yaml").write_text(Path("old.yaml").read_text() + "---\nkind: Widget\n")
    async with upgrades.compared("left_square_bracket", size=(160, 50)) as shown:
        assert "- Gone" in shown.text, "what only the check of the old package finds"
        assert "The check of the new package finds nothing more" not in shown.text
        await shown.anew()
        for _ in range(4):
            await shown.press("j", "right_square_bracket")
            assert "\x1b" not in shown.text
            assert "\x07" not in shown.text
        assert "[/]" in shown.text or "␛" in shown.text
