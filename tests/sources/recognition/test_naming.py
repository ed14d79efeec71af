"""The parts of the text of a SOURCE."""

import subprocess
import sys
from pathlib import Path

import pytest
from builders.inspection.opened import image_root, opened, refusal
from builders.oci.images import package, write_layout, xpkg

from xpkgtui.errors import NotFound, Usage, XpkgError
from xpkgtui.oci.reference import Reference
from xpkgtui.sources.demo.source import DemoSource
from xpkgtui.sources.registry.source import RegistrySource
from xpkgtui.sources.source import SourceForm

BUILT = package("a: 1")


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_demo_is_the_built_in_package_unless_something_of_that_name_is_here(here: Path) -> None:
    assert isinstance(opened("demo", here), DemoSource)
    write_layout(here / "demo", BUILT)
    assert not isinstance(opened("demo", here), DemoSource)
    assert opened("./demo", here).form is SourceForm.OCI_LAYOUT


def test_an_existing_path_wins_over_a_reference(here: Path) -> None:
    write_layout(here / "ghcr.io" / "org" / "name", BUILT)
    assert opened("ghcr.io/org/name", here).form is SourceForm.OCI_LAYOUT


def test_a_prefix_makes_a_reference_of_it(here: Path) -> None:
    write_layout(here / "ghcr.io" / "org" / "name", BUILT)
    assert isinstance(opened("docker://ghcr.io/org/name:v1", here), RegistrySource)


def test_a_reference_becomes_a_registry_source(here: Path) -> None:
    assert isinstance(opened("xpkg.crossplane.io/a/b:v1", here), RegistrySource)


def test_a_host_with_a_port_is_not_a_folder_with_a_tag(here: Path) -> None:
    write_layout(here / "localhost", BUILT)
    assert isinstance(opened("localhost:5000/a/b", here), RegistrySource)


@pytest.mark.parametrize("name", ["a#b.xpkg", "a:b", "a@b", "oci:a", "docker:", "-x", "a b", "é", "\udcff"])
def test_a_file_of_an_odd_name_is_that_file(name: str, here: Path) -> None:
    (here / name).write_bytes(xpkg(BUILT))
    source = opened(name, here)
    assert source.form is SourceForm.DOCKER_ARCHIVE
    assert image_root(source).reference == name


def test_a_choice_may_hold_colons_and_slashes(here: Path) -> None:
    (here / "a.tar").write_bytes(xpkg(BUILT, tags=("x.org:5000/a/b:v1",)))
    assert opened("a.tar#x.org:5000/a/b:v1", here).resolve()
    assert opened("docker-archive:a.tar:x.org:5000/a/b:v1", here).resolve()


@pytest.mark.parametrize(
    "text", ["./a.xpkg", "/nowhere/a", "../a", "a.xpkg", "a.YAML", "~/a", "dir:a", "oci:a:v1", "a.tar#v1"]
)
def test_a_path_that_is_not_there_is_told_to_be_missing(text: str, here: Path) -> None:
    error = refusal(text, here)
    assert isinstance(error, NotFound)
    path = text.removeprefix("dir:").removeprefix("oci:").removesuffix("#v1")
    assert error.title == f"there is no file or folder {path}"
    also = "" if text[:1] in "./~" else " A registry reference is written host/repository:tag."
    assert error.hint == f"Check the path.{also}" or text.startswith("a")


def test_a_missing_file_has_near_names(here: Path) -> None:
    (here / "provider.xpkg").touch()
    (here / "other").touch()
    assert refusal("./provder.xpkg", here).suggestions == ("./provider.xpkg",)


def test_a_link_to_nothing_is_told_to_be_one(here: Path) -> None:
    (here / "a").symlink_to("b")
    error = refusal("a", here)
    assert (error.title, error.hint) == (
        "a is a link to a file that does not exist",
        "Correct the link or the path.",
    )


def test_a_link_to_itself_is_told_to_be_missing(here: Path) -> None:
    (here / "a").symlink_to("a")
    assert isinstance(refusal("a", here), NotFound)


