"""Hostile packages of 25 MB at most: very many documents, schemas that are very deep, and a layer of zeros."""

import gzip
import io
import json
import tarfile
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path

from benchmarks.hostile_case import Case, one_file

_META = "apiVersion: meta.pkg.crossplane.io/v1\nkind: Configuration\nmetadata: {name: a}"
_CRD = """\
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: NUMBERs.example.org}
spec:
  group: example.org
  names: {kind: KNUMBER, plural: NUMBERs}
  scope: Cluster
  versions:
  - {name: v1, served: true, storage: true, schema: {openAPIV3Schema: DEEP}}"""
_SMALL = "apiVersion: example.org/v1\nkind: Thing\nmetadata:\n  name: thing-{}\nspec:\n  size: {}"


def _small_documents(count: int) -> Callable[[Path], Path]:
    """Documents of a hundred bytes, of a kind that no package may have."""

    def documents() -> Iterator[str]:
        yield _META
        yield from (_SMALL.format(number, number) for number in range(count))

    return one_file(documents, ".yaml")


def _deep_definitions(count: int) -> Callable[[Path], Path]:
    """Definitions with a schema of 4,000 levels."""

    def documents() -> Iterator[str]:
        deep = "{type: object, additionalProperties: " * 4_000 + "{type: string}" + "}" * 4_000
        yield _META
        yield from (_CRD.replace("NUMBER", str(number)).replace("DEEP", deep) for number in range(count))

    return one_file(documents, ".yaml")


def _zeros(path: Path) -> Path:
    """An image archive whose package.yaml is 8 GiB of zeros, which are stored in a thousandth of their size."""
    blob = io.BytesIO()
    with gzip.GzipFile(fileobj=blob, mode="wb", mtime=0, compresslevel=6) as packed:
        entry = tarfile.TarInfo("package.yaml")
        entry.size = 8 << 30
        packed.write(entry.tobuf(tarfile.GNU_FORMAT))
        for _ in range(8 << 10):
            packed.write(bytes(1 << 20))
        packed.write(bytes(1024))
    config = json.dumps({"architecture": "amd64", "os": "linux", "rootfs": {"type": "layers", "diff_ids": []}})
    name = f"{sha256(blob.getvalue()).hexdigest()}.tar.gz"
    manifest = json.dumps([{"Config": "config.json", "RepoTags": [], "Layers": [name]}])
    members = {"manifest.json": manifest.encode(), "config.json": config.encode(), name: blob.getvalue()}
    path = path.with_suffix(".xpkg")
    with tarfile.open(path, "w") as archive:
        for member, data in members.items():
            info = tarfile.TarInfo(member)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    return path


_CHECK = (("check",),)
PACKAGES = (
    Case("small documents, 50,000", _small_documents(50_000), _CHECK),
    Case("small documents, 200,000", _small_documents(200_000), (*_CHECK, ("check", "--limit", "documents=1000000"))),
    Case("a definition 4,000 deep", _deep_definitions(1), _CHECK),
    Case("10 definitions 4,000 deep", _deep_definitions(10), _CHECK),
    Case("zeros, 8 GiB", _zeros, _CHECK),
)
