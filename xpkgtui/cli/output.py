"""Standard output for data, standard error for people; no CI server obeys them, a reader who leaves is no failure."""

import os
import re
import sys
from collections.abc import Mapping
from contextlib import suppress
from enum import Enum
from typing import IO, TYPE_CHECKING

from xpkgtui.cells import flow
from xpkgtui.errors import Unwritable
from xpkgtui.patterns import late

if TYPE_CHECKING:
    from xpkgtui.errors import Failure
    from xpkgtui.reporting.as_text.tables import Paint


_NAMED = late(r"##(?=[A-Za-z]*\[)")
_LEADING = late(r"(^|\r)([^\S\n\r]*):(?=:)", re.MULTILINE)


class Grammar(Enum):
    """What a text is written in: how a sign of it is escaped."""

    PLAIN = "plain"
    """Words for people, and JSON, to which the escape is the same value."""
    MARKUP = "markup"
    """HTML and XML."""
    ANNOTATIONS = "annotations"
    """Own commands of the program, in which foreign text never begins a line."""
    PROGRAM = "program"
    """What another program reads stays as it is."""


def unarmed(text: str, grammar: Grammar) -> str:
    """The text, in which no server finds a command that is not ours; one sign of each is an escape."""
    if grammar is Grammar.PROGRAM:
        return text
    hash_sign, colon = ("&#35;", "&#58;") if grammar is Grammar.MARKUP else (r"\u0023", r"\u003a")
    if "##" in text:
        text = _NAMED.sub(lambda _: f"#{hash_sign}", text)
    if "::" in text and grammar is not Grammar.ANNOTATIONS:
        text = _LEADING.sub(lambda found: f"{found[1]}{found[2]}{colon}", text)
    return text


_WIDEST = 200
_LEFT: list[IO[str]] = []
"""Standard output, once its reader has left."""
_FORCES = ("FORCE_COLOR", "CLICOLOR_FORCE")
QUIET, UNPAGED = "xpkgtui.quiet", "xpkgtui.unpaged"
"""What `--quiet` and `--no-pager` leave in the context of a command."""


def write(data: str | bytes, grammar: Grammar = Grammar.PLAIN) -> bool:
    """Writes to standard output, always in UTF-8, bytes as they are; False once its reader has gone away."""
    if sys.stdout is None:
        raise Unwritable("standard output is closed", hint="Redirect it to a file or a program.")
    try:
        _put(sys.stdout, unarmed(data, grammar) if isinstance(data, str) else data)
    except BrokenPipeError:
        discard_output(has_left=True)
        return False
    except OSError as error:
        _silence(sys.stdout)
        raise Unwritable(f"cannot write to standard output: {error.strerror}") from error
    return True


def write_paged(text: str) -> None:
    """Writes to standard output; on a terminal with fewer rows than the text has, through PAGER.

    `less` is given git's options: it ends where the text fits, and leaves it on the terminal.
    """
    is_long = knows_escapes(sys.stdout) and 0 < _rows() <= text.count("\n")
    if is_long and not _is_asked(UNPAGED) and _has_keyboard():
        import click

        os.environ.setdefault("LESS", "FRX")
        click.echo_via_pager(unarmed(text, Grammar.PLAIN), color=True)
    else:
        write(text)


def write_answer(text: str, failure: "Failure | None") -> None:
    """Writes as `write_paged`, but not where a terminal has nothing but the failure, which standard error says."""
    if failure is None or "\n\n" in text or not (is_terminal(sys.stdout) and is_terminal(sys.stderr)):
        write_paged(text)


def write_file(
    path: str,
    text: str,
    grammar: Grammar = Grammar.PLAIN,
    *,
    is_paged: bool = False,
    failure: "Failure | None" = None,
) -> None:
    """Writes to `path`, or to standard output for `-`, the same bytes; what `is_paged` as `write_answer` does."""
    if path == "-":
        write_answer(text, failure) if is_paged else write(text, grammar)
        return
    is_open = False
    try:
        with open(path, "w", encoding="utf-8", newline="\n") as file:
            is_open = True
            file.write(unarmed(text, grammar))
    except (OSError, ValueError) as error:
        if is_open and os.path.isfile(path):
            with suppress(OSError):
                os.unlink(path)  # what was cut off is not taken for the whole
        raise cannot_write(path, error) from error


def cannot_write(path: str, error: Exception) -> Unwritable:
    """The error where a file cannot be written."""
    from xpkgtui.visible import line

    return Unwritable(f"cannot write {line(path)}: {getattr(error, 'strerror', None) or error}")


