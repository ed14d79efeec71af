"""Exit codes, and the messages that go with them."""

from collections.abc import Iterable, Mapping

from xpkgtui.cli.output import say
from xpkgtui.errors import Failure, FailureKind

FINDINGS, USAGE, UNDECIDED, BUG, INTERRUPTED = 1, 2, 3, 70, 130
_CODES = {
    FailureKind.USAGE: USAGE,
    FailureKind.NOT_FOUND: 3,
    FailureKind.NOT_A_PACKAGE: 3,
    FailureKind.AUTHENTICATION: 4,
    FailureKind.NETWORK: 5,
    FailureKind.CORRUPT: 6,
    FailureKind.UNDECIDED: UNDECIDED,
}


class Stopped(Exception):
    """The port replied with a failure."""

    def __init__(self, failure: Failure, source: str | None = None) -> None:
        super().__init__(failure.title)
        self.failure = failure
        self.source = source


class InternalError(Exception):
    """The port replied with a bug of this program."""


def code_of(kind: FailureKind) -> int:
    """The exit code of a kind of failure."""
    return _CODES.get(kind, BUG)


def exit_code(failure: Failure) -> int:
    """The exit code of a failure."""
    return code_of(failure.kind)


def worst(codes: Iterable[int]) -> int:
    """The exit code of several sources: the highest."""
    return max(codes, default=0)


def report(program: str, failure: Failure, source: str | None = None) -> int:
    """Prints a failure; returns its exit code."""
    from xpkgtui.reporting.as_text.failure import failure as text

    say(text(program, failure, source))
    return exit_code(failure)


def report_bug(program: str, error: BaseException, environment: Mapping[str, str]) -> int:
    """Prints one paragraph about a bug of this program, with XPKGTUI_DEBUG=1 its traceback too."""
    import traceback

    from xpkgtui import __version__
    from xpkgtui.visible import clip, line

    if environment.get("XPKGTUI_DEBUG") == "1":
        say("".join(traceback.format_exception(error)))
    if isinstance(error, OSError) and error.filename:
        what = f"{error.strerror}: {error.filename}"
    else:
        what = clip(f"{type(error).__name__}: {error}" if not isinstance(error, InternalError) else str(error), 600)
    say(
        f"{program}: this is a mistake of xpkgtui, not of the package: {line(what)}\n"
        f"  hint   please report it with the command and this text (xpkgtui {__version__}{_where(error)});"
        " XPKGTUI_DEBUG=1 shows more\n"
    )
    return BUG


def _where(error: BaseException) -> str:
    """The innermost function of this program, without any path of this machine."""
    if isinstance(error, InternalError):
        return ""
    import traceback

    frames = [frame for frame, _ in traceback.walk_tb(error.__traceback__)]
    ours = [frame for frame in frames if str(frame.f_globals.get("__name__", "")).startswith("xpkgtui.")]
    return f", in {ours[-1].f_globals['__name__']}.{ours[-1].f_code.co_name}" if ours else ""
