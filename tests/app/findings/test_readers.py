"""The list of readers: when there is one, and its columns."""

from dataclasses import replace
from typing import Any

from builders.cases import each_row
from builders.inspection import ports
from builders.packages.case_facts import case_about

from xpkgtui.app.findings.readers import Base, Columns, is_listed, said_of
from xpkgtui.errors import Failure, FailureKind
from xpkgtui.formats.images.comparison import ReaderComparison, ReaderResult
from xpkgtui.inspection.folding import fold
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.events import CaseReady
from xpkgtui.inspection.messages.parts import Failed, Loading, Part, Waiting
from xpkgtui.readers.known_reader import KnownReader
from xpkgtui.readers.reader import Reading
from xpkgtui.visible import size


@each_row(("taken", "cells"), [(0, 23), (30, 32), (500, 200 - 28 - 11 - 4 - 31)])
def test_what_is_taken_has_the_room_that_it_needs_so_that_the_rest_stands_near(taken: int, cells: int) -> None:
    assert Columns(has_ways=True, taken=taken).room(200) == cells


def test_on_a_narrow_screen_what_is_taken_has_all_that_is_left() -> None:
    assert Columns(has_ways=True, taken=30).room(80) == 80 - 28 - 11 - 4


def test_readers_are_listed_of_what_was_read_or_has_no_image() -> None:
    opened = Inspection(source="x")
    read = fold(opened, ports.stream())
    index = fold(fold(opened, ports.platforms()), CaseReady(case=case_about("x")))
    states = (opened, read, index, replace(read, comparison=ReaderComparison()))
    assert [is_listed(one) for one in states] == [False, True, True, False]


def test_a_layer_of_which_nothing_is_known_as_the_base_says_why() -> None:
    state, lost = ports.inspection(*ports.package()), Failure(kind=FailureKind.NETWORK, title="a.example is away.")
    known: Any = {"comparison": None, "deciding": "", "wording": state.wording, "is_taken": False}

    def said(part: Part[object]) -> list[str]:
        return [one.plain for one in said_of(Base(row=state.layers[0], part=part, **known))]

    assert said(Waiting()) == ["◌ not asked yet", ""]
    assert said(Loading("asking")) == ["◌ being asked", ""]
    known |= {"comparison": ReaderComparison(), "deciding": "nobody"}
    assert said(Failed(lost)) == ["✗ not known", "a.example is away."]
    unread = ReaderResult(reader=KnownReader(name="nobody", title="It"), reading=Reading(reader="nobody", unread=0))
    known["comparison"] = ReaderComparison(results=(unread,))
    assert said(Waiting()) == ["◌ not read", f"{size(state.layers[0].size)}; b reads it"]
