"""`check --from`: many sources in several processes, with a line of progress, and a table at the end."""

import asyncio
import json
import os
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from xpkgtui.cli.exit_codes import DOUBTS, FINDINGS, InternalError, code_of, failing, report_bug, worst
from xpkgtui.cli.many.identity import asked_of, unlike
from xpkgtui.cli.many.messages import CheckedSource, CheckOrder, CheckTask, KnownContent
from xpkgtui.cli.many.results import ChosenResults, ResultsFile, keep_whole_lines, read_results
from xpkgtui.cli.many.workers import check_each
from xpkgtui.cli.output import columns, note, paint, say, shows_progress, write, write_file
from xpkgtui.cli.parameters.many import ManySources
from xpkgtui.cli.parameters.options import OutputFormat
from xpkgtui.cli.parameters.outputs import STDOUT, Output, ci_text, grammar_of
from xpkgtui.cli.signals import Ended, interrupted_by_signals
from xpkgtui.errors import FailureKind
from xpkgtui.private_files import new_folder, remove_folder
from xpkgtui.reporting.checked_rows import CheckedRow, CheckedRows, Rank, checked, left_sentence, row_of, sentence
from xpkgtui.reporting.for_ci.results import Checkout, SourceResults
from xpkgtui.untyped import field, listing, text
from xpkgtui.visible import clip, line, plural

MOST_ROWS = 1_000
"""Rows of the table; the worst ones."""
_PAUSE = 0.1
"""Seconds between two lines of progress."""


def check_many(
    asked: ManySources, order: CheckOrder, fail_on: str, program: str, environment: Mapping[str, str]
) -> int:
    """Checks the sources; returns the exit code, that of the worst result."""
    running = _Running(asked, order, fail_on, program, environment)
    try:
        with interrupted_by_signals():
            asyncio.run(running.run())
        running.end(is_stopped=False)
    except (KeyboardInterrupt, Ended):
        running.end(is_stopped=True)
        raise
    finally:
        running.close()
    return worst(running.codes)


class _Known(NamedTuple):
    """What a file of results says of a source."""

    content: KnownContent
    counted: list[tuple[CheckedRow, int]]
    """The row and the exit code of each platform."""


