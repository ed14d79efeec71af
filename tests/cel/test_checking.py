"""The types of CEL: what cel-go says of them is in the differential tables; here is what always holds."""

from random import Random

import pytest
from builders.cases import each_row
from differential.random_expressions import random_expression
from hypothesis import given
from hypothesis import strategies as st

from xpkgtui.cel.checking import NotKnown, check
from xpkgtui.cel.parsing import parse
from xpkgtui.cel.tokens import CelFault, TooDeepExpression
from xpkgtui.cel.types import (
    ANY,
    BOOL,
    DYN,
    ERROR,
    INT,
    NULL,
    TooMuch,
    Type,
    Unknowns,
    general_of,
    of_list,
    of_map,
    shown,
    variable,
)
from xpkgtui.formats.dependencies.operators.expressions import OLM

_PLAIN = st.sampled_from([BOOL, INT, NULL, DYN, ANY, ("string",), ("timestamp",)])
TYPES = st.recursive(
    _PLAIN,
    lambda inner: st.one_of(
        inner.map(of_list), st.builds(of_map, inner, inner), inner.map(lambda one: ("type", one))
    ),
)
OPEN = st.recursive(
    st.one_of(_PLAIN, st.sampled_from("ABC").map(variable)),
    lambda inner: st.one_of(inner.map(of_list), st.builds(of_map, inner, inner)),
)
RULES = st.integers(0, 1 << 32).map(lambda seed: random_expression(Random(seed), 3))


@given(RULES)
def test_the_result_of_a_sound_expression_is_known_and_its_faults_are_in_order(rule: str) -> None:
    try:
        found = check(parse(rule, OLM), OLM)
    except (CelFault, NotKnown, TooDeepExpression, TooMuch):
        return
    places = [one.offset for one in found.faults]
    assert "param" not in repr(found.type)
    assert places == sorted(places)
    assert all(0 <= one < len(rule) for one in places)
    assert found.type != ERROR or places


@given(RULES)
def test_what_fits_fits_in_brackets_and_as_a_branch(rule: str) -> None:
    try:
        found = check(parse(rule, OLM), OLM)
        again = check(parse(f"true ? ({rule}) : ({rule})", OLM), OLM)
    except (CelFault, NotKnown, TooDeepExpression, TooMuch):
        return
    assert bool(found.faults) is bool(again.faults)
    assert found.faults or again.type == found.type


@given(TYPES)
def test_a_type_stands_for_itself(one: Type) -> None:
    assert Unknowns().fits((one,), (one,))
    assert general_of(one, one) == one
    assert Unknowns().resolved(one) == one


@given(OPEN, OPEN)
def test_a_failure_leaves_no_trace_and_a_success_makes_them_fit_again(one: Type, other: Type) -> None:
    unknowns = Unknowns()
    before = unknowns.resolved(one), unknowns.resolved(other)
    if unknowns.fits((one,), (other,)):
        assert unknowns.fits((unknowns.resolved(one),), (unknowns.resolved(other),))
    else:
        assert (unknowns.resolved(one), unknowns.resolved(other)) == before


@given(TYPES)
def test_what_is_dynamic_stands_for_everything(one: Type) -> None:
    assert Unknowns().fits((one, DYN), (ANY, one))


@each_row(
    ("found", "words"),
    [
        (of_list(of_map(("string",), ANY)), "list(map(string, any))"),
        (("type", ("type",)), "type(type)"),
        (variable("_var0"), "_var0"),
    ],
)
def test_a_type_is_shown(found: Type, words: str) -> None:
    assert shown(found) == words


def test_types_that_grow_are_given_up() -> None:
    with pytest.raises((TooMuch, TooDeepExpression)):
        check(parse("[1]" + ".map(x, {x: x})" * 58, OLM), OLM)


def test_messages_of_protobuf_are_not_known() -> None:
    with pytest.raises(NotKnown):
        check(parse("google.protobuf.Int64Value{value: 1} == 1", OLM), OLM)
