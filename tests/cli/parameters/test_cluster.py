"""Files that say how a cluster is set up, and what goes together."""

from pathlib import Path

import pytest
from builders.cases import each_row

from xpkgtui.cli.parameters.cluster import require_package, resolve_options, text_of
from xpkgtui.errors import Usage


def test_a_file_is_read_as_text_up_to_a_limit(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"a\xff")
    assert text_of(tmp_path / "a") == "a�"
    with pytest.raises(Usage, match="cannot be read: No such file"):
        text_of(tmp_path / "gone")
    for size, is_read in ((16 << 20, True), ((16 << 20) + 1, False)):
        with (tmp_path / "large").open("wb") as file:
            file.truncate(size)
        if is_read:
            assert len(text_of(tmp_path / "large")) == size
        else:
            with pytest.raises(Usage, match="larger than 16 MiB"):
                text_of(tmp_path / "large")


def test_a_folder_is_all_its_manifests(tmp_path: Path) -> None:
    with pytest.raises(Usage, match=r"has no \.yaml or"):
        text_of(tmp_path)
    for name in ("b.yml", "a.json", "below/c.yaml", "d.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(name)
    assert text_of(tmp_path) == "a.json\n---\nb.yml\n---\nbelow/c.yaml"


@each_row(
    ("upgrades", "downgrades", "expected"),
    [(False, False, (False, False)), (True, False, (True, False)), (False, True, (True, True))],
)
def test_downgrades_upgrade_too(
    upgrades: bool, downgrades: bool, expected: tuple[bool, bool], tmp_path: Path
) -> None:
    lock, policy = tmp_path / "lock", tmp_path / "policy"
    lock.write_text("lock")
    policy.write_text("policy")
    found = resolve_options(
        "2.4", upgrades=upgrades, downgrades=downgrades, installed=lock, policies=(policy,), catalogs=("a",)
    )
    assert (found.upgrades, found.downgrades) == expected
    assert (found.crossplane, found.installed, found.policies, found.catalogs) == ("2.4", "lock", ("policy",), ("a",))
    bare = resolve_options("2.4", upgrades=False, downgrades=False, installed=None, policies=(), catalogs=())
    assert bare.installed == ""


@pytest.mark.parametrize(("given", "name"), [(("", "stable", ""), "--channel"), (("", "", "1.0.0"), "--version")])
def test_what_is_chosen_of_a_package_names_it(given: tuple[str, str, str], name: str) -> None:
    with pytest.raises(Usage, match=name):
        require_package(*given)
    require_package("a", *given[1:])


def test_an_empty_file_is_not_as_if_none_was_given(tmp_path: Path) -> None:
    (tmp_path / "empty").write_text("\n")
    with pytest.raises(Usage, match="empty is empty"):
        text_of(tmp_path / "empty")


@pytest.mark.parametrize("encoding", ["utf-16", "utf-8"])
def test_what_powershell_saves_is_read(tmp_path: Path, encoding: str) -> None:
    (tmp_path / "lock.yaml").write_text("kind: Lock\n", encoding=encoding)
    assert text_of(tmp_path / "lock.yaml") == "kind: Lock\n"
