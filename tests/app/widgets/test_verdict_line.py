"""The second line."""

import pytest
from builders.pilots import Staging

from xpkgtui.app.drawing.headline import Headline, Status
from xpkgtui.app.drawing.styled_text import words
from xpkgtui.app.widgets.verdict_line import VerdictLine

REASON = "package.yaml from layer 2 (annotated base)"


@pytest.mark.parametrize("status", list(Status))
async def test_band_has_the_colour_of_the_status(stage: Staging, status: Status) -> None:
    line = VerdictLine()
    async with stage(line) as (_, pilot):
        line.headline = Headline(status=status)
        await pilot.pause()
        assert line.has_class(f"-{status}")


async def test_annotated_base_shrinks_before_anything_is_cut(stage: Staging) -> None:
    line = VerdictLine()
    async with stage(line, (72, 5)) as (app, pilot):
        line.headline = Headline(clause="Crossplane 2.4 accepts it:", reason=REASON, key="x", does="why")
        await pilot.pause()
        assert "from layer 2 (base)" in app.text
        assert app.text.splitlines()[0].endswith("x why")


async def test_counts_give_way_before_the_reason(stage: Staging) -> None:
    line = VerdictLine()
    async with stage(line, (100, 5)) as (app, pilot):
        line.headline = Headline(clause="It is so:", reason="r" * 75, counts=words("✗ 1 error"), key="x", does="why")
        await pilot.pause()
        assert "r" * 75 in app.text
        assert "1 error" not in app.text


async def test_a_narrow_screen_counts_warnings_and_shortens_the_reason_for_it(stage: Staging) -> None:
    line = VerdictLine()
    async with stage(line, (80, 5)) as (app, pilot):
        line.headline = Headline(
            clause="Crossplane 2.4 accepts it:", reason=REASON, marks=words("! 1"), key="x", does="why"
        )
        await pilot.pause()
        assert "from layer 2 (base)" in app.text
        assert app.text.splitlines()[0].endswith("! 1  x why")


async def test_reason_with_hidden_characters_never_runs_into_the_counts(stage: Staging) -> None:
    line = VerdictLine()
    async with stage(line, (100, 5)) as (app, pilot):
        reason = "\u202e" * 8 + "x" * 20
        line.headline = Headline(clause="It is so:", reason=reason, counts=words("✗ 1 error"), key="x", does="why")
        await pilot.pause()
        assert " ✗ 1 error" in app.text
