"""The start screen."""

from builders import screens

from xpkgtui.app import starting
from xpkgtui.app.application import Application
from xpkgtui.inspection.requests import Open, Options


async def started(*keys: str) -> tuple[screens.ScriptedPort, str]:
    port = screens.ScriptedPort(lambda request: ())
    choices = starting.choices(("registry.example.com/[/]:v1",), ("here.xpkg",))
    app = Application(port, source=None, options=Options(), choices=choices)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        text = screens.text_of(app)
        for key in keys:
            await pilot.press(key)
            await pilot.pause()
    return port, text


async def test_it_offers_the_demo_what_is_here_and_recent_ones() -> None:
    _, text = await started()
    for words in ("demo", "Found here", "here.xpkg", "Opened lately", "registry.example.com/[/]:v1"):
        assert words in text


async def test_enter_opens_the_demo() -> None:
    port, _ = await started("enter")
    assert [request.source for request in port.requests(Open)] == ["demo"]


async def test_enter_opens_what_was_chosen() -> None:
    port, _ = await started("j", "j", "enter")
    assert [request.source for request in port.requests(Open)] == ["registry.example.com/[/]:v1"]


async def test_colon_takes_a_reference() -> None:
    port, _ = await started(":", *"a:b", "enter")
    assert [request.source for request in port.requests(Open)] == ["a:b"]


async def test_escape_in_the_prompt_goes_back_to_the_list() -> None:
    port, _ = await started(":", "a", "escape", "enter")
    assert [request.source for request in port.requests(Open)] == ["demo"]
