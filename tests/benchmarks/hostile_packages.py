"""What `check` costs on hostile packages of 25 MB at most: processor seconds, and the peak of the command.

python hostile_packages.py            a table
python hostile_packages.py --json     the same for programs
python hostile_packages.py zeros      the cases whose names begin so
"""

import argparse
import gzip
import io
import json
import os
import resource
import sys
import tarfile
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

SECONDS, MEMORY = 5.0, 300_000_000
"""What one package may cost, if no limit is named."""
META = "apiVersion: meta.pkg.crossplane.io/v1\nkind: Configuration\nmetadata: {name: a}\n"
_CRD = """\
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: NUMBERs.example.org}
spec:
  group: example.org
  names: {kind: KNUMBER, plural: NUMBERs}
  scope: Cluster
  versions:
  - {name: v1, served: true, storage: true, schema: {openAPIV3Schema: DEEP}}
"""
_SMALL = "apiVersion: example.org/v1\nkind: Thing\nmetadata:\n  name: thing-{}\nspec:\n  size: {}\n"


class Cost(NamedTuple):
    """What one run cost, and how it ended."""

    cpu: float
    peak: int
    code: int
    said: str


def small_documents(count: int) -> Callable[[Path], Path]:
    """Many documents of a hundred bytes, of a kind that no package may have."""

    def write(folder: Path) -> Path:
        path = folder / "package.yaml"
        path.write_text(META + "".join(f"---\n{_SMALL.format(number, number)}" for number in range(count)))
        return path

    return write


def deep_definitions(count: int, levels: int) -> Callable[[Path], Path]:
    """Definitions with a schema of many levels."""

    def write(folder: Path) -> Path:
        path = folder / "package.yaml"
        deep = "{type: object, additionalProperties: " * levels + "{type: string}" + "}" * levels
        texts = (_CRD.replace("NUMBER", str(number)).replace("DEEP", deep) for number in range(count))
        path.write_text(META + "".join(f"---\n{text}" for text in texts))
        return path

    return write


def zeros(size: int) -> Callable[[Path], Path]:
    """An image archive whose package.yaml is zeros: a thousandth of their size as it is stored."""

    def write(folder: Path) -> Path:
        from hashlib import sha256

        blob = io.BytesIO()
        with gzip.GzipFile(fileobj=blob, mode="wb", mtime=0, compresslevel=6) as packed:
            entry = tarfile.TarInfo("package.yaml")
            entry.size = size
            packed.write(entry.tobuf(tarfile.GNU_FORMAT))
            for _ in range(size >> 20):
                packed.write(bytes(1 << 20))
            packed.write(bytes(1024))
        config = json.dumps({"architecture": "amd64", "os": "linux", "rootfs": {"type": "layers", "diff_ids": []}})
        name = f"{sha256(blob.getvalue()).hexdigest()}.tar.gz"
        manifest = json.dumps([{"Config": "config.json", "RepoTags": [], "Layers": [name]}])
        path = folder / "zeros.xpkg"
        with tarfile.open(path, "w") as archive:
            for member, data in (
                ("manifest.json", manifest.encode()),
                ("config.json", config.encode()),
                (name, blob.getvalue()),
            ):
                info = tarfile.TarInfo(member)
                info.size = len(data)
                archive.addfile(info, io.BytesIO(data))
        return path

    return write


CASES: Mapping[str, tuple[Callable[[Path], Path], tuple[str, ...]]] = {
    "small documents, 50,000": (small_documents(50_000), ()),
    "small documents, 200,000 of 50,000": (small_documents(200_000), ()),
    "small documents, 200,000 of a million": (small_documents(200_000), ("--limit", "documents=1000000")),
    "definition 4,000 deep": (deep_definitions(1, 4_000), ()),
    "definitions 4,000 deep, 10": (deep_definitions(10, 4_000), ()),
    "zeros, 8 GiB": (zeros(8 << 30), ()),
}
"""What writes a package, and the options of `check`."""


def cost(source: Path, *options: str) -> Cost:
    """Runs `check` in a process of its own."""
    words = [sys.executable, "-m", "xpkgtui", "check", "--no-cache", "--format", "json", *options, str(source)]
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as said:
        child = os.posix_spawn(
            sys.executable,
            words,
            os.environ,
            file_actions=[(os.POSIX_SPAWN_DUP2, out.fileno(), 1), (os.POSIX_SPAWN_DUP2, said.fileno(), 2)],
        )
        _, status, used = os.wait4(child, 0)
        said.seek(0)
        first = said.read().decode(errors="replace").partition("\n")[0]
    return Cost(_seconds(used), used.ru_maxrss << 10, os.waitstatus_to_exitcode(status), first[:100])


def _seconds(used: resource.struct_rusage) -> float:
    return used.ru_utime + used.ru_stime


def main() -> None:
    """Measures the cases whose names begin with a word."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("beginning", nargs="?", default="")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    found: dict[str, Cost] = {}
    for name, (write, options) in CASES.items():
        if name.startswith(asked.beginning):
            with tempfile.TemporaryDirectory() as folder:
                found[name] = cost(write(Path(folder)), *options)
    if asked.json:
        print(json.dumps({name: one._asdict() for name, one in found.items()}, indent=2))
        return
    for name, one in found.items():
        mark = " " if one.code == 3 or (one.cpu <= SECONDS and one.peak <= MEMORY) else "!"
        print(f"{mark} {name:38} {one.cpu:6.1f} s {one.peak / 1e6:6.0f} MB  exit {one.code}  {one.said}")


if __name__ == "__main__":
    main()
