"""The package in an image of an archive, in few words, for the choice between several images."""

import posixpath
import re
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager

from xpkgtui.documents.stream import Allowance, split
from xpkgtui.errors import XpkgError
from xpkgtui.filesystem.compression.inflated import Inflated
from xpkgtui.filesystem.compression.stored import ByteSource, InflateProblem
from xpkgtui.filesystem.tar import reader
from xpkgtui.filesystem.tar.header import TarProblem
from xpkgtui.formats.role import Role
from xpkgtui.formats.xpkg.annotations.layers import BASE, labels_of
from xpkgtui.formats.xpkg.objects.identity import role_of
from xpkgtui.limits import LimitExceeded, Limits
from xpkgtui.oci.image import ImageConfig

_STREAM = "package.yaml"
_HEAD = 1 << 16
"""Bytes of package.yaml that are searched for the meta object; builds write it first."""
_LIMITS = Limits(layer=1 << 20, ratio=1000, entries=8)
_DIGITS = re.compile("[0-9a-f]{64}")
"""A digest anywhere in the name of a layer."""


def package_in(
    config: ImageConfig,
    layers: Sequence[str],
    open_layer: Callable[[str], AbstractContextManager[ByteSource]],
) -> str:
    """The package in an image, `Function acme-fn`; empty where its first bytes do not say."""
    marked = {digest.rpartition(":")[2] for digest, value in labels_of(config).items() if value == BASE}
    layer = next((name for name in layers if not marked.isdisjoint(_DIGITS.findall(name))), None)
    if layer is None:
        return "no layer is labeled base"
    try:
        with open_layer(layer) as blob:
            inflated = Inflated(blob, limits=_LIMITS)
            for entry, body in reader.entries(inflated, _LIMITS):
                if posixpath.basename(entry.name) == _STREAM:
                    return meta_object(body.read(_HEAD))
    except (XpkgError, InflateProblem, LimitExceeded, TarProblem):
        pass
    return ""


def meta_object(head: bytes) -> str:
    """The meta object in the first bytes of a stream, `Function acme-fn`; empty where there is none."""
    for chunk in split(head, Allowance(0)).chunks:
        if role_of(chunk) is Role.META:
            return f"{chunk.kind} {chunk.name}" if chunk.name else f"{chunk.kind}"
    return ""
