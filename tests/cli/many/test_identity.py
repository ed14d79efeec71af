"""A result answers only what was asked of it: going on, joining and sharing never take one for another."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from builders.oci.images import package, write_layout, xpkg
from builders.packages.folders import write_folder
from builders.packages.judgements import PROVIDER
from builders.program.headless import run
from builders.registry.faulty import FaultyRegistry, faulty
from builders.registry.packages import serve

from xpkgtui.service.judges import second_judge

__all__ = ["faulty"]
FORMS = ("github", "junit", "sarif", "gitlab", "markdown", "html", "text")
V2 = "apiVersion: apiextensions.crossplane.io/v2\nkind: CompositeResourceDefinition\nmetadata: {name: a}\n"
pytestmark = pytest.mark.usefixtures("forked")


@pytest.fixture
def sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(second_judge, "processors", lambda: 1)  # another child only takes time to start
    (tmp_path / "fine.xpkg").write_bytes(xpkg(package(PROVIDER)))
    write_layout(tmp_path / "layout", package(f"{PROVIDER}---\n{V2}"))
    write_folder(tmp_path / "folder", {"crossplane.yaml": PROVIDER, "a/b.yaml": V2})
    (tmp_path / "plain.yaml").write_text(PROVIDER)
    found = ["fine.xpkg", "layout", "folder", "plain.yaml", "demo:refused", "demo:bundle"]
    (tmp_path / "list").write_text("\n".join(found))
    return found


def counted(text: str) -> list[str]:
    return [json.loads(one)["source"] for one in text.splitlines()]


@pytest.fixture(scope="module")
def kept() -> dict[str, str]:
    """What a first run wrote, which is the same for each test."""
    return {}


@pytest.mark.parametrize(
    "words",
    [
        ("--profile", "spec"),
        ("--crossplane", "1.20"),
        ("--platform", "linux/arm64"),
        ("--select", "XPKG4"),
        ("--ignore", "XPKG401"),
        ("--examples",),
        ("--no-layers",),
        ("--all-layers",),
        ("--exclude", "a/*"),
        ("--limit", "document=2MiB"),
        ("--kind", "Function"),
    ],
)
def test_a_result_of_another_question_is_not_believed(
    words: tuple[str, ...], sources: list[str], kept: dict[str, str]
) -> None:
    if not kept:
        run("check", "folder", "--resume", "r.jsonl")
        kept["r.jsonl"] = Path("r.jsonl").read_text()
    Path("r.jsonl").write_text(kept["r.jsonl"])
    ended = run("check", "folder", "--resume", "r.jsonl", *words)
    assert "not believed in r.jsonl: " in ended.stderr
    assert counted(Path("r.jsonl").read_text()) == ["folder"] * 2


def test_of_many_each_is_asked_again_once(sources: list[str]) -> None:
    words = ("check", "--from", "list", "--profile", "spec")
    run("check", "--from", "list", "--resume", "r.jsonl")
    before = Path("r.jsonl").read_text()
    ended = run(*words, "--resume", "r.jsonl")
    assert ended.exit_code == run(*words).exit_code
    assert set(counted(Path("r.jsonl").read_text().removeprefix(before))) == set(sources)
    again = run(*words, "--resume", "r.jsonl")
    assert (again.stdout, again.exit_code) == (ended.stdout, ended.exit_code)
    assert "believed" not in again.stderr


def _append(path: str) -> Callable[[], object]:
    return lambda: Path(path).write_text(Path(path).read_text() + "\n# more\n")


CHANGES: dict[str, Callable[[], object]] = {
    "fine.xpkg": lambda: Path("fine.xpkg").write_bytes(xpkg(package(f"{PROVIDER}---\n{V2}"))),
    "layout": lambda: write_layout(Path("layout"), package(PROVIDER)),
    "folder": _append("folder/a/b.yaml"),
    "plain.yaml": _append("plain.yaml"),
}


def test_only_what_has_other_bytes_is_checked_again(sources: list[str]) -> None:
    Path("list").write_text("\n".join(CHANGES))
    run("check", "--from", "list", "--resume", "r.jsonl")
    for source, change in CHANGES.items():
        change()
        before = Path("r.jsonl").read_text()
        ended = run("check", "--from", "list", "--resume", "r.jsonl")
        assert counted(Path("r.jsonl").read_text().removeprefix(before)) == [source]
        assert "1 source had other bytes than in r.jsonl: checked again" in ended.stderr
    assert ended.stdout == run("check", "--from", "list").stdout


def test_another_version_of_the_program_is_not_believed(sources: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    run("check", "plain.yaml", "--resume", "r.jsonl")
    Path("r.jsonl").write_text(Path("r.jsonl").read_text().replace('"xpkgtui": "', '"xpkgtui": "0.0.'))
    ended = run("check", "plain.yaml", "--resume", "r.jsonl")
    assert "1 result with another version of xpkgtui; checked again" in ended.stderr
    assert counted(Path("r.jsonl").read_text()) == ["plain.yaml"] * 2
    assert run("report", "r.jsonl").stdout.count("plain.yaml") == run("report", "r.jsonl", "r.jsonl").stdout.count(
        "plain.yaml"
    )


def test_a_tag_is_asked_for_its_manifest_and_a_moved_one_is_checked_again(
    faulty: FaultyRegistry, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    serve(faulty, "a/b", "v1", PROVIDER)
    words = ("check", f"{faulty.host}/a/b:v1", "--resume", "r.jsonl")
    first = run(*words)
    asked = len(faulty.paths())
    assert run(*words).stdout == first.stdout
    assert [one for one in faulty.paths()[asked:] if "/blobs/" in one] == []
    assert any("/manifests/v1" in one for one in faulty.paths()[asked:])
    serve(faulty, "a/b", "v1", "no package")
    moved = run(*words)
    assert (moved.exit_code, "1 source had other bytes" in moved.stderr) == (1, True)
    assert len(counted(Path("r.jsonl").read_text())) == 2


def test_parts_are_joined_to_what_one_call_says(sources: list[str]) -> None:
    for number in range(1, 4):
        run("check", "--from", "list", "--shard", f"{number}/3", "--resume", f"part{number}.jsonl")
    parts = [f"part{number}.jsonl" for number in range(1, 4)]
    assert sorted(name for part in parts for name in counted(Path(part).read_text())) == sorted(sources)
    once = run("check", "--from", "list", *(f"--format={one}=once.{one}" for one in FORMS))
    ended = run(
        "check",
        "--join",
        *parts,
        *reversed(parts),
        "--from",
        "list",
        *(f"--format={one}=joined.{one}" for one in FORMS),
    )
    assert ended.exit_code == once.exit_code == 1
    for form in set(FORMS) - {"html"}:
        texts = [re.sub(' time="[0-9.]+"', "", Path(f"{name}.{form}").read_text()) for name in ("joined", "once")]
        assert texts[0] == texts[1], form
    assert "✗ 6 packages" in Path("joined.html").read_text()
    joined = run("check", "--join", *parts, *parts, "--format", "jsonl").stdout
    assert sorted(counted(joined)) == sorted(sources)
    resumed = run("check", "--from", "list", "--resume", "part1.jsonl", "--format=sarif=resumed.sarif")
    assert resumed.exit_code == 1
    assert Path("resumed.sarif").read_text() == Path("once.sarif").read_text()


def test_a_part_has_the_same_sources_whatever_else_is_listed(sources: list[str]) -> None:
    run("check", "--from", "list", "--shard", "2/3", "--format", "jsonl=a.jsonl")
    Path("list").write_text("\n".join(["demo", *reversed(sources[1:])]))
    run("check", "--from", "list", "--shard", "index/3", "--format", "jsonl=b.jsonl", JOB_COMPLETION_INDEX="1")
    kept = set(sources[1:])
    assert set(counted(Path("a.jsonl").read_text())) & kept == set(counted(Path("b.jsonl").read_text())) & kept


def test_a_source_that_no_file_has_is_named_and_a_refusal_goes_before_it(sources: list[str]) -> None:
    run("check", "plain.yaml", "--format", "jsonl=fine.jsonl")
    run("check", "demo:refused", "--format", "jsonl=bad.jsonl")
    ended = run("check", "--join", "fine.jsonl", "--from", "list", "--format", "junit=j.xml")
    assert ended.exit_code == 3
    assert "no file has a result of 5 sources: fine.xpkg, layout, folder, demo:refused" in ended.stderr
    assert Path("j.xml").read_text().count("not checked: no file has a result of it") >= 5
    assert run("check", "--join", "fine.jsonl", "bad.jsonl", "--from", "list").exit_code == 1
    assert run("check", "--join", "fine.jsonl").exit_code == 0
    text = Path("fine.jsonl").read_text()
    Path("torn.jsonl").write_text(text[: len(text) // 2])
    Path("one").write_text("plain.yaml")
    assert run("check", "--join", "torn.jsonl", "--from", "one").exit_code == 3


def test_of_several_questions_the_worst_answer_counts(sources: list[str]) -> None:
    run("check", "demo:bundle", "--format", "jsonl=opm.jsonl")
    run("check", "demo:bundle", "--profile", "olmv1", "--format", "jsonl=olmv1.jsonl")
    for files in (("opm.jsonl", "olmv1.jsonl"), ("olmv1.jsonl", "opm.jsonl")):
        ended = run("check", "--join", *files)
        assert (ended.exit_code, ended.stdout.splitlines()[-1]) == (1, "✗ 1 package: 1 refused")
        assert "several questions" in ended.stderr
    run("check", "demo:bundle", "--resume", "olmv1.jsonl")
    ended = run("check", "demo:bundle", "--resume", "olmv1.jsonl")
    assert (ended.exit_code, ended.stdout.splitlines()[-1]) == (0, "✓ 1 package: 1 accepted")
