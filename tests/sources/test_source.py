"""What sources say that they can do, held to what they do."""

from collections.abc import Callable
from pathlib import Path

import pytest
from builders.inspection.opened import opened
from builders.oci.images import oci_archive, package, write_dir, write_layout, xpkg
from builders.packages.folders import META, write_folder

from xpkgtui.oci.reference import Reference
from xpkgtui.sources.access import Access
from xpkgtui.sources.registry.source import RegistrySource
from xpkgtui.sources.source import ImageRoot, Source, SourceForm

BUILT = package(META)


def written(path: Path, data: bytes) -> Path:
    path.write_bytes(data)
    return path


LOCAL: dict[SourceForm, Callable[[Path], Path]] = {
    SourceForm.DOCKER_ARCHIVE: lambda path: written(path, xpkg(BUILT)),
    SourceForm.OCI_ARCHIVE: lambda path: written(path, oci_archive(BUILT)),
    SourceForm.OCI_LAYOUT: lambda path: write_layout(path, BUILT),
    SourceForm.DIR: lambda path: write_dir(path, BUILT),
    SourceForm.FOLDER: lambda path: write_folder(path, {"crossplane.yaml": META}),
    SourceForm.STREAM: lambda path: written(path, META.encode()),
}


@pytest.fixture(params=LOCAL)
def source(request: pytest.FixtureRequest, tmp_path: Path) -> Source:
    """A local source of each form."""
    form: SourceForm = request.param
    LOCAL[form](tmp_path / "source")
    found = opened(tmp_path / "source", tmp_path / "scratch")
    assert found.form is form
    return found


def test_forms_are_spelled_as_json_and_prefixes_have_them() -> None:
    assert " ".join(SourceForm) == "registry docker-archive oci-archive oci-layout dir folder tar stream"


def test_source_with_an_image_resolves_to_one(source: Source) -> None:
    assert isinstance(source.resolve(), ImageRoot) is source.has_image


def test_source_with_a_manifest_knows_its_digest(source: Source) -> None:
    root = source.resolve()
    assert (isinstance(root, ImageRoot) and root.digest is not None) is source.has_manifest


def test_archives_are_the_two_kinds_of_tars(source: Source) -> None:
    assert source.is_archive is source.form.endswith("-archive")


def test_only_a_folder_of_sources_is_assembled(source: Source) -> None:
    assert source.is_assembled is (source.form is SourceForm.FOLDER)


def test_only_a_registry_is_remote(source: Source) -> None:
    registry = RegistrySource(Reference.parse("registry.example/acme/package:v1"), Access())
    assert (registry.is_remote, source.is_remote) == (True, False)
