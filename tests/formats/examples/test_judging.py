"""What becomes of examples: by the definitions of their package, each by itself, also where the text is hostile."""

import pytest
from builders.cases import each_row
from builders.packages.exampled import judged_examples

from xpkgtui.formats.examples.example import Example, ExampleVerdict
from xpkgtui.formats.xpkg.format import XPKG

PACKAGE = b"""\
apiVersion: meta.pkg.crossplane.io/v1
kind: Provider
metadata: {name: acme}
---
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: buckets.s3.example.org}
spec:
  group: s3.example.org
  names: {kind: Bucket, plural: buckets, singular: bucket, listKind: BucketList}
  scope: Cluster
  versions:
  - name: v1
    served: true
    storage: true
    subresources: {status: {}}
    schema:
      openAPIV3Schema:
        type: object
        required: [spec]
        properties:
          spec:
            type: object
            required: [region]
            x-kubernetes-validations: [{rule: "self.region != 'mars'", message: too far}]
            properties:
              region: {type: string}
              size: {type: integer, default: 3}
              labels: {type: object, additionalProperties: {type: string}}
              rules: {type: array, items: {type: object, properties: {port: {type: integer}}}}
          status: {type: object, properties: {ready: {type: boolean}}}
  - name: v0
    served: false
    storage: false
    schema: {openAPIV3Schema: {type: object}}
---
apiVersion: apiextensions.crossplane.io/v1
kind: CompositeResourceDefinition
metadata: {name: xdbs.example.org}
spec:
  group: example.org
  names: {kind: XDB, plural: xdbs}
  claimNames: {kind: DB, plural: dbs}
  versions:
  - name: v1
    served: true
    referenceable: true
    schema: {openAPIV3Schema: {type: object, properties: {spec: {type: object, properties: {size: {type: integer}}}}}}
"""
HEAD = "apiVersion: s3.example.org/v1\nkind: Bucket\nmetadata: {name: a}\n"
GOOD = f"{HEAD}spec: {{region: moon}}\n"


def examples(text: str | bytes, package: bytes = PACKAGE) -> list[Example]:
    return judged_examples(XPKG, package, {"examples/a.yaml": text})


def example(text: str | bytes, package: bytes = PACKAGE) -> Example:
    (found,) = examples(text, package)
    return found


def of(api_version: str, kind: str) -> str:
    return f"apiVersion: {api_version}\nkind: {kind}\nmetadata: {{name: a}}\n"


@each_row(
    ("text", "verdict"),
    [
        (GOOD, "accepted"),
        (HEAD, "refused"),
        (f"{HEAD}spec: {{region: mars}}\n", "refused"),
        (f"{HEAD}spec: {{region: moon, x: 1}}\n", "refused"),
        (of("s3.example.org/v0", "Bucket"), "refused"),
        (of("s3.example.org/v9", "Bucket"), "refused"),
        (of("s3.example.org/v1", "Buket"), "undefined"),
        (of("v1", "Secret"), "built-in"),
        (of("networking.k8s.io/v1", "Ingress"), "built-in"),
        (of("gateway.networking.k8s.io/v1", "Gateway"), "undefined"),
        (of("pkg.crossplane.io/v1", "Provider"), "built-in"),
        (of("nop.crossplane.io/v1", "NopResource"), "undefined"),
        (f"{of('example.org/v1', 'XDB')}spec: {{size: 1, compositionRef: {{name: b}}}}\n", "accepted"),
        (f"{of('example.org/v1', 'DB')}spec: {{size: x}}\n", "refused"),
        (f"{of('example.org/v1', 'XDB')}spec: {{crossplane: {{}}}}\n", "refused"),
        ("kind: Bucket\n", "refused"),
        ("apiVersion: s3.example.org/v1\nkind: 3\n", "refused"),
        ("- a\n- b\n", "refused"),
        ("just text\n", "refused"),
        ("a: [\n", "refused"),
        (GOOD.replace("metadata: {name: a}", "metadata: {name: a, managedFields:  [{}]}"), "undecided"),
    ],
)
def test_what_becomes_of_an_example(text: str, verdict: str) -> None:
    assert example(text).verdict == verdict


