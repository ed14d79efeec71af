"""What is often taken for a Crossplane package: bundles of OLM, charts, and projects that are not built yet."""

import re
from collections.abc import Collection, Container, Mapping
from typing import TYPE_CHECKING, NamedTuple

from xpkgtui import visible
from xpkgtui.formats.xpkg.summary import SOURCE_MARKERS, STREAM_MARK
from xpkgtui.oci.media_types import DOCKER_CONFIG, OCI_CONFIG

if TYPE_CHECKING:
    from xpkgtui.oci.manifest import Manifest
    from xpkgtui.readers.folder import SourceFolder

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
ORDINARY = Sibling(
    "an ordinary image, without the files of a package",
    "open the image of the package; this may be the program that the package runs",
)
DATABASE = Sibling(
    "a SQLite index image of OLM, without the label that says so; such catalogs are no longer read",
    "turn it into a file-based catalog with `opm migrate IMAGE FOLDER`, then open the folder",
)
DATABASE_FILE = Sibling(
    "a SQLite index of OLM, a catalog of a kind that is no longer read",
    "turn it into a file-based catalog with `opm migrate FILE FOLDER`, then open the folder",
)
_DATABASE, _SQLITE = "database/index.db", b"SQLite format 3\0"
_TABLE = b"CREATE TABLE operatorbundle"
_CHART_CONFIG = "application/vnd.cncf.helm."
_CHART = "Chart.yaml"
_CHART_FIELD = re.compile(rb"""^apiVersion[ \t]*:[ \t]*["']?v[12]\b""", re.MULTILINE)
_MOST_CHARTS, _LONGEST = 9, 60
_STREAM = "package.yaml"
_HEAD = 1 << 16
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
    """What a text is that is not a package; a stream that names a meta object is one, whatever else is in it."""
    return None if STREAM_MARK in head else _of_text(head)


def _of_text(head: bytes) -> Sibling | None:
    """What a text without a meta object is, or a database; None where it may be part of a package."""
    if head.startswith(_SQLITE):
        return DATABASE_FILE if _TABLE in head else None
    if _PROJECT_GROUP.search(head) and _PROJECT_KIND.search(head):
        return PROJECT
    if _MANIFESTS.search(head) and _CURRENT.search(head):
        return MANIFESTS
    return BUNDLE if _CSV.search(head) else None


def of_names(names: Container[str]) -> Sibling | None:
    """What a folder or an archive with these files is."""
    if any(name in names for name in PROJECT_FILES):
        return PROJECT
    if _CHART in names:
        return CHART
    return BUNDLE if "metadata/annotations.yaml" in names else None


def of_folder(names: Container[str]) -> Sibling | None:
    """What a folder or an archive is, if only the names of its files are known."""
    if _DATABASE in names:
        return DATABASE_FILE._replace(hint=DATABASE_FILE.hint.replace("FILE", _DATABASE))
    return of_names(names)


def of_tar(names: Collection[str]) -> tuple[str, str] | None:
    """What a tar without an image is, and what to do with it; None where its names do not say."""
    if other := of_folder(names) or _of_packed(names):
        return f"of {other.words}", f"unpack it, then {other.hint}"
    if _STREAM in names:
        return (
            "with package.yaml and no image around it: a bare layer",
            "open its package.yaml: tar -xOf FILE package.yaml | xpkgtui -",
        )
    if any(marker in names for marker in SOURCE_MARKERS):
        return "with crossplane.yaml: the source of a package", "unpack it and open the folder"
    return None


def _of_packed(names: Collection[str]) -> Sibling | None:
    """What a tar is that has all of its files in one folder, as `helm package` makes it."""
    tops = {name.partition("/")[0] for name in names if name.strip("./")}
    return CHART if len(tops) == 1 and f"{tops.pop()}/{_CHART}" in names else None


def of_image(manifest: "Manifest", folder: "SourceFolder | None") -> Sibling | None:
    """What an image is that no format recognizes; None where that is not known."""
    if manifest.config is not None and manifest.config.media_type.startswith(_CHART_CONFIG):
        return Sibling(CHART.words, "pull it with `helm pull oci://REFERENCE`, then check it with `helm lint`")
    if (kind := _artifact(manifest)) is not None:
        return Sibling(
            f"an OCI artifact of type {kind}, not an image",
            "build a package with `crossplane xpkg build`, and push that with `crossplane xpkg push`",
        )
    if folder is None or STREAM_MARK in _head(folder, _STREAM):
        return None
    if _head(folder, _DATABASE).startswith(_SQLITE):
        return DATABASE
    found = of_names(_Files(folder)) or _of_text(_head(folder, _STREAM))
    if found:
        return found._replace(hint=f"unpack it, then {found.hint}")
    charts = _charts(folder)
    return _with_chart(charts) if charts else ORDINARY


def _artifact(manifest: "Manifest") -> str | None:
    """The type of an artifact: another config than that of an image, and no layer that is a tar."""
    config = manifest.config.media_type if manifest.config is not None else ""
    if config in ("", OCI_CONFIG, DOCKER_CONFIG) or any("tar" in one.media_type for one in manifest.layers):
        return None
    return visible.clip(visible.line(manifest.artifact_type or config), _LONGEST)


def _charts(folder: "SourceFolder") -> list[str]:
    """The folders of the charts in an image, those in a chart left out."""
    named = (entry.name for entry in folder.entries() if entry.name.endswith(f"/{_CHART}"))
    found: list[str] = []
    for name in sorted(named, key=lambda one: one.count("/")):
        place = name.removesuffix(f"/{_CHART}")
        within = any(place.startswith(f"{above}/") for above in found)
        if not within and _CHART_FIELD.search(_head(folder, name)):
            found.append(place)
            if len(found) > _MOST_CHARTS + 1:
                break
    return found


def _with_chart(charts: list[str]) -> Sibling:
    """An image with charts below its root: it may be an operator that installs them."""
    first, more = visible.clip(visible.line(charts[0]), _LONGEST), len(charts) - 1
    many = f"more than {_MOST_CHARTS}" if more > _MOST_CHARTS else f"{more} more" if more else ""
    where = f"in {first}" + (f" and {many}" if many else "")
    return Sibling(
        f"an ordinary image with a Helm chart {where}, not a package",
        "unpack it to check the chart with `helm lint FOLDER`, or open the image of a package",
    )


class _Files(Container[str]):
    """The files of an image, by their paths."""

    def __init__(self, folder: "SourceFolder") -> None:
        self._folder = folder

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and self._folder.has_file(name)


def _head(folder: "SourceFolder", name: str) -> bytes:
    """The first bytes of a file; empty where there is none."""
    from xpkgtui.errors import XpkgError
    from xpkgtui.readers.folder import SourceFile

    if not folder.has_file(name):
        return b""
    try:
        return folder.read(SourceFile(name=name), _HEAD)
    except XpkgError:
        return b""


def of_labels(labels: Mapping[str, str]) -> Sibling | None:
    """What an image with these labels is."""
    return BUNDLE if _BUNDLE_LABEL in labels else None
