"""What a Bundle has that must not change."""

from xpkgtui.formats.overview import MetaFacts
from xpkgtui.formats.rukpak.schema import fixed
from xpkgtui.formats.rukpak.summary import BUNDLE
from xpkgtui.untyped import field

overview = None
"""No object describes the others."""


def meta_facts(value: object) -> MetaFacts:
    """The spec of a Bundle, which is immutable; these objects name no other packages."""
    is_fixed = field(value, "kind") == BUNDLE
    return MetaFacts(dependencies=None, crossplane=None, fixed=fixed(field(value, "spec")) if is_fixed else "")
