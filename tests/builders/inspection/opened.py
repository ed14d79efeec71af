"""What tests ask of an opened source: its image, its layers' bytes, or its error as one text."""

from pathlib import Path
from typing import BinaryIO

from xpkgtui.errors import XpkgError
from xpkgtui.formats.xpkg.annotations import layers
from xpkgtui.limits import LIMITS, Limits
from xpkgtui.oci.image import Image, ImageConfig
from xpkgtui.oci.manifest import Manifest
from xpkgtui.sources.access import Access
from xpkgtui.sources.opening import open_source
from xpkgtui.sources.source import ImageRoot, Root, Source, StreamRoot

LARGE = 1 << 24


def opened(text: str | Path, scratch: Path, stdin: BinaryIO | None = None, limits: Limits = LIMITS) -> Source:
    """The source, with no access to anything special."""
    return open_source(str(text), Access(), limits=limits, stdin=stdin, scratch=scratch)


def image_root(source: Source) -> ImageRoot:
    """What an image source resolves to."""
    root = source.resolve()
    assert isinstance(root, ImageRoot)
    return root


def stream_root(source: Source) -> StreamRoot:
    """What a stream source resolves to."""
    root = source.resolve()
    assert isinstance(root, StreamRoot)
    return root


def image_of(source: Source) -> Image:
    """The image of a source whose root is a manifest."""
    root = image_root(source)
    manifest = Manifest.parse(root.data, root.media_type)
    assert manifest.config is not None
    with source.blob(manifest.config) as blob:
        config = ImageConfig.parse(blob.read(LARGE))
    return layers.image_of(manifest, config, derive=root.derive)


def layer_bytes(source: Source) -> list[bytes]:
    """The stored bytes of every layer."""
    found = []
    for layer in image_of(source).layers:
        with source.blob(layer.descriptor) as blob:
            found.append(blob.read(LARGE))
    return found


def outcome(
    text: str | Path, scratch: Path, stdin: BinaryIO | None = None, limits: Limits = LIMITS
) -> Root | XpkgError:
    """What opening, resolving and closing come to."""
    try:
        source = opened(text, scratch, stdin, limits)
        root = source.resolve()
        source.close()
    except XpkgError as error:
        return error
    return root


def refusal(text: str | Path, scratch: Path, stdin: BinaryIO | None = None, limits: Limits = LIMITS) -> XpkgError:
    """The error that ends opening and resolving."""
    found = outcome(text, scratch, stdin, limits)
    assert isinstance(found, XpkgError)
    return found
