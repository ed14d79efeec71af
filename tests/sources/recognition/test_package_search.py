"""The search for packages below a folder."""

import gzip
import json
from pathlib import Path

from builders.inspection.opened import refusal
from builders.packages.folders import META, composition, write_folder

from xpkgtui.sources.recognition.folders import first_texts, packages_in

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
