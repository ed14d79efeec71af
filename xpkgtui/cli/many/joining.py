"""`check --join`: results of several calls, on one machine or on several, as one."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple

from xpkgtui.cli.exit_codes import code_of, failing, worst
from xpkgtui.cli.many.checking import MOST_ROWS, code_of_result, is_silent
from xpkgtui.cli.many.results import ChosenResults
from xpkgtui.cli.output import note, paint, say, write_file
from xpkgtui.cli.parameters.options import OutputFormat
from xpkgtui.cli.parameters.outputs import CI_FORMATS, Output, checkout_of, ci_text, grammar_of
from xpkgtui.errors import FailureKind, Usage
from xpkgtui.reporting.checked_rows import CheckedRows, checked, row_of, sentence
from xpkgtui.visible import few, line, plural

_FEW = 5


def join(
    files: Sequence[str],
    outputs: Sequence[Output],
    expected: Sequence[str],
    fail_on: str,
    environment: Mapping[str, str],
) -> int:
    """Writes the results of the files in each form; returns the exit code, also for a source that none has."""
    chosen, rows, codes = ChosenResults(files), CheckedRows(MOST_ROWS), set[int]()
    missing = tuple(source for source in expected if source not in chosen.sources)
    if not chosen.sources and not missing:
        raise Usage("the files have no result, so nothing was checked")
    for result in chosen:
        rows.add(row_of(result))
        codes.add(code_of_result(result, fail_on, is_silent=is_silent(result)))
    for result in map(_missing, missing):
        rows.add(row_of(result))
    joined = _Joined(chosen, missing, {source: number for number, source in enumerate(expected)})
    for output in outputs:
        is_table = output.format is OutputFormat.TEXT
        text = (
            checked(rows, paint(environment, output.file)) if is_table else joined.text(output, fail_on, environment)
        )
        write_file(output.file, text, grammar_of(output.format))
    if all(one.format is not OutputFormat.TEXT for one in outputs):
        say(f"{sentence(rows.counts)}\n")
    if chosen.questions > 1:
        note("the files answer several questions (profile, version, filters); the worst answer of a source counts")
    if missing:
        note(f"no file has a result of {plural(len(missing), 'source')}: {line(few(missing, _FEW))}")
    return worst(codes) or (code_of(FailureKind.UNDECIDED) if missing else 0)


class _Joined(NamedTuple):
    chosen: ChosenResults
    missing: tuple[str, ...]
    places: Mapping[str, int]
    """The places of sources in the list."""

    def every(self) -> Iterator[dict[str, Any]]:
        """The results, and one for each source that no file has."""
        return chain(self.chosen, map(_missing, self.missing))

    def text(self, output: Output, fail_on: str, environment: Mapping[str, str]) -> str:
        """The results in a form that lists all of them."""
        if output.format is OutputFormat.HTML:
            from xpkgtui.reporting.as_html.joined import joined

            return joined(self.every)
        if output.format is OutputFormat.JSONL:
            from xpkgtui.reporting.documents.writer import write_line

            return "".join(map(write_line, self.chosen))
        from xpkgtui.reporting.for_ci.joined import of_results

        found = of_results(self.every(), checkout_of(environment), self.chosen.several)
        ordered = sorted(found, key=lambda one: (self.places.get(one, len(self.places)), one))
        shown = [each for one in ordered for each in found[one]]
        assert output.format in CI_FORMATS
        return ci_text(output.format, shown, command="check", failing=failing(fail_on))


def _missing(source: str) -> dict[str, Any]:
    """A result that says of a source that no file has one."""
    error = {"kind": FailureKind.UNDECIDED.value, "title": "not checked: no file has a result of it", "tried": []}
    return {"source": source, "verdict": None, "findings": None, "error": error}
