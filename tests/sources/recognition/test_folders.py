"""Recognition of folders, the words for those that are not a source, and the search for packages below one."""

import gzip
import json
from pathlib import Path

from builders.cases import each_row
from builders.inspection.opened import image_root, opened, refusal
from builders.oci.images import package, write_dir, write_layout, xpkg
from builders.packages.folders import META, composition, write_folder

from xpkgtui.errors import NotAPackage, Usage
from xpkgtui.sources.recognition.folders import first_texts, packages_in
from xpkgtui.sources.source import SourceForm

STREAM = b"---\napiVersion: meta.pkg.crossplane.io/v1\nkind: Provider\nmetadata:\n  name: a\n---\n"
BUILT = package(STREAM)


def test_a_folder_without_oci_layout_is_told_so(tmp_path: Path) -> None:
    folder = write_layout(tmp_path / "l", BUILT)
    (folder / "oci-layout").unlink()
    assert "without oci-layout" in refusal(folder, tmp_path).title
    assert str(image_root(opened(f"oci:{folder}", tmp_path)).digest) == BUILT.digest


def test_a_folder_of_packages_offers_them(tmp_path: Path) -> None:
    (tmp_path / "a.xpkg").write_bytes(xpkg(BUILT))
    error = refusal(tmp_path, tmp_path)
    assert isinstance(error, NotAPackage)
    assert (error.title, error.hint) == (
        f"{tmp_path} is not a package, but holds one",
        "Open that one.",
    )
    assert error.suggestions == (f"{tmp_path}/a.xpkg",)
    for name in "bcdef":
        (tmp_path / f"{name}.xpkg").write_bytes(xpkg(BUILT))
    assert "one of them, or check all: `xpkgtui check --from FILE`" in (refusal(tmp_path, tmp_path).hint or "")


OPEN = "Open a folder with crossplane.yaml (the sources of a Crossplane package), "


@each_row(
    ("names", "words", "hint"),
    [
        ((), "is an empty folder", OPEN),
        (("a", "b", "c", "d", "e"), "holds no package (it has a, b, c, d, e)", OPEN),
        (("a", "b", "c", "d", "e", "f"), "holds no package (it has a, b, c, d, e and 1 more)", OPEN),
        (("x" * 81,), f"holds no package (it has {'x' * 79}…)", OPEN),
        (("manifest.json",), "holds no package (it has manifest.json)", OPEN),
        (("docker/registry/v2/x",), "is the storage of a registry", "serve it, and open a reference"),
        (
            ("index.json",),
            "is a folder with index.json and without oci-layout: not an OCI layout",
            "oci:{} still reads it",
        ),
    ],
)
def test_a_folder_that_is_no_source_says_what_it_is(
    names: tuple[str, ...], words: str, hint: str, tmp_path: Path
) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("x")
    error = refusal(folder, tmp_path)
    assert isinstance(error, NotAPackage)
    assert error.title == f"{folder} {words}"
    assert error.hint.startswith(hint.format(folder))


def test_a_folder_of_sources_holds_one_package(tmp_path: Path) -> None:
    sources = tmp_path / "sources"
    sources.mkdir()
    (sources / "crossplane.yaml").write_bytes(STREAM)
    error = refusal(f"{sources}#v1", tmp_path)
    assert error.title == f"{sources} is the source of one package: do not name an image in it"


def test_there_is_nothing_to_choose_in_a_folder_of_skopeo(tmp_path: Path) -> None:
    folder = write_dir(tmp_path / "d", BUILT)
    error = refusal(f"{folder}#v1", tmp_path)
    assert isinstance(error, Usage)
    assert error.title == f"{folder} holds one image: do not name an image in it"
    (folder / "version").write_text("Another\n")
    assert isinstance(refusal(folder, tmp_path), NotAPackage)
    assert opened(f"dir:{folder}", tmp_path).form is SourceForm.DIR