def note(text: str) -> None:
    """Writes a note to standard error, unless the command is to be quiet; the text is safe to print."""
    if not _is_asked(QUIET):
        say(f"note: {text}\n", hang=6)


def say(text: str, *, hang: int | None = None) -> None:
    """Writes to standard error; a closed one is ignored. With `hang`, long lines flow on a terminal, indented so."""
    if sys.stderr is None:
        return
    if hang is not None and (width := columns(sys.stderr)):
        text = "\n".join(part for row in text.split("\n") for part in flow(row, width, hang))
    try:
        _put(sys.stderr, unarmed(text, Grammar.PLAIN))
    except OSError:
        _silence(sys.stderr)


def is_quiet() -> bool:
    """Whether only the verdict and errors are wanted."""
    return _is_asked(QUIET)


def _is_asked(name: str) -> bool:
    """Whether an option of the running command is set; none is where no parser of options was loaded."""
    click = sys.modules.get("click")
    context = click.get_current_context(silent=True) if click is not None else None
    return context is not None and name in context.meta


def shows_progress() -> bool:
    """Whether standard error has a line of progress, which is cleared with an escape."""
    return knows_escapes(sys.stderr) and not is_quiet()


def knows_escapes(stream: IO[str] | None) -> bool:
    """Whether the stream is a terminal, and one that obeys escapes."""
    return is_terminal(stream) and os.environ.get("TERM") != "dumb"


def is_terminal(stream: IO[str] | None) -> bool:
    """Whether the stream is a terminal."""
    return stream is not None and not stream.closed and stream.isatty()


def columns(stream: IO[str] | None = None) -> int:
    """The columns of a terminal, at most 200; 0 where the stream, by default standard output, is none."""
    stream = stream or sys.stdout
    if not is_terminal(stream):
        return 0
    try:
        wanted = int(os.environ.get("COLUMNS", ""))
    except ValueError:
        wanted = 0
    try:
        return min(wanted if wanted > 0 else os.get_terminal_size(stream.fileno()).columns, _WIDEST)
    except OSError:
        return 0


def _rows() -> int:
    """The rows of the terminal that standard output is; 0 where they are not known."""
    try:
        return os.get_terminal_size(sys.stdout.fileno()).lines
    except OSError:
        return 0


def has_screen() -> bool:
    """Whether there is a terminal to draw on and to read keys from."""
    return knows_escapes(sys.stdout) and is_terminal(sys.stderr) and _has_keyboard()


def _has_keyboard() -> bool:
    """Whether keys can be read: a pager waits for them, too."""
    try:
        os.close(os.open("/dev/tty", os.O_RDWR | os.O_NOCTTY))
    except OSError:
        return False
    return True


def paint(environment: Mapping[str, str], path: str = "-") -> "Paint":
    """The paint for text written to `path`: on a terminal in colors, and in lines that fit.

    FORCE_COLOR and CLICOLOR_FORCE want colors in a pipe too; CLICOLOR=0 wants none on a terminal. NO_COLOR overrides
    all, and a file never gets colors.
    """
    from xpkgtui.reporting.as_text.tables import Paint

    is_forced = any(environment.get(name, "") not in ("", "0", "false") for name in _FORCES)
    is_usual = environment.get("TERM") != "dumb" and environment.get("CLICOLOR") != "0"
    is_colorful = is_forced or (is_terminal(sys.stdout) and is_usual)
    if path != "-":
        return Paint(is_quiet=is_quiet())
    return Paint(colors=is_colorful and not environment.get("NO_COLOR"), width=columns(), is_quiet=is_quiet())


def discard_output(*, has_left: bool = False) -> None:
    """Discards what is still to be written to standard output, as after its reader has left."""
    if has_left:
        _LEFT.append(sys.stdout)
    if sys.stdout is not None:
        _silence(sys.stdout)


def has_reader_left() -> bool:
    """Whether the reader of standard output left before all was written; asked once a run."""
    has_left = bool(_LEFT)
    _LEFT.clear()
    return has_left


def _put(stream: IO[str], data: str | bytes) -> None:
    """Writes past the encoding of the stream: the bytes are the same in every locale."""
    raw = data.encode("utf-8", "replace") if isinstance(data, str) else data
    stream.flush()
    stream.buffer.write(raw)  # type: ignore[attr-defined]
    stream.buffer.flush()  # type: ignore[attr-defined]


def _silence(stream: IO[str]) -> None:
    """Discards what is written from now on, and the flush when Python exits."""
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, stream.fileno())
    os.close(null)
