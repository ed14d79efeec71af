"""The vocabulary of requests, replies and parts, which two processes speak and JSON spells."""

from importlib import import_module
from types import ModuleType

import pytest
from builders.goldens import Golden
from builders.vocabulary import declared

from xpkgtui.inspection.messages import (
    comparing,
    dependencies,
    events,
    examples,
    images,
    judging,
    lane,
    listing,
    parts,
    permissions,
    referrers,
    replies,
    requests,
    schemas,
)


@pytest.mark.parametrize("module", [comparing, events, judging, referrers, replies, requests])
def test_types_that_are_loaded_late_are_where_it_is_said(module: ModuleType) -> None:
    for name, place in module.LATE_TYPES.items():
        assert getattr(import_module(place), name).__name__ == name


def test_the_vocabulary_is_what_was_agreed(golden: Golden) -> None:
    requesting = (lane, requests, comparing, dependencies, examples, images, permissions, referrers, schemas)
    golden("messages", declared(*requesting, parts, events, judging, listing, replies))
    golden("lanes", "".join(f"{one.name}: {one.value}, {one.part}\n" for one in lane.Lane))