class _Running:
    def __init__(
        self, asked: ManySources, order: CheckOrder, fail_on: str, program: str, environment: Mapping[str, str]
    ) -> None:
        self._asked, self._order, self._fail_on = asked, order, fail_on
        self._program, self._environment = program, environment
        self._rows = CheckedRows(MOST_ROWS)
        self.codes: set[int] = set()
        self._question, self._sources = asked_of(order), frozenset(asked.sources)
        self._known = self._believed(asked.resume) if asked.resume else {}
        self._total, self._done, self._changed = len(asked.sources), 0, 0
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
        self._is_live = shows_progress()
        self._is_gone = False

    async def run(self) -> None:
        """Checks what is not known."""
        if self._total:
            jobs = min(self._asked.jobs, self._total)
            await check_each(self._waiting(), self._order, jobs, self._took)

    def end(self, *, is_stopped: bool) -> None:
        """Writes the table, and says what was not checked."""
        asked = self._asked
        self._clear()
        if asked.text is not None:
            write_file(asked.text, checked(self._rows, paint(self._environment, asked.text)))
        else:
            say(f"{sentence(self._rows.counts)}\n")
        for output in asked.at_end:
            if not is_stopped:
                write_file(output.file, self._written(output), grammar_of(output.format))
        if self._changed:
            note(
                f"{plural(self._changed, 'source')} had other bytes than in {line(asked.resume or '')}: checked again"
            )
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

            return joined(ChosenResults([path], self._is_meant).__iter__)
        for_ci = self._for_ci
        if self._asked.resume:
            from xpkgtui.reporting.for_ci.joined import of_results

            every = ChosenResults([self._asked.resume], self._is_meant)
            for_ci = of_results(every, Checkout(root=Path(self._order.checkout)), every.several)
        found = [one for source in self._asked.sources for one in for_ci.get(source, ())]
        return ci_text(output.format, found, command="check", failing=failing(self._fail_on))

    def _waiting(self) -> Iterator[CheckTask]:
        """The sources, with what is known of them; none once the reader of the results has gone."""
        for source in self._asked.sources:
            if self._is_gone:
                return
            known = self._known.get(source)
            yield CheckTask(source=source, known=known.content if known else None)

    def _is_meant(self, result: dict[str, Any]) -> bool:
        """Whether a result is about one of the sources, and answers what is asked of it."""
        return result["source"] in self._sources and not unlike(self._question, result)

    def _believed(self, path: str) -> dict[str, _Known]:
        """The results in a file that may still hold; says which ones are not believed."""
        keep_whole_lines(path, grouped=self._order.options.platform == "all")
        if not os.path.exists(path):
            return {}
        found: dict[str, _Known] = {}
        for result in ChosenResults([path], lambda one: self._is_meant(one) and not _is_passing(one)):
            content = KnownContent(content=text(result.get("content")), digest=text(result.get("digest")))
            known = found.setdefault(result["source"], _Known(content, []))
            known.counted.append((row_of(result), code_of_result(result, self._fail_on, is_silent=is_silent(result))))
        others = {one["source"]: unlike(self._question, one) for one in read_results(path)}
        reasons = Counter(why for source, why in others.items() if why and source in self._sources - found.keys())
        if reasons:
            parts = (f"{plural(count, 'result')} with {why}" for why, count in sorted(reasons.items()))
            note(f"not believed in {line(path)}: {', '.join(parts)}; checked again")
        return found

    def _took(self, source: str, found: CheckedSource) -> None:
        if found.bug:
            self._clear()
            self.codes.add(report_bug(self._program, InternalError(f"{source}: {found.bug}"), self._environment))
        if found.is_unchanged:
            for row, code in self._known[source].counted:
                self._rows.add(row)
                self.codes.add(code)
        elif source in self._known:
            self._changed += 1
        for number, one in enumerate(found.lines):
            result = json.loads(one)
            self._rows.add(row_of(result))
            self.codes.add(code_of_result(result, self._fail_on, is_silent=number in found.silent))
        lines = "".join(found.lines)
        if found.for_ci:
            self._for_ci[source] = found.for_ci
        if self._file is not None:
            self._file.add(lines)
        if self._asked.lines == STDOUT and not write(lines):
            self._is_gone = True
        self._done += 1
        self._show()

    def _show(self) -> None:
        """Shows what is left, on a terminal."""
        now = time.monotonic()
        if not self._is_live or now - self._shown < _PAUSE:
            return
        self._shown = now
        left = (now - self._began) / self._done * (self._total - self._done) if self._done else None
        shown = left_sentence(self._done, self._total, self._rows.counts, left)
        say(f"\r\x1b[2K{clip(shown, max(20, columns(sys.stderr) - 1))}")

    def _clear(self) -> None:
        if self._is_live:
            say("\r\x1b[2K")


def is_silent(result: dict[str, Any]) -> bool:
    """Whether a package is refused though no finding is an error, even of those that are left out."""
    told = field(result, "told", "is_silent")
    return told if isinstance(told, bool) else is_refused_without_error(result)


def _is_passing(result: dict[str, Any]) -> bool:
    """Whether a result says only that a source could not be opened or fetched, which may be otherwise now."""
    kind = field(result, "error", "kind")
    return row_of(result).rank is Rank.UNREAD or kind in (FailureKind.NETWORK, FailureKind.AUTHENTICATION)


def is_refused_without_error(result: dict[str, Any]) -> bool:
    """Whether no finding in a result says why its package is refused."""
    severities = {text(field(one, "severity")) for one in listing(result.get("findings"))}
    return result.get("verdict") == "refused" and "error" not in severities


def code_of_result(result: dict[str, Any], fail_on: str, *, is_silent: bool) -> int:
    """The exit code of a result, as `check` has it for one source; `is_silent`: no error says why it is refused."""
    words = {one.word for one in failing(fail_on)}
    kind, rank = field(result, "error", "kind"), row_of(result).rank
    if kind is not None or rank in (Rank.UNDECIDED, Rank.UNREAD):
        known = next((one for one in FailureKind if one == kind), FailureKind.UNDECIDED)
        if fail_on != "never" or rank is Rank.UNREAD or known not in DOUBTS:
            return code_of(known)
    severities = {text(field(one, "severity")) for one in listing(result.get("findings"))}
    return FINDINGS if words and (is_silent or severities & words) else 0
