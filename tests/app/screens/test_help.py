"""The help is made of the declaration."""

from textual.content import Content

from xpkgtui.app.commands.table import COMMANDS
from xpkgtui.app.drawing.page import Fact
from xpkgtui.app.drawing.styled_text import SEVERITIES
from xpkgtui.app.screens.help import page


def test_help_explains_every_command_once() -> None:
    told = [line.text.plain for line in page().body if isinstance(line, Fact)]
    for command in COMMANDS:
        assert sum(command.all_keys in line and command.group is not None for line in told) >= 1
    assert len(told) == len(set(told))


def test_help_explains_every_sign_that_stands_for_a_severity() -> None:
    legend = page().body[0]
    assert isinstance(legend, Content)
    assert all(f"{sign} " in legend.plain for sign in SEVERITIES.values())
