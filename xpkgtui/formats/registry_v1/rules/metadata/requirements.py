"""Rules about what a bundle requires, and about metadata/properties.yaml."""

from collections.abc import Iterator

from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.registry_v1.layout import PROPERTIES
from xpkgtui.formats.registry_v1.rules.declared import CONSTRAINT, GVK, PACKAGE, declared, path_of
from xpkgtui.formats.registry_v1.rules.severities import by, everywhere
from xpkgtui.formats.registry_v1.rules.subjects import Bundle, Item
from xpkgtui.rules.finding import Stage
from xpkgtui.rules.rule import Problem, rule
from xpkgtui.untyped import field, listing, mapping, text

_REQUIREMENTS = {PACKAGE: "olm.package.required", GVK: "olm.gvk.required", CONSTRAINT: CONSTRAINT}


@rule(
    "OLM025",
    "OLM v1 installs nothing with dependencies",
    by(opm="W", sdk="W", olmv1="E", rukpak="W", spec="I"),
    stage=Stage.INSTALL,
)
def nothing_is_required(bundle: Bundle) -> Iterator[Problem]:
    """A bundle requires no package, no API and no constraint, where OLM v1 is to install it.

    Why: OLM v1 resolves no dependencies, and refuses bundles that have some.
    When it bites: When an extension is installed by OLM v1.
    Fix: Install what is required by other means, and leave the requirement out.
    Source: operator-controller, resolve/validation.go.
    """
    name = bundle.csv.name if bundle.csv else ""
    says = 'bundle "{}" has a dependency declared via property "{}" which is currently not supported'
    for item in bundle.items:
        for number, one in enumerate(declared(item)):
            kind = text(field(one, "type"))
            if kind in _REQUIREMENTS:
                yield Problem(
                    message=f"It requires {_words(kind, mapping(field(one, 'value')))}",
                    says=says.format(name, _REQUIREMENTS[kind]),
                    document=item.number,
                    path=path_of(number),
                )
        if item.file != PROPERTIES:
            continue
        for number, one in enumerate(listing(field(item.value, "properties"))):
            kind = text(field(one, "type"))
            if kind in _REQUIREMENTS.values():
                path = FieldPath.of("properties", number)
                message = f"It has a property {kind}, which is a dependency"
                yield Problem(message=message, says=says.format(name, kind), document=item.number, path=path)
    yield from _required_by(bundle, says.format(name, _REQUIREMENTS[GVK]))


def _required_by(bundle: Bundle, says: str) -> Iterator[Problem]:
    """The APIs that the ClusterServiceVersion requires: opm makes dependencies of them."""
    csv = bundle.csv
    for part in ("customresourcedefinitions", "apiservicedefinitions"):
        for number, one in enumerate(listing(field(csv.spec if csv else None, part, "required"))):
            message = f"It requires the API {text(field(one, 'kind'))} {text(field(one, 'name'))}".rstrip()
            path = FieldPath.of("spec", part, "required", number)
            yield Problem(message=message, says=says, document=csv.number if csv else None, path=path)


def _words(kind: str, value: dict[str, object]) -> str:
    if kind == PACKAGE:
        return f"package {text(value.get('packageName'))} {text(value.get('version'))}".rstrip()
    if kind == GVK:
        parts = (text(value.get(key)) for key in ("kind", "version", "group"))
        return "the API {} {} of {}".format(*parts)
    return "what a constraint says"


@rule("OLM017", "properties have a type and a value", everywhere("W"), stage=Stage.FILE)
def properties_are_whole(item: Item) -> Iterator[Problem]:
    """properties.yaml is a list of properties, each with a type and a value.

    Why: They become properties of the bundle in a catalog, where both are required.
    When it bites: When the bundle is added to a catalog.
    Fix: Give each property a type and a value.
    Source: the bundle format; operator-registry, declcfg.
    """
    if item.file != PROPERTIES or not item.is_first or item.value is None:
        return
    found = field(item.value, "properties")
    if not isinstance(found, list):
        message = f"{PROPERTIES} has no list of properties"
        yield Problem(message=message, path=FieldPath.of("properties"))
        return
    for number, one in enumerate(found):
        for key in ("type", "value"):
            if mapping(one).get(key) in (None, ""):
                message = f"Property {number + 1} has no {key}"
                yield Problem(message=message, path=FieldPath.of("properties", number))


DOCUMENT_RULES = (properties_are_whole,)
PACKAGE_RULES = (nothing_is_required,)