def test_a_definition_among_the_examples_counts_where_the_package_has_none() -> None:
    package, definition = PACKAGE.split(b"---\n", 1)
    bucket, *_ = definition.split(b"---\n")
    assert [str(one.verdict) for one in examples(b"---\n".join((HEAD.encode(), bucket)), package)] == [
        "refused",
        "built-in",
    ]
    changed = bucket.replace(b"required: [region]", b"required: [other]")
    assert [str(one.verdict) for one in examples(b"---\n".join((GOOD.encode(), changed)))] == ["accepted", "built-in"]


def test_all_definitions_among_the_examples_count() -> None:
    bucket = PACKAGE.split(b"---\n")[1]
    other = bucket.replace(b"uckets", b"askets").replace(b"Bucket", b"Basket")
    beside = (other.replace(b"Basket", b"Basket%d" % n).replace(b"baskets", b"baskets%d" % n) for n in range(120))
    found = examples(b"---\n".join((HEAD.encode(), *beside, bucket)), PACKAGE.partition(b"---\n")[0])
    assert found[0].verdict == "refused"


def test_a_dependency_may_define_what_the_package_does_not() -> None:
    package = PACKAGE.replace(
        b"{name: acme}\n", b"{name: acme}\nspec: {dependsOn: [{provider: a.io/b, version: v1}]}\n"
    )
    assert example(of("other.org/v1", "Thing"), package).verdict is ExampleVerdict.ELSEWHERE
    assert example(of("v1", "Secret"), package).verdict is ExampleVerdict.BUILT_IN


@each_row(
    ("change", "reason"),
    [
        (
            (b"type: object\n        required: [spec]", b"type: array\n        required: [spec]"),
            "refuses its definition",
        ),
        ((b"properties: {port: {type: integer}}", b"properties: 5"), "its definition"),
        ((b"apiextensions.k8s.io/v1\n", b"apiextensions.k8s.io/v1beta1\n"), "does not serve since 1.22"),
    ],
)
def test_a_definition_that_no_api_server_takes_judges_nothing(change: tuple[bytes, bytes], reason: str) -> None:
    found = example(GOOD, PACKAGE.replace(*change))
    assert found.verdict is ExampleVerdict.UNDECIDED
    assert reason in found.reason


def test_two_definitions_of_a_kind_judge_nothing() -> None:
    second = PACKAGE[PACKAGE.index(b"apiVersion: apiextensions.k8s.io") :]
    found = example(GOOD, PACKAGE + b"---\n" + second)
    assert (found.verdict, found.reason) == ("undecided", "the package defines its kind more than once")


def test_what_the_server_says_stands_at_its_line() -> None:
    text = f"# a comment\n{HEAD}spec:\n  labels:\n    a.b/c: 1\n  rules:\n  - {{port: 1}}\n  - port: x\n"
    found = example(text)
    assert [(one.field, one.line) for one in found.errors] == [
        ("spec.labels.a.b/c", 7),
        ("spec.region", 5),
        ("spec.rules[1].port", 10),
        ("<nil>", None),
    ]
    assert found.message.startswith('Bucket.s3.example.org "a" is invalid: [')
    assert found.line == 2


def test_unknown_fields_stand_at_their_lines() -> None:
    found = example(f"{HEAD}spec:\n  region: moon\n  sise: 3\n")
    assert [(one.field, one.line) for one in found.unknown] == [("spec.sise", 6)]
    assert found.message == 'strict decoding error: unknown field "spec.sise"'


