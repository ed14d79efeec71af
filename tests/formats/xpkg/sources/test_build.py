"""A folder of sources as `crossplane xpkg build` reads it: the files, and the steps in words."""

from pathlib import Path

import pytest
from builders.cases import each_row
from builders.inspection.opened import opened, stream_root
from builders.packages.folders import META, composition, write_folder
from builders.packages.resolved_folders import names, resolved, rows_of

from xpkgtui.errors import NotAPackage
from xpkgtui.readers.reader import Sign


def test_the_meta_object_comes_first_and_the_rest_as_it_is_walked(tmp_path: Path) -> None:
    files = {name: composition(name.partition(".")[0].replace("/", "-")) for name in ("b.yaml", "a.yml", "a/z.yaml")}
    assert names(tmp_path / "p", {**files, "crossplane.yaml": META}) == ["acme", "a-z", "a", "b"]


def test_the_meta_object_may_be_in_any_file(tmp_path: Path) -> None:
    files = {"crossplane.yaml": composition("one"), "zzz.yaml": f"{composition('two')}---\n{META}"}
    assert names(tmp_path / "p", files) == ["acme", "one", "two"]


def test_many_reasons_to_leave_files_out_are_counted(tmp_path: Path) -> None:
    folder = write_folder(tmp_path / "p", {"crossplane.yaml": META})
    for number in range(20):
        (folder / f"{number:02}.yaml").symlink_to("nowhere")
    assert stream_root(opened(folder, tmp_path)).notes[-1] == "12 more files left out for such reasons."


def test_a_folder_that_is_a_link_is_read_and_said_not_to_be_built(tmp_path: Path) -> None:
    write_folder(tmp_path / "p", {"crossplane.yaml": META})
    (tmp_path / "link").symlink_to("p")
    root = stream_root(opened(tmp_path / "link", tmp_path / "scratch"))
    assert [row.name for row in rows_of(root)] == ["acme"]
    assert "is a link, which a build does not follow" in root.notes[0]


def test_a_package_folder_that_is_a_link_is_none(tmp_path: Path) -> None:
    write_folder(tmp_path / "outside", {"crossplane.yaml": META})
    write_folder(tmp_path / "p", {"notes.txt": ""})
    (tmp_path / "p/package").symlink_to("../outside")
    with pytest.raises(NotAPackage):
        opened(tmp_path / "p", tmp_path / "scratch")


def steps(folder: Path, **files: str) -> list[tuple[str, str, Sign]]:
    root = resolved(folder, {"crossplane.yaml": META, **files})
    return [(one.title, one.evidence, one.sign) for one in root.steps]


def test_a_build_is_told_step_by_step(tmp_path: Path) -> None:
    assert steps(tmp_path / "p", **{"a.yaml": composition("a")}) == [
        ("Walks the folder", "2 YAML files in the folder, as a build walks it", Sign.OK),
        ("Puts the meta object first", "it is in crossplane.yaml", Sign.OK),
        ("Assembles package.yaml", "2 documents, their text as it is", Sign.OK),
    ]
    cached, _, _ = steps(tmp_path / "q", **{"package.ndjson": "{}"})[1:]
    assert cached == (
        "Looks around",
        "package.ndjson beside crossplane.yaml: the up tool keeps packages in its cache this way.",
        Sign.OK,
    )


def test_a_build_in_package_names_it(tmp_path: Path) -> None:
    root = resolved(tmp_path / "p", {"package/crossplane.yaml": META, "x.yaml": composition("x")})
    assert root.steps[0].evidence == "1 YAML file in package/, as a build walks it"
    (tmp_path / "p/examples").symlink_to("package")
    again = stream_root(opened(tmp_path / "p", tmp_path / "scratch"))
    assert (again.steps[-1].evidence, again.steps[-1].sign) == (
        "it is a link; a build does not follow it",
        Sign.WARNING,
    )


IGNORED = "The build of this repository ignores files ({}): open it with --exclude '.github/*,x.yaml'."


@each_row(
    ("file", "text", "line"),
    [
        ("Makefile", "build:\n\tcrossplane xpkg build --ignore=.github/*,x.yaml -o out\n", 2),
        ("makefile", "XPKG_IGNORE = .github/*, x.yaml, # both\n", 1),
        ("GNUmakefile", "export XPKG_IGNORE ?= .github/*,x.yaml\n", 1),
        ("Makefile", "build:\n\txpkg build --ignore '.github/*,x.yaml'\n", 2),
        (".github/workflows/ci.yml", 'run: crossplane xpkg build --ignore ".github/*,x.yaml"\n', 1),
    ],
)
def test_what_the_repositorys_build_ignores_is_said_with_the_option(
    file: str, text: str, line: int, tmp_path: Path
) -> None:
    folder = write_folder(tmp_path / "p", {"crossplane.yaml": META, file: text, "hack/Makefile": text})
    assert IGNORED.format(f"{file}:{line}") in stream_root(opened(folder, tmp_path)).notes
    project = {"xpkgtui.toml": 'exclude = [".github/*", "x.yaml"]\n', "x.yaml": composition("x")}
    again = stream_root(opened(write_folder(folder, project), tmp_path))
    assert not [one for one in again.notes if one.startswith("The build")]
    assert again.notes[0] == "1 file left out by xpkgtui.toml: x.yaml."


def test_a_makefile_need_not_be_utf_8(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {"crossplane.yaml": META, "Makefile": b"# \xff\nXPKG_IGNORE = .github/*,x.yaml\n"}
    assert IGNORED.format("Makefile:2") in stream_root(opened(write_folder(tmp_path / "p", files), tmp_path)).notes


@each_row("text", ["xpkg build --ignore=$(IGNORED)\n", "xpkg build --ignore=,\n", "xpkg build\n"])
def test_patterns_made_of_variables_are_not_guessed(text: str, tmp_path: Path) -> None:
    folder = write_folder(tmp_path / "p", {"crossplane.yaml": META, "Makefile": text})
    assert stream_root(opened(folder, tmp_path)).notes == ()
