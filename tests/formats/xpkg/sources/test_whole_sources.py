"""What is said of folders, archives, caches and lookalikes, whole: `goldens/folders.txt`, `lookalikes.txt`."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path, PurePath

import pytest
from builders.goldens import Golden, lines_of, once
from builders.inspection.opened import opened, stream_root
from builders.oci.images import image
from builders.oci.layers import file, layer
from builders.packages.folders import META, composition, write_folder
from builders.packages.judgements import CRD, PROVIDER
from builders.packages.resolved_folders import rows_of
from formats.xpkg.sources.test_siblings import CHART_FILE, CSV, MANIFESTS_FILE, OPERATOR

from xpkgtui.formats.xpkg.sources.archived import cached_package
from xpkgtui.formats.xpkg.sources.archived import of_text as meta_object
from xpkgtui.formats.xpkg.sources.knowledge import SOURCES
from xpkgtui.formats.xpkg.sources.siblings import of_labels
from xpkgtui.limits import LIMITS, Limits
from xpkgtui.oci.manifest import Manifest
from xpkgtui.readers.image_folder import ImageFolder, read_change_sets

BASE = {"crossplane.yaml": META}
IGNORES = "export XPKG_IGNORE := 'a/*, b.yaml' # all\n\nbuild:\n\txpkg build --ignore=\"c*\" --ignore d\n"
FOLDERS: dict[str, dict[str, str]] = {
    "plain": {
        **BASE,
        "a.yaml": composition("a"),
        "b.yml": composition("b"),
        "c.YAML": "x",
        ".yaml": composition("c"),
    },
    "in package": {"package/crossplane.yaml": META, "package/a.yaml": composition("a"), "b.yaml": "x"},
    "meta elsewhere": {"crossplane.yaml": composition("a"), "z.yaml": f"{composition('b')}---\n{META}"},
    "examples": {**BASE, "examples/a.yaml": composition("a"), "examples.yaml": "x", "examples-old/b.yaml": "x"},
    "two examples": {**BASE, "examples/a.yaml": composition("a"), "examples/b.yaml": composition("b")},
    "an example is a list": {**BASE, "examples/a.yaml": "- a\n"},
    "an example has no kind": {**BASE, "examples/a.yaml": "kind: A\n---\n\nkind: ''"},
    "an example is broken": {**BASE, "examples/a.yaml": "a: [\n"},
    "an example is a comment": {**BASE, "examples/a.yaml": "# a\n\n\n"},
    "an example has a separator": {**BASE, "examples/a.yaml": "kind: A\n--- x\n"},
    "an example is empty": {**BASE, "examples/a.yaml": ""},
    "ignores": {**BASE, "Makefile": IGNORES, "GNUmakefile": IGNORES, ".github/workflows/a.yml": "--ignore 'e,f'"},
    "ignores by variables": {**BASE, "makefile": "XPKG_IGNORE ?= $(A)\nx: --ignore=,\n"},
    "excludes": {**BASE, "xpkgtui.toml": 'exclude = ["x*"]\n', **{f"x{n}.yaml": "x" for n in range(10)}},
    "cached beside": {**BASE, "package.ndjson": "{}"},
    "another separator": {**BASE, "a.yaml": "kind: A\n--- x\nkind: B\n"},
    "many files": {**BASE, **{f"{n}.yaml": composition(f"c{n}") for n in range(12)}},
}
LINKS = {"nothing.yaml": "nowhere", "folder.yaml": "sub", "outside.yaml": "/etc/hostname", "examples/x.yaml": "gone"}


def of_folder(folder: Path, limits: Limits = LIMITS) -> Iterator[str]:
    source = opened(folder, folder.parent / "scratch", limits=limits)
    root = stream_root(source)
    for one in root.steps:
        yield f"{one.sign}: {one.title}: {one.evidence}"
    yield from (f"note: {note}" for note in root.notes)
    yield from lines_of(root.build_error, "build error")
    yield from lines_of(root.truncated, "truncated")
    yield from lines_of(root.reached, "reached")
    yield f"objects: {', '.join(row.name or '(none)' for row in rows_of(root))}"


def test_folders_are_described_as_was_agreed(golden: Golden, tmp_path: Path) -> None:
    lines = []
    for number, (name, files) in enumerate(FOLDERS.items()):
        lines += [f"# {name}", *of_folder(write_folder(tmp_path / f"p{number}", files))]
    linked = write_folder(tmp_path / "linked", {**BASE, "sub/a.yaml": composition("a"), "examples/a.yaml": "kind: A"})
    for name, target in LINKS.items():
        (linked / name).symlink_to(target)
    lines += ["# links", *of_folder(linked)]
    (tmp_path / "link").symlink_to("p0")
    lines += ["# a link", *of_folder(tmp_path / "link")]
    examples = write_folder(tmp_path / "of-examples", BASE)
    (examples / "examples").symlink_to(linked)
    lines += ["# examples that are a link", *of_folder(examples)]
    for name, limits in {"folder": Limits(folder=4), "documents": Limits(documents=3)}.items():
        lines += [f"# limit {name}", *of_folder(tmp_path / f"p{len(FOLDERS) - 1}", limits)]
    golden("folders", once("\n".join(lines).replace(str(tmp_path), "TMP") + "\n"))


@pytest.mark.parametrize(
    ("size", "notes"),
    [
        (1 << 22, ("examples/ has 1 file, which a build puts into a layer of its own.",)),
        (
            (1 << 22) + 1,
            ("examples/ has 1 file, too large to be read here; a build puts them into a layer of their own.",),
        ),
    ],
)
def test_examples_of_four_megabytes_are_read(size: int, notes: tuple[str, ...], tmp_path: Path) -> None:
    text = "kind: A\n#".ljust(size - 8, "x") + '\nb: "c"\n'
    root = stream_root(opened(write_folder(tmp_path / "p", {**BASE, "examples/a.yaml": text[:size]}), tmp_path))
    assert root.notes == notes


TEXTS = {
    "bundle": CSV,
    "project": "kind: Project\napiVersion: meta.dev.upbound.io/v1alpha1\n",
    "manifests": MANIFESTS_FILE,
    "database": "SQLite format 3\0 CREATE TABLE operatorbundle",
    "another database": "SQLite format 3\0",
    "package": f"{CSV}---\n{PROVIDER}",
    "definition": CRD,
}
FILES: tuple[list[str], ...] = (
    *(["upbound.yaml"], ["crossplane-project.yaml"], ["Chart.yaml"], ["metadata/annotations.yaml"], ["a/Chart.yaml"]),
    *(["database/index.db"], ["package.yaml"], ["crossplane.yaml"], ["package/crossplane.yaml"], ["x"], []),
)
IMAGES = {
    "ordinary": {"bin/app": "x"},
    "database": {"database/index.db": "SQLite format 3\0"},
    "chart": {"Chart.yaml": CHART_FILE},
    "bundle": {"metadata/annotations.yaml": "x"},
    "project": {"upbound.yaml": "x"},
    "manifests": {"package.yaml": MANIFESTS_FILE},
    "operator": OPERATOR,
    "operator with two": OPERATOR | {"opt/b/Chart.yaml": CHART_FILE},
    "ten charts": {f"c{number}/Chart.yaml": CHART_FILE for number in range(10)},
    "eleven charts": {f"c{number}/Chart.yaml": CHART_FILE for number in range(11)},
    "a long name": {f"{'n' * 80}/Chart.yaml": CHART_FILE},
}
PATHS = ("c/p@v1/package.yaml", "c/p@v1/package.ndjson", "c/p@v1/x.yaml", "c/p/package.yaml", "c/@/package.yaml")


def of_lookalikes() -> Iterator[str]:
    known = SOURCES.lookalikes()
    for name, text in TEXTS.items():
        yield f"text of a {name}: {known.of_text(text.encode())}; {meta_object(text.encode())}"
    for names in FILES:
        yield f"{names}: folder {known.of_folder(names)}; tar {known.of_tar(names)}"
    for name, files in IMAGES.items():
        built = image(layer(*(file(path, text) for path, text in files.items())))
        changes = read_change_sets(1, built.open_layer)
        manifest = Manifest.parse(built.manifest)
        folder = ImageFolder("x", changes, built.open_layer, labels={})
        yield f"image, {name}: {known.of_image(manifest, folder)}"
    assert manifest.config is not None
    config = replace(manifest.config, media_type="application/vnd.cncf.helm.config.v1+json")
    yield f"image of a chart: {known.of_image(replace(manifest, config=config), None)}"
    yield f"image without files: {known.of_image(manifest, None)}"
    yield f"labels: {of_labels({'operators.operatorframework.io.bundle.package.v1': 'x'})}"


def of_notes() -> Iterator[str]:
    notes = SOURCES.notes
    yield from lines_of(SOURCES.names, "names")
    yield notes.registry_hint("acme/p")
    for path in PATHS:
        for head in (CRD, PROVIDER):
            yield f"{path}: {notes.is_cached(PurePath(path))} {notes.cache_notes(PurePath(path), head.encode())}"
    for header in (
        None,
        {"repo": "a/p", "version": "v1", "registry": "b.io"},
        {"repo": "b.io/p", "registry": "b.io"},
    ):
        yield notes.json_lines_note(header)
    yield (
        notes.json_lines_note({"repo": "r" * 400, "registry": "s" * 400})
        .replace("r" * 300, "R")
        .replace("s" * 290, "S")
    )
    yield notes.json_lines_note({"x": "y"})
    yield f"built by{notes.built_by(['x', 'y:configuration'])}; {notes.built_by(['x'])}"
    for version in ("2.1", "2.2"):
        for repository in ("a.io/b.c/d", "a.io/" + "ä" * 40, "a.io/d.e"):
            yield from lines_of(cached_package(repository, f"sha256:{'0123456789abcdef' * 4}", version), version)
    yield f"tags: {SOURCES.tag_reading('2.0.2')} {SOURCES.tag_reading('2.4')}"


def test_lookalikes_are_called_as_was_agreed(golden: Golden) -> None:
    golden("lookalikes", "\n".join(of_lookalikes()) + "\n")


def test_notes_about_sources_are_what_was_agreed(golden: Golden) -> None:
    golden("notes_about_sources", "\n".join(of_notes()) + "\n")
