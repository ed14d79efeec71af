"""Facts of the objects of a bundle."""

from xpkgtui.formats.registry_v1.facts.objects import of_object

__all__ = ["of_object"]
