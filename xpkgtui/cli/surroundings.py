"""What a command finds around itself: the environment, and the port that it asks."""

import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, BinaryIO

import click

if TYPE_CHECKING:
    from xpkgtui.inspection.requests import Options
    from xpkgtui.service.port import Port


def standard_input() -> BinaryIO | None:
    """The bytes that are piped in; None where the program was started without."""
    return getattr(sys.stdin, "buffer", None)


def _local_port() -> "Port":
    from xpkgtui.service.local import LocalPort

    return LocalPort(stdin=standard_input())


def _start_service(piped: BinaryIO | None) -> "Port":
    from xpkgtui.service import client

    return client.start(stdin=piped)


def _draw(port: "Port", source: str | None, options: "Options", **more: Any) -> int:
    from xpkgtui.app.running import run

    return run(port, source, options, **more)


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """Handed in by tests, found by itself otherwise."""

    open_port: "Callable[[], Port]" = _local_port
    start_service: "Callable[[BinaryIO | None], Port]" = _start_service
    """Starts the processes behind a screen; takes what was piped in, for the source `-`."""
    draw: "Callable[..., int]" = _draw
    """Draws the screen until it is left; takes port, source, options, and by name `recents`, `found`, `opened`,
    `theme`, `coloured`."""
    environment: Mapping[str, str] = field(default_factory=lambda: os.environ)


def around(context: click.Context) -> Surroundings:
    """The surroundings of the command that runs."""
    return context.ensure_object(Surroundings)
