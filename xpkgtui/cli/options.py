"""Options that several commands share, and what becomes of them."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

import click

from xpkgtui.cli.surroundings import Surroundings

if TYPE_CHECKING:
    from xpkgtui.inspection.requests import Options
    from xpkgtui.settings.settings import Settings

Command = TypeVar("Command", bound=Callable[..., Any])

_REACHING = (
    click.option("--offline", is_flag=True, help="Ask no registry: use what the cache holds."),
    click.option("--refresh", is_flag=True, help="Look tags up again."),
    click.option("--cache-dir", metavar="DIR", help="Keep what is fetched in DIR."),
    click.option("--no-cache", is_flag=True, help="Keep nothing."),
    click.option("--plain-http", metavar="HOST", multiple=True, help="Speak HTTP without TLS to HOST (repeatable)."),
    click.option("--insecure", metavar="HOST", multiple=True, help="Accept any certificate of HOST (repeatable)."),
    click.option("--ca-file", metavar="FILE", help="Trust the certificates in FILE too."),
)
_JUDGING = (
    click.option(
        "--profile",
        metavar="NAME",
        help="Whose eyes to judge with: crossplane (default), crossplane-1, build, spec, format-v2.",
    ),
    click.option("--crossplane", metavar="VERSION", help="The version of Crossplane to judge for (default 2.4)."),
)


def reaching(command: Command) -> Command:
    """Adds how registries and the cache are reached."""
    return _add(command, _REACHING)


def judging(command: Command) -> Command:
    """Adds whose eyes look at the package."""
    return _add(command, _JUDGING)


def formats(command: Command) -> Command:
    """Adds the choice between text and JSON."""
    choice = click.Choice(["text", "json"])
    return _add(command, (click.option("--format", type=choice, default="text", help="text (default) or json."),))


def settle(surroundings: Surroundings, flags: Mapping[str, object]) -> "Settings":
    """The settings that hold for a command with these flags; raises `Usage`."""
    from xpkgtui.settings.settings import load

    return load(flags, surroundings.environment)


def opening(settings: "Settings", surroundings: Surroundings, **wishes: Any) -> "Options":
    """How a source is opened; headless commands fetch what they need without asking for its price."""
    from xpkgtui.inspection.requests import Options
    from xpkgtui.sources.source import Access

    access = Access(
        plain_http=settings.plain_http,
        insecure=settings.insecure,
        ca_file=settings.ca_file,
        offline=settings.offline,
        refresh=settings.refresh,
        environment=dict(surroundings.environment),
    )
    kept = {"access": access, "cache_dir": settings.cache_dir, "crossplane": settings.crossplane, "price": -1}
    return Options(**{**kept, "profile": settings.profile, **wishes})


def _add(command: Command, options: tuple[Callable[[Command], Command], ...]) -> Command:
    for option in reversed(options):
        command = option(command)
    return command
