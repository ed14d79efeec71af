"""An image: its config, and its layers with annotation, label, diff_id and history side by side."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Self

from xpkgtui.oci.config_shape import require_config
from xpkgtui.oci.descriptor import ANNOTATION, BASE, Descriptor
from xpkgtui.oci.json_value import as_annotations, as_object, as_texts, go_fields, read_object
from xpkgtui.oci.manifest import Manifest
from xpkgtui.oci.platform import Platform

LABEL_PREFIX = f"{ANNOTATION}:"
"""`io.crossplane.xpkg:<layer digest>` is the config label that `xpkg push` turns into an annotation."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ImageConfig:
    """The parts of an image's config that packages use."""

    platform: Platform
    labels: Mapping[str, str] = field(default_factory=dict)
    diff_ids: tuple[str, ...] = ()
    history: tuple[str, ...] = ()
    """`created_by` of each step that made a layer, the bottom one first."""
    entrypoint: tuple[str, ...] = ()
    cmd: tuple[str, ...] = ()

    @classmethod
    def parse(cls, data: bytes) -> Self:
        """Reads a config blob; raises `Malformed` where Go's typed decoder would stop."""
        found = read_object(data)
        require_config(found)
        fields = go_fields(found)
        settings = _optional_object(fields.get("config"), "config")
        rootfs = _optional_object(fields.get("rootfs"), "rootfs")
        return cls(
            platform=Platform.parse(fields),
            labels=as_annotations(settings.get("Labels"), "the config"),
            diff_ids=as_texts(rootfs.get("diff_ids"), "rootfs.diff_ids"),
            history=_history(fields.get("history")),
            entrypoint=as_texts(settings.get("Entrypoint"), "Entrypoint"),
            cmd=as_texts(settings.get("Cmd"), "Cmd"),
        )

    @property
    def xpkg_labels(self) -> Mapping[str, str]:
        """Layer digest, as the key of the label spells it -> value."""
        return {
            key.removeprefix(LABEL_PREFIX): value
            for key, value in self.labels.items()
            if key.startswith(LABEL_PREFIX)
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Layer:
    """One layer with everything that manifest and config say about it."""

    index: int
    """From 0, the bottom one."""
    descriptor: Descriptor
    annotation: str | None = None
    """`io.crossplane.xpkg` of the descriptor, or what push would make of the label where `derived`."""
    derived: bool = False
    label: str | None = None
    """`io.crossplane.xpkg:<this digest>` of the config."""
    diff_id: str | None = None
    history: str = ""

    @property
    def is_base(self) -> bool:
        """Whether Crossplane reads package.yaml from this layer."""
        return self.annotation == BASE


@dataclass(frozen=True, slots=True, kw_only=True)
class Image:
    """A manifest with its config."""

    manifest: Manifest
    config: ImageConfig | None
    layers: tuple[Layer, ...]

    @classmethod
    def of(cls, manifest: Manifest, config: ImageConfig | None, *, derive: bool = False) -> Self:
        """Joins the two; with `derive`, labels become annotations as `xpkg push` makes them (archives)."""
        labels = config.xpkg_labels if config else {}
        diff_ids = config.diff_ids if config else ()
        history = config.history if config and len(config.history) == len(manifest.layers) else ()
        layers = []
        for index, descriptor in enumerate(manifest.layers):
            label = labels.get(str(descriptor.digest))
            derived = derive and label is not None and descriptor.xpkg is None
            layers.append(
                Layer(
                    index=index,
                    descriptor=descriptor,
                    annotation=label if derived else descriptor.xpkg,
                    derived=derived,
                    label=label,
                    diff_id=diff_ids[index] if index < len(diff_ids) else None,
                    history=history[index] if history else "",
                )
            )
        return cls(manifest=manifest, config=config, layers=tuple(layers))

    @property
    def base(self) -> Layer | None:
        """The layer that Crossplane 2.2 and later take: the first that is annotated base."""
        return next((layer for layer in self.layers if layer.is_base), None)

    @property
    def stray_labels(self) -> Mapping[str, str]:
        """Labels that name no layer of this image (a tool recompressed the layers)."""
        known = {str(layer.descriptor.digest) for layer in self.layers}
        found = self.config.xpkg_labels if self.config else {}
        return {digest: value for digest, value in found.items() if digest not in known}


def _optional_object(value: object, where: str) -> Mapping[str, object]:
    return {} if value is None else go_fields(as_object(value, where))


def _history(value: object) -> tuple[str, ...]:
    """The steps that made layers; none where the history has the wrong shape."""
    if not isinstance(value, list):
        return ()
    steps = [step for step in value if isinstance(step, dict) and not step.get("empty_layer")]
    return tuple(text if isinstance(text := step.get("created_by"), str) else "" for step in steps)
