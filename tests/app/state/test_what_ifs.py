"""What is asked for Why, one request after the other, and what is known without asking."""

from dataclasses import replace
from pathlib import Path

import pytest
from builders.inspection import ports
from builders.packages.case_facts import case_about
from builders.screens import readers, stories

from xpkgtui.app.state import what_ifs
from xpkgtui.app.state.replies import Replies
from xpkgtui.app.state.selection import Selection, base_key
from xpkgtui.formats.images.comparison import ReaderComparison
from xpkgtui.inspection.folding import fold, fold_all
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.events import CaseReady
from xpkgtui.inspection.messages.parts import Ready
from xpkgtui.inspection.messages.replies import ReadersCompared


@pytest.fixture
def accepted(tmp_path: Path) -> Inspection:
    """A package of four layers, of which number 2 is the base."""
    return fold_all(Inspection(source="x"), stories.accepted(tmp_path).opening)


def answered(*layers: int) -> Replies:
    known = Replies()
    for layer in layers:
        reply = ReadersCompared(comparison=replace(readers.agreed(), base=layer))
        known = known.with_event(what_ifs.request(layer), reply)
    return known


def test_package_as_it_is_comes_first(accepted: Inspection) -> None:
    assert what_ifs.missing(accepted, Selection(), Replies()) == what_ifs.ALL_READERS


def test_then_every_layer_but_the_base(accepted: Inspection) -> None:
    found = replace(accepted, comparison=readers.agreed())
    assert what_ifs.missing(found, Selection(), Replies()) == what_ifs.request(3)
    assert what_ifs.missing(found, Selection(), answered(3)) == what_ifs.request(1)
    assert what_ifs.missing(found, Selection(), answered(3, 1, 0)) is None


def test_chosen_layer_is_asked_before_the_others(accepted: Inspection) -> None:
    found = replace(accepted, comparison=readers.agreed())
    assert what_ifs.missing(found, Selection(reader=base_key(0)), Replies()) == what_ifs.request(0)


def test_base_is_known_from_the_package_as_it_is(accepted: Inspection) -> None:
    found = replace(accepted, comparison=readers.agreed())
    assert what_ifs.known(found, Replies(), 2) is found.comparison
    assert what_ifs.known(found, Replies(), 1) is None
    assert what_ifs.known(found, answered(1), 1) is not None


def test_nothing_is_asked_before_something_is_read() -> None:
    assert what_ifs.missing(Inspection(source="x"), Selection(), Replies()) is None


def test_an_index_of_which_nothing_can_be_read_is_asked_about_once_that_is_known() -> None:
    index = fold(Inspection(source="x"), ports.platforms())
    assert what_ifs.missing(index, Selection(), Replies()) is None
    known = fold(index, CaseReady(case=case_about("x")))
    assert what_ifs.missing(known, Selection(), Replies()) == what_ifs.ALL_READERS
    assert not what_ifs.is_index_without_image(replace(known, is_index=False))


def test_layers_are_not_asked_about_where_no_reader_is_known(accepted: Inspection) -> None:
    found = replace(accepted, comparison=ReaderComparison())
    assert what_ifs.missing(found, Selection(), Replies()) is None


def test_format_without_a_base_has_no_choice(accepted: Inspection) -> None:
    assert what_ifs.has_choice(accepted)
    assert not what_ifs.has_choice(replace(accepted, format=replace(accepted.format, annotation="")))


def test_a_layer_can_be_the_base_unless_it_is_the_only_one_and_is(accepted: Inspection) -> None:
    assert isinstance(accepted.manifest, Ready)
    manifest, (_, other, base, _) = accepted.manifest.value, accepted.layers
    states = (replace(manifest, layers=layers) for layers in ((), (base,), (other,), (base, other)))
    found = [what_ifs.has_choice(replace(accepted, manifest=Ready(one))) for one in states]
    assert found == [False, False, True, True]
