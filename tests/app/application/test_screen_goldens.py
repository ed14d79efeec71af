"""The screen as text, whole, at three sizes."""

from collections.abc import Callable
from pathlib import Path

import pytest
from builders.goldens import Golden
from builders.pilots import Show
from builders.screens import hostile, readers, stories
from builders.screens.port import Story

PICTURES: dict[str, tuple[Callable[[Path], Story], tuple[int, int], tuple[str, ...], frozenset[str]]] = {
    "accepted_80x24": (stories.accepted, (80, 24), ("j", "j"), frozenset()),
    "accepted_160x50": (stories.accepted, (160, 50), (), frozenset()),
    "overview_80x24": (stories.accepted, (80, 24), ("0", "f"), frozenset()),
    "overview_120x40": (stories.accepted, (120, 40), ("0", "G"), frozenset()),
    "warned_120x40": (stories.warned, (120, 40), (">",), frozenset()),
    "refused_80x24": (stories.refused, (80, 24), (), frozenset()),
    "refused_why_120x40": (stories.refused, (120, 40), ("x",), frozenset()),
    "why_60x20": (readers.why_refused, (60, 20), ("x", "g"), frozenset()),
    "why_80x24": (readers.why_refused, (80, 24), ("x", "g"), frozenset()),
    "why_120x40": (readers.why_refused, (120, 40), ("x",), frozenset()),
    "why_base_120x40": (readers.why_refused, (120, 40), ("x", "G"), frozenset()),
    "why_agreed_80x24": (readers.why_accepted, (80, 24), ("x", "g"), frozenset()),
    "why_agreed_120x40": (readers.why_accepted, (120, 40), ("x",), frozenset()),
    "why_hostile_120x40": (readers.why_hostile, (120, 40), ("x",), frozenset()),
    "filtered_80x24": (
        stories.warned,
        (80, 24),
        ("/", *"kind:crd version:v1beta1 badge:warning", "enter"),
        frozenset(),
    ),
    "filtering_120x40": (stories.warned, (120, 40), ("/", *"group:alerts rules"), frozenset()),
    "nothing_fits_80x24": (stories.accepted, (80, 24), ("/", *"badge:red"), frozenset()),
    "definition_160x50": (stories.accepted, (160, 50), ("j", "j", "]", "]", "]"), frozenset()),
    "flat_120x40": (stories.warned, (120, 40), ("B", "j", "j", "j"), frozenset()),
    "loading_120x40": (stories.loading, (120, 40), (), frozenset({"open"})),
    "missing_120x40": (stories.missing, (120, 40), (), frozenset()),
    "markings_30x8": (stories.mismarked, (30, 8), ("2", "]", "0"), frozenset()),
    "markings_80x24": (stories.mismarked, (80, 24), ("2", "]"), frozenset()),
    "markings_120x40": (stories.mismarked, (120, 40), ("2", "]"), frozenset()),
    "markings_160x50": (stories.mismarked, (160, 50), ("2", "]"), frozenset()),
    "many_layers_120x40": (stories.many_layers, (120, 40), ("2",), frozenset()),
    "copy_as_80x24": (stories.accepted, (80, 24), ("2", "Y", "G"), frozenset()),
    "copy_as_120x40": (stories.accepted, (120, 40), ("Y", "j", "j"), frozenset()),
    "manual_80x24": (stories.warned, (80, 24), ("F", "enter"), frozenset()),
    "manual_120x40": (stories.refused, (120, 40), ("F", "enter"), frozenset()),
    "hostile_120x40": (hostile.hostile, (120, 40), (), frozenset()),
}


@pytest.mark.parametrize("name", PICTURES)
async def test_screen_looks_as_it_was_agreed(name: str, show: Show, golden: Golden) -> None:
    make, size, keys, hold = PICTURES[name]
    async with show(make, size=size, hold=hold) as shown:
        await shown.press(*keys)
        golden(name, shown.text + "\n")
