"""What OperatorHub shows of an operator, value by value: icon, level, categories, provider and maintainers."""

from typing import Any

import pytest
from builders.packages.bundle_items import csv, manifest, said

from xpkgtui.formats.registry_v1.rules.hub.presentation import (
    categories_are_known,
    level_is_known,
    maintainers_can_be_reached,
    one_icon,
)
from xpkgtui.formats.registry_v1.subject import Item

GIF, LACKS = {"base64data": "x", "mediatype": "image/gif"}, "The icon lacks its data or its media type"


def annotated(name: str, value: str) -> Item:
    """A ClusterServiceVersion with one annotation."""
    return manifest("ClusterServiceVersion", metadata={"name": "a", "annotations": {name: value}})


@pytest.mark.parametrize(
    ("spec", "expected"),
    [
        ({}, ["spec: The operator has no icon"]),
        ({"icon": []}, ["spec.icon: The list of icons is empty"]),
        *[({"icon": [{**GIF, "mediatype": f"image/{one}"}]}, []) for one in ("gif", "jpeg", "png", "svg+xml")],
        ({"icon": [GIF, GIF]}, ["spec.icon: The operator has 2 icons"]),
        ({"icon": [{**GIF, "base64data": ""}]}, [f"spec.icon[0]: {LACKS}"]),
        ({"icon": [{**GIF, "mediatype": ""}]}, [f"spec.icon[0]: {LACKS}"]),
        (
            {"icon": [{**GIF, "mediatype": "image/webp"}]},
            ["spec.icon[0].mediatype: The icon is of a type that OperatorHub does not show: image/webp"],
        ),
    ],
)
def test_there_is_one_icon_of_a_type_that_is_shown(spec: dict[str, Any], expected: list[str]) -> None:
    assert said(one_icon, csv(**spec)) == expected


def test_the_five_levels_are_known() -> None:
    for level in ("Basic Install", "Seamless Upgrades", "Full Lifecycle", "Deep Insights", "Auto Pilot"):
        assert not said(level_is_known, annotated("capabilities", level))
    words = "metadata.annotations.capabilities: The capability level is not one that there is: "
    assert said(level_is_known, annotated("capabilities", "full lifecycle")) == [f"{words}full lifecycle"]
    assert said(level_is_known, annotated("capabilities", "")) == [f"{words}(empty)"]


def test_the_categories_of_operatorhub_are_known() -> None:
    """https://github.com/operator-framework/api: pkg/validation/internal/standardcategories.go"""
    every = (
        "AI/Machine Learning, Application Runtime, Big Data, Cloud Provider, Developer Tools, Database, "
        "Integration & Delivery, Logging & Tracing, Monitoring, Modernization & Migration, Networking, "
        "OpenShift Optional, Security, Storage, Streaming & Messaging, Observability"
    )
    assert not said(categories_are_known, annotated("categories", every))
    assert said(categories_are_known, annotated("categories", "Storage, Sea,")) == [
        f"metadata.annotations.categories: The category is none of OperatorHub: {one}" for one in ("Sea", "(empty)")
    ]


def test_a_maintainer_has_a_name_and_an_address() -> None:
    maintainers = [{"name": "a", "email": "a@b"}, {"name": "a"}, {"email": "a@b"}, {"name": "a", "email": "a"}]
    assert said(maintainers_can_be_reached, csv(maintainers=maintainers)) == [
        "spec.maintainers[1]: Maintainer 2 lacks a name or an address",
        "spec.maintainers[2]: Maintainer 3 lacks a name or an address",
        "spec.maintainers[3].email: The address of maintainer 4 is not one of e-mail: a",
    ]


@pytest.mark.parametrize(
    ("email", "words"),
    [
        ("a", "mail: missing '@' or angle-addr"),
        ("a b", "mail: no angle-addr"),
        ("a@b, c@d", 'mail: expected single address, got ", c@d"'),
        ("a@b c@d", 'mail: expected single address, got "c@d"'),
        *((email, None) for email in ("(a", '"a')),
    ],
)
def test_a_wrong_address_has_the_words_of_go(email: str, words: str | None) -> None:
    (found,) = maintainers_can_be_reached.check(csv(maintainers=[{"name": "a", "email": email}]))
    assert found.says == (
        f"Error: Value : (a) csv.Spec.Maintainers email {email} is invalid: {words}" if words else None
    )
