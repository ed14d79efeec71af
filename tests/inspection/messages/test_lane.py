"""The lanes of requests."""

from xpkgtui.inspection.messages.lane import Lane
from xpkgtui.inspection.messages.parts import PartName

OF_THE_JUDGE = {Lane.JUDGE, Lane.PREVIEW, Lane.COMPARE, Lane.STORED, Lane.BOTH, Lane.MANUAL}
OTHERS = {Lane.LOOK: PartName.TAGS, Lane.PACKAGES: PartName.FIELDS, Lane.SAVE: PartName.FILES, Lane.OPEN: None} | {
    Lane.PLAN: PartName.DEPENDENCIES
}


def test_a_request_fails_as_a_part_of_the_inspection() -> None:
    assert {lane.part for lane in OF_THE_JUDGE} == {PartName.FINDINGS}
    assert {lane: lane.part for lane in OTHERS} == OTHERS
    assert all(lane.part == lane.value for lane in Lane if lane not in OF_THE_JUDGE | OTHERS.keys())
