"""What app.yaml says about other packages; the rest of it is in its facts."""

from xpkgtui.formats.go_decoding.loosely import lowered
from xpkgtui.formats.overview import DependencyFacts, MetaFacts
from xpkgtui.untyped import field, listing, mapping, text

_CRD = "CustomResourceDefinition"
overview = None
"""Its facts describe the package."""


def meta_facts(value: object) -> MetaFacts:
    """The definitions that a package depends on."""
    wanted = (text(field(one, "crd")) for one in listing(lowered(mapping(value), "dependsOn")))
    named = (name.partition("/") for name in wanted if name)
    dependencies = tuple(
        DependencyFacts(kind=_CRD, package=name, version=version or None) for name, _, version in named
    )
    return MetaFacts(dependencies=dependencies, crossplane=None)
