"""The options of `check` for many sources: where they are listed, how many processes, and what is known already."""

import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence

import click

from xpkgtui.cli.parameters import completions
from xpkgtui.cli.parameters.options import Command, OutputFormat, add_options
from xpkgtui.cli.parameters.outputs import CI_FORMATS, STDOUT, Output
from xpkgtui.errors import Usage
from xpkgtui.values import dataclass
from xpkgtui.visible import line, without_password

_INDEX = "JOB_COMPLETION_INDEX"
_INSTEAD = {
    OutputFormat.CONCISE: "--format text prints a table, --format jsonl every finding.",
    OutputFormat.JSON: "--format jsonl prints the same results, one a line.",
}
"""What to write instead of the forms that many sources do not have."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Beside:
    """What is judged too; it changes no verdict."""

    examples: bool = False
    dependencies: bool = False
    """Whether what it composes is judged by the definitions of what it depends on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ManySources:
    """What to check in several processes, and where the results go."""

    sources: tuple[str, ...]
    jobs: int
    text: str | None
    """The file of the table, `-` for standard output; None where none is asked for."""
    lines: str | None
    """The file of results, a line each, `-` for standard output; None where none is asked for."""
    resume: str | None
    """A file of results that is gone on with: its sources are not checked again, and new results are added."""
    at_end: tuple[Output, ...] = ()
    """The forms that are written once all sources are checked: those of CI, and the page."""


def many_options(command: Command) -> Command:
    """Adds `--from`, `--jobs`, `--resume`, `--shard` and `--join`."""
    return add_options(
        command,
        (
            click.option(
                "--from",
                "listed_in",
                metavar="FILE",
                shell_complete=completions.files,
                help="Check the sources that FILE lists, one a line (- for standard input; # begins a comment), each "
                "by itself; prints a table, the worst first, or results as they come with --format jsonl.",
            ),
            click.option(
                "--jobs",
                metavar="N",
                type=click.IntRange(1, 256),
                help="Check in N processes (default with --from: one for each processor).",
            ),
            click.option(
                "--resume",
                metavar="FILE",
                shell_complete=completions.files,
                help="Add results to FILE (jsonl), and skip the sources of which it has the answer to what is asked "
                "now, about the bytes that they have now; it need not exist yet.",
            ),
            click.option(
                "--shard",
                metavar="I/N",
                help="Check the I-th of N parts of the sources, by a hash of each name. I may be the word index: "
                f"then it is the index of a Kubernetes Indexed Job ({_INDEX}) and 1 more.",
            ),
            click.option(
                "--join",
                "is_joined",
                is_flag=True,
                help="The SOURCEs are files of results (jsonl): write of all of them together what is asked for, and "
                "end with their exit code. With --from, say which sources no file has.",
            ),
        ),
    )


def many_sources(
    outputs: Sequence[Output],
    sources: tuple[str, ...],
    *,
    listed_in: str | None,
    jobs: int | None,
    resume: str | None,
    shard: "Shard | None" = None,
) -> ManySources | None:
    """What is to be checked in several processes; None where nothing asks for them. Raises `Usage`."""
    files = {output.format: output.file for output in outputs}
    is_one = all(one is None for one in (listed_in, jobs, resume, shard))
    if not sources and listed_in is None:
        raise Usage("SOURCE is missing", hint="Name a package, or a list of them: --from FILE")
    if is_one and OutputFormat.JSONL not in files:
        if sources.count("-") > 1:
            raise Usage("standard input can be read only once", hint="Give - once.")
        return None
    _require_possible(outputs, sources, resume)
    listed: list[str] = []
    if listed_in is not None:
        listed = read_sources(listed_in)
    from xpkgtui.service.judges.second_judge import processors

    lines = files.get(OutputFormat.JSONL)
    return ManySources(
        sources=tuple(one for one in dict.fromkeys((*sources, *listed)) if shard is None or shard.has(one)),
        jobs=jobs or processors(),
        text=files.get(OutputFormat.TEXT),
        lines=None if lines == resume else lines,
        resume=resume,
        at_end=tuple(one for one in outputs if one.format is OutputFormat.HTML or one.format in CI_FORMATS),
    )


def require_forms_of_many(outputs: Sequence[Output]) -> None:
    """Raises `Usage` for a form that many sources do not have."""
    for one in outputs:
        if one.format in _INSTEAD:
            options = "jsonl, --from, --jobs, --resume, --shard or --join"
            raise Usage(f"--format {one.format} is not written with {options}", hint=_INSTEAD[one.format])


