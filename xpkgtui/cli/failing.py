"""How a command fails: what it says, and with which exit code."""

import traceback
from collections.abc import Iterable, Mapping

from xpkgtui.cli.output import say
from xpkgtui.errors import Failure, FailureKind

FINDINGS, USAGE, BUG, INTERRUPTED = 1, 2, 70, 130
_CODES = {
    FailureKind.USAGE: USAGE,
    FailureKind.NOT_FOUND: 3,
    FailureKind.NOT_A_PACKAGE: 3,
    FailureKind.AUTHENTICATION: 4,
    FailureKind.NETWORK: 5,
    FailureKind.CORRUPT: 6,
}


class Stopped(Exception):
    """What the port said instead of an answer."""

    def __init__(self, failure: Failure, source: str | None = None) -> None:
        super().__init__(failure.title)
        self.failure = failure
        self.source = source


class OurMistake(Exception):
    """The port told of a bug; carries what it said."""


def exit_code(failure: Failure) -> int:
    """The code that the kind of failure stands for."""
    return _CODES.get(failure.kind, BUG)


def worst(codes: Iterable[int]) -> int:
    """Of several sources the highest of 6 to 2, else 1, else 0."""
    return max(codes, default=0)


def report(program: str, failure: Failure, source: str | None = None) -> int:
    """Tells of a failure and gives its code."""
    from xpkgtui.reporting.as_text.failure import failure as text

    say(text(program, failure, source))
    return exit_code(failure)


def report_bug(program: str, error: BaseException, environment: Mapping[str, str]) -> int:
    """One paragraph that a person can act upon; the traceback is for those who ask for it."""
    from xpkgtui import __version__
    from xpkgtui.visible import clip, line

    if environment.get("XPKGTUI_DEBUG") == "1":
        say("".join(traceback.format_exception(error)))
    if isinstance(error, OSError) and error.filename:
        what = f"{error.strerror}: {error.filename}"
    else:
        what = clip(f"{type(error).__name__}: {error}" if not isinstance(error, OurMistake) else str(error), 600)
    say(
        f"{program}: this is a mistake of xpkgtui, not of the package: {line(what)}\n"
        f"  hint   please report it with the command and this text (xpkgtui {__version__}{_where(error)});"
        " XPKGTUI_DEBUG=1 shows more\n"
    )
    return BUG


def _where(error: BaseException) -> str:
    """The innermost place of ours, without any path of this machine."""
    if isinstance(error, OurMistake):
        return ""
    places = [frame for frame, _ in traceback.walk_tb(error.__traceback__)]
    ours = [frame for frame in places if str(frame.f_globals.get("__name__", "")).startswith("xpkgtui.")]
    return f", in {ours[-1].f_globals['__name__']}.{ours[-1].f_code.co_name}" if ours else ""
