"""Targets of images: manifests and configs, tars, and layers as changes to files."""

import dataclasses
import hashlib
from io import BytesIO

from builders.oci.images import image, index, package
from builders.oci.layer_cases import CASES, sparse_tars
from builders.oci.layers import file, layer, tar
from fuzz.mutating import as_bytes, as_json, as_tar
from fuzz.target import Target, real, require_safe

from xpkgtui.codec import Codec
from xpkgtui.errors import Malformed
from xpkgtui.filesystem.changeset import ChangeSet, PassingChanges, read_changeset
from xpkgtui.filesystem.compression.inflated import Compression
from xpkgtui.filesystem.compression.stored import InflateProblem
from xpkgtui.filesystem.contents import copy_entry
from xpkgtui.filesystem.layer_facts import Landmarks, facts_of
from xpkgtui.filesystem.tar.header import TarProblem
from xpkgtui.filesystem.tar.reader import entries, never
from xpkgtui.filesystem.tree.differences import Comparison
from xpkgtui.filesystem.tree.flattening import flatten, single
from xpkgtui.formats.xpkg.annotations.layers import image_of, stray_labels
from xpkgtui.formats.xpkg.annotations.typos import near_misses
from xpkgtui.limits import LIMITS, LimitExceeded
from xpkgtui.oci.descriptor import Platform
from xpkgtui.oci.image import Image, ImageConfig
from xpkgtui.oci.manifest import Index, Manifest, parse

_LANDMARKS = Landmarks(stream_file="package.yaml", paths=frozenset({"a"}))
_LOWER = read_changeset(BytesIO(tar(file("a/b"), file("a/c"), file("package.yaml", "x"))))
_ANY_IMAGE = package("kind: A\n")
_CHANGES, _IMAGES = Codec[ChangeSet](ChangeSet), Codec[Image](Image)
_MOST = 1 << 20


def _manifest(data: bytes) -> None:
    """An index, a manifest, or a config, whichever it can be."""
    try:
        config = ImageConfig.parse(data)
    except Malformed as error:
        require_safe(str(error))
        config = ImageConfig.parse(_ANY_IMAGE.config)
    try:
        found = parse(data)
    except Malformed as error:
        require_safe(str(error))
        found = Manifest.parse(_ANY_IMAGE.manifest)
    if isinstance(found, Index):
        number = found.first_match(Platform.named("linux/arm64"))
        assert number is None or found.manifests[number], "no such entry"
        return
    whole = image_of(found, config, derive=True)
    assert len(whole.layers) == len(found.layers), "layers are lost"
    for miss in near_misses(whole):
        require_safe(miss.meant)
    stray_labels(whole)
    assert _IMAGES.decode(_IMAGES.encode(whole)) == whole, "an image does not come back as it was"


def _tar(data: bytes) -> None:
    for entry, body in entries(BytesIO(data), with_globals=True):
        assert ".." not in entry.path.split("/"), "a path leaves the root"
        assert not entry.path.startswith("/"), "a path is not below the root"
        read = 0
        while read < _MOST and (piece := body.read(1 << 16)):
            read += len(piece)
        if entry.has_body and read < _MOST:
            assert read == max(entry.size, 0), "a body has another size than its entry"


def _changes(data: bytes) -> None:
    changes = read_changeset(BytesIO(data))
    assert _fields(_CHANGES.decode(_CHANGES.encode(changes))) == _fields(changes), (
        "changes do not come back as they were"
    )
    _passing(data, changes)
    facts_of(0, changes, _LANDMARKS)
    alone, tree, below = single(1, changes), flatten([(0, _LOWER), (1, changes)]), flatten([(0, _LOWER)])
    for path, node in tree.walk():
        assert tree.get(path) is node, "a node is not at its path"
        assert ".." not in path.split("/"), "a path leaves the root"
        tree.resolve(path)
        if node.content and node.content[0] == 1:
            assert node.content[1] < len(changes.entries), "no such entry"
    for path, _ in alone.walk():
        tree.resolve(path + "/../" + path)
    list(Comparison(tree, below, layer=1).walk())
    for entry in changes.entries[:3]:
        copied = copy_entry(BytesIO(data), entry.order, BytesIO(), limit=1 << 16)
        assert copied.size <= 1 << 16, "more than may be copied"


def _passing(data: bytes, changes: ChangeSet) -> None:
    passing = PassingChanges(BytesIO(data), hashlib.sha256(), LIMITS, never)
    try:
        for _, body in passing.entries():
            body.read(100)
    except (TarProblem, InflateProblem, LimitExceeded):
        pass
    rest = passing.rest()
    if rest is not None:
        assert changes.compression is Compression.GZIP, "only gzip is read in passing"
        assert _fields(rest) == _fields(changes), "changes that were noted in passing differ"


def _fields(changes: ChangeSet) -> tuple[object, ...]:
    """A change set by its fields: it has no equality of its own."""
    return tuple(getattr(changes, field.name) for field in dataclasses.fields(changes))


def _manifests() -> list[bytes]:
    built = image(layer(file("package.yaml", "kind: A\n"), base=True), labels={"io.crossplane.xpkg:a": "base"})
    docker = image(layer(file("a"), compression="none"), docker=True, history=["COPY a"])
    both = index((built, "linux/amd64"), (docker, "linux/arm64/v8"), (built, None), annotations={"a": "b"})
    return [built.manifest, built.config, docker.manifest, docker.config, both.manifest]


def _layers() -> list[bytes]:
    return [one.blob for layers in CASES.values() for one in layers if len(one.blob) < 1 << 14]


IMAGES = (
    Target(
        name="manifest",
        check=_manifest,
        seeds=lambda: (*_manifests(), *real("images/**/index.json", 4096), *real("images/**/*manifest*.json", 4096)),
        mutated=as_json,
        tokens='"mediaType": "layers": "manifests": "config": "digest": "platform": "annotations": sha256:',
    ),
    Target(
        name="tar",
        check=_tar,
        expected=(TarProblem, LimitExceeded),
        seeds=lambda: (*sparse_tars().values(), tar(file("a", "b")), tar(file("d/" + "x" * 300, "y"))),
        mutated=as_tar,
        tokens="GNU.sparse.major=1\n GNU.sparse.map= path= size= linkpath= mtime= ustar\x0000",
        largest=1 << 14,
    ),
    Target(
        name="change-set",
        check=_changes,
        seeds=lambda: (*sparse_tars().values(), *_layers()),
        mutated=lambda data, chance: (as_bytes if data[:2] == b"\x1f\x8b" else as_tar)(data, chance),
        tokens=".wh. .wh..wh..opq ../ // package.yaml \x1f\x8b\x08 ustar\x0000",
        largest=1 << 14,
    ),
)
