"""Objects of RukPak: recognised by the group of the documents of a stream."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from xpkgtui.formats.format import Evidence, Format, Traces
from xpkgtui.formats.profile_format import ProfileFormat
from xpkgtui.formats.rukpak.summary import BUNDLE, DEPLOYMENT, GROUP, RUKPAK, SUMMARY, WEBHOOK
from xpkgtui.untyped import field

if TYPE_CHECKING:
    from xpkgtui.formats.fact import Fact
    from xpkgtui.formats.overview import MetaFacts
    from xpkgtui.formats.package_objects import PackageObjects
    from xpkgtui.rules.catalogue import Catalogue


def _recognise(traces: Traces) -> Evidence | None:
    """A Bundle or a BundleDeployment among the documents."""
    reasons = tuple(
        f"document {head.number} is a {head.kind} of {head.api_version}"
        for head in traces.heads
        if head.kind in (BUNDLE, DEPLOYMENT) and (head.api_version or "").partition("/")[0] == GROUP
    )
    return Evidence(reasons=reasons[:3]) if reasons else None


def _catalogue() -> "Catalogue[Any, Any, Any]":
    from xpkgtui.formats.rukpak.rules import CATALOGUE

    return CATALOGUE


def _meta_facts(value: object) -> "MetaFacts":
    """The spec of a Bundle, which is immutable; these objects name no other packages."""
    from xpkgtui.formats.overview import MetaFacts
    from xpkgtui.formats.rukpak.schema import fixed

    is_fixed = field(value, "kind") == BUNDLE
    return MetaFacts(dependencies=None, crossplane=None, fixed=fixed(field(value, "spec")) if is_fixed else "")


def _facts(value: object, package: "PackageObjects") -> "Iterator[Fact]":
    """The facts of an object."""
    from xpkgtui.formats.rukpak.facts import of_object

    return of_object(value, package)


RUKPAK_OBJECTS: Format = ProfileFormat(
    summary=SUMMARY,
    judges={WEBHOOK: RUKPAK},
    recognise=_recognise,
    catalogue=_catalogue,
    facts=_facts,
    meta_facts_of=_meta_facts,
)
"""Streams with Bundles or BundleDeployments."""
