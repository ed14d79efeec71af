"""What each setting does, in the words of its option."""

from collections.abc import Mapping

import click

from xpkgtui.settings.keys import KEYS

_FAIL_ON = "The severity from which `check` ends with 1"


def setting_words(root: click.Context) -> Mapping[str, str]:
    """The words by the name of each setting; `root` is the context of the program."""
    group = root.command
    assert isinstance(group, click.Group)
    browse = group.get_command(root, "browse")
    helps = {
        one.opts[0]: one.help or "" for one in (browse.params if browse else ()) if isinstance(one, click.Option)
    }
    return {key.name: _short(helps.get(key.option, _FAIL_ON if key.name == "fail-on" else "")) for key in KEYS}


def _short(words: str) -> str:
    return words.partition(":")[0].rstrip(".").replace(" (repeatable)", "")
