"""The image of the built-in package: two platforms, an attestation, and every blob by its digest."""

from collections.abc import Mapping
from pkgutil import get_data

from xpkgtui.formats.xpkg.annotations.layers import ANNOTATION, LABEL_PREFIX
from xpkgtui.oci import media_types
from xpkgtui.oci.descriptor import ATTESTATION_TYPE, REFERENCE_DIGEST, REFERENCE_TYPE, Digest
from xpkgtui.sources.demo.layers import DemoImage, gzip, program, tar, to_json
from xpkgtui.values import dataclass

_FILES = "examples/provider"
_SEPARATOR = b"\n---\n"
_OLDER = 6
"""Documents that the older package.yaml of a story has."""
_CONSTRAINT = b"version: '>=v2.0.0, <v3.0.0'"
_RUNTIME = {
    "etc/": b"",
    "etc/group": b"root:x:0:\nnonroot:x:65532:\n",
    "etc/os-release": b'NAME="Tideless"\nID=tideless\nVERSION_ID=12\n',
    "etc/passwd": b"root:x:0:0:root:/root:/sbin/nologin\nnonroot:x:65532:65532::/home/nonroot:/sbin/nologin\n",
    "etc/ssl/certs/ca-certificates.crt": b"# no certificate in it: this image never runs\n",
    "tmp/": b"",
    "tmp/build.log": b"left behind by the base image, and removed by the next layer\n",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Story:
    """How the image is marked, and what its last two layers hold."""

    annotations: tuple[str, ...] = ("", "", "base", "upbound")
    labels: tuple[str, ...] = ("", "", "upbound", "base")
    """The second planted fault (XPKG207): the labels of the last two layers are swapped."""
    decoy: str = ""
    """The name of an older package.yaml in the top layer, in place of the examples."""
    constraint: str = ""
    """Another constraint on Crossplane than the package has."""


_STORIES = {
    "": _Story(),
    # Annotations and labels agree, and both are on the wrong layer.
    "refused": _Story(annotations=("", "", "upbound", "base")),
    # Nothing is annotated, as docker build leaves it, and the top layer holds what a vendored folder brought along.
    "disputed": _Story(
        annotations=("", "", "", ""),
        labels=("", "", "", ""),
        decoy="vendor/harbour/package.yaml",
        constraint=">=v1.19.0, <v3.0.0",
    ),
}


def build(story: str = "") -> tuple[DemoImage, bytes]:
    """The image and the bytes of its index; a `story` is one of `DEMO_STORIES`."""
    image, look = DemoImage(), _STORIES[story]
    children = [_platform(image, architecture, look) for architecture in ("amd64", "arm64")]
    entries = [*children, _attestation(image, str(children[0]["digest"]))]
    index = to_json({"schemaVersion": 2, "mediaType": media_types.OCI_INDEX, "manifests": entries})
    image.add(index, media_types.OCI_INDEX)
    return image, index


def _platform(image: DemoImage, architecture: str, story: _Story) -> dict[str, object]:
    binary = {"tmp/.wh.build.log": b"", "usr/local/bin/provider": program(architecture)}
    package = _file("package.yaml")
    top = {".up/examples.yaml": _file(".up/examples.yaml")}
    if story.constraint:
        package = package.replace(_CONSTRAINT, f"version: '{story.constraint}'".encode())
    if story.decoy:
        top = {story.decoy: _SEPARATOR.join((*package.split(_SEPARATOR)[:_OLDER], b""))}
    tars = (
        tar(_RUNTIME),
        tar(binary, {"usr/local/bin/provider": 0o755}),
        tar({"package.yaml": package}),
        tar(top),
    )
    layers = [
        image.add(gzip(data), media_types.DOCKER_LAYER, **({"annotations": {ANNOTATION: role}} if role else {}))
        for data, role in zip(tars, story.annotations, strict=True)
    ]
    named = zip(layers, story.labels, strict=True)
    labels = {f"{LABEL_PREFIX}{layer['digest']}": label for layer, label in named if label}
    config = image.add(_config(architecture, labels, tars), media_types.DOCKER_CONFIG)
    manifest = {
        "schemaVersion": 2,
        "mediaType": media_types.DOCKER_MANIFEST,
        "config": config,
        "layers": layers,
    }
    platform = {"architecture": architecture, "os": "linux"}
    return image.add(to_json(manifest), media_types.DOCKER_MANIFEST, platform=platform)


def _file(name: str) -> bytes:
    """A file of the package."""
    return get_data(__name__, f"{_FILES}/{name}") or b""


def _config(architecture: str, labels: Mapping[str, str], tars: tuple[bytes, ...]) -> bytes:
    steps = ("base image of nothing in particular", "COPY provider /usr/local/bin/provider", "package", "examples")
    return to_json(
        {
            "architecture": architecture,
            "os": "linux",
            "config": {"Entrypoint": ["/usr/local/bin/provider"], "Labels": dict(labels), "User": "65532"},
            "history": [{"created_by": step} for step in steps],
            "rootfs": {"type": "layers", "diff_ids": [str(Digest.of(data)) for data in tars]},
        }
    )


def _attestation(image: DemoImage, subject: str) -> dict[str, object]:
    statement = {
        "_type": "https://in-toto.io/Statement/v0.1",
        "predicateType": "https://slsa.dev/provenance/v0.2",
        "subject": [{"name": "provider-harbourmaster", "digest": {"sha256": subject.removeprefix("sha256:")}}],
        "predicate": {"builder": {"id": "https://builds.tidewater.example/17"}},
    }
    layer = image.add(to_json(statement), "application/vnd.in-toto+json")
    diff_ids = [layer["digest"]]
    config = {"architecture": "unknown", "os": "unknown", "rootfs": {"type": "layers", "diff_ids": diff_ids}}
    manifest = {
        "schemaVersion": 2,
        "mediaType": media_types.OCI_MANIFEST,
        "artifactType": ATTESTATION_TYPE,
        "config": image.add(to_json(config), media_types.OCI_CONFIG),
        "layers": [layer],
    }
    return image.add(
        to_json(manifest),
        media_types.OCI_MANIFEST,
        annotations={REFERENCE_DIGEST: subject, REFERENCE_TYPE: "attestation-manifest"},
        platform={"architecture": "unknown", "os": "unknown"},
    )
