"""The operator bundles of the corpus."""

from pathlib import Path

_FOLDER = "olm-registry-v1"


def corpus_bundles(corpus: Path) -> dict[str, Path]:
    """Folders with manifests/ and metadata/, by their names."""
    root = corpus / _FOLDER
    found = (path.parent for path in sorted(root.glob("**/manifests")) if (path.parent / "metadata").is_dir())
    return {str(path.relative_to(root)): path for path in found}
