"""The grammar of CEL."""

import pytest
from builders.cases import each_row

from xpkgtui.cel.nodes import Call, Comprehension, Name, Node, Select
from xpkgtui.cel.parsing import parse
from xpkgtui.cel.tokens import CelFault, TooDeepExpression
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


@each_row(
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


FAULTS = {
    "": ("the end stands where a value belongs", 0),
    "true false": ("false stands where the end belongs", 5),
    "1 +": ("the end stands where a value belongs", 3),
    "{1}": ("} stands where ':' belongs", 2),
    "'a": ("there is a quote that does not end", 0),
    '"""a"': ('"a" stands where the end belongs', 2),
    "a[": ("the end stands where a value belongs", 2),
    "f(,)": (", stands where a value belongs", 2),
    "f(a,)": (") stands where a value belongs", 4),
    "if": ("if is a reserved word", 0),
    "for": ("for is a reserved word", 0),
    "[].all(1, x)": ("all takes a name and an expression", 7),
    "has(a)": ("has takes a field", 4),
    "(a){}": ("{ stands where the end belongs", 3),
    "9223372036854775808": ("a number is larger than CEL has them", 0),
    "-9223372036854775809": ("a number is larger than CEL has them", 1),
    "18446744073709551616u": ("a number is larger than CEL has them", 0),
    "1e400": ("a number is larger than CEL has them", 0),
    "'\\ud800'": ("a text has the code of no character", 0),
    "b'\\u0041'": ("a text has the code of no character", 0),
    "'\\U00110000'": ("a text has the code of no character", 0),
    "[].map(__result__, 1)": ("__result__ is the name of CEL's own variable", 7),
    "a.in": ("in stands where a field belongs", 2),
    "a.1": (".1 stands where the end belongs", 1),
    "a.`b": ("there is a quote that does not end", 2),
    "a ? b": ("the end stands where ':' belongs", 5),
    "a ? b :": ("the end stands where a value belongs", 7),
    "[1": ("the end stands where ']' belongs", 2),
    "[1 2]": ("2 stands where ']' belongs", 3),
    "{1: 2": ("the end stands where '}' belongs", 5),
    "{1: 2 3: 4}": ("3 stands where '}' belongs", 6),
    "{a 1}": ("1 stands where ':' belongs", 3),
    "a.b(": ("the end stands where a value belongs", 4),
    "(1": ("the end stands where ')' belongs", 2),
    "a.": ("the end stands where a field belongs", 2),
    "in": ("in stands where a value belongs", 0),
    "a.true": ("true stands where a field belongs", 2),
    "#": ("there is '#', which CEL does not know", 0),
    "a\n  #": ("there is '#', which CEL does not know", 4),
    "'\\q'": ("there is a quote that does not end", 0),
    "a b": ("b stands where the end belongs", 2),
    "a[1": ("the end stands where ']' belongs", 3),
    "x.map(a.b, c)": ("map takes a name and an expression", 7),
    "x.map(1, 2, 3)": ("map takes a name and an expression", 6),
    "x.exists(a.b, c)": ("exists takes a name and an expression", 10),
    "x.exists(@, 1)": ("there is '@', which CEL does not know", 9),
    "`a`": ("`a` stands where a value belongs", 0),
    "a.`b`c": ("c stands where the end belongs", 5),
    "[?a]": ("optional values are not known", 1),
    "{?a: 1}": ("optional values are not known", 1),
    "1u u": ("u stands where the end belongs", 3),
    "0x": ("x stands where the end belongs", 1),
    "0xg": ("xg stands where the end belongs", 1),
    "0x8000000000000000": ("a number is larger than CEL has them", 0),
    "99999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999": (
        "a number is larger than CEL has them",
        0,
    ),
}


@each_row("rule", FAULTS)
def test_what_does_not_follow_the_grammar_is_a_fault(rule: str) -> None:
    with pytest.raises(CelFault) as raised:
        parse(rule, OLM)
    assert (str(raised.value), raised.value.offset) == FAULTS[rule]


NESTING = {
    "(": ")",
    "[": "]",
    "{1: ": "}",
    "{": ": 1}",
    "a[": "]",
    "f(": ")",
    "a.f(": ")",
    "M{f: ": "}",
    "a ? 1 : ": "",
}


@each_row(("opened", "closed"), NESTING.items())
def test_deep_nesting_is_not_looked_at(opened: str, closed: str) -> None:
    assert parse(opened * 60 + "true" + closed * 60, OLM)
    for count in (61, 5_000):
        with pytest.raises(TooDeepExpression):
            parse(opened * count + "true" + closed * count, OLM)


def test_many_operators_make_no_deep_calls() -> None:
    assert parse("1" + " + 1" * 5_000, OLM).depth == 5_001
    assert parse("a" + " && a" * 5_000, OLM).depth == 14
