"""Examples beside a package, at which a build may stop."""

from pathlib import Path

import pytest
from builders.cases import each_row
from builders.inspection.opened import opened, stream_root
from builders.packages.folders import META, composition, write_folder
from builders.packages.judgements import CRD
from builders.packages.resolved_folders import places, resolved, rows_of
from builders.program.headless import documents, run


def test_what_begins_with_the_name_of_the_examples_is_left_out_and_told(tmp_path: Path) -> None:
    files = {"crossplane.yaml": META, "examples.yaml": composition("a"), "sub/examples/b.yaml": composition("b")}
    root = resolved(tmp_path / "p", files)
    assert [row.name for row in rows_of(root)] == ["acme", "b"]
    assert root.notes == ("examples.yaml is left out, because its name begins with examples.",)


def test_a_package_folder_has_its_examples_beside_it(tmp_path: Path) -> None:
    files = {"package/crossplane.yaml": META, "package/examples/a.yaml": composition("a"), "examples/e.yaml": META}
    root = resolved(tmp_path / "p", files)
    assert places(root) == [("package/crossplane.yaml", 1), ("package/examples/a.yaml", 1)]
    assert root.notes == ("examples/ has 1 file, which a build puts into a layer of its own.",)


@each_row(
    ("example", "problem"),
    [
        ("a: [\n", "examples/x.yaml:1: "),
        ("- a\n", "examples/x.yaml:1: the document is not a mapping"),
        ("a: 1\n", "examples/x.yaml:1: the document has no kind"),
        ("kind: A\n---\nkind: 1\n", "examples/x.yaml:3: the document has no kind"),
        ("# nothing\n", "examples/x.yaml:1: yaml: line 2: did not find expected node content"),
        ("kind: A\n---\n", "examples/x.yaml:2: yaml: line 1: did not find expected node content"),
        ("kind: A\n--- x\n", "examples/x.yaml:2: invalid Yaml document separator: x"),
    ],
)
def test_an_example_at_which_a_build_stops_is_told(example: str, problem: str, tmp_path: Path) -> None:
    root = resolved(tmp_path / "p", {"crossplane.yaml": META, "examples/x.yaml": example})
    assert (root.build_error or "").startswith(problem)
    assert root.steps[-1].evidence == "examples/ has 1 file, which a build reads once it has linted the package"


@each_row(
    ("more", "says", "last"),
    [
        ("", "examples/x.yaml:1: the document has no kind", "Packs the examples"),
        ("---\nkind: [\n", "yaml: line 1: did not find expected node content", "Parses the documents"),
        (f"---\n{CRD}", "did not pass any of the linters", "Lints the package"),
    ],
)
def test_a_build_reads_examples_once_it_has_linted_the_package(
    more: str, says: str, last: str, tmp_path: Path
) -> None:
    folder = write_folder(tmp_path / "p", {"crossplane.yaml": META, "a.yaml": composition("a") + more})
    write_folder(folder, {"examples/x.yaml": "a: 1\n"})
    (found,) = documents("why", str(folder))
    (row,) = (one for one in found["readings"] if one["reader"] == "build")
    assert (row["verdict"], says in row["message"]) == ("refused", True)
    assert (row["steps"][-1]["title"], row["steps"][-1]["sign"]) == (last, "bad")
    assert [one["sign"] for one in row["steps"]].count("bad") == 1
    is_named = "crossplane xpkg build refuses it: an example" in run("check", str(folder)).stdout
    assert is_named is (last == "Packs the examples")


@pytest.mark.parametrize(("target", "what"), [("nowhere", "nothing"), (".", "a folder")])
def test_a_link_among_the_examples_that_leads_to_no_file_stops_a_build(
    target: str, what: str, tmp_path: Path
) -> None:
    folder = write_folder(tmp_path / "p", {"crossplane.yaml": META, "examples/a.yaml": composition("a")})
    (folder / "examples/x.yaml").symlink_to(target)
    problem = stream_root(opened(folder, tmp_path)).build_error
    assert problem == f"examples/x.yaml:1: it is a link to {what}, in which a build finds no document"


@each_row("example", ["kind: A\n", "# a\n---\nkind: A\n", "kind: A\n...\n", "---\n---\nkind: A"])
def test_examples_that_a_build_takes_are_no_trouble(example: str, tmp_path: Path) -> None:
    root = resolved(tmp_path / "p", {"crossplane.yaml": META, "examples/x.yaml": example, "examples/n.txt": "["})
    assert root.build_error is None
    assert root.notes == ("examples/ has 1 file, which a build puts into a layer of its own.",)


def test_examples_that_take_long_are_not_read_and_no_build_is_said_to_stop(tmp_path: Path) -> None:
    deep = f"kind: A\nspec: {'[' * 6_000}{']' * 6_000}\n"
    files = {"crossplane.yaml": META, **{f"examples/{number}.yaml": deep for number in range(8)}}
    root = resolved(tmp_path / "p", files)
    assert root.build_error is None
    assert root.notes == (
        "examples/ has 8 files, too large to be read here; a build puts them into a layer of their own.",
    )
