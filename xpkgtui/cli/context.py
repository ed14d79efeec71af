"""The context of a command: the environment, and the ports and the screen it may open."""

import os
import sys
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import field
from typing import TYPE_CHECKING, BinaryIO, Protocol

from xpkgtui.values import dataclass

if TYPE_CHECKING:
    import click

    from xpkgtui.app.start.choices import Offered
    from xpkgtui.inspection.messages.requests import Open, Options, PlanSet
    from xpkgtui.service.port import Port


class Draw(Protocol):
    """Draws the screen until it is left; returns the exit code."""

    def __call__(
        self,
        port: "Port",
        source: str | None,
        options: "Options",
        *,
        offered: "Callable[[], Offered]",
        opened: Callable[[str, str, str], None],
        theme: str | None,
        theme_chosen: Callable[[str], None],
        at: str,
        plan: "PlanSet | None" = None,
        every: int = 0,
        beside: "Callable[[], Port] | None" = None,
    ) -> int:
        """Asks what is `offered`, goes to `at`; reports what was `opened`, with verdict and digest, and the theme.

        A `plan` is shown in place of a source, its packages are judged at a port `beside`; a cluster is read again
        `every` so many seconds.
        """
        ...


def _local_port() -> "Port":
    from xpkgtui.service.local import LocalPort

    return LocalPort(stdin=getattr(sys.stdin, "buffer", None))


def _start_service(piped: BinaryIO | None) -> "Callable[[Open | None], Port]":
    from xpkgtui.service.spawning import ChildRole, spawn

    service = spawn(ChildRole.SERVICE_AND_JUDGE, stdin=piped)

    def connected(first: "Open | None") -> "Port":
        from xpkgtui.service.client import connect

        return connect(service, ahead=first)

    return connected


def _take_terminal(
    source: str | None, theme: str | None, environment: Mapping[str, str], *, is_set: bool = False
) -> AbstractContextManager[None]:
    from xpkgtui.app.running import taken

    return taken(source, theme, environment, is_set=is_set)


def _draw() -> Draw:
    from xpkgtui.app.running import run

    return run


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandContext:
    """What a command works with; tests pass fakes."""

    open_port: "Callable[[], Port]" = _local_port
    """Opens a port in this process, for commands without a screen."""
    take_terminal: Callable[..., AbstractContextManager[None]] = _take_terminal
    """Shows the first frame for a source in the colors of a theme; gives the terminal back at the end."""
    start_service: "Callable[[BinaryIO | None], Callable[[Open | None], Port]]" = _start_service
    """Starts the service behind a screen, with piped standard input; gives what connects to it and asks it first."""
    draw: Callable[[], Draw] = _draw
    environment: Mapping[str, str] = field(default_factory=lambda: os.environ)


def context_of(click_context: "click.Context") -> CommandContext:
    """The context of the running command."""
    return click_context.ensure_object(CommandContext)


def program_name(click_context: "click.Context") -> str:
    """The name that the program was called by."""
    return click_context.find_root().info_name or "xpkgtui"