def test_a_name_without_a_registry_is_told_what_crossplane_made_of_it(here: Path) -> None:
    error = refusal("crossplane/provider-aws", here)
    assert isinstance(error, NotFound)
    assert error.title == "'crossplane/provider-aws' has no registry"
    assert "Crossplane 1.20 would have read xpkg.crossplane.io/crossplane/provider-aws" in error.hint
    assert error.suggestions[0] == "xpkg.crossplane.io/crossplane/provider-aws"
    assert all(Reference.parse(name) for name in error.suggestions)
    assert error.tried[0] == "a file or folder crossplane/provider-aws: there is none"
    assert error.tried[1].startswith("a registry reference: ")


@pytest.mark.parametrize("text", ["Acme/Provider:v1", "acme/provider:v1 4"])
def test_what_no_registry_would_make_a_name_is_told_what_is_wrong_with_it(text: str, here: Path) -> None:
    error = refusal(text, here)
    assert isinstance(error, Usage)
    assert error.title.startswith(f"{text!r} is not a registry reference: ")
    assert len(error.tried) == 1, "the title says the other one"
    assert error.suggestions == ()


def test_a_single_word_is_neither_file_nor_reference(here: Path) -> None:
    (here / "provider").touch()
    error = refusal("provder", here)
    assert isinstance(error, NotFound)
    assert error.title == "'provder' is neither a file nor a registry reference"
    assert error.hint.startswith("Write registry, repository and tag, such as xpkg.")
    assert error.suggestions == ("provider",)


@pytest.mark.parametrize("text", ["", "docker://"])
def test_no_name_at_all_is_called_empty(text: str, here: Path) -> None:
    error = refusal(text, here)
    assert (type(error), error.title, error.tried) == (Usage, "SOURCE is empty", ())
    assert error.hint.startswith("Name a file, a folder or a reference such as xpkg.")


def test_an_unknown_demo_names_the_known_ones(here: Path) -> None:
    error = refusal("demo:pie", here)
    assert (error.title, error.hint.partition(",")[0]) == ("there is no demo 'pie'", "The demos are demo")


@pytest.mark.parametrize(("text", "is_path"), [("./a.xpkg", True), ("/nowhere/a", True), ("a.xpkg", False)])
def test_only_what_may_be_a_reference_is_told_how_to_write_one(text: str, is_path: bool, here: Path) -> None:
    assert ("reference" in refusal(text, here).hint) is not is_path


@pytest.mark.parametrize("text", ["https://ghcr.io/a/b", "oci://ghcr.io/a/b", "file:///a"])
def test_a_url_is_told_what_to_write(text: str, here: Path) -> None:
    error = refusal(text, here)
    assert isinstance(error, Usage)
    scheme, _, rest = text.partition("://")
    assert (error.title, error.hint) == (f"a SOURCE has no {scheme}://", f"Write {rest}")


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "\0",
        "a\0b",
        "./\0",
        "x" * 5000,
        "/" * 5000,
        "./" + "x" * 5000,
        ":" * 5000,
        "#" * 5000,
        "@" * 5000,
        "ghcr.io/a@sha256:x",
        "ghcr.io/A/b",
        "ghcr.io/../b",
        "docker://",
        "docker://a/b",
        "oci:",
        "dir:",
        "-:",
        "#",
        "@",
        ":",
        "\x1b[31m",
        "\udcff/x",
        ".#x",
        "ghcr.io/a/b:" + "t" * 200,
    ],
)
def test_hostile_names_end_in_one_error(text: str, here: Path) -> None:
    with pytest.raises(XpkgError) as raised:
        opened(text, here).resolve()
    assert raised.value.title
    assert len(raised.value.title) < 6000


def test_a_digest_after_a_path_must_be_one(here: Path) -> None:
    write_layout(here / "l", BUILT)
    error = refusal("l@sha256:x", here)
    assert isinstance(error, Usage)
    assert error.title.startswith("'sha256:x' is not a digest: ")


def test_local_sources_do_not_import_the_network() -> None:
    code = "import sys, xpkgtui.sources.opening; sys.exit(bool({'requests', 'oras', 'textual'} & sys.modules.keys()))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