def test_many_problems_are_cut_and_the_first_have_lines() -> None:
    rules = "".join("\n  - port: x" for _ in range(60))
    found = example(f"{HEAD}spec:\n  region: moon\n  rules:{rules}\n")
    assert [one.line is not None for one in found.errors] == [True] * 20 + [False] * 30
    found = example(f"{HEAD}spec:\n  region: moon\n{''.join(f'  x{number}: 1' + chr(10) for number in range(60))}")
    assert [one.line is not None for one in found.unknown] == [True] * 20 + [False] * 30


def test_what_is_set_and_what_is_lost_is_named() -> None:
    text = GOOD.replace("name: a", "name: a, namespace: b").replace("moon", "moon, labels: null")
    found = example(f"{text}status: {{ready: true}}\n")
    assert found.verdict is ExampleVerdict.ACCEPTED
    assert found.defaulted == ("spec.size",)
    assert found.dropped == ("metadata.namespace", "spec.labels", "status")


def test_a_key_that_stands_twice_loses_a_value() -> None:
    assert example(f"{GOOD}spec: {{region: sun}}\n").dropped == ("spec (the key stands twice)",)


def test_a_broken_document_spoils_no_other() -> None:
    found = examples(f"{GOOD}---\na: [\n---\n# nothing\n---\n{GOOD}---\n- x\n---\nnull\n")
    assert [(one.document, one.line, str(one.verdict)) for one in found] == [
        (1, 1, "accepted"),
        (2, 7, "refused"),
        (4, 10, "accepted"),
        (5, 15, "refused"),
    ]


def test_nothing_is_read_behind_a_separator_with_content() -> None:
    *_, last = examples(f"{GOOD}--- x\n{GOOD}")
    assert (last.verdict, last.line, last.is_broken) == ("refused", 5, True)


ALIASES = "a0: &a0 [x, x]\n" + "".join(f"a{n}: &a{n} [*a{n - 1}, *a{n - 1}]\n" for n in range(1, 40))
HOSTILE: dict[str, str | bytes] = {
    "aliases": f"{HEAD}{ALIASES}",
    "deep": f"{HEAD}spec: {'[' * 5000}{']' * 5000}\n",
    "deep in a known field": f"{HEAD}spec: {{region: {'{a: ' * 200}1{'}' * 200}}}\n",
    "wide": f"{HEAD}spec:\n" + "".join(f"  x{n}: 1\n" for n in range(20_000)),
    "a long value": f"{HEAD}spec: {{region: {'x' * 1_000_000}, size: {'y' * 100_000}}}\n",
    "a long kind": f"apiVersion: s3.example.org/v1\nkind: {'K' * 100_000}\n",
    "metadata of other types": "apiVersion: s3.example.org/v1\nkind: Bucket\nmetadata: 5\nspec: 7\n",
    "labels of other types": GOOD.replace("name: a", "name: [], labels: 3, annotations: [1]"),
    "control characters": f'{HEAD}spec: {{region: moon, "\\e[31m\\u202e": 1}}\n',
    "NUL bytes": "\0" * 1000,
    "no UTF-8": b"\xff\xfe\xfa" * 100,
    "numbers": f"{HEAD}spec: {{region: moon, size: {'9' * 4000}}}\n",
    "not a number": f"{HEAD}spec: {{region: .nan, size: .inf}}\n",
    "keys that are no texts": f"{HEAD}spec: {{1: 2, true: 3, null: 4, region: moon}}\n",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_examples_are_answered_and_the_next_one_is_judged(name: str) -> None:
    text = HOSTILE[name]
    data = text if isinstance(text, bytes) else text.encode()
    *first, last = examples(data + b"\n---\n" + GOOD.encode())
    assert last.verdict is ExampleVerdict.ACCEPTED
    assert [one for one in first if one.verdict is ExampleVerdict.ACCEPTED] == []
    assert all(len(one.message) <= 2_000 and len(one.kind) <= 320 and len(one.errors) <= 50 for one in first)


def test_many_documents_are_all_judged() -> None:
    assert [one.verdict for one in examples(f"{GOOD}---\n" * 200)] == [ExampleVerdict.ACCEPTED] * 200
