"""Outlines of definitions, found or parsed."""

from dataclasses import replace

import pytest
from builders.cases import each_row

from xpkgtui.documents.stream import split
from xpkgtui.documents.yaml.effort import Effort
from xpkgtui.formats.definition_outline import Outline, VersionOutline
from xpkgtui.formats.xpkg.objects.outline import outline
from xpkgtui.limits import Limits

CRD = """apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: things.example.org
spec:
  group: example.org
  names:
    categories:
    - all
    kind: Thing
    plural: things
  scope: Cluster
  versions:
  - additionalPrinterColumns:
    - jsonPath: .x
      name: X
    name: v1beta1
    schema:
      openAPIV3Schema:
        description: |-
          name: no
          served: false
    served: true
    storage: false
  - name: v1
    served: true
    storage: true
"""
EXPECTED = Outline(
    group="example.org",
    plural="things",
    kind="Thing",
    scope="Cluster",
    versions=(
        VersionOutline(name="v1beta1", stored=False),
        VersionOutline(name="v1", stored=True),
    ),
)
LARGE = "status:\n  a:\n    b:\n" + "".join(f"      k{number}: 1\n" for number in range(40_000))


def of(text: str) -> Outline | None:
    data = text.encode()
    return outline(data, split(data).chunks[0])


@each_row(
    "text",
    [
        CRD,
        "---\n" + CRD,
        CRD.replace("\n", "\r\n"),
        CRD + LARGE,
        CRD.replace("scope: Cluster", 'scope: "Cluster"'),
        CRD.replace("scope: Cluster", 'scope: "Cluster"') + LARGE,
        CRD.replace("  group: example.org\n", "").replace("  scope:", "  group: example.org\n  scope:"),
        CRD.replace("storage: true", "storage: yes"),
        CRD.replace("    schema:\n", '    schema: {x: "\n    served: false\n      "}\n    x:\n'),
    ],
    ids=["as Go writes it", "separator", "CR LF", "large", "quoted", "large and quoted", "order", "yes", "hiding"],
)
def test_the_outline_is_the_same_however_it_is_written(text: str) -> None:
    assert of(text) == EXPECTED


def test_the_version_that_an_xrd_refers_to_is_its_stored_one() -> None:
    text = CRD.replace("CustomResourceDefinition", "CompositeResourceDefinition")
    text = text.replace("    served: true\n    storage: true", "    referenceable: true\n    served: true")
    found = of(text)
    assert found is not None
    assert found.versions[1].stored


def test_the_single_version_of_v1beta1_is_served_and_stored() -> None:
    found = of("apiVersion: v1\nkind: CustomResourceDefinition\nmetadata: {}\nspec:\n  version: v1\n")
    assert found == Outline(versions=(VersionOutline(name="v1", stored=True),))


@each_row(
    "text",
    [
        CRD.replace("CustomResourceDefinition", "Composition"),
        CRD.replace("scope: Cluster", "scope: [") + "x: ]\n",
        "apiVersion: v1\nkind: CustomResourceDefinition\nmetadata: {}\n",
    ],
    ids=["other kind", "broken", "no spec"],
)
def test_there_is_none_where_there_is_doubt(text: str) -> None:
    assert of(text) is None


@pytest.mark.parametrize("line", ["  names:", "  versions:"])
def test_a_scalar_above_deeper_lines_is_left_to_the_parser(line: str) -> None:
    data = CRD.replace(line, f"{line} 'text'").encode()
    assert outline(data, split(data).chunks[0]) is None


def test_definitions_with_the_same_lines_from_versions_on_keep_their_own_names() -> None:
    other = CRD.replace("things", "others").replace("kind: Thing", "kind: Other").replace("Cluster", "Namespaced")
    assert [of(CRD), of(other), of(CRD)] == [
        EXPECTED,
        replace(EXPECTED, kind="Other", plural="others", scope="Namespaced"),
        EXPECTED,
    ]


def test_versions_above_spec_are_not_those_below_it() -> None:
    above = CRD.replace("spec:\n", "other:\n  versions:\n  - name: v3\n    served: true\nspec:\n")
    assert of(above) == EXPECTED


def test_lines_from_versions_on_that_go_another_way_are_parsed_each_time() -> None:
    text = CRD.replace("- name: v1\n", "- name: 'v1'\n")
    assert [of(text), of(text)] == [EXPECTED, EXPECTED]


def test_a_definition_that_a_limit_keeps_from_being_read_says_which() -> None:
    limits = Limits(document=len(LARGE))
    text = CRD.replace("scope: Cluster", 'scope: "Cluster"') + LARGE
    (chunk,) = split(text.encode(), limits=limits).chunks
    found = outline(text.encode(), chunk, Effort(limits=limits))
    assert found == Outline(unread=limits.reached("document", len(text)))
