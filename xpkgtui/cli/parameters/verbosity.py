"""`-v`: requests and times on standard error; `-vv` their headers too."""

import logging
import sys

import click

from xpkgtui.cli.output import is_terminal, say

_LEVELS = (logging.WARNING, logging.INFO, logging.DEBUG)
_ASKED = "xpkgtui.verbose"
_CLEAR = "\r\x1b[2K"


class _Saying(logging.Handler):
    """Writes messages, which are safe to print, over the line of progress."""

    def emit(self, record: logging.LogRecord) -> None:
        clear = _CLEAR if is_terminal(sys.stderr) else ""
        say(f"{clear}{record.getMessage()}\n")


def _listen(click_context: click.Context, _parameter: click.Parameter, count: int) -> None:
    """Prints what is logged about requests until the command ends."""
    if not count or click_context.resilient_parsing:
        return
    click_context.meta[_ASKED] = True
    from xpkgtui.sources.access import REQUESTS

    handler = _Saying()
    REQUESTS.addHandler(handler)
    REQUESTS.setLevel(_LEVELS[min(count, 2)])

    def stop() -> None:
        REQUESTS.removeHandler(handler)
        REQUESTS.setLevel(logging.WARNING)

    click_context.call_on_close(stop)


def is_verbose(click_context: click.Context) -> bool:
    """Whether `--verbose` was given."""
    return _ASKED in click_context.meta


VERBOSE = click.option(
    "-v",
    "--verbose",
    count=True,
    expose_value=False,
    callback=_listen,
    help="Log every request and its time to standard error; -vv also logs headers.",
)
