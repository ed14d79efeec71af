"""The image of the built-in package: two platforms, an attestation, and every blob by its digest."""

from collections.abc import Mapping

from xpkgtui.formats.xpkg.annotations.layers import ANNOTATION, LABEL_PREFIX
from xpkgtui.oci import media_types
from xpkgtui.oci.descriptor import ATTESTATION_TYPE, REFERENCE_DIGEST, REFERENCE_TYPE
from xpkgtui.oci.digest import Digest
from xpkgtui.sources.demo.blobs import DemoImage, to_json
from xpkgtui.sources.demo.definitions import definition
from xpkgtui.sources.demo.kinds import every_kind
from xpkgtui.sources.demo.layers import gzip, program, tar
from xpkgtui.sources.demo.prose import EXAMPLES, meta
from xpkgtui.sources.demo.yaml_text import encode

_RUNTIME = {
    "etc/": b"",
    "etc/group": b"root:x:0:\nnonroot:x:65532:\n",
    "etc/os-release": b'NAME="Tideless"\nID=tideless\nVERSION_ID=12\n',
    "etc/passwd": b"root:x:0:0:root:/root:/sbin/nologin\nnonroot:x:65532:65532::/home/nonroot:/sbin/nologin\n",
    "etc/ssl/certs/ca-certificates.crt": b"# no certificate in it: this image never runs\n",
    "tmp/": b"",
    "tmp/build.log": b"left behind by the base image, and removed by the next layer\n",
}


def build() -> tuple[DemoImage, bytes]:
    """The image and the bytes of its index."""
    image = DemoImage()
    stream = package_yaml()
    children = [_platform(image, architecture, stream) for architecture in ("amd64", "arm64")]
    entries = [*children, _attestation(image, str(children[0]["digest"]))]
    index = to_json({"schemaVersion": 2, "mediaType": media_types.OCI_INDEX, "manifests": entries})
    image.add(index, media_types.OCI_INDEX)
    return image, index


def _platform(image: DemoImage, architecture: str, stream: bytes) -> dict[str, object]:
    binary = {"tmp/.wh.build.log": b"", "usr/local/bin/provider": program(architecture)}
    tars = (
        tar(_RUNTIME),
        tar(binary, {"usr/local/bin/provider": 0o755}),
        tar({"package.yaml": stream}),
        tar({".up/examples.yaml": EXAMPLES.encode()}),
    )
    roles = ("", "", "base", "upbound")
    layers = [
        image.add(gzip(data), media_types.DOCKER_LAYER, **({"annotations": {ANNOTATION: role}} if role else {}))
        for data, role in zip(tars, roles, strict=True)
    ]
    # The second planted fault (XPKG207): the labels of the last two layers are swapped.
    labels = {f"{LABEL_PREFIX}{layers[2]['digest']}": "upbound", f"{LABEL_PREFIX}{layers[3]['digest']}": "base"}
    config = image.add(_config(architecture, labels, tars), media_types.DOCKER_CONFIG)
    manifest = {
        "schemaVersion": 2,
        "mediaType": media_types.DOCKER_MANIFEST,
        "config": config,
        "layers": layers,
    }
    platform = {"architecture": architecture, "os": "linux"}
    return image.add(to_json(manifest), media_types.DOCKER_MANIFEST, platform=platform)


def package_yaml() -> bytes:
    """The stream as `crossplane xpkg build` writes it: meta first, and separators before and after each document."""
    documents = [meta(), *(definition(kind) for kind in every_kind())]
    return ("---\n" + "".join(f"{encode(document)}---\n" for document in documents)).encode()


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
