"""A prefix stands for one form: it opens that, and each other form is refused in words that name it."""

from collections.abc import Callable, Mapping
from itertools import product
from pathlib import Path

from builders.cases import each_row
from builders.inspection.opened import opened, refusal
from builders.oci.archives import saved
from builders.oci.images import docker_archive, oci_archive, package, write_dir, write_layout
from builders.packages.folders import write_folder

from xpkgtui.errors import NotAPackage
from xpkgtui.sources.source import Prefix

BUILT = package("a: 1")
FORMS: Mapping[str, Callable[[Path], Path]] = {
    Prefix.OCI_LAYOUT: lambda folder: write_layout(folder / "layout", BUILT),
    Prefix.OCI_ARCHIVE: lambda folder: saved(folder, oci_archive(BUILT)),
    Prefix.DOCKER_ARCHIVE: lambda folder: saved(folder, docker_archive((BUILT, ()))),
    Prefix.DIR: lambda folder: write_dir(folder / "dir", BUILT),
    "": lambda folder: write_folder(folder / "sources", {"crossplane.yaml": "a: 1"}),
}
"""Makes a source of the form that a prefix stands for; that of none is a folder of sources."""
LOCAL = (Prefix.OCI_LAYOUT, Prefix.OCI_ARCHIVE, Prefix.DOCKER_ARCHIVE, Prefix.DIR)


@each_row(("own", "prefix"), product(FORMS, LOCAL))
def test_a_prefix_takes_its_own_form_alone(own: str, prefix: Prefix, tmp_path: Path) -> None:
    text = f"{prefix}{FORMS[own](tmp_path)}"
    if prefix == own:
        opened(text, tmp_path / "scratch").close()
        return
    error = refusal(text, tmp_path / "scratch")
    assert isinstance(error, NotAPackage)
    assert f", not what {prefix} stands for" in error.title
    assert error.hint == f"open {text.removeprefix(prefix)}"
