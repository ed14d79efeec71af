"""How stacks are compared: how they are installed and what they depend on, by their app.yaml."""

from xpkgtui.formats.changes.comparison import Changes
from xpkgtui.formats.stack.changes import app_rules
from xpkgtui.formats.stack.changes.apps import compare_files

CHANGES = Changes(pairs={("", ""): compare_files}, modules=(app_rules,))
