"""`check --from`: tables, results as they come, exit codes as those of `check`, and going on after a stop."""

import json
import re
from pathlib import Path

import jsonschema
import pytest
from builders.cases import each_row
from builders.oci.images import image, package, write_layout, xpkg
from builders.oci.layers import file, layer
from builders.packages.judgements import PROVIDER
from builders.program.headless import run

from xpkgtui.cli.many.checking import code_of_result, is_refused_without_error
from xpkgtui.reporting.documents.schemas import schema_of
from xpkgtui.service.judges import second_judge

pytestmark = pytest.mark.usefixtures("forked")


@pytest.fixture
def sources(tmp_path: Path) -> list[str]:
    """A package that is accepted, an image without a package, a damaged one, and nothing."""
    (tmp_path / "fine.xpkg").write_bytes(xpkg(package(PROVIDER)))
    write_layout(tmp_path / "refused", image(layer(file("other.yaml"), base=True)))
    damaged = write_layout(tmp_path / "damaged", package(PROVIDER))
    for blob in (damaged / "blobs/sha256").iterdir():
        if blob.read_bytes()[:2] == b"\x1f\x8b":
            blob.write_bytes(blob.read_bytes()[:-9] + b"x" * 9)
    return [str(tmp_path / name) for name in ("fine.xpkg", "refused", "damaged", "nowhere")]


