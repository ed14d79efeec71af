"""Profiles and rules by name: their options, and the names checked against those that exist."""

from collections.abc import Collection
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from xpkgtui.cli.output import say
from xpkgtui.cli.parameters import completions
from xpkgtui.cli.parameters.options import Command, add_options
from xpkgtui.errors import Usage

if TYPE_CHECKING:
    from xpkgtui.settings.settings import Settings

_NEAR = 0.75
"""How alike names are, of which one may have been meant: a letter or two differ."""
DEFAULT, OLDER = "crossplane", "crossplane-1"
_OPTIONS = (
    click.option(
        "--profile",
        metavar="NAME",
        shell_complete=completions.profiles,
        help="The rule profile: crossplane (default), crossplane-1, build, spec, format-v2 (default where "
        "the meta object is of that format). Other formats have their own, which rules lists.",
    ),
    click.option("--crossplane", metavar="VERSION", help="The version of Crossplane to check for (default 2.4)."),
)


def profile_options(command: Command) -> Command:
    """Adds `--profile` and `--crossplane`."""
    return add_options(command, _OPTIONS)


def known_profile(settings: "Settings") -> "Settings":
    """The settings with a profile that exists and fits the version of Crossplane; raises `Usage`."""
    if settings.profile == DEFAULT:
        return _by_version(settings)
    import difflib

    from xpkgtui.formats.known import profiles

    names = profiles()
    if settings.profile not in names:
        nearest = difflib.get_close_matches(settings.profile, names, 1, 0.6)
        perhaps = f"Did you mean {nearest[0]}? " if nearest else ""
        raise Usage(f"there is no profile {settings.profile}", hint=f"{perhaps}The profiles are {', '.join(names)}.")
    return settings


def _by_version(settings: "Settings") -> "Settings":
    """The settings with the older profile for an older Crossplane, unless a profile was chosen."""
    from xpkgtui.formats.assumed import ASSUMED
    from xpkgtui.rules.wording import is_older
    from xpkgtui.settings.settings import SettingOrigin

    if not is_older(settings.crossplane, ASSUMED.wording.oldest):
        return settings
    if settings.origins["profile"] is SettingOrigin.DEFAULT:
        say(f"note: the profile is {OLDER}, because Crossplane is {settings.crossplane}\n")
        return replace(settings, profile=OLDER)
    say(
        f"note: the profile {DEFAULT} checks as Crossplane 2.2 and later do; only the package's own constraint is"
        f" compared with {settings.crossplane} (use --profile {OLDER} for older versions)\n"
    )
    return settings


def known_rules(written: Collection[str]) -> frozenset[str]:
    """Rule IDs from texts like `XPKG401,xpkg5`; a prefix stands for all rules that begin with it."""
    if not written:
        return frozenset()
    from xpkgtui.formats.known import rules

    ids = [rule.id for rule in rules()]
    found: set[str] = set()
    for name in (part.strip() for text in written for part in text.split(",")):
        matches = {rule for rule in ids if rule == name.upper() or number_of(rule) == name} or {
            rule for rule in ids if name[-1:].isdecimal() and rule.startswith(name.upper())
        }
        if not matches:
            raise unknown_rule(name, ids)
        found |= matches
    return frozenset(found)


def number_of(rule: str) -> str:
    """The digits at the end of a rule's ID: `401`."""
    return rule[len(rule.rstrip("0123456789")) :]


def unknown_rule(name: str, ids: list[str]) -> Usage:
    """The error for an unknown rule, with IDs that differ in a letter or two, else how to list them."""
    import difflib

    from xpkgtui.visible import clip, line

    meant = name.upper().replace("O", "0")
    nearest = [meant] if meant in ids else difflib.get_close_matches(meant, ids, 3, _NEAR)
    kinds = dict.fromkeys(rule.removesuffix(number_of(rule)) for rule in ids)
    every = f"`xpkgtui rules` lists all; IDs begin with {', '.join(kinds)}."
    hint = f"Did you mean {' or '.join(nearest)}?" if nearest else every
    return Usage(f"there is no rule {clip(line(name), 40)!r}", hint=hint)
