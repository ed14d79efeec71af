"""The images of a package of Crossplane: what runs it, the packages that it depends on, and runtime configs."""

from collections.abc import Iterator

from xpkgtui.errors import Usage
from xpkgtui.formats.cluster_objects import objects_of
from xpkgtui.formats.dependencies.needed import NeededPackage, PackageState
from xpkgtui.formats.package_objects import ObjectHead, PackageObjects
from xpkgtui.formats.role import Role
from xpkgtui.formats.used_images.pods import of_kinds, of_pod
from xpkgtui.formats.used_images.used import ImageRole, UsedImage, UsedImages
from xpkgtui.formats.xpkg.dependencies.lock import redirect
from xpkgtui.formats.xpkg.dependencies.references import is_digest, versioned
from xpkgtui.formats.xpkg.tools.facts import NO_CONTROLLER_CONFIGS, RUNS_ITSELF
from xpkgtui.untyped import field, text

_CONVERTED = (
    "Crossplane 2.0 removed ControllerConfigs; `crossplane beta convert deployment-runtime`, there up to 1.20, "
    "makes a DeploymentRuntimeConfig of one"
)
RUNTIME_CONFIGS = ("DeploymentRuntimeConfig", "ControllerConfig")
_IMAGES = {"Provider": ("spec", "controller", "image"), "Function": ("spec", "image")}
"""Where a meta object names the image that runs the package; without it the package runs itself."""
_GROUP = "pkg.crossplane.io"
_UNREAD = "since 2.0, Crossplane runs the image of the package itself"
_HINT = "Save them with: kubectl get deploymentruntimeconfigs -o yaml > runtime.yaml"


def _of_package(package: PackageObjects, target: str) -> Iterator[UsedImage]:
    def of(head: ObjectHead, value: object) -> Iterator[UsedImage]:
        if head.role is Role.META:
            return _runtime(value, head.kind or "", target)
        return of_runtime_config(value, target)

    yield from of_kinds(package, (*_IMAGES, *RUNTIME_CONFIGS).__contains__, of)


def _of_needed(needed: NeededPackage, meta: object, target: str) -> Iterator[UsedImage]:
    """A package that another one depends on; without a version it is only a name."""
    if not needed.package:
        return
    pinned = {one.constraint for one in needed.asked_by if is_digest(one.constraint)}
    version = needed.version or (next(iter(pinned)) if len(pinned) == 1 else "")
    fault = needed.says or "it cannot be installed" if needed.state is PackageState.MISSING else ""
    for asked in needed.asked_by:
        yield UsedImage(
            reference=versioned(needed.package, version) if version else needed.package,
            role=ImageRole.PACKAGE,
            place=f"spec.dependsOn: {asked.constraint or 'any version'}",
            asked_by=asked.package,
            pulled=needed.reference,
            is_open=not version,
            fault=fault,
        )
    yield from _runtime(meta, needed.kind, target, asked_by=needed.package)


def _runtime(meta: object, kind: str, target: str, asked_by: str = "") -> Iterator[UsedImage]:
    """The image that runs a package, where the version of Crossplane lets the package name one."""
    path = _IMAGES.get(kind)
    if path and (image := text(field(meta, *path))):
        yield UsedImage(
            reference=image,
            role=ImageRole.RUNTIME,
            place=".".join(path),
            asked_by=asked_by,
            unused=_UNREAD if RUNS_ITSELF.holds(target) else "",
        )


def of_runtime_config(value: object, target: str) -> Iterator[UsedImage]:
    """The images of a DeploymentRuntimeConfig, or of a ControllerConfig, which Crossplane 2.0 no longer has."""
    if not text(field(value, "apiVersion")).startswith(f"{_GROUP}/"):
        return
    kind, name = text(field(value, "kind")), text(field(value, "metadata", "name"))[:80]
    asked_by = f"{kind} {name or '(no name)'}"
    if kind == RUNTIME_CONFIGS[0]:
        pod = field(value, "spec", "deploymentTemplate", "spec", "template", "spec")
        yield from of_pod(pod, "spec.deploymentTemplate", asked_by=asked_by)
    elif kind == RUNTIME_CONFIGS[1] and (image := text(field(value, "spec", "image"))):
        unused = _CONVERTED if NO_CONTROLLER_CONFIGS.holds(target) else ""
        yield UsedImage(reference=image, role=ImageRole.RUNTIME, place="spec.image", asked_by=asked_by, unused=unused)


def _of_settings(content: str, target: str) -> Iterator[UsedImage]:
    """The images of all runtime configs in a text."""
    values = [
        one for one in objects_of(content, "the runtime config", _HINT) if text(field(one, "kind")) in RUNTIME_CONFIGS
    ]
    if not values:
        raise Usage(f"There is no {' or '.join(RUNTIME_CONFIGS)} in the file.", hint=_HINT)
    for one in values:
        yield from of_runtime_config(one, target)


USED_IMAGES = UsedImages(of_package=_of_package, of_needed=_of_needed, of_settings=_of_settings, redirect=redirect)
