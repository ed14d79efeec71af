"""Whether opm makes an entry of a catalog out of a bundle; OLM v1 sees no other bundles."""

from collections.abc import Iterator

from xpkgtui.formats.registry_v1.decoding.conversion import first_fault
from xpkgtui.formats.registry_v1.decoding.types import SERVICE_VERSION, type_of
from xpkgtui.formats.registry_v1.layout import CHANNELS, DEFAULT_CHANNEL, is_metadata
from xpkgtui.formats.registry_v1.layout import PACKAGE as PACKAGE_NAME
from xpkgtui.formats.registry_v1.rules.reading.dependencies import GVK, PACKAGE, declared, is_readable
from xpkgtui.formats.registry_v1.rules.reading.go_types import fits
from xpkgtui.formats.registry_v1.rules.subjects import Bundle, Item, annotations_in
from xpkgtui.untyped import field, listing, mapping, text

_READ = ("apiservicedefinitions", "customresourcedefinitions", "install", "relatedImages")
_Api = tuple[str, str, str, str]
"""Group, version, kind and plural."""


def is_rendered(bundle: Bundle) -> bool:
    """Whether `opm render` takes the bundle."""
    csv = bundle.csv
    if csv is None or not any(map(_is_annotated, bundle.items)) or not _fits(csv):
        return False
    crds = [crd for crd in bundle.crds if crd.is_first]
    if not all(map(_is_read, crds)) or not all(map(_is_written, _dependencies(bundle))):
        return False
    owned = [_owned(one) for one in listing(field(csv.spec, "customresourcedefinitions", "owned"))]
    return set(owned) <= {api for crd in crds for api in _provided(crd)}


def _is_annotated(item: Item) -> bool:
    """Whether package or channels can be read out of a file."""
    found = mapping(annotations_in(item)) if is_metadata(item.file) and item.is_first else {}
    known = [found.get(key) for key in (PACKAGE_NAME, CHANNELS, DEFAULT_CHANNEL)]
    return any(known) and not any(isinstance(one, (list, dict)) for one in known)


def _fits(csv: Item) -> bool:
    """Whether the fields fit that opm reads of a ClusterServiceVersion when it renders a bundle."""
    struct, value, spec = type_of(SERVICE_VERSION), mapping(csv.value), field(csv.value, "spec")
    if not isinstance(spec, dict) or not isinstance(spec.get("version"), str | None):
        return False
    if isinstance(spec.get("release"), bool | list | dict):
        return False
    value = {**value, "spec": {key: spec[key] for key in _READ if key in spec}}
    return struct is not None and first_fault(value, struct) is None


def _dependencies(bundle: Bundle) -> Iterator[object]:
    for item in bundle.items:
        yield from declared(item)


def _is_written(dependency: object) -> bool:
    """Whether it becomes a property, for which those of packages and APIs are decoded."""
    return is_readable(dependency) if text(field(dependency, "type")) in (GVK, PACKAGE) else True


def _is_read(crd: Item) -> bool:
    return not crd.is_misfit and fits(crd)


def _owned(one: object) -> _Api:
    plural, _, group = text(field(one, "name")).partition(".")
    return group, text(field(one, "version")), text(field(one, "kind")), plural


def _provided(crd: Item) -> Iterator[_Api]:
    kind, plural = (text(field(crd.spec, "names", key)) for key in ("kind", "plural"))
    versions = [text(field(one, "name")) for one in listing(crd.spec.get("versions"))]
    if crd.api_version.endswith("v1beta1") and (single := text(crd.spec.get("version"))):
        versions.append(single)
    for version in versions:
        yield text(crd.spec.get("group")), version, kind, plural
