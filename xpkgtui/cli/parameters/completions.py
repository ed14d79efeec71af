"""What a shell completes: sources, files, profiles, rules and platforms; nothing is fetched, and no screen is loaded.

Shells insert words as they are, so only words that no shell interprets are offered.
"""

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING

import click

from xpkgtui.cli.context import CommandContext
from xpkgtui.patterns import late

if TYPE_CHECKING:  # every command names completions, and hardly one is asked for them
    from click.shell_completion import CompletionItem

_PLAIN = late(r"[A-Za-z0-9._/@+,:=-]+")
"""Words without a meaning for any shell, and without a character that a terminal obeys."""
_MOST = 200


def sources(click_context: click.Context, _parameter: click.Parameter, incomplete: str) -> "list[CompletionItem]":
    """Files, recent sources that begin so, and the built-in packages once their name is begun."""
    from xpkgtui.settings.state import read_recents
    from xpkgtui.sources.demos import DEMO, DEMOS

    environment = click_context.ensure_object(CommandContext).environment
    found = [recent.source for recent in read_recents(environment)]
    if incomplete.startswith(f"{DEMO}:"):
        found += (name for name in DEMOS if name != DEMO)
    return [_item(incomplete, type="file"), *_beginning(dict.fromkeys(found), incomplete)]


def files(_context: click.Context, _parameter: click.Parameter, incomplete: str) -> "list[CompletionItem]":
    """Files."""
    return [_item(incomplete, type="file")]


def folders(_context: click.Context, _parameter: click.Parameter, incomplete: str) -> "list[CompletionItem]":
    """Folders."""
    return [_item(incomplete, type="dir")]


def profiles(_context: click.Context, _parameter: click.Parameter, incomplete: str) -> "list[CompletionItem]":
    """Names of profiles."""
    from xpkgtui.formats import known

    return _beginning(known.profiles(), incomplete)


def rules(_context: click.Context, _parameter: click.Parameter, incomplete: str) -> "list[CompletionItem]":
    """IDs of rules; each also by its number."""
    from xpkgtui.formats import known

    if incomplete.isdecimal():
        return [_item(rule.id) for rule in known.rules() if rule.id.rstrip("0123456789") + incomplete in rule.id]
    begun = incomplete.upper()
    return [_item(rule.id) for rule in known.rules(begun) if rule.id.startswith(begun)]


def schemas(_context: click.Context, _parameter: click.Parameter, incomplete: str) -> "list[CompletionItem]":
    """Documents and files of settings that have a schema."""
    from xpkgtui.reporting.documents.schemas import DOCUMENTS
    from xpkgtui.settings.described import FILES

    return _beginning((*DOCUMENTS, *FILES), incomplete)


def chapters(_context: click.Context, _parameter: click.Parameter, incomplete: str) -> "list[CompletionItem]":
    """The pages of the manual."""
    from xpkgtui.reporting.chapters import NAMES

    return _beginning(NAMES, incomplete)


def changes(_context: click.Context, _parameter: click.Parameter, incomplete: str) -> "list[CompletionItem]":
    """IDs of rules about changes."""
    from xpkgtui.formats import known

    return _beginning([rule.id for rule in known.change_rules()], incomplete.upper())


def severities(_context: click.Context, _parameter: click.Parameter, incomplete: str) -> "list[CompletionItem]":
    """What `--fail-on` takes."""
    return _beginning(("error", "warning", "never"), incomplete)


def platforms(_context: click.Context, _parameter: click.Parameter, incomplete: str) -> "list[CompletionItem]":
    """The platforms of OCI layouts that the command line names, and `all`."""
    # An option that still lacks its value keeps click from reading the arguments.
    from click.shell_completion import split_arg_string

    words = split_arg_string(os.environ.get("COMP_WORDS", ""))[1:]
    found = (name for word in words[:_MOST] for name in _platforms_of(word))
    return _beginning(("all", *dict.fromkeys(found)), incomplete)


def _platforms_of(source: str) -> Iterable[str]:
    """The platforms that index.json of a layout, or the one index that it lists, names."""
    import json

    try:
        listed = _entries(json.loads(_small_file(source, "index.json")))
        if len(listed) == 1 and listed[0].get("platform") is None:
            kind, _, digest = str(listed[0].get("digest")).partition(":")
            listed = _entries(
                json.loads(_small_file(source, "blobs", os.path.basename(kind), os.path.basename(digest)))
            )
        found = [entry.get("platform") for entry in listed]
        parts = [
            [one.get(key) for key in ("os", "architecture", "variant")] for one in found if isinstance(one, dict)
        ]
    except (OSError, ValueError, RecursionError):
        return ()
    names = ("/".join(part for part in one if isinstance(part, str) and part) for one in parts)
    return [name for name in names if name != "unknown/unknown"]


def _entries(index: object) -> list[dict[str, object]]:
    listed = index.get("manifests") if isinstance(index, dict) else None
    return [entry for entry in listed if isinstance(entry, dict)][:_MOST] if isinstance(listed, list) else []


def _small_file(*parts: str) -> bytes:
    from pathlib import Path

    from xpkgtui.settings.folders import read_regular

    return read_regular(Path(*parts), 1 << 20)


def _item(word: str, *, type: str = "plain") -> "CompletionItem":
    from click.shell_completion import CompletionItem

    return CompletionItem(word, type=type)


def _beginning(words: Iterable[str], incomplete: str) -> "list[CompletionItem]":
    return [_item(word) for word in words if word.startswith(incomplete) and _PLAIN.fullmatch(word)]
