"""Exit codes, and the messages that go with them."""

import errno
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from xpkgtui.cli.output import discard_output, has_reader_left, say
from xpkgtui.cli.signals import Ended
from xpkgtui.errors import Failure, FailureKind, OutOfMemory, XpkgError, is_out_of_memory

if TYPE_CHECKING:
    from xpkgtui.inspection.rows.files import Gap
    from xpkgtui.reporting.answer import CommandAnswer
    from xpkgtui.rules.finding import Severity

FINDINGS, USAGE, UNDECIDED, BUG, UNWRITABLE, INTERRUPTED, READER_LEFT = 1, 2, 3, 70, 74, 130, 141
_CODES = {
    FailureKind.USAGE: USAGE,
    FailureKind.NOT_FOUND: 3,
    FailureKind.NOT_A_PACKAGE: 3,
    FailureKind.AUTHENTICATION: 4,
    FailureKind.NETWORK: 5,
    FailureKind.CORRUPT: 6,
    FailureKind.UNDECIDED: UNDECIDED,
    FailureKind.OUTPUT: UNWRITABLE,
}
DOUBTS = frozenset({FailureKind.UNDECIDED, FailureKind.NOT_A_PACKAGE, FailureKind.CORRUPT})
"""What a source that was opened may have, and `--fail-on never` lets pass."""
_OF_OUTPUT = (errno.ENOSPC, errno.EIO, errno.EBADF, errno.EFBIG, errno.EDQUOT)
"""Why click cannot print a help."""


class Stopped(XpkgError):
    """The port replied with a failure."""

    def __init__(self, failure: Failure, source: str | None = None) -> None:
        super().__init__(failure.title)
        self._failure, self.source = failure, source

    def failure(self) -> Failure:
        """The failure as it came."""
        return self._failure


class InternalError(Exception):
    """The port replied with a bug of this program."""


def code_of(kind: FailureKind) -> int:
    """The exit code of a kind of failure."""
    return _CODES.get(kind, BUG)


def exit_code(failure: Failure) -> int:
    """The exit code of a failure."""
    return code_of(failure.kind)


def failure_of(gaps: "Sequence[Gap]") -> Failure:
    """The failure that a list with gaps is: the worst of them, and the first advice."""
    from xpkgtui.inspection.rows.files import gaps_sentence

    kind = max((gap.failure for gap in gaps), key=code_of)
    return Failure(kind=kind, title=gaps_sentence(gaps), hint=next((gap.advice for gap in gaps if gap.advice), ""))


def worst(codes: Iterable[int]) -> int:
    """The exit code of several sources: the highest."""
    return max(codes, default=0)


def failing(fail_on: str) -> "frozenset[Severity]":
    """The severities that fail a check."""
    from xpkgtui.rules.finding import Severity

    least = {"error": Severity.ERROR, "warning": Severity.WARNING}.get(fail_on)
    return frozenset() if least is None else frozenset(one for one in Severity if one >= least)


def code_of_run(run: Callable[[], int], program: str, environment: Mapping[str, str]) -> int:
    """Runs the program; gives its exit code, also where it raises, or its reader leaves: that of SIGPIPE then."""
    has_reader_left()
    code = _code_of(run, program, environment)
    return READER_LEFT if has_reader_left() else code


def _code_of(run: Callable[[], int], program: str, environment: Mapping[str, str]) -> int:
    try:
        return run()
    except Ended as error:
        return error.code
    except XpkgError as error:
        return report(program, error.failure(), error.source if isinstance(error, Stopped) else None)
    except MemoryError:
        return report(program, OutOfMemory().failure())
    except OSError as error:
        if is_out_of_memory(error):
            return report(program, OutOfMemory().failure())
        if error.errno not in _OF_OUTPUT:
            return report_bug(program, error, environment)
        discard_output()
        say(f"{program}: cannot write to standard output: {error.strerror}\n")
        return UNWRITABLE
    except Exception as error:  # noqa: BLE001 - the last chance to report it
        return report_bug(program, error, environment)


def report(program: str, failure: Failure, source: str | None = None) -> int:
    """Prints a failure; returns its exit code."""
    from xpkgtui.reporting.as_text.failure import failure as text

    say(text(program, failure, source), hang=9)
    return exit_code(failure)


def code_of_answer(program: str, answer: "CommandAnswer") -> int:
    """The exit code of what was found out; prints why there is nothing, and what could not be read.

    A certain refusal goes before what is not known.
    """
    code = worst(report(program, failure, answer.source) for failure in answer.failures)
    return FINDINGS if answer.is_refused and code <= UNDECIDED else code


def report_bug(program: str, error: BaseException, environment: Mapping[str, str]) -> int:
    """Prints one line about a bug of this program, with the path of its log; with XPKGTUI_DEBUG=1 the log too."""
    from xpkgtui.settings import crash_log
    from xpkgtui.visible import clip, line

    if environment.get("XPKGTUI_DEBUG") == "1":
        say(crash_log.report(error) + "\n")
    if isinstance(error, OSError) and error.filename:
        what = f"{error.strerror}: {error.filename}"
    else:
        what = str(error) if isinstance(error, InternalError) else f"{type(error).__name__}: {error}"
    what = line(clip(what, 300)) + _where(error)
    path = crash_log.write_crash_log(error, environment)
    more = (
        f"please report it with {line(str(path))}" if path else "set XPKGTUI_DEBUG=1 to see it: no log can be written"
    )
    say(f"{program}: this is a bug in xpkgtui, not in the package: {what}; {more}\n")
    return BUG


def _where(error: BaseException) -> str:
    """The innermost function of this program, without any path of this machine."""
    if isinstance(error, InternalError):
        return ""
    import traceback

    frames = [frame for frame, _ in traceback.walk_tb(error.__traceback__)]
    ours = [frame for frame in frames if str(frame.f_globals.get("__name__", "")).startswith("xpkgtui.")]
    return f", in {ours[-1].f_globals['__name__']}.{ours[-1].f_code.co_name}" if ours else ""
