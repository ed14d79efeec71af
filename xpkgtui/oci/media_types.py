"""Media types of the OCI image specification and of Docker, with short names."""

OCI_INDEX = "application/vnd.oci.image.index.v1+json"
OCI_MANIFEST = "application/vnd.oci.image.manifest.v1+json"
OCI_CONFIG = "application/vnd.oci.image.config.v1+json"
OCI_LAYER = "application/vnd.oci.image.layer.v1.tar"
OCI_LAYER_GZIP = "application/vnd.oci.image.layer.v1.tar+gzip"
OCI_LAYER_ZSTD = "application/vnd.oci.image.layer.v1.tar+zstd"
DOCKER_LIST = "application/vnd.docker.distribution.manifest.list.v2+json"
DOCKER_MANIFEST = "application/vnd.docker.distribution.manifest.v2+json"
DOCKER_CONFIG = "application/vnd.docker.container.image.v1+json"
DOCKER_LAYER = "application/vnd.docker.image.rootfs.diff.tar.gzip"
DOCKER_LAYER_PLAIN = "application/vnd.docker.image.rootfs.diff.tar"
DOCKER_FOREIGN_LAYER = "application/vnd.docker.image.rootfs.foreign.diff.tar.gzip"
DOCKER_SCHEMA1 = "application/vnd.docker.distribution.manifest.v1+json"
DOCKER_SCHEMA1_SIGNED = "application/vnd.docker.distribution.manifest.v1+prettyjws"

INDEXES = frozenset({OCI_INDEX, DOCKER_LIST})
MANIFESTS = frozenset({OCI_MANIFEST, DOCKER_MANIFEST})
SCHEMA1 = frozenset({DOCKER_SCHEMA1, DOCKER_SCHEMA1_SIGNED})
ACCEPTED = (OCI_INDEX, OCI_MANIFEST, DOCKER_LIST, DOCKER_MANIFEST)
"""Accepted by every request for a manifest; an older registry answers 404 where one is missing."""

_SHORT = {
    OCI_INDEX: "OCI index",
    OCI_MANIFEST: "OCI manifest",
    OCI_CONFIG: "OCI config",
    OCI_LAYER: "tar",
    OCI_LAYER_GZIP: "tar+gzip",
    OCI_LAYER_ZSTD: "tar+zstd",
    DOCKER_LIST: "Docker manifest list",
    DOCKER_MANIFEST: "Docker manifest",
    DOCKER_CONFIG: "Docker config",
    DOCKER_LAYER: "Docker tar+gzip",
    DOCKER_LAYER_PLAIN: "Docker tar",
    DOCKER_FOREIGN_LAYER: "foreign Docker tar+gzip",
}


def bare(media_type: str) -> str:
    """The media type without parameters, in lower case, as HTTP compares it."""
    return media_type.partition(";")[0].strip().lower()


def short(media_type: str) -> str:
    """A short name for a media type; unknown ones are unchanged."""
    return _SHORT.get(media_type, media_type)


def is_foreign(media_type: str) -> bool:
    """Whether layers of this type are not meant to be distributed."""
    return ".nondistributable." in media_type or media_type == DOCKER_FOREIGN_LAYER
