"""Knowledge of Crossplane packages for archives: what their images are, and sentences about them."""

import posixpath
import re
from collections.abc import Callable, Container, Sequence

from xpkgtui.documents.stream import Allowance, split
from xpkgtui.errors import XpkgError
from xpkgtui.filesystem.compression.inflated import Inflated
from xpkgtui.filesystem.compression.stored import InflateProblem
from xpkgtui.filesystem.limits import LimitExceeded, Limits
from xpkgtui.filesystem.tar import reader
from xpkgtui.filesystem.tar.header import TarProblem
from xpkgtui.formats.role import Role
from xpkgtui.formats.xpkg.annotations import labels_of
from xpkgtui.formats.xpkg.identity import role_of
from xpkgtui.oci.image import ImageConfig
from xpkgtui.sources.files import FileBlob

NOT_READ = "Crossplane's own tools read none of them"
"""About several images in one archive."""
_HEAD = 1 << 16
"""Bytes of package.yaml that are searched for the meta object; builders write it first."""
_LIMITS = Limits(inflated=1 << 20, ratio=1000, entries=8)
_STREAM = "package.yaml"
_DIGITS = re.compile("[0-9a-f]{64}")
"""A digest in the name of a layer, whatever stands around it."""
_PROJECT = ":configuration"


def built_as_project(tags: Sequence[str]) -> str:
    """The tool that wrote an archive with these tags, to follow the number of images; empty where it is unknown."""
    return ", as `crossplane project build` writes them" if any(tag.endswith(_PROJECT) for tag in tags) else ""


def summary(config: ImageConfig, layers: Sequence[str], open_layer: Callable[[str], FileBlob]) -> str:
    """The package in an image, `Function acme-fn`; empty where its first bytes do not say."""
    marked = {digest.rpartition(":")[2] for digest, value in labels_of(config).items() if value == "base"}
    layer = next((name for name in layers if not marked.isdisjoint(_DIGITS.findall(name))), None)
    if layer is None:
        return "no layer is labelled base"
    try:
        with open_layer(layer) as blob:
            inflated = Inflated(blob, limits=_LIMITS)
            for entry, body in reader.entries(inflated, _LIMITS):
                if posixpath.basename(entry.name) == _STREAM:
                    return _meta_object(body.read(_HEAD))
    except (XpkgError, InflateProblem, LimitExceeded, TarProblem):
        pass
    return ""


def without_image(names: Container[str]) -> tuple[str, str] | None:
    """The kind of a tar without an image, and a hint; None where its names do not say."""
    if "package.yaml" in names:
        return (
            "with package.yaml and no image around it: a bare layer",
            "its package.yaml can be opened: tar -xOf FILE package.yaml | xpkgtui -",
        )
    if "crossplane.yaml" in names or "package/crossplane.yaml" in names:
        return "with crossplane.yaml: the source of a package", "unpack it and open the folder"
    return None


def _meta_object(head: bytes) -> str:
    for chunk in split(head, Allowance(0)).chunks:
        if role_of(chunk) is Role.META:
            return f"{chunk.kind} {chunk.name}" if chunk.name else f"{chunk.kind}"
    return ""