@pytest.fixture
def listed(sources: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr(second_judge, "processors", lambda: 1)  # another child only takes time to start
    path = tmp_path / "list"
    path.write_text("# all\n\n" + "\n".join(sources))
    return str(path)


def results(text: str) -> dict[str, dict[str, object]]:
    found = [json.loads(one) for one in text.splitlines()]
    assert len({one["source"] for one in found}) == len(found)
    return {one["source"]: one for one in found}


def test_results_come_a_line_each_as_check_has_them(listed: str, sources: list[str]) -> None:
    ended = run("check", "--from", listed, "--format", "jsonl", "--no-cache")
    schema = schema_of("check")
    every = [*results(ended.stdout).values()]
    document = {"schema": "xpkgtui.check/v1", "profile": "crossplane", "crossplane": "2.4", "results": every}
    jsonschema.Draft202012Validator(schema).validate(document)
    whole = [json.loads(run("check", one, "--format", "json", "--no-cache").stdout) for one in sources]
    about = ("asked", "content", "told")
    found = {name: {key: one[key] for key in one if key not in about} for name, one in results(ended.stdout).items()}
    assert found == {one["results"][0]["source"]: one["results"][0] for one in whole}
    assert ended.stderr == "4 packages: 1 refused, 1 could not be read, 1 undecided, 1 accepted\n"


def test_the_table_has_the_worst_first(listed: str, sources: list[str]) -> None:
    rows = run("check", "--from", listed, "--no-cache").stdout.splitlines()
    order = [next(source for source in sources if source in row) for row in rows[:-1]]
    assert [Path(one).name for one in order] == ["refused", "nowhere", "damaged", "fine.xpkg"]
    assert rows[-1].startswith("✗ 4 packages: 1 refused, ")


@pytest.mark.parametrize("fail_on", ["error", "warning", "never"])
def test_the_code_of_each_result_is_that_of_check(fail_on: str, sources: list[str]) -> None:
    for source in sources:
        ended = run("check", source, "--format", "json", "--fail-on", fail_on, "--no-cache")
        (result,) = json.loads(ended.stdout)["results"]
        code = code_of_result(result, fail_on, is_silent=is_refused_without_error(result))
        assert (source, code) == (source, ended.exit_code)


def test_a_run_that_was_stopped_goes_on_to_the_same_table(listed: str, sources: list[str], tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    whole = run("check", "--from", listed, "--no-cache", "--resume", str(path))
    first, second = path.read_text().splitlines(keepends=True)[:2]
    path.write_text(first + second[:20])
    again = run("check", "--from", listed, "--no-cache", "--resume", str(path))
    assert (again.stdout, again.exit_code) == (whole.stdout, whole.exit_code)
    assert path.read_text().startswith(first)
    assert results(path.read_text()).keys() == set(sources)
    # Nothing is checked a third time, but what could not be opened.
    before = path.read_text()
    run("check", "--from", listed, "--no-cache", "--resume", str(path))
    assert [json.loads(one)["source"] for one in path.read_text().removeprefix(before).splitlines()] == sources[-1:]


def test_a_link_to_itself_is_no_file_to_go_on_with(tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to("loop")
    ended = run("check", "nowhere", "--resume", str(tmp_path / "loop"))
    assert (ended.exit_code, "cannot write" in ended.stderr) == (74, True)


FORMS = ("github", "junit", "sarif", "gitlab", "markdown")


@pytest.mark.parametrize("form", [*FORMS, "text", "jsonl", "html"])
def test_an_empty_list_is_a_mistake_in_every_form(form: str, tmp_path: Path) -> None:
    path, written = tmp_path / "list", tmp_path / "written"
    path.write_text("# none\n\n")
    (tmp_path / "results").touch()
    asked = ("--from", str(path))
    for words in (asked, (*asked, "--shard", "1/2"), ("--join", str(tmp_path / "results"))):
        ended = run("check", *words, "--format", f"{form}={written}", "--no-cache")
        assert (ended.stdout, ended.exit_code, written.exists()) == ("", 2, False)
        assert "nothing " in ended.stderr


def test_a_part_of_a_list_may_be_empty(sources: list[str], tmp_path: Path) -> None:
    path = tmp_path / "list"
    path.write_text(sources[0])
    parts = [run("check", "--from", str(path), "--shard", f"{part}/2", "--no-cache") for part in (1, 2)]
    assert sorted(part.stdout == "0 packages\n" and not part.exit_code for part in parts) == [False, True]


def test_the_forms_of_ci_are_those_of_check(listed: str, sources: list[str], tmp_path: Path) -> None:
    many = [word for one in FORMS for word in ("--format", f"{one}={tmp_path / f'many.{one}'}")]
    once = [word for one in FORMS for word in ("--format", f"{one}={tmp_path / f'once.{one}'}")]
    run("check", "--from", listed, "--jobs", "2", *many, "--no-cache")
    run("check", *sources, *once, "--no-cache")
    for one in FORMS:
        texts = [re.sub(' time="[0-9.]+"', "", (tmp_path / f"{name}.{one}").read_text()) for name in ("many", "once")]
        assert texts[0] == texts[1]


def test_a_page_is_that_of_report_also_where_results_are_resumed(listed: str, tmp_path: Path) -> None:
    path, page, resumed = tmp_path / "r.jsonl", tmp_path / "page.html", tmp_path / "resumed.html"
    run("check", "--from", listed, "--jobs", "1", "--resume", str(path), "--format", f"html={page}", "--no-cache")
    run("check", "--from", listed, "--resume", str(path), "--format", f"html={resumed}", "--no-cache")
    assert page.read_text() == resumed.read_text() == run("report", str(path)).stdout


def test_a_name_that_is_not_utf8_is_checked_once(tmp_path: Path) -> None:
    path, source = tmp_path / "r.jsonl", tmp_path / "\udcff"
    source.write_bytes(xpkg(package(PROVIDER)))
    first, again = (run("check", str(source), "--resume", str(path)).stdout for _ in range(2))
    assert (again, path.read_bytes().count(b"\n")) == (first, 1)
    assert "\ufffd" in run("report", str(path)).stdout


@pytest.mark.parametrize(
    "words",
    [
        ("--format", "json"),
        ("--format", "concise"),
        ("--shard", "0/2"),
        ("--shard", "3/2"),
        ("--shard", "index/2"),
        ("--shard", "1"),
        ("--join",),
        ("--join", "x", "--resume", "a"),
        ("--join", "x", "--format", "json"),
        ("--format", "html=x", "--resume", "./x"),
        ("--format", "jsonl=x", "--format", "jsonl=y"),
        ("-o", "x", "--resume", "x"),
        ("--jobs", "0"),
        ("-",),
        ("--resume", "a", "--format", "jsonl=b"),
    ],
)
def test_calls_that_cannot_be_are_usage(words: tuple[str, ...], listed: str) -> None:
    assert run("check", "--from", listed, *words).exit_code == 2


def test_neither_the_list_nor_what_it_names_is_replaced(listed: str, sources: list[str]) -> None:
    for path in (listed, sources[0]):
        before = Path(path).read_bytes()
        assert run("check", "--from", listed, "-o", path).exit_code == 2
        assert Path(path).read_bytes() == before


def test_without_any_source_the_list_is_named() -> None:
    ended = run("check")
    assert (ended.exit_code, "--from FILE" in ended.stderr) == (2, True)


def test_a_refusal_of_which_no_rule_speaks_fails_whatever_is_left_out() -> None:
    silent: dict[str, object] = {"verdict": "refused", "findings": [], "error": None}
    assert [code_of_result(silent, "error", is_silent=is_so) for is_so in (True, False)] == [1, 0]


def test_what_is_not_there_has_the_same_sign_everywhere(tmp_path: Path) -> None:
    source, path = str(tmp_path / "nowhere"), str(tmp_path / "r.jsonl")
    said = [run("check", source), run("check", source, "--resume", path), run("report", source), run("report", path)]
    assert ["✗ " in one.stdout and "? " not in one.stdout.splitlines()[0] for one in said] == [True] * 4


@each_row("odd", [[], {}, None, 1, ["error"]])
def test_a_severity_that_is_no_text_is_no_error(odd: object, tmp_path: Path) -> None:
    line = {"source": "a", "verdict": "refused", "findings": [{"severity": odd}, odd], "error": None}
    (tmp_path / "r.jsonl").write_text(json.dumps(line) + "\n")
    assert run("check", "--join", str(tmp_path / "r.jsonl")).exit_code == 1


def test_a_verdict_that_is_not_known_is_undecided() -> None:
    of_later: dict[str, object] = {"verdict": "doubted", "findings": [], "error": None}
    assert [code_of_result(of_later, fail_on, is_silent=False) for fail_on in ("error", "never")] == [3, 0]


@pytest.mark.parametrize("words", [(), ("--ignore", "XPKG401"), ("--select", "XPKG401")])
def test_what_is_left_out_gives_many_the_code_of_one(words: tuple[str, ...], sources: list[str]) -> None:
    options = (*words, "--no-cache", "--format", "json")
    one = run("check", sources[1], *options)
    (Path(sources[1]).parent / "one").write_text(sources[1])
    many = run("check", "--from", str(Path(sources[1]).parent / "one"), *options[:-1], "jsonl")
    assert many.exit_code == one.exit_code
