"""What exceeds a limit of this program is undecided, says so with the option that raises it, and is read with it."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from builders.cases import each_row
from builders.gate import pairs
from builders.oci.images import image, index, package, write_layout, xpkg
from builders.oci.layers import file, gzip, layer, layer_of, pax, raw_file, tar
from builders.packages import bundles
from builders.packages.folders import META, definition, write_folder
from builders.packages.pairs.catalogs import GOOD
from builders.program.headless import run
from builders.registry.faulty import FaultyRegistry, Reply

from xpkgtui.formats.catalog.summary import LABEL
from xpkgtui.limits import TABLE

STREAM = "---\napiVersion: meta.pkg.crossplane.io/v1\nkind: Configuration\nmetadata:\n  name: acme\n"
SEVERAL = STREAM + "".join(f"---\n{definition(name)}" for name in ("as", "bs", "cs", "ds", "es"))
BUILT = package(SEVERAL)


@dataclass(frozen=True, slots=True)
class Case:
    """A limit, and a package that exceeds it."""

    limit: str
    value: str
    place: Callable[[Path], str]
    commands: tuple[str, ...] = ("check", "show", "ls", "cat")
    """Those that cannot answer whole."""


def layout(*layers: Any) -> Callable[[Path], str]:
    return lambda folder: str(write_layout(folder / "layout", image(*layers)))


def plain(folder: Path) -> str:
    return str(write_layout(folder / "layout", BUILT))


def archive(folder: Path) -> str:
    (folder / "pkg.xpkg").write_bytes(gzip(xpkg(BUILT)))
    return str(folder / "pkg.xpkg")


def sources(folder: Path) -> str:
    files = {"crossplane.yaml": META, **{f"{name}.yaml": definition(name) for name in ("as", "bs", "cs", "ds")}}
    return str(write_folder(folder / "sources", files))


def of_members(folder: Path) -> str:
    whole = tar(file("package.yaml", SEVERAL))
    parts = b"".join(gzip(whole[at : at + 512]) for at in range(0, len(whole), 512))
    return str(write_layout(folder / "layout", image(layer_of(parts, base=True))))


def of_records(folder: Path) -> str:
    data = gzip(pax(*["comment=x"] * 40) + raw_file("package.yaml"))
    return str(write_layout(folder / "layout", image(layer_of(data, base=True))))


def catalog(folder: Path) -> str:
    return str(write_folder(folder / "catalog", {"catalog.yaml": GOOD, ".indexignore": "*.md\n*.txt\n"}))


LISTED = ("check", "show", "ls")
"""What lists files, or judges the package; `cat` still prints package.yaml whole."""
TWO = (file("a/b/c"), file("package.yaml", SEVERAL))
CASES = (
    Case("archive", "2KiB", archive),
    Case("blob", "100", plain),
    Case("layers", "1", layout(layer(file("package.yaml", SEVERAL)), layer(file("x")))),
    Case("members", "2", of_members),
    Case("entries", "1", layout(layer(*TWO, base=True))),
    Case("records", "10", of_records),
    Case(
        "names", "20", layout(layer(file("a" * 12), file("b" * 12), file("package.yaml", SEVERAL), base=True)), LISTED
    ),
    Case("name", "11", layout(layer(file("a" * 12), file("package.yaml", SEVERAL), base=True)), LISTED),
    Case("files", "3", layout(layer(*TWO, base=True)), LISTED),
    Case("file", "20", plain, ("cat",)),
    Case("folder", "3", sources, ("check", "show")),
    Case("ignored", "1999", catalog, ("check", "show")),
    Case("documents", "4", plain, ("check", "show")),
    Case("document", "70", plain, ("check", "show")),
    Case("yaml", "100", plain, ("check", "show")),
    Case("rules", "250", plain, ("check", "show")),
)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.limit)
def test_a_limit_is_undecided_and_an_option_raises_it(tmp_path: Path, case: Case) -> None:
    source, option = case.place(tmp_path), f"--limit={case.limit}={case.value}"
    for command in case.commands:
        more = ("package.yaml",) if case.limit == "file" else ()
        ended = run(command, "--no-cache", option, source, *more)
        assert ended.exit_code == 3, (command, ended.stdout, ended.stderr)
        assert "xpkgtui reads at most " in ended.stderr
        assert "Crossplane refuses" not in ended.stdout + ended.stderr
        assert run(command, "--no-cache", source, *more).exit_code in (0, 1), command


@each_row("case", [case for case in CASES if "check" in case.commands], ids=lambda case: case.limit)
def test_a_finding_names_the_limit_and_the_option(tmp_path: Path, case: Case) -> None:
    source = case.place(tmp_path)
    printed = run("check", "--no-cache", "--format=json", f"--limit={case.limit}={case.value}", source).stdout
    (result,) = json.loads(printed)["results"]
    assert (result["verdict"], result["error"]["kind"]) == (None, "undecided")
    assert f"--limit {case.limit}=" in result["error"]["hint"]
    if case.limit != "archive":  # of which nothing is there to be judged
        assert any(f"--limit {case.limit}=" in found["fix"] for found in result["findings"]), result["findings"]


def test_children_of_an_index_beyond_the_limit(faulty: FaultyRegistry) -> None:
    arms = [package(STREAM + f"# {number}\n") for number in range(3)]
    both = index((BUILT, "linux/amd64"), *((one, f"linux/arm64/v{number}") for number, one in enumerate(arms)))
    faulty.routes["/v2/"] = Reply()
    faulty.add_manifest("acme/pkg", "v1", both.manifest, **{"Content-Type": both.media_type})
    for one in (BUILT, *arms):
        faulty.add_manifest("acme/pkg", "x", one.manifest)
        for digest, data in one.blobs().items():
            faulty.routes[f"/v2/acme/pkg/blobs/{digest}"] = Reply(body=data)
    source = f"{faulty.host}/acme/pkg:v1"
    ended = run("check", "--no-cache", "--limit", "children=2", source)
    assert ended.exit_code == 3
    assert "xpkgtui reads at most 2 manifests of an index" in ended.stdout
    assert run("check", "--no-cache", "--limit", "children=3", source).exit_code in (0, 1)


@each_row("limit", ["entries=2", "files=2", "names=20", "documents=1", "ignored=1999"])
def test_an_image_of_a_catalog_is_not_refused_for_what_a_limit_left_out(tmp_path: Path, limit: str) -> None:
    parts = [file(f"configs/{number}.yaml", part) for number, part in enumerate(GOOD.split("---\n"))]
    entries = layer(*parts, file("configs/.indexignore", "*.md\n*.txt\n"))
    source = str(write_layout(tmp_path / "layout", image(entries, labels={LABEL: "/configs"}), tags=("v1",)))
    assert run("check", "--no-cache", source).exit_code == 0
    printed = run("check", "--no-cache", "--format=json", "--limit", limit, source).stdout
    (result,) = json.loads(printed)["results"]
    assert result["verdict"] is None
    assert any(f"--limit {limit.partition('=')[0]}=" in found["fix"] for found in result["findings"])


@pytest.mark.parametrize("limit", ["entries=2", "files=2"])
def test_an_image_of_a_bundle_is_not_refused_for_what_a_limit_left_out(tmp_path: Path, limit: str) -> None:
    entries = layer(*(file(name, text) for name, text in bundles.SOUND.items()))
    prefix = "operators.operatorframework.io.bundle"
    labels = {f"{prefix}.mediatype.v1": "registry+v1", f"{prefix}.manifests.v1": "manifests/"}
    labels |= {f"{prefix}.metadata.v1": "metadata/"}
    source = str(write_layout(tmp_path / "layout", image(entries, labels=labels), tags=("v1",)))
    assert run("check", "--no-cache", source).exit_code == 0
    printed = run("check", "--no-cache", "--format=json", "--limit", limit, source).stdout
    (result,) = json.loads(printed)["results"]
    assert result["verdict"] is None


def test_every_limit_has_its_case() -> None:
    assert {case.limit for case in CASES} | {"children", "layer", "saved"} == set(TABLE)


def test_what_is_not_saved_is_undecided_and_an_option_raises_the_limit(tmp_path: Path) -> None:
    source = layout(layer(file("package.yaml", SEVERAL), base=True))(tmp_path)
    ended = run("save", "--no-cache", "--limit=saved=10", source, str(tmp_path / "few"))
    assert (ended.exit_code, "--limit saved=" in ended.stderr) == (3, True), ended.stderr
    assert run("save", "--no-cache", source, str(tmp_path / "all")).exit_code == 0


def test_a_bomb_is_undecided(tmp_path: Path) -> None:
    source = layout(layer(file("zeros", bytes(4 << 20)), file("package.yaml", SEVERAL), base=True))(tmp_path)
    assert {run(command, "--no-cache", "--limit=layer=1MiB", source).exit_code for command in ("check", "ls")} == {3}


def test_never_lets_an_undecided_package_pass(tmp_path: Path) -> None:
    assert run("check", "--no-cache", "--fail-on=never", "--limit=documents=4", plain(tmp_path)).exit_code == 0


def test_what_crossplane_cuts_itself_is_no_limit_of_ours() -> None:
    assert "stream" not in TABLE


@each_row("text", ["blob", "blob=", "blob=0", "blob=-1", "blob=many", "blub=1", "=1", "blob=9" + "9" * 30])
def test_a_limit_that_cannot_be_meant_ends_with_2(tmp_path: Path, text: str) -> None:
    ended = run("check", "--no-cache", "--limit", text, plain(tmp_path))
    assert ended.exit_code == 2
    assert "--limit" in ended.stderr


CRD = {
    "apiVersion": "apiextensions.k8s.io/v1",
    "kind": "CustomResourceDefinition",
    "metadata": {"name": "boats.sea.example.org"},
    "spec": {
        "group": "sea.example.org",
        "scope": "Cluster",
        "names": {"kind": "Boat", "plural": "boats", "singular": "boat", "listKind": "BoatList"},
        "versions": [
            {"name": "v1", "served": True, "storage": True, "schema": {"openAPIV3Schema": {"type": "object"}}}
        ],
    },
}
LARGE = {**CRD, "metadata": {**CRD["metadata"], "annotations": {"blanks": "x" * 60_000}}}  # type: ignore[dict-item]
PROVIDER = META.replace("Configuration", "Provider")
BOAT = "apiVersion: sea.example.org/v1\nkind: Boat\nmetadata: {name: a}\n"


def provider(folder: Path) -> str:
    files = {"crossplane.yaml": PROVIDER, "crd.yaml": json.dumps(LARGE), "examples/boat.yaml": BOAT}
    return str(write_folder(folder / "sources", files))


def built(folder: Path) -> str:
    text = f"{PROVIDER}---\n{json.dumps(LARGE)}\n---\n{definition('as')}"
    return str(write_layout(folder / "layout", package(text)))


def bundle(folder: Path) -> str:
    return str(bundles.write(folder / "bundle", {**bundles.SOUND, bundles.CRD_FILE: json.dumps(LARGE)}))


PLACES = (provider, built, bundle)
OF_DOCUMENTS = ("check", "show", "why", "rbac", "images", "deps", "explain", "examples")


@pytest.mark.parametrize(("place", "command"), pairs(PLACES, OF_DOCUMENTS))
def test_a_document_that_is_not_read_is_never_not_there(
    tmp_path: Path, place: Callable[[Path], str], command: str
) -> None:
    source = place(tmp_path)
    ended = run(command, "--no-cache", "--limit=document=40KiB", source)
    assert ended.exit_code == 3, ended.stdout + ended.stderr
    assert "xpkgtui reads at most 40 KiB of a document" in ended.stdout + ended.stderr
    small = run(command, "--no-cache", source)
    assert "reads at most" not in small.stdout + small.stderr


@each_row(("place", "command"), pairs(reversed(PLACES), OF_DOCUMENTS))
def test_json_names_the_limit_that_a_document_exceeds(
    tmp_path: Path, place: Callable[[Path], str], command: str
) -> None:
    ended = run(command, "--no-cache", "--format=json", "--limit=document=40KiB", place(tmp_path))
    document = json.loads(ended.stdout)
    (found,) = document.get("results", [document])
    limits = [one["limit"] for one in (found if "unread" in found else document)["unread"]]
    assert "document" in limits


def test_a_difference_to_a_document_that_is_not_read_is_undecided_both_ways(tmp_path: Path) -> None:
    old, new = provider(tmp_path), str(write_folder(tmp_path / "without", {"crossplane.yaml": PROVIDER}))
    limit = "--limit=document=40KiB"
    document = json.loads(run("diff", limit, "--format=json", old, new).stdout)
    assert "document" in [one["limit"] for one in document["unread"]]
    assert [run("diff", limit, "--exit-code", *both).exit_code for both in ((old, new), (new, old))] == [3, 3]


def test_permissions_of_a_document_that_is_not_read_are_not_known(tmp_path: Path) -> None:
    ended = run("rbac", "--no-cache", "--limit=document=40KiB", provider(tmp_path))
    assert "Whether it gets a role is not known" in ended.stdout
    assert "no resource" not in ended.stdout
