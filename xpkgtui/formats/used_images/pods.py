"""The images of pods (of containers, volumes and variables that name images) and of operators."""

from collections.abc import Callable, Iterator

from xpkgtui.formats.package_objects import ObjectHead, PackageObjects
from xpkgtui.formats.role import Role
from xpkgtui.formats.used_images.used import ImageRole, UsedImage, UsedImages, related_images
from xpkgtui.untyped import field, listing, text


def of_service_version(
    value: object, *, asked_by: str = "", listed: frozenset[str] = frozenset()
) -> Iterator[UsedImage]:
    """Related images, then those of deployments; `listed` has others that mirroring tools know of.

    opm adds the images of deployments when it renders a catalog. It adds none of variables, so an operand that is not
    in `relatedImages` is in no list at all.
    """
    related = [field(one, "image") for one in listing(field(value, "spec", "relatedImages"))]
    known = listed.union(map(text, related))
    yield from related_images(related, "spec.relatedImages", asked_by)
    deployments = listing(field(value, "spec", "install", "spec", "deployments"))
    for one in deployments:
        place = f"Deployment {text(field(one, 'name'))[:_LONGEST] or '(no name)'}"
        pod = field(one, "spec", "template", "spec")
        yield from of_pod(pod, place, asked_by=asked_by, is_listed=known.__contains__)


VARIABLE = "RELATED_IMAGE_"
"""The beginning of the variables by which an operator knows the images that it starts."""
_GROUPS = ("", "apps", "batch", "extensions")
_POD = ("spec", "template", "spec")
POD_PATHS = {
    "Pod": ("spec",),
    "Deployment": _POD,
    "StatefulSet": _POD,
    "DaemonSet": _POD,
    "ReplicaSet": _POD,
    "ReplicationController": _POD,
    "Job": _POD,
    "CronJob": ("spec", "jobTemplate", *_POD),
    "PodTemplate": ("template", "spec"),
}
"""Where objects that run Pods have the spec of these, by kind."""
_LIST = "List"
_LONGEST = 80
"""Characters of a name in a place."""


def of_pod(
    pod: object, place: str, *, asked_by: str = "", is_listed: Callable[[str], bool] = lambda _reference: True
) -> Iterator[UsedImage]:
    """The images that the spec of a pod names; `is_listed` says whether mirroring tools know of one."""
    for key, one in _containers(pod):
        where = f"{place}, {key} {_name(one)}"
        if image := text(field(one, "image")):
            listed = is_listed(image)
            yield UsedImage(reference=image, role=ImageRole.RUNTIME, place=where, asked_by=asked_by, listed=listed)
        for variable in listing(field(one, "env")):
            name, value = text(field(variable, "name")), _without_scheme(text(field(variable, "value")).strip())
            if value and name.startswith(VARIABLE):
                yield UsedImage(
                    reference=value,
                    role=ImageRole.OPERAND,
                    place=f"{where}, {name[:_LONGEST]}",
                    asked_by=asked_by,
                    listed=is_listed(value),
                )
    for one in listing(field(pod, "volumes")):
        if image := text(field(one, "image", "reference")):
            where = f"{place}, volume {_name(one)}"
            yield UsedImage(
                reference=image, role=ImageRole.RUNTIME, place=where, asked_by=asked_by, listed=is_listed(image)
            )


def of_object(value: object) -> Iterator[UsedImage]:
    """The images that an object names, if it runs pods, or lists objects that do."""
    group, slash, _ = text(field(value, "apiVersion")).partition("/")
    kind = text(field(value, "kind"))
    if (group if slash else "") not in _GROUPS:
        return
    if kind in POD_PATHS:
        yield from of_pod(field(value, *POD_PATHS[kind]), f"{kind} {_name(field(value, 'metadata'))}")
    elif kind.endswith(_LIST):
        for one in listing(field(value, "items")):
            if not text(field(one, "kind")).endswith(_LIST):
                yield from of_object(one)


def of_objects(package: PackageObjects, _target: str = "") -> Iterator[UsedImage]:
    """The images that all objects of a package name; one that cannot be parsed is an image without a reference."""
    yield from of_kinds(
        package, lambda kind: kind in POD_PATHS or kind.endswith(_LIST), lambda _head, value: of_object(value)
    )


def of_kinds(
    package: PackageObjects, is_wanted: Callable[[str], bool], of: Callable[[ObjectHead, object], Iterator[UsedImage]]
) -> Iterator[UsedImage]:
    """The images of the objects of some kinds; what cannot be parsed, and may be one of them, is a fault."""
    for head in package.heads:
        if head.role is Role.EMPTY or not (head.kind is None or is_wanted(head.kind)):
            continue
        value = package.read(head)
        if value is None:
            place = f"document {head.document}"
            yield UsedImage(reference="", role=ImageRole.RELATED, place=place, fault="it cannot be parsed")
        elif head.kind is not None:
            yield from of(head, value)


PODS = UsedImages(of_package=of_objects)
"""The images of a package whose objects run as they are."""


def _containers(pod: object) -> Iterator[tuple[str, object]]:
    for key, word in (("initContainers", "init container"), ("containers", "container")):
        for one in listing(field(pod, key)):
            yield word, one


def _without_scheme(value: str) -> str:
    """The reference in the value of a variable: some operators want it as a URL."""
    scheme, _, rest = value.partition("://")
    return rest if scheme in ("oci", "docker") and rest else value


def _name(value: object) -> str:
    return text(field(value, "name"))[:_LONGEST] or "(no name)"
