"""A reply in parts: large roles are sent one by one, and nothing is lost."""

import pytest

from xpkgtui.codec import Codec
from xpkgtui.formats.permissions.granted import (
    AccessKind,
    AccessObject,
    PackagePermissions,
    PolicyRule,
    RoleGrant,
)
from xpkgtui.inspection.messages.permissions import PermissionsRead, parts


def role(name: str, resources: int = 1) -> AccessObject:
    rule = PolicyRule(verbs=("get",), api_groups=("a",), resources=("x",) * resources)
    return AccessObject(kind=AccessKind.CLUSTER_ROLE, name=name, rules=(rule,))


LARGE = tuple(RoleGrant(to="a", role=role(str(number), 15_000)) for number in range(5))
SMALL = tuple(role(str(number)) for number in range(2_500))


@pytest.mark.parametrize(
    ("whole", "count"),
    [
        (PackagePermissions(), 1),
        (PackagePermissions(grants=LARGE[:1], remarks=("a",)), 1),
        (PackagePermissions(grants=LARGE, others=SMALL, remarks=("a",), unread="b"), 5),
        (PackagePermissions(others=SMALL), 3),
    ],
)
def test_parts_make_the_whole(whole: PackagePermissions, count: int) -> None:
    found: PackagePermissions | None = None
    events = list(parts(whole))
    for one in events:
        found = one.after(found)
    assert (found, len(events)) == (whole, count)


def test_other_objects_come_a_thousand_at_a_time_and_what_comes_first_replaces_what_was_there() -> None:
    events = list(parts(PackagePermissions(others=SMALL)))
    assert [(len(one.part.others), one.is_first) for one in events] == [(1_000, True), (1_000, False), (500, False)]
    first, second = events[:2]
    assert first.after(second.part) == first.part
    assert second.after(None) == second.part


def test_a_part_travels_between_processes() -> None:
    codec: Codec[PermissionsRead] = Codec(PermissionsRead)
    (event,) = parts(PackagePermissions(grants=LARGE[:1]))
    assert codec.decode(codec.encode(event)) == event
