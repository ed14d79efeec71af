"""The vocabulary of requests, replies and parts, which two processes speak and JSON spells."""

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


def test_the_vocabulary_is_what_was_agreed(golden: Golden) -> None:
    requesting = (lane, requests, comparing, dependencies, examples, images, permissions, referrers, schemas)
    golden("messages", declared(*requesting, parts, events, judging, listing, replies))
    golden("lanes", "".join(f"{one.name}: {one.value}, {one.part}\n" for one in lane.Lane))
