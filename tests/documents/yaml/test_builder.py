"""Aliases and merges of one document, as go-yaml takes them; laughing ones are in `test_hostile_documents`."""

from typing import Any

from builders.cases import each_row

from xpkgtui.documents.document import BrokenDocument, PackageDocument, parse
from xpkgtui.documents.stream import split
from xpkgtui.documents.yaml.builder import AliasBudget, Builder
from xpkgtui.documents.yaml.masked_text import MaskedText
from xpkgtui.documents.yaml.refusals import RefusalReason

MERGED = "yaml: map merge requires map or sequence of maps as the value"


def document(text: str) -> PackageDocument | BrokenDocument:
    data = text.encode()
    return parse(data, split(data).chunks[0])


@each_row(
    ("text", "value"),
    [
        ("a: &x 1\nb: *x\n", {"a": 1, "b": 1}),
        ("a: &x [1]\nb: *x\n", {"a": [1], "b": [1]}),
        ("a: &x [1]\nb: [*x]\n", {"a": [1], "b": [[1]]}),
        ("a: &x 1\n? *x\n: 2\n", {"a": 1, "1": 2}),
        ("a: &x {b: 1}\nc: {<<: *x, d: 2}\n", {"a": {"b": 1}, "c": {"b": 1, "d": 2}}),
        ("a: &x {b: 1}\nc: {<<: [*x, {d: 2}]}\n", {"a": {"b": 1}, "c": {"b": 1, "d": 2}}),
        ("a: {<<: {b: 1}, b: 2}\n", {"a": {"b": 2}}),
    ],
)
def test_aliases_and_merges_have_the_value_that_they_name(text: str, value: Any) -> None:
    found = document(text)
    assert isinstance(found, PackageDocument)
    assert found.value == value


@each_row(
    ("text", "reason", "message"),
    [
        ("a: &x [1]\n? *x\n: 2\n", RefusalReason.VALUE, "yaml: invalid map key: []interface {}{1}"),
        (
            "a: &x {b: 1}\n? *x\n: 2\n",
            RefusalReason.VALUE,
            'yaml: invalid map key: map[interface {}]interface {}{"b":1}',
        ),
        ("? [1]\n: 2\n", RefusalReason.VALUE, "yaml: invalid map key: []interface {}{1}"),
        ("a: &x [{b: 1}]\nd: {<<: *x}\n", RefusalReason.VALUE, MERGED),
        ("a: &x 1\nd: {<<: *x}\n", RefusalReason.VALUE, MERGED),
        ("a: {<<: [1]}\n", RefusalReason.VALUE, MERGED),
        ("a: *x\n", RefusalReason.ALIAS, "yaml: unknown anchor 'x' referenced"),
        ("a: &x [*x]\n", RefusalReason.ALIAS, "yaml: anchor 'x' value contains itself"),
        ("a: &x .nan\nb: *x\n", RefusalReason.VALUE, "json: unsupported value: NaN"),
    ],
)
def test_what_they_cannot_name_is_refused_in_the_words_of_go_yaml(
    text: str, reason: RefusalReason, message: str
) -> None:
    found = document(text)
    assert isinstance(found, BrokenDocument)
    assert (found.reason, found.message) == (reason, message)


@each_row(
    ("operations", "repeated"),
    [(10_000, 9_900), (400_000, 396_000), (2_200_000, 1_199_000), (4_000_000, 400_000), (8_000_000, 800_000)],
)
def test_the_larger_a_document_the_less_of_it_may_be_aliases(operations: int, repeated: int) -> None:
    """go-yaml allows 99 percent up to 400,000 steps and 10 percent from 4,000,000 on, and less and less between."""
    budget = AliasBudget()
    budget.operations, budget.repeated = operations, repeated - 1
    assert budget.is_kept()
    budget.repeated = repeated + 1
    assert not budget.is_kept()
    budget.operations, budget.repeated = 1_000, 1_000
    assert budget.is_kept()


STEPS = {
    "a": 2,
    "[1, '2']": 4,
    "a: [b, {}]": 6,
    "a: &x [1, 2]\nb: *x": 11,
    "a: {<<: {b: 1}}": 7,
    "a: {<<: [{b: 1}]}": 7,
}


@each_row("text", STEPS)
def test_a_step_is_a_node_that_go_yaml_decodes_and_an_alias_repeats_them(text: str) -> None:
    builder = Builder(MaskedText(text=text))
    builder.build()
    assert builder.operations == STEPS[text]


@each_row(
    ("words", "shown"),
    [
        (".nan .NaN .NAN", "NaN"),
        (".inf .Inf .INF +.inf +.Inf +.INF", "+Inf"),
        ("-.inf -.Inf -.INF", "-Inf"),
    ],
)
def test_numbers_that_json_does_not_have_are_refused_in_all_their_spellings(words: str, shown: str) -> None:
    for word in words.split():
        found = document(f"a: {word}\n")
        assert isinstance(found, BrokenDocument), word
        assert found.message == f"json: unsupported value: {shown}"


@each_row(
    ("words", "value"),
    [
        ("~ null Null NULL", None),
        ("y Y yes Yes YES true True TRUE on On ON", True),
        ("n N no No NO false False FALSE off Off OFF", False),
        ("10 0xa 0b1010 0o12 012 +10 1_0", 10),
        ("nULL yEs tRUE oFF .Inf. 0xg 0b2 0o8 1__x", ...),
    ],
)
def test_plain_words_have_the_value_that_yaml_gives_them(words: str, value: Any) -> None:
    for word in words.split():
        found = document(f"a: {word}\n")
        assert isinstance(found, PackageDocument), word
        assert repr(found.value["a"]) == repr(word if value is ... else value), word
