"""What a comparison does at most, counted and not timed."""

import math
from typing import Any

from builders.cases import each_row
from formats.definitions.changes.test_definitions import OBJECT, TEXT, of_field

from xpkgtui.formats.definitions.changes.definitions import compare_definitions
from xpkgtui.formats.definitions.changes.proofs import Proofs
from xpkgtui.formats.definitions.effort import limited, meter
from xpkgtui.rules.changes.change import Weight

Node = dict[str, Any]
NUMBER = {"type": "integer"}


def required(count: int, kind: Node) -> Node:
    """An object with so many required fields."""
    names = [f"f{number}" for number in range(count)]
    return OBJECT | {"required": names, "properties": dict.fromkeys(names, kind)}


def combined(**more: Any) -> Node:
    """An object whose combinations have thousands of branches."""
    every = [{"anyOf": [{"required": [f"b{number}"]} for number in range(20)]} for _ in range(100)]
    return OBJECT | {"properties": {f"a{number}": TEXT for number in range(100)}, "allOf": every, **more}


def ruled(count: int, gap: int, **more: Any) -> Node:
    """An object with so many fields, and as many rules about them."""
    rules = [{"rule": f"!has(self.f{number}) || self.f{number} > {number + gap}"} for number in range(count)]
    fields: dict[str, Any] = {f"f{number}": NUMBER for number in range(count)}
    return OBJECT | {"properties": fields | more, "x-kubernetes-validations": rules}


def chosen(first: int, rule: str) -> Node:
    """An object with a rule about one of thousands of choices."""
    choices = TEXT | {"enum": [f"a{number}" for number in range(first, 2_000)]}
    return OBJECT | {"properties": {"a": choices}, "x-kubernetes-validations": [{"rule": rule}]}


PATTERNS = [TEXT | {"pattern": f"^{'a?' * 300}{'a' * 300}{end}$"} for end in ("", "b")]
ANY = [{"required": [f"a{number}"]} for number in range(100)]


@each_row(
    ("old", "new", "changes"),
    [
        (required(2_000, TEXT), required(2_000, NUMBER), 2_000),
        (combined(anyOf=ANY), combined(**{"not": {"anyOf": ANY}}), 2),
        (OBJECT | {"properties": {f"p{n}": PATTERNS[0] for n in range(20)}},
         OBJECT | {"properties": {f"p{n}": PATTERNS[1] for n in range(20)}}, 20),
        (TEXT | {"enum": [f"a{n}" for n in range(10_000)]}, TEXT | {"enum": [f"a{n}" for n in range(1, 10_000)]}, 1),
        (ruled(100, 0), ruled(100, 1), 200),
        (chosen(0, "self.a != 'a1'"), chosen(3, "self.a != 'a2'"), 3),
    ],
)  # fmt: skip
def test_a_large_schema_takes_no_more_work_than_is_allowed(old: Node, new: Node, changes: int) -> None:
    with limited(math.inf) as work:
        assert len(list(compare_definitions(of_field(old), of_field(new), Proofs()))) == changes
    assert work.spent < 300_000


def test_what_rules_imply_takes_work_in_proportion_to_them() -> None:
    spent = []
    for count in (20, 40):
        with limited(math.inf) as work:
            found = list(compare_definitions(of_field(ruled(count, 1)), of_field(ruled(count, 0))))
            assert {one.weights.clients for one in found} == {Weight.ADDITION}
        spent.append(work.spent)
    assert spent[1] < 2.1 * spent[0]


def test_a_limited_search_ends_with_its_limit_and_leaves_none_behind() -> None:
    with limited(100) as outer:
        with limited(1_000) as inner:
            meter().spent += 100
            assert inner.is_over
        assert outer.is_over
    assert not meter().is_over
