"""The images of a ClusterServiceVersion: listed, used, and used without being listed."""

from builders.packages.bundles import CSV
from builders.packages.used import rows, used

from xpkgtui.formats.registry_v1.format import REGISTRY_V1

ENV = """
                env:
                - {name: RELATED_IMAGE_DB, value: registry.example.com/db:1}
"""
RELATED = """
  relatedImages:
  - {name: tides, image: 'registry.example.com/tides:1.2.0'}
  - {name: chart, image: registry.example.com/chart:1}
"""


def test_related_images_come_first_with_their_fields() -> None:
    found = rows(used(REGISTRY_V1, CSV + RELATED))
    assert found[:2] == [
        ("related", "registry.example.com/tides:1.2.0", "spec.relatedImages[0]"),
        ("related", "registry.example.com/chart:1", "spec.relatedImages[1]"),
    ]


def test_an_image_that_is_used_and_listed_is_listed() -> None:
    found = used(REGISTRY_V1, CSV + RELATED)
    assert [(one.role.value, one.listed) for one in found[2:]] == [("runtime", True)]


def test_operands_and_operators_that_are_not_listed_are_told() -> None:
    found = used(REGISTRY_V1, CSV.rstrip("\n") + ENV)
    assert [(one.role.value, one.reference, one.listed) for one in found] == [
        ("runtime", "registry.example.com/tides:1.2.0", False),
        ("operand", "registry.example.com/db:1", False),
    ]


def test_a_service_version_of_wrong_types_names_nothing() -> None:
    assert (
        used(REGISTRY_V1, "apiVersion: operators.coreos.com/v1alpha1\nkind: ClusterServiceVersion\nspec: 5\n") == []
    )
