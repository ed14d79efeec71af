"""Profiles and rules by name: the options of profiles, and rules checked against those that exist."""

from collections.abc import Callable, Collection
from typing import Any

import click

from xpkgtui.cli.parameters import completions
from xpkgtui.cli.parameters.options import Command, add_options
from xpkgtui.errors import Usage

_NEAR = 0.75
"""How alike names are, of which one may have been meant: a letter or two differ."""
_KIND = click.option(
    "--kind",
    "installed_as",
    metavar="KIND",
    type=click.Choice(("Provider", "Function", "Configuration"), case_sensitive=False),
    help="The kind of the object that installs the package, Provider, Function or Configuration: Crossplane refuses "
    "a package of another kind.",
)
_OPTIONS = (
    click.option(
        "--profile",
        metavar="NAME",
        shell_complete=completions.profiles,
        help="The rule profile: crossplane (default), crossplane-1, build, spec, format-v2 (default where "
        "the meta object is of that format). Other formats have their own: see xpkgtui rules.",
    ),
    click.option("--crossplane", metavar="VERSION", help="The version of Crossplane to check for (default 2.4)."),
)


def kind_option(command: Command) -> Command:
    """Adds `--kind`."""
    return add_options(command, (_KIND,))


def profile_options(command: Command) -> Command:
    """Adds `--profile` and `--crossplane`."""
    return add_options(command, _OPTIONS)


def rule_options(command: Command) -> Command:
    """Adds `--select` and `--ignore`: the rules whose findings are reported."""
    return add_options(command, _report_options("rule", "XPKG4 is all 4xx", "RULE", completions.rules))


def change_options(command: Command) -> Command:
    """Adds `--select` and `--ignore`: the changes that are reported."""
    return add_options(command, _report_options("change", "CHG1 is all 1xx", "ID", completions.changes))


def set_options(command: Command) -> Command:
    """Adds `--select` and `--ignore`: the findings about a set that are reported."""
    return add_options(command, _report_options("rule", "SET2 is all 2xx", "ID", completions.rules))


def _report_options(
    noun: str, example: str, metavar: str, complete: Callable[..., list[Any]]
) -> tuple[Callable[[Any], Any], ...]:
    return tuple(
        click.option(
            name, metavar=metavar, multiple=True, shell_complete=complete, help=f"{words} (repeatable{more})."
        )
        for name, words, more in (
            ("--select", f"Report only this {noun}", f"; {example}"),
            ("--ignore", f"Do not report this {noun}", ""),
        )
    )


def is_reported(
    select: Collection[str], ignore: Collection[str], known: Callable[[Collection[str]], frozenset[str]]
) -> Callable[[str], bool]:
    """Whether `--select` and `--ignore` leave an ID; raises `Usage` for one that is not `known`."""
    selected, ignored = known(select), known(ignore)
    return lambda id: (not select or id in selected) and id not in ignored  # noqa: A006


def known_rules(written: Collection[str]) -> frozenset[str]:
    """Rule IDs from texts like `XPKG401,xpkg5`; a prefix stands for all rules that begin with it."""
    if not written:
        return frozenset()
    from xpkgtui.formats.known import rules

    return _known(written, [rule.id for rule in rules()])


def known_changes(written: Collection[str]) -> frozenset[str]:
    """IDs of rules about changes, from texts like `CHG101,chg1`."""
    if not written:
        return frozenset()
    from xpkgtui.formats.known import change_rules

    return _known(written, [rule.id for rule in change_rules()])


def _known(written: Collection[str], ids: list[str]) -> frozenset[str]:
    from xpkgtui.formats.known import retired

    found: set[str] = set()
    for name in (part.strip() for text in written for part in text.split(",")):
        matches = {rule for rule in ids if rule == name.upper() or number_of(rule) == name} or {
            rule for rule in ids if name and rule.startswith(name.upper())
        }
        if not matches and name.upper() not in retired():  # what was ignored once may stay in a call
            raise unknown_rule(name, ids)
        found |= matches
    return frozenset(found)


def number_of(rule: str) -> str:
    """The digits at the end of a rule's ID: `401`."""
    return rule[len(rule.rstrip("0123456789")) :]


def unknown_rule(name: str, ids: list[str]) -> Usage:
    """The error for an unknown rule, with IDs that differ in a letter or two, else how to list them."""
    import difflib

    from xpkgtui.formats.known import retired
    from xpkgtui.visible import clip, line

    if (hint := retired().get(name.upper())) is not None:
        return Usage(f"the rule {name.upper()} is no more", hint=hint)
    meant = name.upper().replace("O", "0")
    nearest = [meant] if meant in ids else difflib.get_close_matches(meant, ids, 3, _NEAR)
    kinds = dict.fromkeys(rule.removesuffix(number_of(rule)) for rule in ids)
    every = f"`xpkgtui rules` lists all; IDs begin with {', '.join(kinds)}."
    hint = f"Did you mean {' or '.join(nearest)}?" if nearest else every
    return Usage(f"there is no rule {clip(line(name), 40)!r}", hint=hint)


def known_set_rules(written: Collection[str]) -> frozenset[str]:
    """IDs of rules about sets, from texts like `SET101,set1`, and of rules about packages that speak of sets too."""
    if not written:
        return frozenset()
    from xpkgtui.formats.known import rules, set_rules

    return _known(written, [*(rule.id for rule in set_rules()), *(rule.id for rule in rules())])
