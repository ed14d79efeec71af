"""The commands of this program that texts print, run to the letter: `tests/run --commands`."""

from pathlib import Path

import pytest
from builders.cases import each_row
from builders.packages.folders import write_folder
from builders.registry.packages import meta, push
from builders.registry.registries import DebianRegistry
from printed.running import asked_of_plan, follow, provider

READING = [
    ("xpkgtui --help", "SOURCE"),
    ("xpkgtui check --help", "Usage: xpkgtui check"),
    ("xpkgtui demo --format bundle | cat", "harbour"),
    ("xpkgtui completion fish", "complete"),
    ("xpkgtui completion man", ".TH"),
    ("xpkgtui config path", "config.toml"),
    ("xpkgtui config show", "no-cache"),
    ("xpkgtui deps demo", "provider-tidewater-identity"),
    ("xpkgtui examples demo", "accept"),
    ("xpkgtui explain demo berth", "VERSION"),
    ("xpkgtui images demo", "1 image to mirror"),
    ("xpkgtui ls demo --view flattened", "package.yaml"),
    ("xpkgtui manual --search mirror", "mirror"),
    ("xpkgtui rbac demo", "ClusterRole"),
    ("xpkgtui rules --message 'package.yaml not found in package'", "XPKG401"),
    ("xpkgtui rules CHG", "CHG104"),
    ("xpkgtui schema check", "$schema"),
    ("xpkgtui upgrades demo:catalog --from 1.4.3", "1.4.3"),
    ("xpkgtui why demo:refused || [ $? = 1 ]", "refuses"),
    ("kubectl xpkg check demo", "accepts it"),
]


@each_row(("command", "words"), READING)
def test_a_command_that_reads_says_what_it_is_for(command: str, words: str) -> None:
    assert words in follow([command], Path())


def test_two_packages_of_a_registry_are_compared_and_their_tags_dependencies_and_signers_are_told(
    registry: DebianRegistry, tmp_path: Path
) -> None:
    for tag in ("v1.0.0", "v1.1.0"):
        text = meta("Provider", "p").replace(">=v1.14.0", ">=v1.15.0" if tag == "v1.1.0" else ">=v1.14.0")
        push(registry, "own/p", tag, text)
    push(registry, "own/c", "v1.0.0", meta("Configuration", "c", ("Provider", f"{registry.host}/own/p", ">=v1.0.0")))
    name = f"{registry.host}/own/p"
    assert "CHG26" in follow([f"xpkgtui diff {name}:v1.0.0 {name}:v1.1.0 || [ $? = 1 ]"], tmp_path)
    assert "v1.1.0" in follow([f"xpkgtui tags {name} --satisfies '>=v1.1'"], tmp_path)
    assert "v1.1.0" in follow([f"xpkgtui deps {registry.host}/own/c:v1.0.0 --resolve"], tmp_path)
    assert follow([f"xpkgtui referrers {name}:v1.0.0"], tmp_path)
    (tmp_path / "all.yaml").write_text(provider(registry, "own"))
    assert "at its newest version" in follow(["xpkgtui outdated all.yaml --all"], tmp_path)
    assert asked_of_plan(tmp_path)["packages"][0]["change"] == "new"


def test_what_is_written_is_there_and_what_is_deleted_is_fetched_again(
    registry: DebianRegistry, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "own"))
    push(registry, "own/kept", "v1.0.0", meta("Provider", "kept"))
    name = f"{registry.host}/own/kept:v1.0.0"
    follow([f"xpkgtui check {name}"], tmp_path)
    for clearing in ("xpkgtui cache clear", "xpkgtui cache prune --keep 0"):
        held = [one for one in (tmp_path / "own/xpkgtui").rglob("blobs/**/*") if one.is_file()]
        assert held
        follow(["xpkgtui cache info", clearing, "xpkgtui cache info"], tmp_path)
        assert [one for one in held if one.is_file()] == []
        follow([f"xpkgtui check {name}"], tmp_path)


def test_a_page_files_and_an_entry_of_a_cache_are_written_where_the_command_says(
    registry: DebianRegistry, tmp_path: Path
) -> None:
    push(registry, "own/saved", "v1.0.0", meta("Provider", "saved"))
    name = f"{registry.host}/own/saved:v1.0.0"
    write_folder(tmp_path, {"sources.txt": f"{name}\ndemo\n"})
    follow(["xpkgtui check --from sources.txt --format jsonl=results.jsonl"], tmp_path)
    follow(["xpkgtui report results.jsonl -o report.html"], tmp_path)
    assert "own/saved" in (tmp_path / "report.html").read_text()
    follow([f"xpkgtui save {name} files", f"xpkgtui save {name} cache/ --as cache"], tmp_path)
    assert (tmp_path / "files/package.yaml").read_text() == meta("Provider", "saved")
    assert len(list((tmp_path / "cache").iterdir())) == 1
