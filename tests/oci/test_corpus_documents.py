"""Manifests, indexes and configs of real images, as other tools keep them for their own tests."""

from pathlib import Path

from xpkgtui.errors import Malformed
from xpkgtui.oci.image import ImageConfig
from xpkgtui.oci.json_value import LARGEST
from xpkgtui.oci.manifest import parse


def documents(folder: Path) -> dict[str, bytes]:
    """Every JSON object below the folder."""
    files = [path for path in sorted(folder.rglob("*")) if path.is_file() and path.stat().st_size < LARGEST]
    found = {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}
    return {name: data for name, data in found.items() if data.lstrip()[:1] == b"{"}


def kind(data: bytes) -> str:
    """What it is read as; a config has no media type to distinguish it from a broken manifest."""
    try:
        return type(parse(data)).__name__
    except Malformed:
        return type(ImageConfig.parse(data)).__name__


def test_real_documents_are_read(corpus: Path) -> None:
    kinds = {kind(data) for data in documents(corpus / "images").values()}
    assert kinds == {"Index", "Manifest", "ImageConfig"}
