"""How objects of RukPak are compared."""

from xpkgtui.formats.changes.comparison import Changes

CHANGES = Changes()
