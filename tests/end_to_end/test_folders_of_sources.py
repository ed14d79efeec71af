"""Folders of sources through the commands."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from builders.cases import failing
from builders.packages.folders import META, composition, definition, write_folder
from builders.program import headless
from click.testing import Result


def run(*arguments: str) -> Result:
    return headless.run(*arguments, "--no-cache")


def asked(*arguments: str) -> Any:
    return json.loads(run(*arguments, "--format", "json").stdout)


@pytest.fixture
def acme(tmp_path: Path) -> Path:
    """A configuration that is refused for an object in the second document of a file."""
    files: Mapping[str, str | bytes] = {
        "crossplane.yaml": f"# what it is\n{META}",
        "apis/databases.yaml": f"{definition('databases')}---\n# with no pipeline\n{composition('databases')}",
        "examples/database.yaml": "apiVersion: example.org/v1\nkind: Databases\n",
    }
    return write_folder(tmp_path / "acme", files)


def test_check_names_the_file_and_its_line(acme: Path) -> None:
    done = run("check", str(acme))
    assert done.exit_code == 1
    assert f"  {acme}/apis/databases.yaml:16:1  spec.pipeline\n" in done.stdout
    assert "refuses it: apis/databases.yaml:16: " in done.stdout
    assert "document" not in done.stdout
    assert done.stderr == "note: examples/ has 1 file, which a build puts into a layer of its own.\n"


def test_json_names_the_file_and_its_line(acme: Path) -> None:
    found = asked("check", str(acme))["results"][0]["findings"]
    place = next(one["location"] for one in found if one["rule"] == "XPKG716")
    assert (place["file"], place["line"], place["column"]) == ("apis/databases.yaml", 16, 1)
    assert (place["document"], place["path"], place["layer"]) == (3, None, None)


def test_show_tells_where_every_object_is(acme: Path) -> None:
    shown = asked("show", str(acme))
    assert (shown["form"], shown["layers"], shown["platforms"]) == ("folder", [], [])
    assert [(one["file"], one["line"]) for one in shown["objects"]] == [
        ("crossplane.yaml", 2),
        ("apis/databases.yaml", 1),
        ("apis/databases.yaml", 16),
    ]


def test_show_says_that_it_is_not_built(acme: Path) -> None:
    assert "assembled as by a build" in run("show", str(acme)).stdout


def test_ls_lists_the_files_and_says_that_there_are_no_layers(acme: Path) -> None:
    done = run("ls", str(acme))
    assert done.exit_code == 0
    assert "apis/databases.yaml" in done.stdout
    assert "has no layers until it is built. Listed are the files that were looked at." in done.stderr


def test_cat_prints_the_assembled_stream(acme: Path) -> None:
    made = f"---\n# what it is\n{META}---\n{(acme / 'apis/databases.yaml').read_text()}---\n"
    assert run("cat", str(acme)).stdout == made


def test_cat_prints_one_object_as_its_file_has_it(acme: Path) -> None:
    done = run("cat", str(acme), "--object", "Configuration/acme")
    assert done.stdout == f"# what it is\n{META}"


def test_cat_of_a_file_prints_it(acme: Path) -> None:
    done = run("cat", str(acme), "apis/databases.yaml")
    assert (done.exit_code, done.stdout) == (0, (acme / "apis/databases.yaml").read_text())


def test_cat_of_a_file_that_is_not_there_is_code_3(acme: Path) -> None:
    assert run("cat", str(acme), "apis/none.yaml").exit_code == 3


FUNCTION = "apiVersion: meta.pkg.crossplane.io/v1\nkind: Function\nmetadata: {name: function-acme}\n"
BUILT_FIRST: Mapping[str, tuple[Mapping[str, str | bytes], str]] = {
    "an example that cannot be read": (
        {"crossplane.yaml": META, "examples/x.yaml": "[\n"},
        "an example cannot be read: examples/x.yaml:1: ",
    ),
    "an object that a Function may not hold": (
        {"crossplane.yaml": FUNCTION, "apis/d.yaml": definition("databases")},
        "apis/d.yaml:1: CompositeResourceDefinition",
    ),
    "broken YAML": ({"crossplane.yaml": META, "a.yaml": "a: [\n"}, "a.yaml:"),
    "no meta object": ({"crossplane.yaml": "# nothing\n", "a.yaml": definition("databases")}, ""),
}
"""Folders that a build refuses, and the beginning of the reason."""


def test_what_a_build_refuses_is_refused_by_the_build(tmp_path: Path) -> None:
    def check(name: str) -> None:
        files, reason = BUILT_FIRST[name]
        folder = write_folder(tmp_path / name.replace(" ", "-"), files)
        profiles = ((), ("--profile", "build"), ("--crossplane", "2.2"))
        done = [run("check", str(folder), *one) for one in profiles]
        compared = asked("why", str(folder))["results"][0]["readings"]
        assert [f"crossplane xpkg build refuses it: {reason}" in one.stdout for one in done] == [True] * 3
        assert (compared[0]["reader"], compared[0]["verdict"]) == ("build", "refused")

    assert not failing(BUILT_FIRST, check)


def test_what_clusters_make_of_a_folder_stands_below_what_the_build_makes_of_it(tmp_path: Path) -> None:
    files, _ = BUILT_FIRST["an object that a Function may not hold"]
    folder = write_folder(tmp_path / "p", files)
    written = run("why", str(folder)).stdout
    build, cluster = written.index("Steps of crossplane xpkg build"), written.index("Steps of Crossplane 2.4")
    assert build < written.index("Walks the folder") < written.index("document 2: object is not a CRD") < cluster
    assert "! Lints the package     skips what it may not hold, with a warning: object is not a CRD" in written
    assert "Crossplane 2.4          ✓ accepts" in written
    stream = tmp_path / "package.yaml"
    stream.write_text(f"{FUNCTION}---\n{definition('databases')}")
    assert run("check", str(stream)).exit_code == 0


def test_what_a_build_takes_and_a_cluster_does_not_is_refused_by_the_cluster(acme: Path) -> None:
    assert "Crossplane 2.4 refuses it: apis/databases.yaml:16: " in run("check", str(acme)).stdout
    compared = {one["reader"]: one["verdict"] for one in asked("why", str(acme))["results"][0]["readings"]}
    assert (compared["build"], compared["manager-2.4"]) == ("accepted", "refused")


def test_a_broken_separator_is_found_in_its_file(tmp_path: Path) -> None:
    folder = write_folder(tmp_path / "p", {"crossplane.yaml": META, "a.yaml": "a: 1\n--- b\n"})
    done = run("check", str(folder))
    assert done.exit_code == 1
    assert f"{folder}/a.yaml:2\n" in done.stdout
    assert "refuses it: a.yaml:2: the separator --- does not stand alone on its line" in done.stdout


def test_the_first_file_that_is_refused_is_blamed(tmp_path: Path) -> None:
    blank = "#\n" * 90
    files: Mapping[str, str | bytes] = {"crossplane.yaml": META, "a.yaml": f"{blank}a: 1\n", "b.yaml": "b: 1\n"}
    assert "refuses it: a.yaml:91: " in run("check", str(write_folder(tmp_path / "p", files))).stdout
