"""The facts of one object for Detail, as labels and texts in order; one module for each family of kinds."""

from xpkgtui.formats.xpkg.facts.objects import of_object

__all__ = ["of_object"]
