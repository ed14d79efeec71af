"""Examples of all kinds with all that is said of each, kept whole."""

import json
from typing import Any

from builders.cases import each_row
from builders.goldens import Golden, described, once
from builders.packages.exampled import judged_examples
from formats.examples.test_judging import GOOD, HEAD, HOSTILE, PACKAGE, of

from xpkgtui.formats.examples.documents import documents_of
from xpkgtui.formats.examples.example import Example, ExampleText, ExampleVerdict, field_path, owner, refusals
from xpkgtui.formats.examples.values import kind_examples, values_of
from xpkgtui.formats.xpkg.format import XPKG
from xpkgtui.limits import Limits

TEXTS = (
    *(GOOD, HEAD, f"# a\n\n{HEAD}spec: {{region: mars}}\n", f"{HEAD}spec: {{region: moon, x: 1, y: {{z: 2}}}}\n"),
    *(of("s3.example.org/v0", "Bucket"), of("s3.example.org/v9", "Bucket"), of("s3.example.org/v1", "Buket")),
    *(of("v1", "Secret"), of("networking.k8s.io/v1", "Ingress"), of("nop.crossplane.io/v1", "NopResource")),
    f"{of('example.org/v1', 'XDB')}spec: {{size: 1, compositionRef: {{name: b}}}}\n",
    f"{of('example.org/v1', 'DB')}spec:\n  size: x\n",
    *("kind: Bucket\n", "apiVersion: s3.example.org/v1\nkind: 3\n", "- a\n", "just text\n", "a: [\n", "\n5\n"),
    GOOD.replace("name: a", "name: a, managedFields:  [{}]"),
    GOOD.replace("name: a", "generateName: b-"),
    f"{HEAD}spec: {{region: moon}}\nspec: {{region: sun, size: null}}\nstatus: {{}}\n",
    f"{HEAD}spec:\n  labels:\n    a.b/c: 1\n  rules:\n  - {{port: 1}}\n  - port: x\n",
    f"{GOOD}--- x\n{GOOD}",
    f"{GOOD}---\n{GOOD}---\n# nothing\n---\nnull\n",
)


def test_all_that_is_said_of_each_example(golden: Golden) -> None:
    parts = []
    for text in TEXTS:
        found = judged_examples(XPKG, PACKAGE, {"examples/a.yaml": text})
        parts.append(f"# {text[:90]!r}\n{described(found)}")
    for name in ("a long kind", "metadata of other types", "labels of other types", "keys that are no texts"):
        found = judged_examples(XPKG, PACKAGE, {"examples/a.yaml": HOSTILE[name]})
        said = [f"{one.verdict}: {one.reason} {one.message[:200]} ({len(one.errors)} errors)" for one in found]
        parts.append(f"# {name}\n" + "".join(f"{line}\n" for line in said))
    golden("examples_judged", once("\n".join(parts)))


@each_row(
    ("group", "is_built_in"),
    [
        *((group, True) for group in ("", "apps", "autoscaling", "batch", "extensions", "policy", "storage.k8s.io")),
        *((group, True) for group in ("networking.k8s.io", "rbac.authorization.k8s.io", "coordination.k8s.io")),
        *((group, False) for group in ("example.org", "k8s.io", "gateway.networking.k8s.io", "metrics.k8s.io")),
        *((group, False) for group in ("snapshot.storage.k8s.io", "infra.cluster.x-k8s.io", "custom.metrics.k8s.io")),
        *((group, False) for group in ("cluster.x.k8s.io", "kustomize.config.k8s.io", "kueue.x.k8s.io")),
    ],
)
def test_groups_of_kubernetes_itself(group: str, is_built_in: bool) -> None:
    verdict, reason = owner(group, "Thing", noun="bundle")
    assert (verdict is ExampleVerdict.BUILT_IN) is is_built_in
    assert reason == (
        "Kubernetes itself defines it, so the package has no definition of it"
        if is_built_in
        else f"the bundle does not define Thing of {group}"
    )


def test_an_example_that_is_not_judged_whole_is_a_doubt() -> None:
    (undecided,) = judged_examples(
        XPKG, PACKAGE, {"a.yaml": GOOD.replace("metadata: {name: a}", "metadata: {name: a, managedFields:  [{}]}")}
    )
    (problem,) = refusals(undecided)
    assert problem.message == (
        "xpkgtui does not know whether the API server accepts Bucket a: metadata that xpkgtui does not judge"
    )
    assert problem.where.line == 1


def inside(text: str) -> list[tuple[Any, ...]]:
    """The documents in a JSON text inside a document."""
    field = "metadata.annotations.x"
    whole = ExampleText(data=text.encode(), file="f", line=7, document=2, field=field, is_json=True)
    return [
        (one.number, one.line, one.place.removeprefix(field), one.fault or one.value) for one in documents_of(whole)
    ]


