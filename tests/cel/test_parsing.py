"""The grammar of CEL."""

import pytest

from xpkgtui.cel.nodes import Call, Comprehension, Name, Node, Select
from xpkgtui.cel.parsing import parse
from xpkgtui.cel.tokens import CelFault, TooDeep
from xpkgtui.formats.dependencies.operators.expressions import OLM


def written(node: Node) -> str:
    """A tree with a bracket around each of its calls."""
    match node:
        case Call(target=None):
            return f"{node.function}({' '.join(map(written, node.arguments))})"
        case Call(target=target) if target is not None:
            return f"{written(target)}.{node.function}({' '.join(map(written, node.arguments))})"
        case Select():
            return f"{written(node.operand)}.{node.field}{'?' if node.is_test else ''}"
        case Name():
            return node.name
        case Comprehension():
            return f"each {node.variables[0]} of {written(node.range)}: {written(node.step)}"
    return type(node).__name__.lower()


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("a + b * c - d", "_-_(_+_(a _*_(b c)) d)"),
        ("a < b == c", "_==_(_<_(a b) c)"),
        ("a || b && c", "_||_(a _&&_(b c))"),
        ("a && b && c && d", "_&&_(_&&_(a b) _&&_(c d))"),
        ("a ? b : c ? d : e", "_?_:_(a b _?_:_(c d e))"),
        ("!!!a", "!_(a)"),
        ("--a", "a"),
        ("a.b(c).d[e]", "_[_](a.b(c).d e)"),
        ("a in b.`c-d`", "@in(a b.c-d)"),
        (".a", ".a"),
        ("has(a.b)", "a.b?"),
        ("a.all(b, c)", "each b of a: _&&_(@result c)"),
        ("a.map(b, c, d)", "each b of a: _?_:_(c _+_(@result listed) @result)"),
        ("a.all(b)", "a.all(b)"),
    ],
)
def test_what_binds_more(text: str, tree: str) -> None:
    assert written(parse(text, OLM)) == tree


@pytest.mark.parametrize(
    "rule",
    [
        *("", "true false", "1 +", "{1}", "'a", '"""a"', "a[", "f(,)", "if", "[].all(1, x)", "has(a)", "(a){}"),
        *(
            "9223372036854775808",
            "18446744073709551616u",
            "1e400",
            "'\\ud800'",
            "b'\\u0041'",
            "[].map(__result__, 1)",
        ),
    ],
)
def test_what_does_not_follow_the_grammar_is_a_fault(rule: str) -> None:
    with pytest.raises(CelFault):
        parse(rule, OLM)


@pytest.mark.parametrize("count", [61, 5_000])
def test_deep_nesting_is_not_looked_at(count: int) -> None:
    with pytest.raises(TooDeep):
        parse("(" * count + "true" + ")" * count, OLM)


def test_many_operators_make_no_deep_calls() -> None:
    assert parse("1" + " + 1" * 20_000, OLM).depth == 20_001
    assert parse("a" + " && a" * 20_000, OLM).depth < 20
