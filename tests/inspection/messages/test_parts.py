"""Replies in parts: however long a list is, its parts make the whole again, and none of them is long."""

from dataclasses import replace
from functools import reduce
from typing import Any

import pytest
from builders.screens.referrers import ASKED, SIGNATURE

from xpkgtui.filesystem.tar.entry import EntryType
from xpkgtui.formats.dependencies.needed import DependencyEdge, DependencyTree, NeededPackage
from xpkgtui.formats.examples.example import Example, ExampleList, ExampleVerdict
from xpkgtui.formats.used_images.needed_images import ImageList, NeededImage
from xpkgtui.formats.used_images.used import ImageRole
from xpkgtui.inspection.messages import dependencies, examples, images, referrers
from xpkgtui.inspection.messages.lane import Lane
from xpkgtui.inspection.messages.parts import PartName
from xpkgtui.inspection.messages.replies import FilesListed, KindsListed, ReadersCompared, TextFound
from xpkgtui.inspection.messages.requests import CompareReaders, ListFiles, LookInto, Reach, View
from xpkgtui.inspection.rows.files import FileRow
from xpkgtui.referrers.referrer import ReferrerList

EXAMPLE = Example(file="a", line=1, verdict=ExampleVerdict.ACCEPTED)


def tree(packages: int, edges: int) -> DependencyTree:
    return DependencyTree(
        resolver="a",
        packages=tuple(NeededPackage(package=str(number), kind="Provider") for number in range(packages)),
        edges=tuple(DependencyEdge(source=str(number), target="b", constraint="") for number in range(edges)),
    )


@pytest.mark.parametrize(
    ("whole", "count"),
    [(tree(0, 0), 1), (tree(24, 200), 1), (tree(25, 1), 2), (tree(1, 401), 3), (tree(49, 201), 3)],
)
def test_the_parts_of_a_tree(whole: DependencyTree, count: int) -> None:
    events = list(dependencies.parts(whole))
    assert reduce(lambda found, one: one.after(found), events, tree(3, 3)) == whole
    assert [(one.is_first, one.is_last) for one in events] == [(n == 0, n == count - 1) for n in range(count)]


@pytest.mark.parametrize(("found", "remarks", "count"), [(0, 0, 1), (100, 50, 1), (101, 0, 2), (1, 101, 3)])
def test_the_parts_of_images(found: int, remarks: int, count: int) -> None:
    one = NeededImage(reference="a", spelled="a", role=ImageRole.RUNTIME)
    whole = ImageList(images=(one,) * found, remarks=("b",) * remarks, unread="c")
    events = list(images.parts(whole))
    assert reduce(lambda found, one: one.after(found), events, ImageList(unread="old")) == whole
    assert len(events) == count


@pytest.mark.parametrize(("found", "firsts"), [(0, [0]), (20, [0]), (21, [0, 20]), (41, [0, 20, 40])])
def test_the_parts_of_examples(found: int, firsts: list[int]) -> None:
    whole = ExampleList(examples=(EXAMPLE,) * found, kinds=3, unread="x")
    events = list(examples.parts(whole))
    assert [one.first for one in events] == firsts
    assert [one.goes_on(None) for one in events] == [*[True] * (len(events) - 1), False]
    folded = reduce(lambda before, one: one.after(before), events, events[0])
    assert (folded.part, folded.is_whole, folded.first) == (whole, True, 0)
    assert events[0].is_whole is (len(events) == 1)


@pytest.mark.parametrize(("found", "firsts"), [(0, [0]), (100, [0]), (101, [0, 100])])
def test_the_parts_of_what_belongs_to_an_image(found: int, firsts: list[int]) -> None:
    whole = ReferrerList(referrers=(SIGNATURE,) * found, asked=ASKED, unread="x")
    events = list(referrers.parts(whole))
    assert [one.first for one in events] == firsts
    folded = reduce(lambda before, one: one.after(before), events, events[0])
    assert (folded.part, folded.first, folded.is_whole) == (whole, 0, False)


def row(name: str) -> FileRow:
    return FileRow(path=name, type=EntryType.FILE, size=1, mode=0, layer=0)


def batch(first: int, *names: str, total: int, folder: str = "") -> FilesListed:
    rows = tuple(map(row, names))
    return FilesListed(view=View.BASE, layer=None, folder=folder, first=first, rows=rows, total=total)


def test_batches_of_files_are_joined_by_folder() -> None:
    request = ListFiles(view=View.BASE, folder="", also=("x",))
    one, two = batch(0, "a", "b", total=3), batch(2, "c", total=3)
    assert [each.goes_on(request) for each in (one, two, batch(0, "x/a", total=1, folder="x"))] == [True, True, False]
    assert not one.goes_on(LookInto(digest="x"))
    folded = two.after(one.after(None))
    assert ([each.path for each in folded.rows], folded.is_whole, folded.first) == (["a", "b", "c"], True, 0)
    assert not one.after(None).is_whole
    assert one.part_of(request) == ListFiles(view=View.BASE)
    assert one.part_of(LookInto(digest="x")) == LookInto(digest="x")


def test_documents_and_kinds_add_up_until_a_search_begins_anew() -> None:
    one = TextFound(documents=frozenset({1}), first=0, done=5, total=9)
    two = TextFound(documents=frozenset({7}), first=5, done=9, total=9)
    assert (sorted(two.after(one).documents), two.after(one).first) == ([1, 7], 0)
    assert (one.is_whole, two.is_whole) == (False, True)
    assert one.after(two).documents == {1}
    kinds = KindsListed(kinds=(), first=0, done=1, total=2)
    more = replace(kinds, first=1, done=2)
    assert more.after(kinds) == replace(more, first=0)
    assert (kinds.is_whole, more.is_whole, kinds.after(more)) == (False, True, kinds)


def test_a_comparison_answers_a_what_if_alone() -> None:
    event: Any = ReadersCompared(comparison=None)  # type: ignore[arg-type]
    requests = (CompareReaders(reach=Reach.PATH, base=1), CompareReaders(reach=Reach.PATH), LookInto(digest="x"))
    assert [event.answers(one) for one in requests] == [True, False, False]


def test_each_lane_fails_as_a_part() -> None:
    parts = {
        Lane.JUDGE: PartName.FINDINGS,
        Lane.MANUAL: PartName.FINDINGS,
        Lane.LOOK: PartName.TAGS,
        Lane.PACKAGES: PartName.FIELDS,
        Lane.SAVE: PartName.FILES,
        Lane.TEXT: PartName.TEXT,
    }
    assert Lane.OPEN.part is None
    assert {lane: lane.part for lane in parts} == parts
    assert all(isinstance(lane.part, PartName) for lane in Lane if lane is not Lane.OPEN)
