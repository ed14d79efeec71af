"""The last line."""

from builders.pilots import Staging

from xpkgtui.app.widgets.footer_line import FooterLine

HINTS = (("x", "Why"), ("enter", "Open"), ("/", "Filter"), ("?", "Keys"), ("q", "Quit"))


async def test_cost_stands_at_the_right_from_100_columns_on(stage: Staging) -> None:
    line = FooterLine()
    async with stage(line, (100, 5)) as (app, pilot):
        line.hints, line.cost = HINTS, "330 kB of 21.8 MB fetched"
        await pilot.pause()
        assert app.text.splitlines()[0].endswith("330 kB of 21.8 MB fetched")


async def test_help_and_quit_stay_where_there_is_little_room(stage: Staging) -> None:
    line = FooterLine()
    async with stage(line, (24, 5)) as (app, pilot):
        line.hints = HINTS
        await pilot.pause()
        assert "? Keys   q Quit" in app.text


async def test_keys_have_the_accent_and_no_underline(stage: Staging) -> None:
    line = FooterLine()
    async with stage(line, (100, 5)) as (app, pilot):
        line.hints = HINTS
        await pilot.pause()
        key = next(one for one in line.render_line(0) if one.text == "x")
        assert key.style is not None
        assert not key.style.underline
        color = key.style.color
        assert color is not None
        assert color.get_truecolor().hex == app.theme_variables["accent"].lower()


async def test_a_sentence_in_its_line_leaves_whole_keys_and_takes_the_place_of_the_cost(stage: Staging) -> None:
    line = FooterLine()
    async with stage(line, (100, 5)) as (app, pilot):
        line.hints, line.cost = HINTS, "330 kB of 21.8 MB fetched"
        line.give(60, 60)
        await pilot.pause()
        assert app.text.splitlines()[0].rstrip() == " x Why   enter Open   ? Keys   q Quit"
        line.give(90, 0.01)
        await pilot.pause()
        assert not app.text.splitlines()[0].strip()
        await pilot.pause(0.05)
        assert "/ Filter" in app.text
        assert "fetched" in app.text
