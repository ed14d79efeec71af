"""How plain bundles are compared."""

from xpkgtui.formats.changes.comparison import Changes

CHANGES = Changes()
