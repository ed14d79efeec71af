"""Findings about files of a catalog that cannot be read, and about parts of it that are ignored."""

from dataclasses import replace
from os import mkfifo
from pathlib import Path

import pytest
from builders.goldens import Golden, once
from builders.oci.images import image, write_layout
from builders.oci.layers import file, layer, symlink
from builders.packages.judged_folders import judged, reading_of, stream_of
from builders.program.headless import headless

from xpkgtui.formats.catalog.format import CATALOG, CatalogReader
from xpkgtui.formats.catalog.summary import LABEL
from xpkgtui.limits import LIMITS, Limits, OverLimit
from xpkgtui.rules.finding import Acceptance
from xpkgtui.sources.folder.walk import OpenedFolder

TIDE = (
    "schema: olm.package\nname: tide\ndefaultChannel: fast\n---\n"
    "schema: olm.channel\nname: fast\npackage: tide\nentries: [{name: tide.v1}]\n---\n"
    "schema: olm.bundle\nname: tide.v1\npackage: tide\nimage: quay.io/acme/tide:v1\n"
    "properties:\n- {type: olm.package, value: {packageName: tide, version: 1.0.0}}\n"
    "- {type: olm.csv.metadata, value: {}}\n"
)


def found(source: Path, *words: str) -> tuple[str | None, list[tuple[str, str, str]]]:
    """The verdict, and rule, severity and message of each finding."""
    result = headless("check", source, *words).result
    return result["verdict"], [(one["rule"], one["severity"], one["message"]) for one in result["findings"]]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "cat/tide").mkdir(parents=True)
    (tmp_path / "cat/tide/catalog.yaml").write_text(TIDE)
    return tmp_path / "cat"


def test_a_good_folder_has_no_findings(folder: Path) -> None:
    assert found(folder) == ("accepted", [])


def test_a_link_that_leads_nowhere_fails(folder: Path) -> None:
    (folder / "tide/a.yaml").symlink_to("nowhere")
    message = "tide/a.yaml cannot be read: open tide/a.yaml: no such file or directory"
    assert found(folder) == ("refused", [("FBC002", "error", message)])


def test_a_link_to_a_folder_fails(folder: Path) -> None:
    (folder / "link").symlink_to("tide")
    message = f"link cannot be read: read {folder}/link: is a directory"
    assert found(folder) == ("refused", [("FBC002", "error", message)])


def test_an_ignored_link_fails_not(folder: Path) -> None:
    (folder / "a.yaml").symlink_to("nowhere")
    (folder / ".indexignore").write_text("a.yaml\n")
    assert found(folder) == ("accepted", [])


def test_a_link_that_leads_out_leaves_the_verdict_open(folder: Path) -> None:
    (folder.parent / "other.yaml").write_text(TIDE)
    (folder / "a.yaml").symlink_to("../other.yaml")
    message = "a.yaml is a link that leads out of the folder"
    assert found(folder) == (None, [("FBC002", "warning", message)])


def test_an_ignore_file_that_leads_nowhere_fails(folder: Path) -> None:
    (folder / ".indexignore").symlink_to("nowhere")
    message = ".indexignore cannot be read: open .indexignore: no such file or directory"
    assert found(folder) == ("refused", [("FBC002", "error", message)])


@pytest.mark.parametrize(("length", "verdict"), [(65_535, "accepted"), (65_536, "refused")])
def test_an_ignore_file_with_a_line_beyond_gos_buffer_fails(folder: Path, length: int, verdict: str) -> None:
    (folder / ".indexignore").write_text("x" * length + "\n")
    assert found(folder)[0] == verdict


def test_more_patterns_than_are_tried_leave_the_verdict_open(folder: Path) -> None:
    (folder / "tide/broken.yaml").write_text("- is ignored by the last pattern\n")
    (folder / "tide/link.yaml").symlink_to("nowhere")
    patterns = [f"{number}.md" for number in range(98)]
    (folder / ".indexignore").write_text("\n".join([*patterns, "broken.yaml", "link.yaml"]))
    limit = ("--limit", "ignored=100000")
    assert found(folder, *limit) == ("accepted", [])
    (folder / ".indexignore").write_text("\n".join(["more.md", *patterns, "broken.yaml", "link.yaml"]))
    sentence = replace(LIMITS, ignored=100_000).reached("ignored").sentence
    assert found(folder, *limit) == (None, [("FBC002", "warning", f"A limit was reached: {sentence}")])


def test_more_paths_than_patterns_are_tried_on_leave_the_verdict_open(folder: Path) -> None:
    (folder / ".indexignore").write_text("*.md\n*.txt\n")
    (folder / "a/b").mkdir(parents=True)
    for number in range(400):
        (folder / f"a/b/{number}.txt").touch()
    for most, acceptance in ((2 * (1_200 + 3), Acceptance.ACCEPTED), (2 * (1_200 + 3) - 1, None)):
        judgement = judged(CATALOG, folder, limits=Limits(ignored=most))
        assert judgement.verdict.acceptance is acceptance
    assert "--limit ignored=" in judgement.of("FBC002")[0].fix


