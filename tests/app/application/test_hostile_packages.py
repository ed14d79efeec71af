"""Nothing that a package says reaches the terminal raw, and no markup of its is obeyed."""

from builders.pilots import Show
from builders.screens import hostile, port, stories
from builders.screens.hostile import HOSTILE

from xpkgtui import visible
from xpkgtui.app.state.selection import PaneId
from xpkgtui.errors import Failure, FailureKind
from xpkgtui.inspection.messages import events

FORBIDDEN = tuple(chr(code) for code in (*range(0x20), *range(0x7F, 0xA0), 0x202E, 0x200B, 0x2066))
WALK = (
    "1",
    "]",
    "]",
    "2",
    "]",
    "]",
    "]",
    "3",
    "]",
    "]",
    "space",
    "4",
    "g",
    "]",
    "]",
    "]",
    "j",
    "j",
    "]",
    "]",
    "]",
    "i",
)


def assert_safe(text: str) -> None:
    found = {character for character in text if character in FORBIDDEN and character != "\n"}
    assert not found


async def test_every_page_of_a_hostile_package_is_safe(show: Show) -> None:
    async with show(hostile.hostile, size=(160, 50)) as shown:
        for key in WALK:
            await shown.press(key)
            assert_safe(shown.text)
            assert shown.app.is_running
        for size in ((80, 24), (120, 40)):
            for key in ("1", "2", "3", "4", "0"):
                await shown.anew(key, size=size)
                assert_safe(shown.text)


async def test_the_verdict_and_what_opens_over_a_hostile_package_is_safe(show: Show) -> None:
    async with show(hostile.hostile) as shown:
        for key in ("x", "F", "enter", "w", ">", "<", "B", "/", "escape", "y"):
            await shown.press(key)
            assert_safe(shown.text)
        await shown.anew("g", "y")
        assert shown.app.clipboard == visible.line(HOSTILE)
        for toast in shown.app._notifications:
            assert_safe(toast.message)
            assert not toast.markup
        await shown.anew("ctrl+p", *"owned")
        assert_safe(shown.text)
        for pane in "1234":
            await shown.anew(pane, "Y")
            assert_safe(shown.text)
        await shown.anew("4", "/", "left_square_bracket", "slash", "right_square_bracket")
        assert_safe(shown.text)
        assert shown.selection.filters[PaneId.OBJECTS] == "[/]"


async def test_a_hostile_error_is_safe(show: Show) -> None:
    def refuse(story: port.Story) -> None:
        failure = Failure(
            kind=FailureKind.NETWORK, title=HOSTILE, tried=(HOSTILE,), hint=HOSTILE, suggestions=(HOSTILE,)
        )
        story.opening = [events.PartFailed(part=None, failure=failure)]

    async with show(stories.accepted, change=refuse) as shown:
        assert_safe(shown.text)