@dataclass(frozen=True, slots=True, kw_only=True)
class Shard:
    """One of several parts of a list; a source that comes or goes moves no other one."""

    number: int
    """From 1."""
    of: int

    @classmethod
    def parse(cls, text: str | None, environment: Mapping[str, str]) -> "Shard | None":
        """The part that `3/8` or `index/8` names; raises `Usage`."""
        if text is None:
            return None
        first, _, second = text.partition("/")
        hint = "Give the number of the part and how many there are: --shard 3/8"
        if first == "index":
            index = environment.get(_INDEX, "")
            if not _is_number(index):
                raise Usage(
                    f"--shard {line(text)} needs {_INDEX}, which is {'not set' if not index else 'no number'}",
                    hint=f"{hint}; a Kubernetes Indexed Job sets {_INDEX}.",
                )
            first = str(int(index) + 1)
        if not (_is_number(first) and _is_number(second) and 1 <= int(first) <= int(second)):
            raise Usage(f"--shard is {line(text)!r}", hint=hint)
        return cls(number=int(first), of=int(second))

    def has(self, source: str) -> bool:
        """Whether a source belongs to it, by its own name."""
        # Only --shard needs it, and `--help` does without.
        import hashlib

        found = hashlib.sha256(source.encode("utf-8", "surrogateescape")).digest()
        return int.from_bytes(found[:8], "big") % self.of == self.number - 1


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 8


_MOST = 1_000_000
_LONGEST = 4_096
"""Bytes of a line."""


def read_sources(file: str) -> list[str]:
    """The sources in a file, or in standard input for `-`; raises `Usage` where it cannot be read, or names none."""
    try:
        if file == "-":
            found = list(sources_in(sys.stdin.buffer))
        else:
            with open(file, "rb") as lines:
                found = list(sources_in(lines))
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise Usage(f"the sources in {line(file)} cannot be read: {reason}") from error
    if not found:
        hint = "Where a list may be empty, ask first: test -s FILE && xpkgtui check --from FILE"
        raise Usage(f"{line(file)} names no SOURCE, so nothing would be checked", hint=hint)
    return found


def sources_in(lines: Iterable[bytes]) -> Iterator[str]:
    """The sources, each once; blank lines and those that begin with # are skipped. Raises `ValueError`."""
    seen: set[str] = set()
    for number, data in enumerate(lines, 1):
        if len(data) > _LONGEST:
            raise ValueError(f"line {number:,} is longer than {_LONGEST:,} bytes")
        try:
            source = without_password(data.decode("utf-8").strip())
        except UnicodeDecodeError as error:
            raise ValueError(f"line {number:,} is not UTF-8") from error
        if not source or source.startswith("#") or source in seen:
            continue
        if source == "-":
            raise ValueError(f"line {number:,} is -, and standard input has one package at most")
        if len(seen) >= _MOST:
            raise ValueError(f"there are more than {_MOST:,} sources")
        seen.add(source)
        yield source


def _require_possible(outputs: Sequence[Output], sources: tuple[str, ...], resume: str | None) -> None:
    """Raises `Usage` for what cannot be written of many sources, or not with `--resume`."""
    files = {one.format: one.file for one in outputs}
    require_forms_of_many(outputs)
    formats = [output.format for output in outputs]
    if twice := next((one for one in (OutputFormat.TEXT, OutputFormat.JSONL) if formats.count(one) > 1), None):
        raise Usage(f"--format {twice} is given twice", hint="Give it once with --from, --jobs and --resume.")
    if "-" in sources:
        raise Usage("a package on standard input cannot be checked in several processes", hint="Save it to a file.")
    if resume is not None and OutputFormat.JSONL in files and files[OutputFormat.JSONL] not in (STDOUT, resume):
        raise Usage("--resume and --format jsonl name two files", hint="Results are added to the file of --resume.")
    if resume is not None and (other := next((one.format for one in outputs if _is_replaced(one, resume)), None)):
        raise Usage(f"--format {other} would replace the results in {resume}", hint="Name another file.")


def _is_replaced(output: Output, resume: str) -> bool:
    """Whether an output that is no list of results goes to the file of `--resume`."""
    is_file = output.format is not OutputFormat.JSONL and output.file != STDOUT
    return is_file and os.path.realpath(output.file) == os.path.realpath(resume)
