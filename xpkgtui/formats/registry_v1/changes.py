"""How bundles of OLM are compared."""

from xpkgtui.formats.changes.comparison import Changes

CHANGES = Changes()
