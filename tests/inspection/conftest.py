"""Registries that misbehave, and a package that is large enough to be kept in caches."""

from pathlib import Path

import pytest
from builders.oci.images import package, xpkg
from builders.packages.judgements import CRD, PROVIDER
from builders.registry.faulty import faulty

__all__ = ["faulty", "large"]


@pytest.fixture
def large(tmp_path: Path) -> Path:
    """A package of more than 1 MB."""
    fields = "".join(f"  # {'x' * 70}\n" for _ in range(20_000))
    path = tmp_path / "large.xpkg"
    path.write_bytes(xpkg(package(f"{PROVIDER}---\n{CRD}{fields}")))
    return path
