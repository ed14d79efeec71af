"""Indexes and manifests as the screen gets to see them."""

from xpkgtui.formats.images.layers import LayerRole
from xpkgtui.inspection.messages import events
from xpkgtui.inspection.messages.events import Event
from xpkgtui.inspection.messages.parts import PartName
from xpkgtui.inspection.rows.layers import LayerRow, LayerUse
from xpkgtui.inspection.rows.platforms import PlatformRole, PlatformRow, PlatformUse
from xpkgtui.oci.descriptor import Platform
from xpkgtui.sources.source import SourceForm

AWS = "xpkg.upbound.io/upbound/provider-aws-s3:v1.21.0"
AZURE = "xpkg.upbound.io/upbound/provider-azure:v2.3.0"
ROOT = "sha256:2f0c77aa91b3" + "0" * 52


def beginning(
    source: str, *, big: bool = False, base: LayerUse = LayerUse.SUPPLIES, supplies: bool = True
) -> list[Event]:
    """Resolved, an index of three entries and a manifest of four layers."""
    amd, arm = (64_900_000, 63_000_000) if big else (21_800_000, 20_700_000)
    media = "application/vnd.oci.image.manifest.v1+json"
    rows = (
        PlatformRow(
            digest="sha256:6b1f0e2" + "0" * 57,
            media_type=media,
            size=2400,
            total=amd,
            role=PlatformRole.IMAGE,
            platform=Platform(os="linux", architecture="amd64"),
            selected=True,
            chosen=True,
            use=PlatformUse.DEFAULT,
        ),
        PlatformRow(
            digest="sha256:0d92aa1" + "0" * 57,
            media_type=media,
            size=2400,
            total=arm,
            role=PlatformRole.IMAGE,
            platform=Platform(os="linux", architecture="arm64"),
            use=PlatformUse.IGNORED,
        ),
        PlatformRow(
            digest="sha256:fe11c0d" + "0" * 57,
            media_type=media,
            size=1200,
            role=PlatformRole.ATTESTATION,
            platform=Platform(os="unknown", architecture="unknown"),
            use=PlatformUse.PROVENANCE,
            about="linux/amd64",
        ),
    )
    manifest = events.ManifestRead(
        digest="sha256:6b1f0e2" + "0" * 57,
        media_type=media,
        annotations=(),
        config_digest="sha256:" + "cc" * 32,
        config_size=7900,
        labels=(),
        layers=layers(big=big, base=base, supplies=supplies),
        total=amd,
    )
    return [
        events.Progressed(part=PartName.PLATFORMS, what=f"Opening {source}"),
        events.Resolved(form=SourceForm.REGISTRY, is_remote=True, reference=source, digest=ROOT),
        events.PlatformsListed(rows=rows, is_index=True),
        manifest,
    ]


def layers(*, big: bool = False, base: LayerUse, supplies: bool) -> tuple[LayerRow, ...]:
    """Two of the runtime, base, and examples above."""
    media = "application/vnd.oci.image.layer.v1.tar+gzip"
    key = "io.crossplane.xpkg"
    return (
        LayerRow(
            index=0,
            digest="sha256:aa4f013" + "0" * 57,
            diff_id=None,
            media_type=media,
            size=612_000,
            use=LayerUse.IGNORED,
            role=LayerRole.RUNTIME,
        ),
        LayerRow(
            index=1,
            digest="sha256:7be2107" + "0" * 57,
            diff_id=None,
            media_type=media,
            size=61_200_000 if big else 20_900_000,
            use=LayerUse.IGNORED,
            role=LayerRole.RUNTIME,
        ),
        LayerRow(
            index=2,
            digest="sha256:51ce8fd" + "0" * 57,
            diff_id="sha256:" + "d1" * 32,
            media_type=media,
            size=3_100_000 if big else 318_000,
            files=1,
            annotations={key: "base"},
            annotation="base",
            is_base=True,
            label="base",
            role=LayerRole.PACKAGE,
            supplies=supplies,
            use=base,
            first_file="" if supplies else "crossplane.yaml",
        ),
        LayerRow(
            index=3,
            digest="sha256:c90aa1e" + "0" * 57,
            diff_id=None,
            media_type=media,
            size=14_000,
            annotations={key: "upbound"},
            annotation="upbound",
            role=LayerRole.EXAMPLES,
            use=LayerUse.IGNORED,
        ),
    )