@each_row(
    ("text", "found"),
    [
        ('{"a": 1}', [(2, 7, "", {"a": 1})]),
        ('\n [\n{"a": 1},\n\n 2 ]\n', [(2, 9, "[0]", {"a": 1}), (2, 11, "[1]", 2)]),
        ("[]", []),
        ("[1,]", [(2, 7, "[0]", 1)]),
        ("[1 2]", [(2, 7, "[0]", 1), (2, 7, "", "it is not JSON: Expecting ',' or ']'")]),
        ("[1", [(2, 7, "[0]", 1), (2, 7, "", "it is not JSON: Expecting ',' or ']'")]),
        ("[1]\n x", [(2, 7, "[0]", 1), (2, 7, "", "it is not JSON: Extra data")]),
        ("1\nx", [(2, 7, "", 1), (2, 7, "", "it is not JSON: Extra data")]),
        ("", [(2, 7, "", "it is not JSON: Expecting value")]),
        ("[NaN]", [(2, 7, "", "it is not JSON: NaN is not a value")]),
        ("[9223372036854775807]", [(2, 7, "[0]", 9223372036854775807)]),
        ("[-9223372036854775808, 1]", [(2, 7, "[0]", -9223372036854775808), (2, 7, "[1]", 1)]),
        ("[" * 100_000, [(2, 7, "", "it is too deep")]),
    ],
    ids=lambda value: str(value)[:20],
)
def test_json_inside_a_document(text: str, found: list[tuple[Any, ...]]) -> None:
    assert inside(text) == found


def test_a_number_that_fits_no_int64_is_a_float() -> None:
    values = [one[3] for one in inside(f"[{2**63}, {-(2**63) - 1}]")]
    assert [(value, type(value)) for value in values] == [(float(2**63), float), (float(-(2**63)), float)]


def test_a_limit_of_this_program_is_told_from_a_fault() -> None:
    def limits(text: bytes, **more: Any) -> list[bool]:
        found = documents_of(ExampleText(data=text, file="f", **more), Limits(documents=2))
        return [one.is_own_limit for one in found if one.fault]

    assert limits(b"a: [\n") == [False]
    assert limits(b"---\na: 1\n" * 4) == [True]
    assert limits(b"[" * 100_000, is_json=True) == [True]
    assert limits(b"[", is_json=True) == [False]


def line_of(text: str, path: str, **more: Any) -> int:
    """The line of a field of the first document of a text."""
    return next(iter(documents_of(ExampleText(data=text.encode(), file="f", **more)))).line_of(path)


@each_row(
    ("path", "line"),
    [("a.b[1].c", 6), ("a.b[0].c", 5), ("a.b", 4), ("a.x", 3), ("<nil>", 3), ("", 3), ("a.b[9]", 4)],
)
def test_a_field_has_its_line_in_the_file(path: str, line: int) -> None:
    text = "# x\n---\na:\n  b:\n  - c: 1\n  - c: 2\n"
    assert line_of(text, path) == line
    assert line_of(text, path, line=11) == line + 10


def test_a_field_of_json_has_its_line_too() -> None:
    assert line_of('[\n {"a":\n  {"b": 1,\n   "c": 2}}\n]', "a.c", line=5, is_json=True, field="x") == 8


EXAMPLE = Example(file="a.yaml", line=3, kind="Bucket", name="a", verdict=ExampleVerdict.ACCEPTED)


def test_an_example_in_words() -> None:
    assert EXAMPLE.words == "Bucket a"
    assert Example(file="", line=1, kind="A", verdict=ExampleVerdict.REFUSED).words == "A (no name)"
    broken = Example(file="", line=1, name="x", verdict=ExampleVerdict.REFUSED)
    assert (broken.words, broken.is_refused, EXAMPLE.is_refused) == ("the document", True, False)


def test_a_path_ends_where_the_object_does() -> None:
    assert str(field_path("a.b.c", {"a": 5})) == "a"
    assert str(field_path("a[0][1].b", {"a": [[1, {"b": 2}]]})) == "a[0][1].b"
    assert str(field_path("a[x]", {"a": [1]})) == "a"


def test_ten_thousand_values_are_looked_at() -> None:
    objects = {"objects": [{"where": "a:1", "object": {"x": list(range(10_001))}}], "unread": ""}
    assert values_of(kind_examples(objects), ("properties", "x", "items")).different == 10_000


def test_values_are_read_out_of_a_text_of_json() -> None:
    text = {"objects": [{"where": "a:1", "object": {"x": [1, 2, 1]}}], "unread": "no"}
    found = kind_examples(json.loads(json.dumps(text)))
    assert found.unread == "no"
    said = values_of(found, ("properties", "x", "items"))
    assert [(one.value, one.count, one.where) for one in said.values] == [(1, 1, "a:1"), (2, 1, "a:1")]
