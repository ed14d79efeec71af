"""The Overview of a meta object: description, requirements, icon and readme."""

from xpkgtui.formats.xpkg.overview.meta import meta_facts
from xpkgtui.formats.xpkg.overview.meta import of_meta as overview

__all__ = ["meta_facts", "overview"]
