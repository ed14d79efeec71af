"""The images of a catalog, bundle by bundle."""

import base64
import json

from builders.cases import each_row
from builders.packages.used import rows, used

from xpkgtui.formats.catalog.format import CATALOG
from xpkgtui.formats.used_images.needed_images import merged

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


def test_an_empty_object_names_nothing() -> None:
    assert len(used(CATALOG, bundle(properties=held("e30=")))) == 1


@each_row("data", ["!", base64.b64encode(b"[" * 100_000).decode(), "é"])
def test_an_object_that_cannot_be_parsed_may_name_images(data: str) -> None:
    _, unread = used(CATALOG, bundle(properties=held(data)))
    assert (unread.reference, unread.place) == ("", "olm.bundle.object of tides.v1")


def test_an_object_of_any_size_and_a_long_list_are_read() -> None:
    csv = {**CSV, "padding": " " * 3_000_000}
    data = base64.b64encode(json.dumps(csv).encode()).decode()
    related = [{"image": f"a.example/x:{number}"} for number in range(12_000)]
    assert len(used(CATALOG, bundle(properties=held(data), relatedImages=related))) == 1 + 12_000 + 2


@each_row("related", [5, {"image": "x"}, [5, None, {"image": 5}]])
def test_related_images_of_a_wrong_type_are_passed_over(related: object) -> None:
    assert len(used(CATALOG, bundle(relatedImages=related))) == 1


def test_an_image_without_tag_or_name_is_told() -> None:
    listed = merged(used(CATALOG, bundle(relatedImages=[{"image": "a.example/x"}, {"image": ""}])), "catalog")
    assert listed.remarks == (
        "a.example/x (relatedImages[0]) has neither tag nor digest: latest is pulled",
        "An image without a reference (relatedImages[1]) is not in the list: the entry is empty",
    )


def test_other_documents_name_nothing() -> None:
    assert used(CATALOG, '{"schema": "olm.package", "name": "tides", "image": "a.example/x"}\n') == []
