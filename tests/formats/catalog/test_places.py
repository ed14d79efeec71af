"""Folders that are catalogs, and those that only have one inside."""

from pathlib import Path

import pytest

from xpkgtui.formats.catalog.places import is_blob, place_of
from xpkgtui.sources.folder.walk import OpenedFolder

PACKAGE = "schema: olm.package\nname: tide\ndefaultChannel: fast\n"


def place(root: Path, *names: str, text: str = PACKAGE) -> str | None:
    for name in names:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    return place_of(OpenedFolder(root, "a"))


@pytest.mark.parametrize("name", ["catalog.yaml", "tide/catalog.json", "v4.20/catalogs/tide/channels/fast.yaml"])
def test_documents_make_a_folder_a_catalog(tmp_path: Path, name: str) -> None:
    assert place(tmp_path, name) == ""


def test_a_folder_of_that_name_is_the_catalog(tmp_path: Path) -> None:
    assert place(tmp_path, "configs/tide/catalog.yaml", "README.yaml") == "configs"


def test_a_project_with_a_catalog_deep_inside_is_none(tmp_path: Path) -> None:
    assert place(tmp_path, "source/program/examples/catalog/configs/tide/catalog.yaml") is None


def test_a_list_that_quotes_documents_is_none(tmp_path: Path) -> None:
    quoted = '[{"case": "a", "text": {"schema": "olm.package"}}]'
    assert not is_blob(quoted.encode())
    assert is_blob(quoted.strip("[]").encode())
    assert place(tmp_path, "answers.json", text=quoted) is None
