"""The address of the project's site, which `.ci/site` makes, and of its pages about rules."""

from xpkgtui.commands import PrintedCommand

SITE = ""
"""Where the site stands, without a final slash; empty until the project has one."""


def address_of(rule: str) -> str:
    """The address of a rule's page; empty without a site, where `xpkgtui rules ID` shows it."""
    return f"{SITE}/rules/{rule}.html" if SITE else ""


def command_of(rule: str) -> str:
    """The command that shows what a rule's page says; empty where the page has an address."""
    return "" if SITE else PrintedCommand(words=("xpkgtui", "rules", rule)).line
