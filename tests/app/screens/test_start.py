"""The start screen."""

from builders.screens.port import ScriptedPort, text_of

from xpkgtui.app.application import Application
from xpkgtui.app.screens.start import choices
from xpkgtui.inspection.requests import Open, Options


async def started(*keys: str) -> tuple[ScriptedPort, str]:
    port = ScriptedPort(lambda request: ())
    offered = choices(("registry.example.com/[/]:v1",), ("here.xpkg",))
    app = Application(port, source=None, options=Options(), choices=offered)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        for key in keys:
            await pilot.press(key)
            await pilot.pause()
        text = text_of(app)
    return port, text


async def test_it_offers_the_demo_what_is_here_and_recent_ones() -> None:
    _, text = await started()
    for words in ("demo", "Packages in this folder", "here.xpkg", "Recent", "registry.example.com/[/]:v1"):
        assert words in text


async def test_a_recent_reference_loses_its_host_before_its_name_is_cut() -> None:
    repository = "org/" + "a" * 50
    offered = choices((f"registry.example.com/{repository}:v1",), ())
    app = Application(ScriptedPort(lambda request: ()), source=None, options=Options(), choices=offered)
    async with app.run_test(size=(64, 20)) as pilot:
        await pilot.pause()
        assert f"{repository}:v1" in text_of(app)


async def test_enter_opens_the_demo() -> None:
    port, _ = await started("enter")
    assert [request.source for request in port.requests(Open)] == ["demo"]


async def test_enter_opens_what_was_chosen() -> None:
    port, _ = await started("j", "j", "enter")
    assert [request.source for request in port.requests(Open)] == ["registry.example.com/[/]:v1"]


async def test_a_filter_leaves_the_arrows_to_the_list_and_stays_in_the_title() -> None:
    port, text = await started("/", *"!demo re:^(here|reg)", "down", "enter", "enter")
    assert [request.source for request in port.requests(Open)] == ["registry.example.com/[/]:v1"]
    _, text = await started("/", *"here", "enter")
    assert "Open a package · /here" in text
    _, text = await started("/", *"re:(")
    assert "✗ a ( has no )" in text


async def test_colon_takes_a_reference() -> None:
    port, _ = await started(":", *"a:b", "enter")
    assert [request.source for request in port.requests(Open)] == ["a:b"]


async def test_escape_in_the_prompt_goes_back_to_the_list() -> None:
    port, _ = await started(":", "a", "escape", "enter")
    assert [request.source for request in port.requests(Open)] == ["demo"]


async def test_slash_filters_as_it_is_typed_and_counts() -> None:
    _, text = await started("/", *"HERE")
    assert "here.xpkg" in text
    assert "1 of 3" in text
    assert "demo" not in text
    assert "Recent" not in text


async def test_enter_opens_what_the_filter_left() -> None:
    port, _ = await started("/", *"regis", "enter", "enter")
    assert [request.source for request in port.requests(Open)] == ["registry.example.com/[/]:v1"]


async def test_escape_clears_the_filter() -> None:
    for keys in (("escape",), ("enter", "escape")):
        _, text = await started("/", *"here", *keys)
        assert "demo" in text
        assert "1 of 3" not in text


async def test_a_filter_without_a_match_says_what_to_do() -> None:
    port, text = await started("/", *"zzz", "enter", "enter")
    assert "Nothing matches the filter." in text
    assert not port.requests(Open)


async def test_colours_are_told_so_that_they_can_be_kept() -> None:
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
