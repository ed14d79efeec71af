"""The kinds that a package defines, as commands look for them; and those of packages that were opened before."""

import json
from pathlib import Path

import pytest
from builders.definitions_text import definition_text
from builders.packages.folders import META
from builders.program.headless import run
from cli.commands.test_explain import definition_of, document, explain, source, written

__all__ = ["source"]


@pytest.mark.parametrize(
    "asked",
    ["Bucket", "BUCKETS", "bucket", "bkt", "buckets.s3.example.org", "bkt.s3.example.org", "Store", "xstores"],
)
def test_a_kind_is_found_by_each_of_its_names(source: Path, asked: str) -> None:
    assert document(source, f"{asked}.spec.tags[].key")["path"] == "spec.tags[].key"


def test_a_kind_of_several_groups_is_asked_back(tmp_path: Path) -> None:
    found = explain(written(tmp_path, definition_of(), definition_of("s4.example.org")), "bucket")
    assert found.exit_code == 2
    assert "buckets.s3.example.org" in found.stderr
    assert "buckets.s4.example.org" in found.stderr


def test_a_kind_is_doubted_for_its_own_document_alone(tmp_path: Path) -> None:
    old = {**definition_of("old.example.org"), "apiVersion": "apiextensions.k8s.io/v1beta1"}
    path = written(tmp_path, old, definition_of())
    said = [
        "since 1.22" in explain(path, f"bucket.{group}").stdout for group in ("old.example.org", "s3.example.org")
    ]
    assert said == [True, False]


def test_a_definition_that_cannot_be_read_may_be_the_one_that_is_asked_for(tmp_path: Path) -> None:
    broken = "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\na: [\n"
    path = tmp_path / "package.yaml"
    path.write_text(f"{META}---\n{broken}")
    said = "1 document cannot be read, and may define more: 2"
    assert said in explain(path, "bucket").stderr
    assert said in explain(path, "--search", "region").stdout
    assert said in explain(path).stdout


def test_a_package_without_definitions_defines_nothing(tmp_path: Path) -> None:
    assert explain(written(tmp_path)).stdout == "It defines no kind\n"


_META = "apiVersion: meta.pkg.crossplane.io/v1\nkind: Provider\nmetadata:\n  name: {name}\n"


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    """A cache that knows two packages that are no longer open."""
    for name, kind in (("store", "Bucket"), ("post", "Queue")):
        assert run("show", str(package(tmp_path, name, kind)), "--cache-dir", str(tmp_path / "cache")).exit_code == 0
    return tmp_path / "cache"


def package(folder: Path, name: str, kind: str) -> Path:
    path = folder / f"{name}.yaml"
    path.write_text("---\n".join((_META.format(name=name), definition_text(kind, region={"type": "string"}))))
    return path


def found(cache: Path, words: str) -> list[list[str]]:
    ended = run("explain", "--search", words, "--cache-dir", str(cache))
    return [row.split() for row in ended.stdout.splitlines()]


def test_a_kind_leads_to_its_package(cache: Path, tmp_path: Path) -> None:
    assert found(cache, "queue")[0] == [
        *("Queue", "(the", "kind)", "<object>", "example.org/v1"),
        str(tmp_path / "post.yaml"),
    ]


def test_fields_of_all_packages_are_found_those_opened_last_first(cache: Path) -> None:
    rows = [(row[0], row[1], Path(row[-1]).name) for row in found(cache, "region")]
    assert rows == [("Queue", "spec.region", "post.yaml"), ("Bucket", "spec.region", "store.yaml")]


def test_the_document_names_package_and_definition(cache: Path, tmp_path: Path) -> None:
    ended = run("explain", "--search", "bucket", "--cache-dir", str(cache), "--format", "json")
    (first, *_) = json.loads(ended.stdout)["found"]
    assert first["package"] == {
        "source": str(tmp_path / "store.yaml"),
        "name": "store",
        "version": None,
        "definition": "buckets.example.org",
        "others": [],
    }


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "only the kinds are known: it cannot be read any more"),
        ("---\nkind: {", "not all definitions could be read"),
    ],
)
def test_what_is_not_known_of_a_package_is_said(cache: Path, tmp_path: Path, text: str, why: str) -> None:
    place = tmp_path / "post.yaml"
    place.write_text(place.read_text() + text)
    assert run("show", str(place), "--cache-dir", str(cache)).exit_code == 0
    if not text:
        place.unlink()
    for words in ("queue", "zzz"):
        ended = run("explain", "--search", words, "--cache-dir", str(cache), "--format", "json")
        assert (ended.exit_code, why in ended.stderr) == (3, True), ended
        assert [one["where"] for one in json.loads(ended.stdout)["unread"]] == [str(place)]


def test_a_package_that_changed_is_searched_as_it_was_opened_last(cache: Path, tmp_path: Path) -> None:
    run("show", str(package(tmp_path, "post", "Topic")), "--cache-dir", str(cache))
    assert found(cache, "topic")[0][0] == "Topic"
    assert found(cache, "queue") == [["no", "field", "matches", "queue"]]


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (("--search", "zzz"), 1, "no package with definitions was opened before"),
        ((), 2, "SOURCE is missing"),
    ],
)
def test_where_there_is_nothing_to_search(tmp_path: Path, words: tuple[str, ...], code: int, says: str) -> None:
    ended = run("explain", *words, "--cache-dir", str(tmp_path / "empty"))
    assert (ended.exit_code, says in ended.stdout + ended.stderr) == (code, True)


def test_without_a_cache_nothing_is_known() -> None:
    ended = run("explain", "--search", "a", "--no-cache")
    assert (ended.exit_code, "nothing is known" in ended.stderr) == (2, True)


def test_notes_of_the_packages_that_are_read_are_not_those_of_the_search(tmp_path: Path) -> None:
    folder, cache = tmp_path / "sources", str(tmp_path / "cache")
    (folder / "examples").mkdir(parents=True)
    (folder / "crossplane.yaml").write_text(_META.format(name="store"))
    (folder / "crd.yaml").write_text(definition_text("Bucket", region={"type": "string"}))
    (folder / "examples" / "a.yaml").write_text("kind: Bucket\napiVersion: example.org/v1\n")
    assert "examples/ has 1 file" in run("show", str(folder), "--cache-dir", cache).stderr
    ended = run("explain", "--search", "region", "--cache-dir", cache)
    assert ended.stdout.split()[0] == "Bucket"
    assert ended.stderr == ""
