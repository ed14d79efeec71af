"""What is often taken for a Crossplane package: bundles of OLM, charts, and projects that are not built yet."""

import re
from collections.abc import Container, Mapping
from typing import NamedTuple

PROJECT_FILES = ("upbound.yaml", "crossplane-project.yaml")
"""The files that make a folder a project."""


class Sibling(NamedTuple):
    """Something that is not a package."""

    words: str
    """What it is, with its article."""
    hint: str
    """What to do with it."""


BUNDLE = Sibling(
    "an operator bundle of OLM (ClusterServiceVersion), not a Crossplane package",
    "open its folder with manifests/ and metadata/, or check it with `operator-sdk bundle validate FOLDER`",
)
MANIFESTS = Sibling(
    "packagemanifests of OLM, the format before bundles, with a package.yaml of another meaning",
    "convert it with `operator-sdk pkgman-to-bundle FOLDER`, then open the bundles",
)
CHART = Sibling(
    "a Helm chart, not a package", "render it with `helm template FOLDER`, or check it with `helm lint FOLDER`"
)
PROJECT = Sibling(
    "a Project, the sources of a package that is not built yet",
    "build it with `up project build` or `crossplane project build`, then open the package in _output/",
)
_CSV = re.compile(
    rb"""^kind[ \t]*:[ \t]*["']?ClusterServiceVersion\b|^[ \t{]*"kind"[ \t]*:[ \t]*"ClusterServiceVersion\"""",
    re.MULTILINE,
)
_MANIFESTS = re.compile(rb"""^packageName[ \t]*:""", re.MULTILINE)
_CURRENT = re.compile(rb"""^[ \t-]*currentCSV[ \t]*:""", re.MULTILINE)
_PROJECT_GROUP = re.compile(
    rb"""^apiVersion[ \t]*:[ \t]*["']?(?:meta\.dev\.upbound|dev\.crossplane)\.io/""", re.MULTILINE
)
_PROJECT_KIND = re.compile(rb"""^kind[ \t]*:[ \t]*["']?Project\b""", re.MULTILINE)
_BUNDLE_LABEL = "operators.operatorframework.io.bundle.package.v1"


def of_text(head: bytes) -> Sibling | None:
    """What YAML or JSON without a meta object is; None where it may be part of a package."""
    if _PROJECT_GROUP.search(head) and _PROJECT_KIND.search(head):
        return PROJECT
    if _MANIFESTS.search(head) and _CURRENT.search(head):
        return MANIFESTS
    return BUNDLE if _CSV.search(head) else None


def of_names(names: Container[str]) -> Sibling | None:
    """What a folder or an archive with these files is."""
    if any(name in names for name in PROJECT_FILES):
        return PROJECT
    if "Chart.yaml" in names:
        return CHART
    return BUNDLE if "metadata/annotations.yaml" in names else None


def of_labels(labels: Mapping[str, str]) -> Sibling | None:
    """What an image with these labels is."""
    return BUNDLE if _BUNDLE_LABEL in labels else None
