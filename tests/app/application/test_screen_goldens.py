"""The screen as text, whole, at three sizes."""

import pytest
from builders.goldens import Golden
from builders.pilots import Make, Pictures, Show
from builders.screens import hostile, readers, stories

PICTURES: dict[Make, Pictures] = {
    stories.accepted: {
        "accepted_80x24": ((80, 24), ("j", "j")),
        "overview_80x24": ((80, 24), ("0", "f")),
        "nothing_fits_80x24": ((80, 24), ("/", *"badge:red")),
        "help_80x24": ((80, 24), ("?",)),
        "chapter_80x24": ((80, 24), ("x", "?", "enter")),
        "copy_as_80x24": ((80, 24), ("2", "Y", "G")),
        "definition_160x50": ((160, 50), ("j", "j", "]", "]", "]")),
    },
    stories.warned: {
        "warned_120x40": ((120, 40), (">",)),
        "help_120x40": ((120, 40), ("F", "?")),
        "chapter_120x40": ((120, 40), ("F", "?", "enter")),
        "flat_120x40": ((120, 40), ("B", "j", "j", "j")),
        "manual_80x24": ((80, 24), ("F", "enter")),
        "filtered_80x24": ((80, 24), ("/", *"kind:crd version:v1beta1 badge:warning", "enter")),
        "filtering_120x40": ((120, 40), ("/", *"group:alerts rules")),
    },
    stories.refused: {
        "refused_80x24": ((80, 24), ()),
    },
    stories.mismarked: {
        "markings_30x8": ((30, 8), ("2", "]", "0")),
        "markings_80x24": ((80, 24), ("2", "]")),
        "markings_120x40": ((120, 40), ("2", "]")),
    },
    stories.many_layers: {"many_layers_120x40": ((120, 40), ("2",))},
    stories.loading: {"loading_120x40": ((120, 40), ())},
    stories.missing: {"missing_120x40": ((120, 40), ())},
    readers.why_refused: {
        "why_60x20": ((60, 20), ("x", "g")),
        "why_80x24": ((80, 24), ("x", "g")),
        "why_120x40": ((120, 40), ("x",)),
    },
    readers.why_accepted: {
        "why_agreed_80x24": ((80, 24), ("x", "g")),
    },
    readers.why_hostile: {"why_hostile_120x40": ((120, 40), ("x",))},
    hostile.hostile: {"hostile_120x40": ((120, 40), ())},
}


@pytest.mark.parametrize("make", PICTURES, ids=lambda make: make.__name__)
async def test_screen_looks_as_it_was_agreed(make: Make, show: Show, golden: Golden) -> None:
    (size, _), *_ = PICTURES[make].values()
    async with show(make, size=size, hold=frozenset({"open"} if make is stories.loading else ())) as shown:
        assert await shown.differing(PICTURES[make], golden) == {}