def test_an_ignore_file_that_no_other_pattern_heals_is_refused_beyond_the_limit(folder: Path) -> None:
    (folder / ".indexignore").write_text("x" * 65_536 + "\n")
    assert judged(CATALOG, folder, limits=Limits(ignored=1)).verdict.acceptance is Acceptance.REFUSED


def test_every_file_with_a_broken_separator_is_told(folder: Path) -> None:
    for name in "ab":
        (folder / f"{name}.yaml").write_text(f"schema: x.y\n--- {name}\nschema: x.y\n")
    verdict, findings = found(folder)
    messages = [message for _, _, message in findings]
    assert verdict == "refused"
    assert [message for message in messages if "separator: a" in message]
    assert [message for message in messages if "separator: b" in message]


def test_ignored_documents_of_a_catalog_are_told(folder: Path) -> None:
    (folder / "old.yaml").write_text("# x\n" * 30_000 + TIDE)
    (folder / "README.md").write_text("# a text\n")
    (folder / ".indexignore").write_text("*.md\nold.yaml\n")
    message = "old.yaml holds documents of a catalog, and is ignored by old.yaml in .indexignore"
    assert found(folder) == ("accepted", [("FBC006", "info", message)])


def test_the_folder_that_the_label_names_is_there(tmp_path: Path) -> None:
    for name, entries in (
        ("good", [file("srv/a.yaml", TIDE.encode())]),
        ("gone", [file("configs/a.yaml", TIDE.encode())]),
        ("empty", [file("srv/.indexignore", b"*\n")]),
        ("link", [file("srv/a.yaml", TIDE.encode()), symlink("srv/b.yaml", "nowhere")]),
    ):
        write_layout(tmp_path / name, image(layer(*entries), labels={LABEL: "/srv"}), tags=("v1",))
    assert found(tmp_path / "good") == ("accepted", [])
    message = "The image has no folder /srv, which its label names"
    assert found(tmp_path / "gone") == ("refused", [("FBC001", "error", message)])
    message = "The folder /srv, which the label of the image names, holds no document"
    assert found(tmp_path / "empty") == ("accepted", [("FBC001", "warning", message)])
    message = "srv/b.yaml cannot be read: open b.yaml: no such file or directory"
    assert found(tmp_path / "link") == ("refused", [("FBC002", "error", message)])


def test_an_icon_before_the_schema_hides_no_catalog(tmp_path: Path) -> None:
    icon = "A" * (200 << 10)
    (tmp_path / "catalog.yaml").write_text(f"icon:\n  base64data: {icon}\nname: a\nschema: olm.package\n")
    assert CatalogReader().place(OpenedFolder(tmp_path, "a")) == ""


def test_no_more_than_a_few_megabytes_are_looked_at(tmp_path: Path) -> None:
    for number in range(9):
        (tmp_path / f"{number}.yaml").write_text(f"# {'A' * (1 << 20)}\n")
    (tmp_path / "a.yaml").write_text("schema: olm.package\nname: a\n")
    with pytest.raises(OverLimit):
        CatalogReader().place(OpenedFolder(tmp_path, "a"))


def test_how_a_folder_is_read(folder: Path, golden: Golden) -> None:
    (folder / ".indexignore").write_text("ignored*\n")
    (folder / "a.json").write_text('{"schema": "olm.package", "name": "a"}{"schema": "olm.package", "name": "b"}')
    for number in range(9):
        (folder / f"ignored{number}.yaml").write_text("schema: olm.package\n" if number % 2 else "a: b\n")
    for name in ("broken", "broken too"):
        (folder / name).write_text('{"schema": "a"}\n{"a": ')
    (folder / "outside").symlink_to("/etc/hostname")
    (folder / "nowhere").symlink_to("gone")
    (folder / "folder").symlink_to("tide")
    mkfifo(folder / "pipe")
    told = [reading_of(CATALOG, folder, one) for one in (LIMITS, Limits(documents=4), Limits(ignored=9))]
    told.append(reading_of(CATALOG, folder, Limits(folder=5)).partition("files\n")[0])
    (folder / "tide/.indexignore").write_text("a**b[\n")
    (folder / "nowhere").unlink()
    told.append(reading_of(CATALOG, folder))
    golden("reading_catalog", once("\n".join(told)))


def test_an_ignore_file_is_read_up_to_a_limit(folder: Path) -> None:
    most = b"#" * 60_000 + b"\n"
    whole = (most * 20)[: (1 << 20) - 8] + b"\ntide/\n\n"
    for more, said in ((b"", ""), (b"#", "tide/.indexignore has more than 1 MiB, of which the rest is not read")):
        (folder / "tide/.indexignore").write_bytes(whole + more)
        (entry,) = [one for one in stream_of(CATALOG, folder)[1].files if one.name == "tide/.indexignore"]
        assert entry.unread == said
