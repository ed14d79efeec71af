"""What is taken for a package and is none: operator bundles, projects."""

import pytest
from builders.packages.judgements import CRD, PROVIDER

from xpkgtui.formats.xpkg.format import XPKG
from xpkgtui.formats.xpkg.sources.siblings import BUNDLE, PROJECT, Sibling, of_labels, of_text

CSV = "apiVersion: operators.coreos.com/v1alpha1\nkind: ClusterServiceVersion\nmetadata: {name: etcd.v1}\n"


@pytest.mark.parametrize(
    ("text", "sibling"),
    [
        (CSV, BUNDLE),
        (f"---\n{CSV}", BUNDLE),
        ('{"kind": "ClusterServiceVersion"}', BUNDLE),
        ("apiVersion: meta.dev.upbound.io/v2alpha1\nkind: Project\n", PROJECT),
        ("---\nkind: Project\napiVersion: dev.crossplane.io/v1alpha1\n", PROJECT),
    ],
)
def test_text_of_a_sibling_is_told(text: str, sibling: Sibling) -> None:
    assert of_text(text.encode()) == sibling


@pytest.mark.parametrize(
    "text",
    [
        CRD,
        "spec:\n  schema: olm.package\n",
        "spec:\n  kind: ClusterServiceVersion\n",
        "apiVersion: a.example/v1\nkind: Project\n",
        "",
    ],
)
def test_other_text_may_be_a_package(text: str) -> None:
    assert of_text(text.encode()) is None


def test_a_package_that_holds_a_csv_is_a_package() -> None:
    assert XPKG.sources is not None
    assert XPKG.sources.lookalikes.of_text(f"{CSV}---\n{PROVIDER}".encode()) is None


def test_labels_of_an_image_tell_a_bundle() -> None:
    prefix = "operators.operatorframework.io"
    assert of_labels({f"{prefix}.bundle.package.v1": "etcd"}) == BUNDLE
    assert of_labels({"maintainer": "me"}) is None