def test_a_folder_of_manifests_leads_to_plan(tmp_path: Path) -> None:
    folder = tmp_path / "clusters" / "prod"
    folder.mkdir(parents=True)
    head = "kind: Provider\napiVersion: pkg.crossplane.io/v1\nmetadata:\n  name: a\n"
    (folder / "packages.yaml").write_text(f"---\n{head}---\napiVersion: example.org/v1\nkind: Function\n")
    error = refusal(tmp_path, tmp_path)
    assert error.title == f"{tmp_path} is a folder of manifests: Provider (1)"
    assert error.hint == f"`xpkgtui plan {tmp_path}` says what becomes of them"
    assert error.failure().is_set


HEADER = {"digest": "sha256:00", "repo": "acme/p", "registry": "index.docker.io", "version": "v0.9.0"}


def lines(*values: object) -> bytes:
    return b"".join(json.dumps(value).encode() + b"\n" for value in values)


def test_a_folder_of_a_cache_offers_its_packages(tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    write_folder(
        cache,
        {
            "acme-p-sha256-deadb.gz": gzip.compress(META.encode()),
            "notes.gz": gzip.compress(b"just notes"),
            "broken.gz": b"\x1f\x8b",
            "reg.example.org/acme/p@v1/package.yaml": composition("c"),
            "reg.example.org/acme/package.yaml": composition("c"),
            "reg.example.org/up/q@v2/package.ndjson": lines(HEADER),
            "sources/package/crossplane.yaml": META,
        },
    )
    assert refusal(cache, tmp_path / "scratch").suggestions == (
        f"{cache}/acme-p-sha256-deadb.gz",
        f"{cache}/reg.example.org/acme/p@v1/package.yaml",
        f"{cache}/reg.example.org/up/q@v2/package.ndjson",
        f"{cache}/sources",
    )


def test_a_stream_in_a_folder_is_offered(tmp_path: Path) -> None:
    write_folder(tmp_path, {"package.yaml": META, "objects/package.yaml": composition("c")})
    assert refusal(tmp_path, tmp_path / "scratch").suggestions == (f"{tmp_path}/package.yaml",)


def test_a_stream_of_any_name_is_offered_but_not_the_files_of_sources(tmp_path: Path) -> None:
    meta = "apiVersion: meta.pkg.crossplane.io/v1\nkind: Configuration\nmetadata: {name: a}\n"
    (tmp_path / "a.yaml").write_text(meta)
    (tmp_path / "other.yaml").write_text("apiVersion: v1\nkind: Secret\n")
    (tmp_path / "sources").mkdir()
    (tmp_path / "sources/crossplane.yaml").write_text(meta)
    assert packages_in(tmp_path, "f") == ("f/a.yaml", "f/sources")


def test_links_are_not_followed_for_suggestions(tmp_path: Path) -> None:
    write_folder(tmp_path / "cache/sub", {"a.xpkg": "x"})
    (tmp_path / "cache/sub/again").symlink_to("..")
    assert refusal(tmp_path / "cache", tmp_path).suggestions == (f"{tmp_path}/cache/sub/a.xpkg",)


def test_the_first_texts_of_a_folder_are_read(tmp_path: Path) -> None:
    (tmp_path / "a" / "b").mkdir(parents=True)
    for name, text in {
        "x.yaml": "1" * (1 << 17),
        "y.yml": "2",
        "z.json": "3",
        "w.txt": "no",
        "a/v.yaml": "4",
    }.items():
        (tmp_path / name).write_text(text)
    (tmp_path / "a" / "b" / "u.yaml").write_text("too deep")
    assert [text[:1] for text in first_texts(tmp_path)] == [b"1", b"2", b"3", b"4"]
    assert len(next(first_texts(tmp_path))) == 1 << 16
    for number in range(30):
        (tmp_path / f"{number:02}.yaml").write_text("5")
    assert len(list(first_texts(tmp_path))) == 20
