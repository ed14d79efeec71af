"""Indexes and manifests: which image readers take, and what they say where they take none.

A case is the name of one of the texts below, or a list: [media type of the root, [entry...]], an entry being
[number of an image or "nested", platform or null, media type or null].
"""

import io
import json
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any

from builders.oci.images import OCI_INDEX, OCI_MANIFEST, package
from builders.oci.layers import digest
from differential.images.served import take_served
from differential.oracle import Oracle
from differential.subject import Subject

from xpkgtui.formats.xpkg.annotations.layers import image_of
from xpkgtui.formats.xpkg.reader.readers import choose, read_all
from xpkgtui.oci.image import ImageConfig
from xpkgtui.oci.manifest import Index
from xpkgtui.readers.reader import EntryChoice

ASKED = {
    "manager-1.13": ("images-0.19.2", "manager-1.13"),
    "manager-2.2": ("images-0.20.7", "manager-2.2"),
    "manager-2.4": ("images-0.21.8", "manager-2.2"),
    "validate": ("images-0.21.9", "validate"),
}
DOCKER_LIST = "application/vnd.docker.distribution.manifest.list.v2+json"
DOCKER_MANIFEST = "application/vnd.docker.distribution.manifest.v2+json"
SCHEMA1 = "application/vnd.docker.distribution.manifest.v1+json"
IMAGES = tuple(package(f"number: {number}\n") for number in range(3))
AMD64 = {"os": "linux", "architecture": "amd64"}
ARM64 = {"os": "linux", "architecture": "arm64"}
UNKNOWN = {"os": "unknown", "architecture": "unknown"}
_NO_CONFIG = "a manifest that names no config is described in xpkgtui's words, not as an address without a digest"
_DECODER = "what is no JSON of the expected shape is described in xpkgtui's words, not in those of Go's decoder"


def entry(number: int, platform: object = ..., **more: object) -> dict[str, object]:
    """What an index says about one of the three images."""
    return {**IMAGES[number].descriptor(), **({} if platform is ... else {"platform": platform}), **more}


def index(*entries: object, **more: object) -> bytes:
    """An index of these entries."""
    return json.dumps({"schemaVersion": 2, "mediaType": OCI_INDEX, "manifests": list(entries), **more}).encode()


def without(name: str, fields: Mapping[str, object]) -> dict[str, object]:
    """The fields but for one."""
    return {key: value for key, value in fields.items() if key != name}


BOTH = (entry(0, AMD64), entry(1, ARM64))
ONE = IMAGES[0].manifest
ONE_FIELDS: dict[str, object] = json.loads(ONE)
NESTED = index(entry(1, ARM64), entry(2, AMD64))
NESTED_ENTRY = {"mediaType": OCI_INDEX, "digest": digest(NESTED), "size": len(NESTED)}


def changed(**more: object) -> bytes:
    """The manifest of the first image with other fields."""
    return json.dumps({**ONE_FIELDS, **more}).encode()


