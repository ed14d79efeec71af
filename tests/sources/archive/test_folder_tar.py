"""A tar of a folder that a format reads: an image of one layer."""

import hashlib
import json
from pathlib import Path

import pytest
from builders.inspection.opened import image_root, opened
from builders.oci.archives import saved
from builders.oci.layers import digest, file, gzip, tar, zstd

from xpkgtui.errors import Corrupt
from xpkgtui.oci.manifest import Manifest
from xpkgtui.sources.source import SourceForm

MARKS = "annotations:\n  operators.operatorframework.io.bundle.mediatype.v1: registry+v1\n"
BUNDLE = tar(file("manifests/a.yaml", "kind: A\n"), file("metadata/annotations.yaml", MARKS))


def test_a_tar_of_a_folder_is_an_image_of_one_layer(tmp_path: Path) -> None:
    path = saved(tmp_path, BUNDLE)
    source = opened(path, tmp_path)
    root = image_root(source)
    assert source.form is SourceForm.TAR
    assert (root.digest, root.reference, root.is_compressed, root.notes) == (None, str(path), False, ())
    kind = "application/vnd.docker.distribution.manifest.v2+json"
    layer = {
        "mediaType": "application/vnd.docker.image.rootfs.diff.tar",
        "digest": digest(BUNDLE),
        "size": len(BUNDLE),
    }
    assert root.media_type == kind
    assert json.loads(root.data) == {"schemaVersion": 2, "mediaType": kind, "layers": [layer]}
    assert root.data.startswith(b'{\n  "schemaVersion": 2,\n')
    (descriptor,) = Manifest.parse(root.data).layers
    with source.blob(descriptor) as blob:
        assert hashlib.sha256(blob.read(1 << 20)).hexdigest() == descriptor.digest.hex
    with pytest.raises(Corrupt) as raised:
        source.manifest(descriptor)
    assert raised.value.title == f"{path} does not hold the manifest {descriptor.digest}"
    source.close()
    assert path.exists()


def test_a_compressed_one_is_spooled_and_removed(tmp_path: Path) -> None:
    for compress, notes in ((gzip, ()), (zstd, ("The archive is compressed with zstd.",))):
        source = opened(saved(tmp_path, compress(BUNDLE)), tmp_path / "scratch")
        root = image_root(source)
        assert (root.is_compressed, root.notes) == (True, notes)
        source.close()
        assert list((tmp_path / "scratch").iterdir()) == []
