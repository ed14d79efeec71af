"""The names of media types."""

from builders.cases import each_row

from xpkgtui.oci import media_types


@each_row(
    ("media_type", "short", "is_foreign"),
    [
        ("application/vnd.oci.image.index.v1+json", "OCI index", False),
        ("application/vnd.oci.image.manifest.v1+json", "OCI manifest", False),
        ("application/vnd.oci.image.config.v1+json", "OCI config", False),
        ("application/vnd.oci.image.layer.v1.tar", "tar", False),
        ("application/vnd.oci.image.layer.v1.tar+gzip", "tar+gzip", False),
        ("application/vnd.oci.image.layer.v1.tar+zstd", "tar+zstd", False),
        ("application/vnd.docker.distribution.manifest.list.v2+json", "Docker manifest list", False),
        ("application/vnd.docker.distribution.manifest.v2+json", "Docker manifest", False),
        ("application/vnd.docker.container.image.v1+json", "Docker config", False),
        ("application/vnd.docker.image.rootfs.diff.tar.gzip", "Docker tar+gzip", False),
        ("application/vnd.docker.image.rootfs.diff.tar", "Docker tar", False),
        ("application/vnd.docker.image.rootfs.foreign.diff.tar.gzip", "foreign Docker tar+gzip", True),
        (
            "application/vnd.oci.image.layer.nondistributable.v1.tar",
            "application/vnd.oci.image.layer.nondistributable.v1.tar",
            True,
        ),
    ],
)
def test_a_media_type_has_a_short_name(media_type: str, short: str, is_foreign: bool) -> None:
    assert (media_types.short(media_type), media_types.is_foreign(media_type)) == (short, is_foreign)


def test_parameters_and_case_do_not_count() -> None:
    assert media_types.bare(" Text/Plain ; charset=utf-8;a=b") == "text/plain"


def test_schema_1_has_two_types() -> None:
    prefix = "application/vnd.docker.distribution.manifest.v1+"
    assert {f"{prefix}json", f"{prefix}prettyjws"} == media_types.SCHEMA1
