"""Patterns and formats that changed: which of them break, and the sentences about them."""

from typing import Any

from builders.cases import each_row

from xpkgtui.formats.definitions.changes.comparing.pairs import Roots
from xpkgtui.formats.definitions.changes.comparing.schemas import compare_schemas
from xpkgtui.rules.changes.change import Level, Weight
from xpkgtui.rules.changes.rule import Difference

ROOTS = Roots(version="v1", old=("old",), new=("new",), has_status=False)


def compared(old: dict[str, Any], new: dict[str, Any]) -> list[Difference]:
    """The differences of two schemas with these fields."""
    return list(compare_schemas({"type": "object", "properties": old}, {"type": "object", "properties": new}, ROOTS))


def change_of(old: dict[str, Any], new: dict[str, Any]) -> tuple[str, Weight | None, str]:
    """The rule of the one difference of two fields, what it weighs, and its sentence."""
    (found,) = compared({"a": {"type": "string", **old}}, {"a": {"type": "string", **new}})
    return found.rule.id, found.weights.at(Level.CLIENTS), found.words.message


@each_row(
    ("old", "new", "sentence"),
    [
        ({"pattern": "^a$"}, {"pattern": "^a+$"}, 'a: pattern is "^a+$", was "^a$": accepts all that it accepted'),
        ({"pattern": "^a$"}, {}, 'a: pattern "^a$" is gone'),
        ({"pattern": "^a$"}, {"pattern": ""}, 'a: pattern "^a$" is gone'),
        ({"format": "date", "enum": ["2024-01-01"]}, {"enum": ["2024-01-01"]}, 'a: format "date" is gone'),
    ],
)
def test_a_text_that_need_not_match_or_matches_more_is_wider(
    old: dict[str, Any], new: dict[str, Any], sentence: str
) -> None:
    assert change_of(old, new) == ("CHG141", Weight.ADDITION, sentence)


@each_row(
    ("old", "new", "sentence"),
    [
        (
            {"pattern": "^[a-z]+( [a-z]+)*$"},
            {"pattern": "^[a-z]+$"},
            'a: pattern is "^[a-z]+$", was "^[a-z]+( [a-z]+)*$": no longer accepts "a a"',
        ),
        ({"pattern": "^a*$"}, {"pattern": "^a+$"}, 'a: pattern is "^a+$", was "^a*$": no longer accepts ""'),
        (
            {"pattern": "^[^a]$"},
            {"pattern": "^[^a\\n]$"},
            r'a: pattern is "^[^a\\n]$", was "^[^a]$": no longer accepts "\n"',
        ),
        (
            {"pattern": "^a{1,63}$"},
            {"pattern": "^a{1,40}$"},
            f'a: pattern is "^a{{1,40}}$", was "^a{{1,63}}$": no longer accepts "{"a" * 41}" (41 characters)',
        ),
        (
            {"pattern": r"\pL"},
            {"pattern": "a"},
            'a: pattern is "a", was "\\\\pL": whether it accepts all that it accepted cannot be judged',
        ),
        ({}, {"pattern": "^a$"}, 'a: pattern is "^a$", was not there'),
        ({"pattern": 1}, {"pattern": "^a$"}, 'a: pattern is "^a$", was 1'),
        ({"format": "date"}, {"format": "date-time"}, 'a: format is "date-time", was "date"'),
    ],
)
def test_a_text_that_must_match_what_it_did_not_breaks(
    old: dict[str, Any], new: dict[str, Any], sentence: str
) -> None:
    assert change_of(old, new) == ("CHG140", Weight.BREAKS, sentence)


def test_no_more_than_a_hundred_changes_of_patterns_are_judged() -> None:
    def fields(tail: str) -> dict[str, Any]:
        return {f"f{number}": {"type": "string", "pattern": f"^{number // 2}{tail}$"} for number in range(206)}

    assert [one.rule.id for one in compared(fields(""), fields("b?"))] == ["CHG141"] * 200 + ["CHG140"] * 6
