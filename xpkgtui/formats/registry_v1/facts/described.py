"""What the files of metadata/ and the labels of the image say of a bundle."""

from collections.abc import Iterator, Mapping

from xpkgtui.formats.fact import Fact, brief, cells, heading
from xpkgtui.formats.package_objects import PackageObjects
from xpkgtui.formats.registry_v1.layout import ANNOTATIONS, DEPENDENCIES, LABELS, PREFIX
from xpkgtui.untyped import field, listing, mapping, text

_LARGEST = 1 << 20
"""Bytes of a file of metadata/ that is read."""
_MANY = 20


def _file(package: PackageObjects, name: str) -> object:
    head = next((one for one in package.heads if one.file == name and one.end - one.start <= _LARGEST), None)
    return package.read(head) if head else None


def annotations_of(package: PackageObjects) -> Mapping[str, str]:
    """The annotations of the bundle."""
    found = mapping(field(_file(package, ANNOTATIONS), "annotations"))
    return {key: brief(value) for key, value in found.items()}


def required(package: PackageObjects) -> Iterator[str]:
    """What metadata/dependencies.yaml requires, in words."""
    for one in listing(field(_file(package, DEPENDENCIES), "dependencies"))[:_MANY]:
        value = mapping(field(one, "value"))
        match text(field(one, "type")):
            case "olm.package":
                yield f"package {brief(value.get('packageName'))} {brief(value.get('version'))}".rstrip()
            case "olm.gvk":
                kind, version, group = (brief(value.get(key)) for key in ("kind", "version", "group"))
                yield f"{kind} {version} of {group}"
            case "olm.label":
                yield f"label {brief(value.get('label'))}"
            case "olm.constraint":
                yield f"constraint {brief(field(value, 'cel', 'rule')) or ', '.join(map(brief, value))}"
            case other:
                yield f"{brief(other) or 'something'}, which opm does not know"


def beside_labels(package: PackageObjects, annotations: Mapping[str, str]) -> Iterator[Fact]:
    """A table of annotations and labels of the image; the file is what tools go by."""
    labels = package.labels
    if not any(key in labels for key in LABELS):
        return
    yield heading("Annotations beside image labels", f"{PREFIX}*")
    yield "key", cells("annotations.yaml", "label", "")
    differ = False
    for key in LABELS:
        label, value = labels.get(key), annotations.get(key)
        if label is None and value is None:
            continue
        differ = differ or label != value
        yield key.removeprefix(PREFIX).removesuffix(".v1"), cells(_or(value), _or(label), _likeness(label == value))
    yield "", f"Tools go by {ANNOTATIONS} where the two differ." if differ else "They agree."


def _likeness(is_same: bool) -> str:
    return "= agree" if is_same else "! differ"


def _or(value: str | None) -> str:
    return "–" if value is None else brief(value) or "(empty)"
