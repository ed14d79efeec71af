"""The corpus of real packages: which of its files are packages, and their bytes.

packages(corpus)          # {"assembled/x.package.yaml.xz": path, ...}: streams and genuine .xpkg files by their names
told()                    # what Crossplane's own parser and linter say of each of these packages
as_told(names)            # names of objects as that store keeps them
content(path)             # the bytes, unpacked where the file is an .xz
sources(corpus)           # {"crossplane-providers/x/package": path, ...}: folders that `xpkg build` reads
"""

import hashlib
import json
import lzma
from pathlib import Path
from typing import Any

STORE = Path(__file__).parents[1] / "oracle" / "corpus.json"
READABLE = 16
"""Objects that are kept by name; of more only the digest of their names."""


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


def told() -> dict[str, dict[str, Any]]:
    """The stored answers of the oracle by the packages' paths in the corpus."""
    found: dict[str, dict[str, Any]] = json.loads(STORE.read_text(encoding="utf-8"))
    return found


def as_told(names: list[str]) -> dict[str, Any]:
    """How many objects there are, and their names, or the digest of them where they are many."""
    if len(names) <= READABLE:
        return {"objects": len(names), "names": names}
    text = "".join(f"{name}\n" for name in names)
    return {"objects": len(names), "digest": hashlib.sha256(text.encode()).hexdigest()}
