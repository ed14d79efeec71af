"""The commands of this program that texts print, run to the letter: `tests/run --commands`."""

import re
from itertools import product
from pathlib import Path

import pytest
from builders.cases import each_row
from builders.oci.images import write_layout
from builders.packages.folders import write_folder
from builders.program.headless import run
from builders.registry.packages import meta, push
from builders.registry.registries import DebianRegistry
from inspection.files.test_repaired import FAULTS, of_three
from printed.running import asked_of_plan, elsewhere, follow, provider

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


def test_manifests_are_searched_for_a_field_or_a_version_as_diff_says(tmp_path: Path) -> None:
    write_folder(tmp_path, {"a/one.yaml": "apiVersion: a.example.org/v1\nspec:\n  mode: x\n  remode: y\n"})
    found = [follow([one], tmp_path) for one in ('grep -rnw "mode:" .', "grep -rnw a.example.org/v1 .")]
    assert found == ["./a/one.yaml:3:  mode: x\n", "./a/one.yaml:1:apiVersion: a.example.org/v1\n"]


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


FLAGS = {
    "crane": "--insecure",
    "skopeo": "tls-verify=false",
    "oras": "plain-http",
    "cosign": "--allow-http-registry",
    "xpkgtui": "--plain-http",
    "crossplane": "it has none",
}
"""How each program is told to ask a registry over plain http."""
ABOUT_ONE = ("check", "why", "show", "ls", "deps", "images", "rbac", "examples", "explain", "referrers")
DEFINED = (
    "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: pots.example.org}\nspec:\n"
    "  group: example.org\n  names: {kind: Pot, plural: pots, singular: pot, listKind: PotList}\n  scope: Cluster\n"
    "  versions:\n  - {name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object, properties: {"
)
OBJECT = "apiVersion: pkg.crossplane.io/v1\nkind: Provider\nmetadata: {{name: {}}}\nspec: {{package: '{}'}}\n"


def fill(registry: DebianRegistry, host: str, folder: Path) -> list[str]:
    """Puts packages into the registry that need repairs, work before an upgrade and what is absent; their names."""
    for number, layers in enumerate(FAULTS.values()):
        registry.push_layout(f"walk/f{number}", "v1", write_layout(folder / str(number), of_three(layers)))
    for tag, kind in (("v1.0.0", "string"), ("v1.1.0", "integer")):
        fields = ", ".join(f"a{number}{'x' * 40}: {{type: {kind}}}" for number in range(400))
        push(registry, "walk/p", tag, f"{meta('Provider', 'p')}---\n{DEFINED}{fields}}}}}}}}}\n")
    needed = (("Provider", f"{host}/walk/p", ">=v1.0.0"), ("Function", f"{host}/walk/none", ">=v1.0.0"))
    push(registry, "walk/c", "v1.0.0", meta("Configuration", "c", *needed))
    names = (*(f"f{number}:v1" for number in range(len(FAULTS))), "p:v1.0.0", "c:v1.0.0", "gone:v1", "p:v9")
    return [f"{host}/walk/{name}" for name in names]


def test_every_command_that_names_a_registry_over_plain_http_says_so(
    registry: DebianRegistry, tmp_path: Path
) -> None:
    host = elsewhere(registry)
    names = fill(registry, host, tmp_path)
    old, new = (f"{host}/walk/p:{tag}" for tag in ("v1.0.0", "v1.1.0"))
    objects = OBJECT.format("p", new) + "---\n" + OBJECT.format("gone", names[-2])
    write_folder(tmp_path, {"git/all.yaml": objects, "old.yaml": OBJECT.format("p", old)})
    set_words = ("plan", str(tmp_path / "git"), "--installed", str(tmp_path / "old.yaml"))
    mirror = ("--resolve", "--to", f"{host}/air", "--format", "commands")
    asked: list[tuple[str, ...]] = [
        *product(ABOUT_ONE, names),
        *product(("images",), names, *((one,) for one in mirror)),
    ]
    asked += product(("check", "why"), names, ("--format",), ("json", "markdown"))
    asked += [
        (*words, "--format", form) for words in (("diff", old, new), set_words) for form in ("json", "markdown")
    ]
    asked += [("cat", old, "nothing.yaml"), ("save", names[0], "--repaired", str(tmp_path / "repaired"))]
    named = re.compile(rf'(?:^|[ `"$(])((?:env \S+ )*(?:{"|".join(FLAGS)}) [^`\n"]*{host}[^`\n"]*)', re.MULTILINE)
    found = set[str]()
    for words in asked:
        ended = run(*words, "--plain-http", host, "--no-cache")
        found |= set(named.findall(f"{ended.stdout}\n{ended.stderr}".replace(" \\\n", " ")))
    told = {one: next(name for name in FLAGS if f"{name} " in one) for one in found}
    assert set(told.values()) == {"oras", "skopeo", "xpkgtui"}
    assert [one for one, program in told.items() if FLAGS[program] not in one] == []
