"""`--platform`: one platform of a local index, or all of them in turn."""

import json
from pathlib import Path

import pytest
from builders.oci.images import BuiltIndex, index, oci_archive, package, write_layout
from builders.program import headless
from click.testing import Result

FOUR = ("linux/amd64", "linux/arm64", "linux/arm/v6", "linux/arm/v7")
COMMANDS = pytest.mark.parametrize("command", ["show", "ls", "cat", "check"])


def stream(name: str) -> str:
    return f"---\napiVersion: meta.pkg.crossplane.io/v1\nkind: Configuration\nmetadata:\n  name: {name}\n---\n"


def built(*platforms: str) -> BuiltIndex:
    return index(*((package(stream(f"p-{one.replace('/', '-')}"), platform=one), one) for one in platforms))


@pytest.fixture
def layout(tmp_path: Path) -> str:
    return str(write_layout(tmp_path / "layout", built(*FOUR)))


def run(*arguments: str) -> Result:
    return headless.run(*arguments, "--no-cache")


def test_the_platform_that_is_asked_for_is_read(layout: str) -> None:
    assert "name: p-linux-arm64" in run("cat", layout, "--platform", "linux/arm64").stdout


def test_a_variant_is_told_from_others(layout: str) -> None:
    assert "name: p-linux-arm-v7" in run("cat", layout, "--platform", "linux/arm/v7").stdout


def test_without_a_variant_the_first_one_is_read(layout: str) -> None:
    assert "name: p-linux-arm-v6" in run("cat", layout, "--platform", "linux/arm").stdout


def test_an_archive_with_an_index_has_platforms_too(tmp_path: Path) -> None:
    path = tmp_path / "image.tar"
    path.write_bytes(oci_archive(built(*FOUR)))
    assert "name: p-linux-arm64" in run("cat", str(path), "--platform", "linux/arm64").stdout


@COMMANDS
def test_a_platform_that_is_not_there_lists_those_that_are(layout: str, command: str) -> None:
    done = run(command, layout, "--platform", "windows/amd64")
    assert (done.exit_code, f"It has {', '.join(FOUR)}." in done.stderr) == (3, True)


@COMMANDS
@pytest.mark.parametrize("platform", ["arm64", "linux/", "a/b/c/d"])
def test_what_is_not_a_platform_is_a_mistake_of_the_command(layout: str, command: str, platform: str) -> None:
    done = run(command, layout, "--platform", platform)
    assert (done.exit_code, "such as linux/arm64" in done.stderr) == (2, True)


def test_no_note_is_made_of_a_platform_that_was_asked_for(tmp_path: Path) -> None:
    folder = write_layout(tmp_path / "layout", built("linux/arm64"))
    assert "note:" not in run("ls", str(folder), "--platform", "linux/arm64").stderr


def test_what_crossplane_does_not_read_it_would_accept(layout: str) -> None:
    done = run("show", layout, "--platform", "linux/arm64")
    assert "Crossplane 2.4 would accept linux/arm64: " in done.stdout


def test_a_single_image_is_only_for_its_own_platform(tmp_path: Path) -> None:
    folder = write_layout(tmp_path / "layout", package(stream("one"), platform="linux/arm64"))
    mine, other = (run("cat", str(folder), "--platform", f"linux/{arch}") for arch in ("arm64", "amd64"))
    assert (mine.exit_code, other.exit_code) == (0, 3)


def test_a_stream_has_no_platforms(tmp_path: Path) -> None:
    path = tmp_path / "package.yaml"
    path.write_text(stream("one"))
    assert [run("show", str(path), "--platform", one).exit_code for one in ("linux/amd64", "all")] == [3, 0]


def test_entries_of_a_nested_index_are_found(tmp_path: Path) -> None:
    inner = built("linux/s390x")
    folder = write_layout(tmp_path / "layout", index((package(stream("outer")), "linux/amd64"), (inner, "")))
    assert "name: p-linux-s390x" in run("cat", str(folder), "--platform", "linux/s390x").stdout


def test_cat_of_all_is_one_stream_and_names_each_on_stderr(layout: str) -> None:
    done = run("cat", layout, "--platform", "all")
    assert done.stdout.count("kind: Configuration") == 4
    assert done.stderr == "".join(f"note: {one}\n" for one in FOUR)


def test_ls_of_all_has_a_heading_for_each(layout: str) -> None:
    lines = run("ls", layout, "--platform", "all").stdout.splitlines()
    assert [one for one in lines if one.endswith(":")] == [f"{one}:" for one in FOUR]


@pytest.mark.parametrize("command", ["show", "ls"])
def test_json_of_all_is_a_list_of_documents(layout: str, command: str) -> None:
    found = json.loads(run(command, layout, "--platform", "all", "--format", "json").stdout)
    assert [one["schema"] for one in found] == [f"xpkgtui.{command}/v1"] * 4


def test_check_of_all_has_a_result_for_each(layout: str) -> None:
    found = json.loads(run("check", layout, "--platform", "all", "--format", "json").stdout)
    assert [one["platform"] for one in found["results"]] == list(FOUR)


def test_all_ends_with_the_worst_code_and_reads_the_rest(tmp_path: Path) -> None:
    images = {one: package(stream(one.replace("/", "-")), platform=one) for one in FOUR}
    folder = write_layout(tmp_path / "layout", index(*((built, one) for one, built in images.items())))
    broken = images["linux/arm64"].layers[0].digest.removeprefix("sha256:")
    (folder / "blobs" / "sha256" / broken).write_bytes(b"nothing")
    done = run("cat", str(folder), "--platform", "all")
    assert (done.exit_code, done.stdout.count("kind: Configuration")) == (6, 3)


def test_attestations_are_not_among_all(tmp_path: Path) -> None:
    statement = package(stream("statement"))
    folder = write_layout(
        tmp_path / "layout", index((package(stream("one")), "linux/amd64"), (statement, "unknown/unknown"))
    )
    assert run("cat", str(folder), "--platform", "all").stdout.count("kind: Configuration") == 1
