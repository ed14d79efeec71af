"""The second line."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from builders.goldens import Golden, once
from builders.pilots import Staging
from builders.screens.pages import agreed
from builders.screens.states import STATES
from textual.content import Content
from textual.geometry import Size
from textual.widget import Widget

from xpkgtui.app.drawing.bands.headline import Headline, Status
from xpkgtui.app.drawing.styled_text import words
from xpkgtui.app.screen_model import screen_model
from xpkgtui.app.state.replies import Replies
from xpkgtui.app.state.selection import Selection
from xpkgtui.app.widgets.footer_line import FooterLine
from xpkgtui.app.widgets.identity_line import IdentityLine
from xpkgtui.app.widgets.verdict_line import VerdictLine
from xpkgtui.inspection.messages.requests import Options

ACCEPTED = Headline(
    clause="Crossplane 2.4 accepts it:",
    reason="package.yaml from layer 2 (annotated base)",
    brief_clause="2.4 accepts it:",
    short_clause="2.4:",
    short_reasons=("package.yaml from layer 2 (base)",),
    key="x",
    does="why",
)
REFUSED = Headline(
    clause="Crossplane 2.4 refuses it:",
    reason="document 1: Provider x: apiVersion a.io/v1beta1 is not supported for Provider",
    brief_clause="2.4 refuses it:",
    short_clause="2.4:",
    short_reasons=(
        "document 1: Provider x: apiVersion a.io/v1beta1 is not supported for Provider",
        "apiVersion a.io/v1beta1 is not supported for Provider · document 1",
        "apiVersion a.io/v1beta1 is not supported for Provider",
        "apiVersion v1beta1 is not supported for Provider",
    ),
    key="x",
    does="why",
)


@pytest.mark.parametrize("status", list(Status))
async def test_band_has_the_color_of_the_status(stage: Staging, status: Status) -> None:
    line = VerdictLine()
    async with stage(line) as (_, pilot):
        line.headline = Headline(status=status)
        await pilot.pause()
        assert line.has_class(f"-{status}")


async def test_annotated_base_shrinks_before_anything_is_cut(stage: Staging) -> None:
    line = VerdictLine()
    async with stage(line, (72, 5)) as (app, pilot):
        line.headline = ACCEPTED
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
        line.headline = replace(ACCEPTED, marks=words("! 1"))
        await pilot.pause()
        assert "from layer 2 (base)" in app.text
        assert app.text.splitlines()[0].endswith("! 1  x why")


@pytest.mark.parametrize(("width", "shown"), [(60, "2.4 accepts it:"), (48, "2.4:")])
async def test_a_small_screen_keeps_the_layer_by_a_short_clause(stage: Staging, width: int, shown: str) -> None:
    line = VerdictLine()
    async with stage(line, (width, 5)) as (app, pilot):
        line.headline = replace(ACCEPTED, sign="✓")
        await pilot.pause()
        assert app.text.splitlines()[0].startswith(f" ✓ {shown} package.yaml from layer 2 (base)")


@pytest.mark.parametrize(("width", "shown"), [(66, "2.4 accepts it:"), (60, "2.4:"), (48, "2.4:")])
async def test_the_count_of_warnings_outlives_the_verb(stage: Staging, width: int, shown: str) -> None:
    line = VerdictLine()
    async with stage(line, (width, 5)) as (app, pilot):
        line.headline = replace(ACCEPTED, sign="✓", marks=words("! 3"))
        await pilot.pause()
        first = app.text.splitlines()[0]
        assert first.startswith(f" ✓ {shown} package.yaml from layer 2 (base)")
        assert ("! 3  x why" in first) is (width >= 60)


@pytest.mark.parametrize(
    ("width", "shown"),
    [
        (120, "Crossplane 2.4 refuses it: document 1: Provider x: apiVersion a.io/v1beta1 is not supported"),
        (105, "Crossplane 2.4 refuses it: apiVersion a.io/v1beta1 is not supported for Provider · document 1"),
        (90, "Crossplane 2.4 refuses it: apiVersion a.io/v1beta1 is not supported for Provider"),
        (82, "2.4 refuses it: apiVersion a.io/v1beta1 is not supported for Provider"),
        (78, "2.4 refuses it: apiVersion v1beta1 is not supported for Provider"),
        (60, "2.4: apiVersion v1beta1 is not supported for Provider"),
    ],
)
async def test_the_cause_of_a_refusal_is_whole_at_every_width(stage: Staging, width: int, shown: str) -> None:
    line = VerdictLine()
    async with stage(line, (width, 5)) as (app, pilot):
        line.headline = replace(REFUSED, sign="✗")
        await pilot.pause()
        assert app.text.splitlines()[0].startswith(f" ✗ {shown}")


BESIDE = Headline(
    sign="!",
    clause="Accepted by opm 1.73, refused by OLM v1:",
    reason="it requires package tides 1.0.0",
    short_clause="opm 1.73 accepts, OLM v1 refuses:",
    shortest_clause="Refused by OLM v1:",
    short_reasons=("it requires package tides 1.0.0",),
    counts=words("! 12 warnings"),
    marks=words("! 12"),
    key="x",
    does="why",
)


@pytest.mark.parametrize(
    ("width", "shown", "right"),
    [
        (160, f"{BESIDE.clause} {BESIDE.reason}", "! 12 warnings   x why"),
        (100, f"{BESIDE.clause} {BESIDE.reason}", "! 12 warnings   x why"),
        (84, f"{BESIDE.short_clause} {BESIDE.reason}", "! 12  x why"),
        (76, f"{BESIDE.shortest_clause} {BESIDE.reason}", "! 12  x why"),
        (66, f"{BESIDE.shortest_clause} {BESIDE.reason}", "! 12  x why"),
    ],
)
async def test_a_refusal_beside_an_acceptance_keeps_its_cause(
    stage: Staging, width: int, shown: str, right: str
) -> None:
    line = VerdictLine()
    async with stage(line, (width, 5)) as (app, pilot):
        line.headline = BESIDE
        await pilot.pause()
        first = app.text.splitlines()[0]
        assert first.startswith(f" ! {shown} ")
        assert first.rstrip().endswith(right)


@pytest.mark.parametrize(("width", "shown"), [(100, BESIDE.short_clause), (60, BESIDE.shortest_clause)])
async def test_of_a_cause_that_is_cut_anyway_enough_is_left(stage: Staging, width: int, shown: str) -> None:
    line, cause = VerdictLine(), "it requires package tides 1.0.0 " * 5
    async with stage(line, (width, 5)) as (app, pilot):
        line.headline = replace(BESIDE, reason=cause, short_reasons=(cause,))
        await pilot.pause()
        assert app.text.splitlines()[0].startswith(f" ! {shown} it requires")


@pytest.mark.parametrize("width", [24, 40, 63, 64, 80, 100, 120])
async def test_the_count_is_not_cut_with_the_cause(stage: Staging, width: int) -> None:
    line = VerdictLine()
    async with stage(line, (width, 5)) as (app, pilot):
        line.headline = replace(ACCEPTED, short_reasons=("it is odd " * 20,), reason="it " * 50, marks=words("! 3"))
        await pilot.pause()
        # On a small screen the footer has the key.
        kept = ["!", "3", "x", "why"] if width >= 64 else ["!", "3"]
        assert app.text.splitlines()[0].split()[-len(kept) :] == kept


async def test_warnings_become_a_mark_before_they_go(stage: Staging) -> None:
    line = VerdictLine()
    async with stage(line, (100, 5)) as (app, pilot):
        said = Headline(clause="It is so:", reason="r" * 70, counts=words("! 12 warnings"), marks=words("! 12"))
        line.headline = replace(said, key="x", does="why")
        await pilot.pause()
        assert app.text.splitlines()[0].rstrip().endswith("! 12   x why")


async def test_reason_with_hidden_characters_never_runs_into_the_counts(stage: Staging) -> None:
    line = VerdictLine()
    async with stage(line, (100, 5)) as (app, pilot):
        reason = "\u202e" * 8 + "x" * 20
        line.headline = Headline(clause="It is so:", reason=reason, counts=words("✗ 1 error"), key="x", does="why")
        await pilot.pause()
        assert " ✗ 1 error" in app.text


@pytest.mark.parametrize("headline", [BESIDE, replace(BESIDE, shortest_clause=""), replace(REFUSED, sign="✗")])
@pytest.mark.parametrize("width", [30, 36, 42, 48, 54])
async def test_what_does_not_fit_is_cut_at_a_word(stage: Staging, headline: Headline, width: int) -> None:
    line = VerdictLine()
    async with stage(line, (width, 5)) as (app, pilot):
        line.headline = headline
        await pilot.pause()
        first = app.text.splitlines()[0].replace(" x why", "").replace(" …", "")
        known = (headline.clause, headline.short_clause, headline.shortest_clause, *headline.short_reasons)
        words_of = [[word.strip(",:;·") for word in text.split()] for text in (first, " ".join(known))]
        count = headline.marks.plain.split()
        assert set(words_of[0]) <= {headline.sign, *count, *words_of[1]}
        assert words_of[0][len(words_of[0]) - len(count) :] == count


SHOWN = ("nothing known", "a layer comes", "refused", "outdated", "accepted", "an attestation")


def wide(kind: type[Widget]) -> Any:
    """One that is as wide as a test says."""
    return type(kind.__name__, (kind,), {"size": Size(0, 1)})()


def at_widths(line: Any) -> Iterator[Content]:
    """The line at each width at which it has another text."""
    before = ""
    for width in range(12, 180):
        line.size = Size(width, 1)
        drawn = line.render()
        if (text := " ".join(drawn.plain.split())) != before:
            before = text
            yield Content(f"{width:3}") + drawn


def test_lines_look_as_they_were_agreed(golden: Golden) -> None:
    parts = []
    for name in SHOWN:
        model = screen_model(STATES[name], Selection(), Replies(), Options(), busy="comes" in name, width=120)
        footer, verdict, identity = wide(FooterLine), wide(VerdictLine), wide(IdentityLine)
        footer.set_reactive(FooterLine.hints, model.hints)
        footer.set_reactive(FooterLine.cost, "330 kB of 21.8 MB fetched")
        footer.set_reactive(FooterLine.spare, ("y", "p"))
        verdict.set_reactive(VerdictLine.headline, model.headline)
        identity.set_reactive(IdentityLine.identity, model.identity)
        parts += [Content(f"── {name}"), *at_widths(identity), *at_widths(verdict), *at_widths(footer)]
    golden("lines_at_widths", once(agreed(*parts)))
