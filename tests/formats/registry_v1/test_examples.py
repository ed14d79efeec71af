"""The examples in the annotations of a ClusterServiceVersion, and who defines their kinds."""

from builders.cases import each_row
from builders.packages.exampled import objects_of

from xpkgtui.formats.examples.example import ExampleVerdict
from xpkgtui.formats.registry_v1.examples import EXAMPLES
from xpkgtui.formats.registry_v1.format import REGISTRY_V1

HEAD = "apiVersion: operators.coreos.com/v1alpha1\nkind: ClusterServiceVersion\n"
OTHER = "apiVersion: v1\nkind: ConfigMap\nmetadata: {annotations: {alm-examples: '[]'}}\n---\n"


@each_row(
    ("annotations", "found"),
    [
        ("alm-examples: '[1]'", [(b"[1]", 9, "metadata.annotations.alm-examples")]),
        ("alm-examples: |\n      [1,\n      2]", [(b"[1,\n2]\n", 10, "metadata.annotations.alm-examples")]),
        ("alm-examples: |-\n      [1]", [(b"[1]", 10, "metadata.annotations.alm-examples")]),
        ("alm-examples: >\n      [1,\n      2]", [(b"[1, 2]", 9, "metadata.annotations.alm-examples")]),
        ("alm-examples: '[1,\n\n      2]'", [(b"[1, 2]", 9, "metadata.annotations.alm-examples")]),
        ("alm-examples: ' '\n    a: b", []),
        ("alm-examples: 5", []),
        (
            "operatorframework.io/suggested-resources: '[2]'\n    operatorframework.io/initialization-resource: '{}'",
            [
                (b"{}", 10, 'metadata.annotations["operatorframework.io/initialization-resource"]'),
                (b"[2]", 9, 'metadata.annotations["operatorframework.io/suggested-resources"]'),
            ],
        ),
    ],
)
def test_texts_have_their_lines(annotations: str, found: list[tuple[bytes, int, str]]) -> None:
    text = f"{OTHER}{HEAD}metadata:\n  annotations:\n    {annotations}\n"
    assert EXAMPLES.of_package is not None
    texts = list(EXAMPLES.of_package(objects_of(REGISTRY_V1, text.encode())))
    assert [(one.data, one.line, one.field) for one in texts] == found
    assert {(one.document, one.is_json, one.file) for one in texts} <= {(2, True, "")}


def test_a_broken_service_version_has_none() -> None:
    assert EXAMPLES.of_package is not None
    package = objects_of(REGISTRY_V1, f"{HEAD}metadata: [\n".encode())
    assert list(EXAMPLES.of_package(package)) == []


def test_who_defines_a_kind() -> None:
    owned = "owned: [{name: a.g.io, kind: A}, {name: b.g.io, kind: B}]"
    required = "required: [{name: b.g.io, kind: B}, {name: c.h.io, kind: C}]"
    text = f"{HEAD}spec: {{customresourcedefinitions: {{{owned}, {required}}}}}\n"
    of = EXAMPLES.owner_of(objects_of(REGISTRY_V1, f"{OTHER}{text}".encode()))
    owns = "the bundle owns {} of g.io, and has no definition of it"
    assert [of("g.io", "A"), of("g.io", "B")] == [(ExampleVerdict.UNDEFINED, owns.format(one)) for one in "AB"]
    requires = "the bundle requires C of h.io, which another operator defines"
    assert of("h.io", "C") == (ExampleVerdict.ELSEWHERE, requires)
    assert of("h.io", "A") == (ExampleVerdict.UNDEFINED, "the bundle does not define A of h.io")
