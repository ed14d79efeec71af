"""An image: its config, and its layers with annotation, label, diff_id and history side by side."""

from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Self

from xpkgtui.oci.descriptor import Descriptor, Platform
from xpkgtui.oci.json_value import as_annotations, as_object, as_text, as_texts, go_fields, read_object
from xpkgtui.oci.manifest import Manifest
from xpkgtui.values import dataclass

_SEARCH_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
"""That of containers whose config names none."""


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
    search_path: str = _SEARCH_PATH
    """The folders in which a command without a slash is looked for, as the variable PATH has them."""
    user: str = ""
    working_folder: str = ""
    """`WorkingDir`, in which what it starts begins."""
    ports: tuple[str, ...] = ()
    """`8080/tcp`, in order of their letters."""
    rootfs_type: str = "layers"
    has_labels: bool = False
    """Whether there is a list of labels; it may be empty."""

    @property
    def command(self) -> tuple[str, ...]:
        """The words of what it starts; containerd takes an Entrypoint of one empty word for none."""
        return (*(() if self.entrypoint == ("",) else self.entrypoint), *self.cmd)

    @classmethod
    def parse(cls, data: bytes) -> Self:
        """Reads a config blob; raises `Malformed` where Go's typed decoder would stop."""
        from xpkgtui.oci.config_shape import require_config  # a screen is sent configs, and reads none

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
            search_path=_search_path(as_texts(settings.get("Env"), "Env")),
            user=as_text(settings.get("User"), "User"),
            working_folder=as_text(settings.get("WorkingDir"), "WorkingDir"),
            ports=tuple(sorted(_optional_object(settings.get("ExposedPorts"), "ExposedPorts"))),
            has_labels=settings.get("Labels") is not None,
            rootfs_type=as_text(rootfs.get("type"), "rootfs.type"),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class LayerMark:
    """What the format of an image says one layer is for."""

    annotation: str | None = None
    """The value of the format's annotation, or what push would make of the label where `derived`."""
    derived: bool = False
    label: str | None = None
    """The value of the format's label about this layer in the config."""
    is_base: bool = False
    """Whether the deciding reader takes it for the layer that supplies the package."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Layer:
    """One layer with everything that manifest and config say about it."""

    index: int
    """From 0, the bottom one."""
    descriptor: Descriptor
    mark: LayerMark = LayerMark()
    diff_id: str | None = None
    history: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Image:
    """A manifest with its config."""

    manifest: Manifest
    config: ImageConfig | None
    layers: tuple[Layer, ...]
    base: Layer | None = field(init=False)
    """The layer that the deciding reader takes: the first that is marked so."""

    def __post_init__(self) -> None:
        # Looked for once: every row of a list asks for it, and a manifest may have 25,000 layers.
        object.__setattr__(self, "base", next((layer for layer in self.layers if layer.mark.is_base), None))

    @classmethod
    def of(cls, manifest: Manifest, config: ImageConfig | None, marks: Sequence[LayerMark] = ()) -> Self:
        """Joins the two; `marks` holds one for each layer, or none."""
        diff_ids = config.diff_ids if config else ()
        history = config.history if config and len(config.history) == len(manifest.layers) else ()
        layers = tuple(
            Layer(
                index=index,
                descriptor=descriptor,
                mark=marks[index] if marks else LayerMark(),
                diff_id=diff_ids[index] if index < len(diff_ids) else None,
                history=history[index] if history else "",
            )
            for index, descriptor in enumerate(manifest.layers)
        )
        return cls(manifest=manifest, config=config, layers=layers)


def _optional_object(value: object, where: str) -> Mapping[str, object]:
    return {} if value is None else go_fields(as_object(value, where))


def _search_path(environment: tuple[str, ...]) -> str:
    found = [one.partition("=")[2] for one in environment if one.startswith("PATH=")]
    return found[-1] if found else _SEARCH_PATH


def _history(value: object) -> tuple[str, ...]:
    """The steps that made layers; none where the history has the wrong shape."""
    if not isinstance(value, list):
        return ()
    steps = [step for step in value if isinstance(step, dict) and not step.get("empty_layer")]
    return tuple(text if isinstance(text := step.get("created_by"), str) else "" for step in steps)
