"""How stacks are compared."""

from xpkgtui.formats.changes.comparison import Changes

CHANGES = Changes()
