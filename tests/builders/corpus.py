"""The corpus of real packages: which of its files are packages, and their bytes.

packages(corpus)          # {"assembled/x.package.yaml.xz": path, ...}: streams and genuine .xpkg files by their names
content(path)             # the bytes, unpacked where the file is an .xz
sources(corpus)           # {"crossplane-providers/x/package": path, ...}: folders that `xpkg build` reads
"""

import lzma
from pathlib import Path


def packages(corpus: Path) -> dict[str, Path]:
    """Assembled streams and genuine .xpkg files by their paths in the corpus."""
    found = [*corpus.glob("assembled/**/*.yaml*"), *corpus.glob("crossplane-xpkg/**/*.xpkg")]
    return {str(path.relative_to(corpus)): path for path in sorted(found) if path.is_file()}


def sources(corpus: Path) -> dict[str, Path]:
    """Folders with `crossplane.yaml` in them by their paths in the corpus."""
    found = (path.parent for path in sorted(corpus.glob("crossplane-*/**/crossplane.yaml")))
    return {str(path.relative_to(corpus)): path for path in found}


def content(path: Path) -> bytes:
    """The bytes of a file; of an .xz what is packed in it."""
    return lzma.decompress(path.read_bytes()) if path.suffix == ".xz" else path.read_bytes()
