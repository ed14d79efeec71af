"""`check --from`: many sources in several processes, with a line of progress, and a table at the end."""

import asyncio
import json
import os
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from xpkgtui.cli.exit_codes import FINDINGS, InternalError, code_of, failing, report_bug, worst
from xpkgtui.cli.many.messages import CheckedSource, CheckOrder
from xpkgtui.cli.many.results import ResultsFile, keep_whole_lines, read_results
from xpkgtui.cli.many.workers import check_each
from xpkgtui.cli.output import columns, is_terminal, note, paint, say, write, write_file
from xpkgtui.cli.parameters.many import ManySources
from xpkgtui.cli.parameters.options import OutputFormat
from xpkgtui.cli.parameters.outputs import STDOUT, Output, ci_text, grammar_of
from xpkgtui.cli.signals import Ended, interrupted_by_signals
from xpkgtui.errors import FailureKind
from xpkgtui.private_files import new_folder, remove_folder
from xpkgtui.reporting.checked_rows import CheckedRows, Rank, checked, left_sentence, row_of, sentence
from xpkgtui.reporting.for_ci.results import SourceResults
from xpkgtui.untyped import field, listing
from xpkgtui.visible import clip, line

MOST_ROWS = 1_000
"""Rows of the table; the worst ones."""
_DOUBTS = frozenset({FailureKind.UNDECIDED, FailureKind.NOT_A_PACKAGE, FailureKind.CORRUPT})
_PAUSE = 0.1
"""Seconds between two lines of progress."""


def check_many(
    asked: ManySources, order: CheckOrder, fail_on: str, program: str, environment: Mapping[str, str]
) -> int:
    """Checks the sources; returns the exit code, that of the worst result."""
    running = _Running(asked, order, fail_on, _Bugs(program, environment))
    try:
        with interrupted_by_signals():
            asyncio.run(running.run())
        running.end(environment, is_stopped=False)
    except (KeyboardInterrupt, Ended):
        running.end(environment, is_stopped=True)
        raise
    finally:
        running.close()
    return worst(running.codes)


class _Bugs:
    """Reports bugs of this program."""

    def __init__(self, program: str, environment: Mapping[str, str]) -> None:
        self._program, self._environment = program, environment

    def report(self, bug: str) -> int:
        """Prints a bug; returns its exit code."""
        return report_bug(self._program, InternalError(bug), self._environment)