INDEXES = {
    "amd64 first": index(*BOTH),
    "amd64 last": index(*reversed(BOTH)),
    "only arm64": index(entry(0, ARM64)),
    "no platform": index(entry(0), entry(1, AMD64)),
    "no platform, last": index(entry(0, AMD64), entry(1)),
    "platform null": index(entry(0, None), entry(1, AMD64)),
    "platform empty": index(entry(0, {}), entry(1, AMD64)),
    "platform of empty texts only": index(entry(0, {"os": "", "architecture": ""})),
    "platform text": index(entry(0, "linux/amd64"), entry(1, AMD64)),
    "platform list": index(entry(0, []), entry(1, AMD64)),
    "platform os number": index(entry(0, {"os": 1, "architecture": "amd64"}), entry(1, AMD64)),
    "platform os null": index(entry(0, {"os": None, "architecture": "amd64"}), entry(1, AMD64)),
    "two for one platform": index(entry(0, AMD64), entry(1, AMD64)),
    "variant before plain": index(entry(0, {**AMD64, "variant": "v2"}), entry(1, AMD64)),
    "only a variant": index(entry(0, {**AMD64, "variant": "v3"})),
    "os.version on linux": index(entry(0, {**AMD64, "os.version": "5.10"})),
    "os.features": index(entry(0, {**AMD64, "os.features": ["x"]})),
    "windows first": index(entry(0, {"os": "windows", "architecture": "amd64", "os.version": "10"}), entry(1, AMD64)),
    "x86_64": index(entry(0, {"os": "linux", "architecture": "x86_64"})),
    "upper case": index(entry(0, {"os": "Linux", "architecture": "AMD64"})),
    "attestation first": index(entry(0, UNKNOWN), entry(1, AMD64)),
    "only attestations": index(entry(0, UNKNOWN)),
    "extensions first, without platform": index(
        entry(0, annotations={"io.crossplane.xpkg": "xpkg-extensions"}), entry(1, AMD64)
    ),
    "nothing": index(),
    "manifests null": index(manifests=None),
    "manifests missing": b'{"schemaVersion":2,"mediaType":"%s"}' % OCI_INDEX.encode(),
    "manifests an object": index(manifests={}),
    "nested": index(entry(0, ARM64), {**NESTED_ENTRY, "platform": AMD64}),
    "nested without platform": index(NESTED_ENTRY, entry(0, AMD64)),
    "Docker list": index(*BOTH, mediaType=DOCKER_LIST),
    "no media type": json.dumps(without("mediaType", json.loads(index(*BOTH)))).encode(),
    "annotations null": index(*BOTH, annotations=None),
    "annotation null": index(*BOTH, annotations={"a": None}),
    "annotation number": index(*BOTH, annotations={"a": 1}),
    "entry annotation number": index(entry(0, AMD64), entry(1, ARM64, annotations={"a": 1})),
    "size null": index(entry(0, ARM64, size=None), entry(1, AMD64)),
    "size text": index(entry(0, ARM64, size="7"), entry(1, AMD64)),
    "size fraction": index(entry(0, ARM64, size=7.5), entry(1, AMD64)),
    "size beyond int64": index(entry(0, ARM64, size=1 << 63), entry(1, AMD64)),
    "digest of other algorithm": index(entry(0, ARM64, digest="md5:abc"), entry(1, AMD64)),
    "digest number": index(entry(0, ARM64, digest=7), entry(1, AMD64)),
    "urls text": index(entry(0, ARM64, urls="x"), entry(1, AMD64)),
    "urls null": index(entry(0, ARM64, urls=None), entry(1, AMD64)),
    "schemaVersion text": index(*BOTH, schemaVersion="2"),
    "schemaVersion missing": json.dumps(without("schemaVersion", json.loads(index(*BOTH)))).encode(),
    "schemaVersion 1": index(*BOTH, schemaVersion=1),
    "mediaType number": index(*BOTH, mediaType=1),
    "trailing bytes": index(*BOTH) + b"\n\x00 trailing {",
    "byte order mark": b"\xef\xbb\xbf" + index(*BOTH),
    "bytes that are no UTF-8": index(*BOTH, annotations={"a": "?"}).replace(b"?", b"\xff"),
    "half a surrogate pair": index(*BOTH, annotations={"a": "?"}).replace(b"?", b"\\ud800"),
    "NaN": index(*BOTH, extra="?").replace(b'"?"', b"NaN"),
    "key twice": index(*BOTH).replace(b'"manifests"', b'"manifests":[],"manifests"'),
    "control character in a text": index(*BOTH, annotations={"a": "?"}).replace(b"?", b"\x01"),
    "list": b"[]",
    "null": b"null",
    "empty": b"",
    "cut off": index(*BOTH)[:-1],
}
MANIFESTS = {
    "plain": ONE,
    "no media type": json.dumps(without("mediaType", ONE_FIELDS)).encode(),
    "schemaVersion 1": changed(schemaVersion=1),
    "schemaVersion text": changed(schemaVersion="2"),
    "annotations null": changed(annotations=None),
    "config missing": json.dumps(without("config", ONE_FIELDS)).encode(),
    "config null": changed(config=None),
    "layers null": changed(layers=None),
    "layers missing": json.dumps(without("layers", ONE_FIELDS)).encode(),
    "manifests null": changed(manifests=None),
    "artifact type": changed(artifactType="application/x"),
    "subject": changed(subject=IMAGES[1].descriptor()),
    "trailing bytes": ONE + b"}}",
    "unknown keys": changed(blobs=[], x={"y": [1, 2.5, True]}),
}


_PLATFORMS = (
    *[AMD64, ARM64, None, {}] * 2,
    UNKNOWN,
    {"os": "linux", "architecture": "x86_64"},
    {**AMD64, "variant": "v2"},
    {**AMD64, "os.version": "5"},
    {**AMD64, "os.features": ["a"], "features": ["b"]},
    {"os": "windows", "architecture": "amd64"},
    {"os": "", "architecture": "amd64"},
    {"architecture": "amd64"},
    {"OS": "linux", "Architecture": "amd64"},
)
_ENTRY_TYPES = (*[OCI_MANIFEST] * 12, DOCKER_MANIFEST, OCI_INDEX, "text/plain", "", SCHEMA1, OCI_MANIFEST.upper())
_ROOT_TYPES = (*[OCI_INDEX] * 12, DOCKER_LIST, DOCKER_LIST, OCI_MANIFEST, "text/plain", f"{OCI_INDEX}; a=b", SCHEMA1)


def text_of(case: Any) -> tuple[bytes, str]:
    """The bytes of the root, and the media type that they are served as."""
    if isinstance(case, str):
        kind, _, name = case.partition(": ")
        return (INDEXES[name], OCI_INDEX) if kind == "index" else (MANIFESTS[name], OCI_MANIFEST)
    media_type, entries = case
    found = []
    for what, platform, entry_type in entries:
        fields = dict(NESTED_ENTRY) if what == "nested" else IMAGES[what].descriptor()
        fields |= {} if platform is None else {"platform": platform}
        found.append(fields if entry_type is None else {**fields, "mediaType": entry_type})
    return index(*found), media_type


