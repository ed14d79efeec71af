"""Asks the oracle which image Crossplane 2.4 takes out of many indexes, and keeps its answers in indexes.json.

    PYTHONPATH=.:tests python tests/oracle/make_indexes.py PROGRAM

PROGRAM is the oracle's `images-0.21.8` (a small Go program around the published library, built apart from this
repository). Tests read the stored answers and need neither Go nor the oracle. Every case is the text of one root,
served under one media type; the answer is the number of the image that was read, or null.
"""

import json
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

from builders.oci.images import OCI_INDEX, OCI_MANIFEST, package
from builders.oci.layers import digest

STORE = Path(__file__).with_name("indexes.json")
DOCKER_LIST = "application/vnd.docker.distribution.manifest.list.v2+json"
IMAGES = tuple(package(f"number: {number}\n") for number in range(3))
AMD64 = {"os": "linux", "architecture": "amd64"}
ARM64 = {"os": "linux", "architecture": "arm64"}
UNKNOWN = {"os": "unknown", "architecture": "unknown"}


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


def main() -> None:
    """Asks, and writes the store."""
    cases = [("index", name, OCI_INDEX, data) for name, data in INDEXES.items()]
    cases += [("manifest", name, OCI_MANIFEST, data) for name, data in MANIFESTS.items()]
    with tempfile.TemporaryDirectory() as temporary:
        asked = []
        for number, (_, _, media_type, data) in enumerate(cases):
            folder = Path(temporary) / str(number)
            write(folder, data, media_type)
            asked.append(json.dumps({"id": str(number), "layout": str(folder)}))
        answered = subprocess.run([sys.argv[1]], input="\n".join(asked), capture_output=True, text=True, check=True)
    layers = {image.layers[0].digest: number for number, image in enumerate(IMAGES)}
    rows = []
    for (kind, name, _, data), line in zip(cases, answered.stdout.splitlines(), strict=True):
        told = json.loads(line)["readings"]["manager-2.2"]
        stage = told.get("stage", "") if told.get("error") else "read"
        row = {"kind": kind, "name": name, "taken": layers.get(told.get("layer", "")), "stage": stage}
        rows.append(json.dumps({**row, "text": data.decode("latin-1")}))
    STORE.write_text("[\n" + ",\n".join(rows) + "\n]\n", encoding="utf-8")


def write(folder: Path, root: bytes, media_type: str) -> None:
    """A layout whose only manifest is this one, with all images beside it."""
    blobs: dict[str, bytes] = {digest(root): root, digest(NESTED): NESTED}
    for each in IMAGES:
        blobs |= each.blobs()
    (folder / "blobs" / "sha256").mkdir(parents=True)
    for name, data in blobs.items():
        (folder / "blobs" / "sha256" / name.removeprefix("sha256:")).write_bytes(data)
    top = {"mediaType": media_type, "digest": digest(root), "size": len(root)}
    (folder / "index.json").write_text(json.dumps({"schemaVersion": 2, "manifests": [top]}))


if __name__ == "__main__":
    main()
