"""The images of a catalog, bundle by bundle."""

import base64
import json

import pytest
from builders.packages.used import rows, used

from xpkgtui.formats.catalog.format import CATALOG

CSV = {
    "kind": "ClusterServiceVersion",
    "spec": {
        "relatedImages": [{"image": "a.example/listed:v1"}],
        "install": {
            "spec": {
                "deployments": [
                    {
                        "name": "tides",
                        "spec": {"template": {"spec": {"containers": [{"name": "m", "image": "a.example/run:v1"}]}}},
                    }
                ]
            }
        },
    },
}


def bundle(**more: object) -> str:
    fields = {"schema": "olm.bundle", "name": "tides.v1", "package": "tides", "image": "a.example/tides:v1"}
    return json.dumps({**fields, **more}) + "\n"


def held(data: str) -> list[dict[str, object]]:
    return [{"type": "olm.bundle.object", "value": {"data": data}}]


def test_a_bundle_and_what_it_lists_are_needed_by_it() -> None:
    found = used(
        CATALOG, bundle(relatedImages=[{"image": "a.example/tides:v1"}, {"name": "x", "image": "a.example/x"}])
    )
    assert rows(found) == [("package", "a.example/tides:v1", "image"), ("related", "a.example/x", "relatedImages[1]")]
    assert {one.asked_by for one in found} == {"tides.v1"}


def test_what_only_its_objects_name_is_not_listed() -> None:
    data = base64.b64encode(json.dumps(CSV).encode()).decode()
    found = used(CATALOG, bundle(properties=held(data)))
    assert [(one.reference, one.listed) for one in found[1:]] == [
        ("a.example/listed:v1", True),
        ("a.example/run:v1", False),
    ]


@pytest.mark.parametrize("data", ["!", "e30=", base64.b64encode(b"[" * 100_000).decode(), "é"])
def test_objects_that_are_none_name_nothing(data: str) -> None:
    assert len(used(CATALOG, bundle(properties=held(data)))) == 1


@pytest.mark.parametrize("related", [5, {"image": "x"}, [5, None, {"image": 5}]])
def test_related_images_of_a_wrong_type_are_passed_over(related: object) -> None:
    assert len(used(CATALOG, bundle(relatedImages=related))) == 1


def test_other_documents_name_nothing() -> None:
    assert used(CATALOG, '{"schema": "olm.package", "name": "tides", "image": "a.example/x"}\n') == []