class _Running:
    def __init__(self, asked: ManySources, order: CheckOrder, fail_on: str, bugs: _Bugs) -> None:
        self._asked, self._order, self._fail_on, self._bugs = asked, order, fail_on, bugs
        self._rows = CheckedRows(MOST_ROWS)
        self.codes: set[int] = set()
        self._left = self._resumed(asked.resume) if asked.resume else list(asked.sources)
        self._total, self._done = len(asked.sources), len(asked.sources) - len(self._left)
        self._before = self._done
        into = asked.resume or (asked.lines if asked.lines != STDOUT else None)
        self._for_ci: dict[str, tuple[SourceResults, ...]] = {}
        self._folder: Path | None = None
        if into is not None and asked.resume is None:
            # What it had is replaced, as with any other format.
            write_file(into, "")
        self._into = self._kept = into
        if into is None and any(one.format is OutputFormat.HTML for one in asked.at_end):
            self._folder = new_folder("xpkgtui-results-")
            self._kept = str(self._folder / "results")
        self._file = ResultsFile(self._kept) if self._kept is not None else None
        self._began = self._shown = time.monotonic()
        self._is_live = is_terminal(sys.stderr)
        self._is_gone = False

    async def run(self) -> None:
        """Checks what is left."""
        if self._left:
            jobs = min(self._asked.jobs, len(self._left))
            await check_each(self._waiting(), self._order, jobs, self._took)

    def end(self, environment: Mapping[str, str], *, is_stopped: bool) -> None:
        """Writes the table, and says what was not checked."""
        asked = self._asked
        self._clear()
        if asked.text is not None:
            write_file(asked.text, checked(self._rows, paint(environment, asked.text)))
        else:
            say(f"{sentence(self._rows.counts)}\n")
        for output in asked.at_end:
            if not is_stopped:
                write_file(output.file, self._written(output), grammar_of(output.format))
        if is_stopped:
            more = f"; --resume {line(self._into)} goes on" if self._into else ""
            note(f"stopped: {self._done:,} of {self._total:,} checked, {self._total - self._done:,} left{more}")

    def close(self) -> None:
        """Closes the file of results; removes one that was made for a page."""
        if self._file is not None:
            self._file.close()
        if self._folder is not None:
            remove_folder(self._folder)

    def _written(self, output: Output) -> str:
        """The text of a form that lists all sources, in the order in which they were named."""
        if output.format is OutputFormat.HTML and (path := self._kept) is not None:
            from xpkgtui.reporting.as_html.joined import joined

            return joined(lambda: read_results(path))
        found = [one for source in self._asked.sources for one in self._for_ci.get(source, ())]
        return ci_text(output.format, found, command="check", failing=failing(self._fail_on))

    def _waiting(self) -> Iterator[str]:
        """The sources that are left; none once the reader of the results has gone."""
        for source in self._left:
            if self._is_gone:
                return
            yield source

    def _resumed(self, path: str) -> list[str]:
        """The sources whose results are not in the file; its results count.

        Where findings are left out, the file does not say whether one of them was an error: it is taken to be.
        """
        is_filtered = bool(self._order.select or self._order.ignore)
        keep_whole_lines(path, grouped=self._order.options.platform == "all")
        known = set()
        for result in read_results(path) if os.path.exists(path) else ():
            known.add(result["source"])
            self._count(result, is_silent=not is_filtered and is_refused_without_error(result))
        return [source for source in self._asked.sources if source not in known]

    def _took(self, source: str, found: CheckedSource) -> None:
        if found.bug:
            self._clear()
            self.codes.add(self._bugs.report(f"{source}: {found.bug}"))
        for number, text in enumerate(found.lines):
            self._count(json.loads(text), is_silent=number in found.silent)
        text = "".join(found.lines)
        if found.for_ci:
            self._for_ci[source] = found.for_ci
        if self._file is not None:
            self._file.add(text)
        if self._asked.lines == STDOUT and not write(text):
            self._is_gone = True
        self._done += 1
        self._show()

    def _count(self, result: dict[str, Any], *, is_silent: bool) -> None:
        self._rows.add(row_of(result))
        self.codes.add(code_of_result(result, self._fail_on, is_silent=is_silent))

    def _show(self) -> None:
        """Shows what is left, on a terminal."""
        now = time.monotonic()
        if not self._is_live or now - self._shown < _PAUSE:
            return
        self._shown = now
        checked_now = self._done - self._before
        left = (now - self._began) / checked_now * (self._total - self._done) if checked_now else None
        shown = left_sentence(self._done, self._total, self._rows.counts, left)
        say(f"\r\x1b[2K{clip(shown, max(20, columns(sys.stderr) - 1))}")

    def _clear(self) -> None:
        if self._is_live:
            say("\r\x1b[2K")


def is_refused_without_error(result: dict[str, Any]) -> bool:
    """Whether no finding in a result says why its package is refused."""
    severities = {field(one, "severity") for one in listing(result.get("findings"))}
    return result.get("verdict") == "refused" and "error" not in severities


def code_of_result(result: dict[str, Any], fail_on: str, *, is_silent: bool) -> int:
    """The exit code of a result, as `check` has it for one source; `is_silent`: no error says why it is refused."""
    words = {one.word for one in failing(fail_on)}
    kind, rank = field(result, "error", "kind"), row_of(result).rank
    if kind is not None or rank in (Rank.UNDECIDED, Rank.UNREAD):
        known = next((one for one in FailureKind if one == kind), FailureKind.UNDECIDED)
        if fail_on != "never" or rank is Rank.UNREAD or known not in _DOUBTS:
            return code_of(known)
    severities = {field(one, "severity") for one in listing(result.get("findings"))}
    return FINDINGS if words and (is_silent or severities & words) else 0
