"""What app.yaml says of the package: its title, and the packages it depends on; the rest is in its facts."""

from typing import TYPE_CHECKING

from xpkgtui.documents.document import PackageDocument, parse
from xpkgtui.formats.go_decoding.loosely import lowered
from xpkgtui.formats.overview import DependencyFacts, MetaFacts
from xpkgtui.untyped import field, listing, mapping, text

if TYPE_CHECKING:
    from xpkgtui.documents.chunk import Chunk, StreamBytes
    from xpkgtui.documents.yaml.effort import Effort

_CRD = "CustomResourceDefinition"
overview = None
"""Its facts describe the package."""
_LONGEST = 80


def meta_facts(value: object) -> MetaFacts:
    """The definitions that a package depends on."""
    wanted = (text(field(one, "crd")) for one in listing(lowered(mapping(value), "dependsOn")))
    named = (name.partition("/") for name in wanted if name)
    dependencies = tuple(
        DependencyFacts(kind=_CRD, package=name, version=version or None) for name, _, version in named
    )
    return MetaFacts(dependencies=dependencies, crossplane=None)


def title_of(data: "StreamBytes", chunk: "Chunk", effort: "Effort | None" = None) -> str:
    """The title in one line; empty where there is none."""
    document = parse(data, chunk, effort=effort)
    found = mapping(document.value) if isinstance(document, PackageDocument) else {}
    return " ".join(text(lowered(found, "title")).split())[:_LONGEST]