def _traps() -> Iterator[Any]:
    yield from (f"index: {name}" for name in INDEXES)
    yield from (f"manifest: {name}" for name in MANIFESTS)


def _generated(chance: Random) -> Any:
    entries = [
        [
            chance.choice((0, 0, 1, 1, 2, 2, "nested")),
            chance.choice(_PLATFORMS),
            chance.choice((None, None, chance.choice(_ENTRY_TYPES))),
        ]
        for _ in range(chance.choice((0, 1, 1, 2, 2, 3, 4)))
    ]
    return [chance.choice(_ROOT_TYPES), entries]


def _theirs(oracle: Oracle, case: Any) -> dict[str, Any]:
    data, media_type = text_of(case)
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / "layout"
        _write(folder, data, media_type)
        return {
            name: _answer(oracle.ask(program, layout=str(folder))["readings"][reader])
            for name, (program, reader) in ASKED.items()
        }


def _answer(told: dict[str, Any]) -> Any:
    if told.get("error"):
        return [told["stage"], told["error"].replace("http://", "https://")]
    layers = {image.layers[0].digest: number for number, image in enumerate(IMAGES)}
    return layers[told["layer"]]


def _write(folder: Path, root: bytes, media_type: str) -> None:
    """A layout whose only manifest is this one, with all images beside it."""
    blobs: dict[str, bytes] = {digest(root): root, digest(NESTED): NESTED}
    for each in IMAGES:
        blobs |= each.blobs()
    (folder / "blobs" / "sha256").mkdir(parents=True)
    for name, data in blobs.items():
        (folder / "blobs" / "sha256" / name.removeprefix("sha256:")).write_bytes(data)
    top = {"mediaType": media_type, "digest": digest(root), "size": len(root)}
    (folder / "index.json").write_text(json.dumps({"schemaVersion": 2, "manifests": [top]}))


def _ours(case: Any) -> dict[str, Any]:
    data, media_type = text_of(case)
    return {reader: _own_answer(reader, data, media_type) for reader in ASKED}


def _own_answer(reader: str, data: bytes, media_type: str) -> Any:
    blobs = {digest(NESTED): NESTED, **{name: blob for image in IMAGES for name, blob in image.blobs().items()}}
    reference = "REGISTRY/REPOSITORY:latest"
    while True:
        taken = take_served(reader, data, media_type)
        if isinstance(taken, Index):
            choice = choose(reader, taken, reference, "REGISTRY/REPOSITORY:latest")
            if choice.entry is not None:
                chosen = taken.manifests[choice.entry]
                data, media_type = blobs[str(chosen.digest)], chosen.media_type
                reference = f"REGISTRY/REPOSITORY@{chosen.digest}"
                continue
            taken = choice
        if isinstance(taken, EntryChoice):
            return [str(taken.stage), _library_words(taken.message or "")]
        break
    config = ImageConfig.parse(blobs[str(taken.config.digest)]) if taken.config else None
    image = image_of(taken, config)
    readings = read_all(
        image, lambda number: io.BytesIO(blobs[str(image.layers[number].descriptor.digest)]), io.BytesIO
    ).readings
    reading = next(each for each in readings if each.reader == reader)
    if reading.stage is not None:
        return [str(reading.stage), _library_words(reading.message or "")]
    numbers = {each.layers[0].digest: number for number, each in enumerate(IMAGES)}
    return numbers[str(image.layers[reading.layer or 0].descriptor.digest)]


def _library_words(message: str) -> str:
    """A message without what programs say before the library's; the oracle has the library's alone."""
    for words in ("failed to get package image manifest from remote: ", "cannot get image manifest: "):
        message = message.removeprefix(words)
    return message


def _excused(case: Any, ours: dict[str, Any], theirs: dict[str, Any]) -> str | None:
    reasons = {_excuse(case, ours[name], theirs[name]) for name in ASKED if ours[name] != theirs[name]}
    return None if None in reasons else "; ".join(sorted(filter(None, reasons)))


def _excuse(case: Any, ours: Any, theirs: Any) -> str | None:
    """Why one reader may differ, in a sentence."""
    if not isinstance(ours, list) or not isinstance(theirs, list) or ours[0] != theirs[0]:
        return None
    if "cannot be read" in ours[1] and "/blobs/:" in theirs[1]:
        return _NO_CONFIG
    return _DECODER if isinstance(case, str) and not theirs[1].startswith("no child") else None


ENTRIES = Subject(
    name="indexes",
    traps=_traps,
    generated=_generated,
    theirs=_theirs,
    ours=_ours,
    excused=_excused,
    kept=150,
)
