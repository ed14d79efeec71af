"""`upgrades`: the graph of a catalog as text and for other programs, and the ways from a version."""

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from builders.packages.upgrades import catalog_text
from builders.program.headless import headless, run

from xpkgtui.reporting.documents.schemas import schema_of

SCHEMA = schema_of("upgrades")


@pytest.fixture
def catalog(tmp_path: Path) -> str:
    """A catalog with the packages harbour-operator and tide."""
    for name in ("harbour-operator", "tide"):
        (tmp_path / f"{name}.json").write_text(catalog_text(name))
    return str(tmp_path)


def document(catalog: str, *options: str) -> Any:
    return headless("upgrades", catalog, *options).document


def test_the_text_draws_every_package(catalog: str) -> None:
    lines = run("upgrades", catalog).stdout.splitlines()
    assert [line for line in lines if line.endswith("default stable")] == [
        "harbour-operator   1 channel, default stable",
        "tide   1 channel, default stable",
    ]
    assert any(line.startswith("●    v1.6.0  ") and "  head  replaces v1.5.1" in line for line in lines)


def test_json_has_channels_as_they_are_and_what_is_stranded(catalog: str) -> None:
    found = document(catalog, "--package", "tide")
    (channel,) = found["upgrades"]
    assert (channel["package"], channel["channel"], channel["default"], channel["head"]) == (
        "tide",
        "stable",
        True,
        "tide.v1.6.0",
    )
    by_version = {entry["version"]: entry for entry in channel["entries"]}
    assert by_version["1.6.0"]["skips"] == ["tide.v1.5.2"]
    assert by_version["1.5.2"]["skipped"]
    assert by_version["1.4.0"]["deprecated"] == "too old"
    assert [version for version, entry in by_version.items() if entry["stranded"]] == ["1.4.1"]
    assert found["from"] == []


@pytest.mark.parametrize("version", ["1.4.3", "v1.4.3", "tide.v1.4.3"])
def test_from_says_where_each_program_goes(version: str, catalog: str) -> None:
    found = document(catalog, "--package", "tide", "--from", version)
    (one,) = found["from"]
    assert (one["name"], one["known"]) == ("tide.v1.4.3", True)
    assert [(way["program"], way["channel"], way["path"]) for way in one["ways"]] == [
        ("OLM v0", "stable", ["tide.v1.5.1", "tide.v1.6.0"]),
        ("OLM v1", "stable", ["tide.v1.5.2", "tide.v1.6.0"]),
    ]


def test_a_version_that_is_gone_follows_ranges(catalog: str) -> None:
    (one,) = document(catalog, "--package", "tide", "--from", "1.4.2")["from"]
    assert not one["known"]
    assert [way["path"][0] for way in one["ways"]] == ["tide.v1.5.1", "tide.v1.5.2"]


def test_mermaid_and_dot_are_whole(catalog: str) -> None:
    mermaid = run("upgrades", catalog, "--format", "mermaid", "--channel", "stable").stdout
    assert mermaid.startswith("graph LR\n")
    assert 'tide-stable-tide.v1.5.2["tide.v1.5.2"]-- skip --> tide-stable-tide.v1.6.0["tide.v1.6.0"]' in mermaid
    dot = run("upgrades", catalog, "--format", "dot", "--package", "tide").stdout
    assert '"0/tide.v1.5.2" -> "0/tide.v1.6.0" [label="skips"]' in dot
    assert dot.endswith("}\n")


def test_no_name_is_html_an_entity_markdown_or_a_comment_of_mermaid(tmp_path: Path) -> None:
    name = 'a<b>&#`"%%{c'
    blobs = [
        {"schema": "olm.package", "name": "tide", "defaultChannel": "x"},
        {"schema": "olm.channel", "package": "tide", "name": "x", "entries": [{"name": name}]},
    ]
    (tmp_path / "tide.json").write_text("\n".join(map(json.dumps, blobs)))
    drawn = run("upgrades", str(tmp_path), "--format", "mermaid").stdout
    assert '["a#60;b>#38;#35;#96;#quot;#37;#37;{c"]' in drawn


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--package", "harbor"), "There is no package harbor with channels."),
        (("--channel", "fast"), "There is no channel fast."),
        (("--from", "latest"), "No package has a bundle latest, and it is not a version such as 1.2.3."),
    ],
)
def test_what_is_not_there_is_not_found(options: tuple[str, ...], said: str, catalog: str) -> None:
    for format in ("text", "json"):
        ended = run("upgrades", catalog, "--format", format, *options)
        assert ended.exit_code == 3
        assert said in ended.stderr


def test_what_is_no_catalog_has_no_upgrades(tmp_path: Path) -> None:
    path = tmp_path / "package.yaml"
    path.write_text("apiVersion: meta.pkg.crossplane.io/v1\nkind: Provider\nmetadata: {name: a}\nspec: {}\n")
    ended = run("upgrades", str(path), "--format", "json")
    assert ended.exit_code == 3
    assert "has no upgrade graph: it is not an OLM catalog" in ended.stderr
    jsonschema.validate(json.loads(ended.stdout), SCHEMA)


def test_show_has_the_same_channels(catalog: str) -> None:
    shown = headless("show", catalog).document
    assert shown["upgrades"] == document(catalog)["upgrades"]
