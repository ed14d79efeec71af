"""Folders that are catalogs, and those that only have one inside."""

from pathlib import Path

import pytest
from builders.cases import each_row

from xpkgtui.formats.catalog.reader import is_blob, place_of
from xpkgtui.limits import OverLimit
from xpkgtui.sources.folder.walk import OpenedFolder

PACKAGE = "schema: olm.package\nname: tide\ndefaultChannel: fast\n"
UNSURE = "not known"


def place(root: Path, *names: str, text: str = PACKAGE) -> str | None:
    for name in names:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    try:
        return place_of(OpenedFolder(root, "a"))
    except OverLimit:
        return UNSURE


@each_row("name", ["catalog.yaml", "tide/catalog.json", "v4.20/catalogs/tide/channels/fast.yaml"])
def test_documents_make_a_folder_a_catalog(tmp_path: Path, name: str) -> None:
    assert place(tmp_path, name) == ""


def test_a_folder_of_that_name_is_the_catalog(tmp_path: Path) -> None:
    assert place(tmp_path, "configs/tide/catalog.yaml", "README.yaml") == "configs"


def test_a_folder_of_that_name_without_one_is_not(tmp_path: Path) -> None:
    (tmp_path / "configs").mkdir()
    assert place(tmp_path, "catalog.yaml") == ""


def test_a_project_with_a_catalog_deep_inside_is_none(tmp_path: Path) -> None:
    assert place(tmp_path, "source/program/examples/catalog/configs/tide/catalog.yaml") is None


def test_a_list_that_quotes_documents_is_none(tmp_path: Path) -> None:
    quoted = '[{"case": "a", "text": {"schema": "olm.package"}}]'
    assert not is_blob(quoted.encode())
    assert is_blob(quoted.strip("[]").encode())
    for text in (
        "\ufeffschema: olm.package\n",
        'schema:\n  "\\x6flm.package"\n',
        '{"sch\\u0065ma": "\\u006Flm.bundle"}',
    ):
        assert is_blob(text.encode()), text
    assert place(tmp_path, "answers.json", text=quoted) is None


def test_how_deep_and_how_far_is_looked(tmp_path: Path) -> None:
    assert place(tmp_path / "deep", "a/b/c/d/e.yaml") == ""
    assert place(tmp_path / "deeper", "a/b/c/d/e/f.yaml") is None
    for count, found in ((59, ""), (60, UNSURE)):
        root = tmp_path / str(count)
        place(root, *(f"a{number:02}.yaml" for number in range(count)), text="a: b\n")
        assert place(root, "b.yaml") == found
    for size, found in ((0, ""), (1, UNSURE)):
        root = tmp_path / f"long{size}"
        text = "#" * ((1 << 20) - 13 + size) + "\nschema: olm.x"
        assert place(root, "a.yaml", text=text) == found
        root = tmp_path / f"many{size}"
        place(root, *(f"a{number}.yaml" for number in range(7 + size)), text="#" * (1 << 20))
        assert place(root, "b.yaml") == found


@pytest.mark.parametrize("other", ["manifests/a.yaml metadata/a.yaml", ".registry/a.yaml"])
def test_folders_of_other_formats_are_none(tmp_path: Path, other: str) -> None:
    place(tmp_path, *other.split(), text="a: b\n")
    assert place(tmp_path, "b.yaml") is None


def test_an_ignore_file_makes_a_folder_of_texts_a_catalog(tmp_path: Path) -> None:
    assert place(tmp_path, ".indexignore", text="") is None
    assert place(tmp_path, "a.yaml", text="a: b\n") == ""


@pytest.mark.parametrize("text", ["Schema: olm.package", '{"SCHEMA": "olm.package"}'])
def test_a_catalog_is_known_by_its_keys_in_any_case(tmp_path: Path, text: str) -> None:
    assert place(tmp_path, "catalog.yaml", text=text) == ""
