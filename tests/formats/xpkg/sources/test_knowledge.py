"""What is known of folders, archives and caches of Crossplane's tools."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import PurePath
from typing import Any

from builders.cases import each_row
from builders.oci.images import image, labeled
from builders.oci.layers import BuiltLayer, file, layer
from builders.packages.judgements import CRD, PROVIDER

from xpkgtui.formats.xpkg.sources.archived import of_image as package_in
from xpkgtui.formats.xpkg.sources.archived import of_text as meta_object
from xpkgtui.formats.xpkg.sources.knowledge import SOURCES
from xpkgtui.oci.image import ImageConfig

CACHED = PurePath("cache/xpkg.example/acme/p@v1.0.0/package.yaml")
LINES = "JSON lines, as the up tool keeps packages in its cache; Crossplane does not read such a file."
FIRST = f"{LINES} Its first line says that it is "


@each_row(
    ("path", "head", "is_cached", "is_noted"),
    [
        (CACHED, CRD, True, True),
        (CACHED, PROVIDER, True, False),
        (CACHED.with_name("package.ndjson"), CRD, True, False),
        (CACHED.with_name("other.yaml"), CRD, False, False),
        (PurePath("acme/package.yaml"), CRD, False, False),
    ],
)
def test_a_stream_of_a_cache_lacks_its_meta_object(
    path: PurePath, head: str, is_cached: bool, is_noted: bool
) -> None:
    assert SOURCES.notes.is_cached(path) is is_cached
    notes = SOURCES.notes.cache_notes(path, head.encode())
    assert bool(notes) is is_noted
    assert all("The package itself is p:v1.0.0 in its registry." in one for one in notes)


@each_row(
    ("header", "said"),
    [
        (None, LINES),
        (
            {"repo": "acme/p", "version": "v1", "registry": "a.example"},
            f"{FIRST}acme/p v1 from a.example.",
        ),
        (
            {"repo": "a.example/p", "version": 3, "registry": "a.example"},
            f"{FIRST}a.example/p.",
        ),
        ({"x": 1}, f"{FIRST}nothing in particular."),
    ],
)
def test_json_lines_say_which_package_they_are(header: Any, said: str) -> None:
    assert SOURCES.notes.json_lines_note(header) == said


def test_what_wrote_an_archive_is_known_by_its_tags() -> None:
    assert "project build" in SOURCES.notes.built_by(["x", "y:configuration"])
    assert SOURCES.notes.built_by(["configuration:v1"]) == ""
    assert "xpkg.crossplane.io/acme/p," in SOURCES.notes.registry_hint("acme/p")


@each_row(
    ("names", "words"),
    [
        (["Chart.yaml"], "of a Helm chart"),
        (["etcd/Chart.yaml"], "of a Helm chart"),
        (["package.yaml", "x"], "with package.yaml and no image around it"),
        (["package/crossplane.yaml"], "with crossplane.yaml"),
        (["x"], None),
    ],
)
def test_a_tar_without_an_image_is_called_by_its_files(names: list[str], words: str | None) -> None:
    found = SOURCES.lookalikes().of_tar(names)
    assert found is None if words is None else found is not None and found[0].startswith(words)


@each_row(
    ("head", "said"),
    [(PROVIDER, "Provider provider-nop"), (f"{CRD}---\n{PROVIDER}", "Provider provider-nop"), (CRD, ""), ("", "")],
)
def test_a_stream_is_called_by_its_meta_object(head: str, said: str) -> None:
    assert meta_object(head.encode()) == said


@each_row(
    ("layers", "said"),
    [
        ((layer(file("a"), file("package.yaml", PROVIDER), base=True),), "Provider provider-nop"),
        ((layer(file("x/package.yaml", CRD), base=True),), ""),
        ((layer(*(file(f"{number}") for number in range(9)), file("package.yaml", PROVIDER), base=True),), ""),
        ((layer(file("package.yaml", PROVIDER)),), "no layer is labeled base"),
    ],
)
def test_an_image_of_an_archive_is_called_by_its_labeled_layer(layers: tuple[BuiltLayer, ...], said: str) -> None:
    built = labeled(image(*layers))
    names = [f"blobs/{one.digest.partition(':')[2]}.tar.gz" for one in layers]

    @contextmanager
    def opened(name: str) -> Iterator[Any]:
        yield built.open_layer(names.index(name))

    assert package_in(ImageConfig.parse(built.config), names, opened) == said
