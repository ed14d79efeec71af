"""A rule about changes: its weights by level, and what makes it whole."""

from typing import Any

import pytest
from builders.cases import each_row

from xpkgtui.rules.changes.change import Change, Level, Weight, listed, weights_of
from xpkgtui.rules.changes.rule import At, ChangeRule, Words, change, refused, shell_word
from xpkgtui.rules.finding import Place
from xpkgtui.rules.manual_page import page_of_change

B, C, A, W = Weight.BREAKS, Weight.CHECK, Weight.ADDITION, Weight.WORDS


def rule(clients: str, stored: str, name: str = "CHG999", *, level: int = 0, **facts: Any) -> ChangeRule[[]]:
    @change(name, "is odd", clients=clients, stored=stored, **facts)
    def odd(at: At) -> Words:
        """It is odd.

        Why: One.
        When it bites: Two.
        Fix: Three.
        Source: own.
        """
        return Words(message="odd", level=level)

    return odd


@each_row(
    ("clients", "stored", "is_refused", "at_levels"),
    [
        (B, C, False, (B, C, B, C)),
        (C, W, False, (C, W, B, C)),
        (W, A, False, (W, A, B, W)),
        (W, W, False, (W, W, W, W)),
        (W, W, True, (W, W, W, B)),
    ],
)
def test_a_weight_differs_by_level(clients: Weight, stored: Weight, is_refused: bool, at_levels: Any) -> None:
    weights = weights_of(clients, stored, is_refused=is_refused)
    assert tuple(weights.at(level) for level in Level) == at_levels


@each_row(("level", "clients", "stored"), [(0, B, C), (1, A, W), (2, A, W)])
def test_a_lighter_case_of_a_rule_has_the_next_weight(level: int, clients: Weight, stored: Weight) -> None:
    found = rule("BA", "CW", level=level)(At())
    assert found.weights == weights_of(clients, stored)
    assert refused(found).weights == weights_of(clients, stored, is_refused=True)


def test_a_rule_about_olmv1_is_listed_there_alone() -> None:
    own = rule("B", "B", is_for_olmv1=True)
    assert [own(At()).weights.at(level) for level in Level] == [None, None, None, B]
    assert dict(own.by_level) == {"clients": (), "stored": (), "strict": (), "olmv1": (B,)}


@each_row(
    ("name", "clients", "stored", "strict", "olmv1"),
    [
        ("CHG999", "BA", "CW", (B,), (C, A)),
        ("CHG999", "W", "W", (W,), (W,)),
        ("CHG104", "BA", "CW", (B,), (B, C, A)),
        ("CHG130", "A", "A", (B,), (B, A)),
        ("CHG160", "A", "A", (B,), (B, A)),
        ("CHG161", "A", "A", (B,), (A,)),
        ("CHG129", "A", "A", (B,), (A,)),
    ],
)
def test_the_manual_has_the_weights_at_each_level(
    name: str, clients: str, stored: str, strict: tuple[Weight, ...], olmv1: tuple[Weight, ...]
) -> None:
    found = dict(rule(clients, stored, name).by_level)
    assert (found["strict"], found["olmv1"]) == (strict, olmv1)
    page = page_of_change(rule(clients, stored, name))
    assert (page.id, page.title, page.format, page.fix) == (name, "is odd", "changes", "Three.")
    assert dict(page.severities)["olmv1"] == tuple(one.word for one in olmv1)


@each_row("lacking", [{"name": "CHG1"}, {"name": "XPKG101"}, {"clients": ""}, {"stored": ""}])
def test_a_rule_that_is_not_whole_is_refused(lacking: dict[str, Any]) -> None:
    with pytest.raises(TypeError):
        rule(**{"clients": "B", "stored": "B", **lacking})


@each_row(("text", "word"), [("a-b.c/d:1_e", "a-b.c/d:1_e"), ("-a", "NAME"), ("a b", "NAME"), ("a" * 254, "NAME")])
def test_a_name_that_a_shell_could_mistake_is_left_out(text: str, word: str) -> None:
    assert shell_word(text) == word


def test_changes_are_listed_by_weight_then_as_they_lie_and_what_is_gone_last() -> None:
    def at(weight: Weight, name: str, old: Place | None, new: Place | None) -> Change:
        return Change(id=name, weights=weights_of(weight, W), message="", old=old, new=new)

    ordered = [
        at(B, "CHG132", None, Place(document=9)),
        at(C, "CHG132", Place(document=5), Place(document=1, line=5)),
        at(C, "CHG132", None, Place(document=1, line=6)),
        at(C, "CHG133", None, Place(document=1, line=1)),
        at(C, "CHG131", None, Place(document=2, line=1)),
        at(C, "CHG131", None, None),
        at(C, "CHG131", Place(document=1), None),
    ]
    assert [one for _, one in listed(reversed(ordered), Level.CLIENTS)] == ordered
    own = Change(id="CHG999", weights=rule("B", "B", is_for_olmv1=True)(At()).weights, message="")
    assert [listed([own], level) for level in (Level.CLIENTS, Level.OLMV1)] == [(), ((B, own),)]
