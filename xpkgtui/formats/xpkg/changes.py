"""How packages of Crossplane are compared."""

from xpkgtui.formats.changes.comparison import Changes

CHANGES = Changes()
