"""`--format NAME[=FILE]`, given once or more; and where a command may write: never to what it reads."""

import os
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from xpkgtui.cli.output import Grammar, note, write_file
from xpkgtui.cli.parameters import completions
from xpkgtui.cli.parameters.options import Command, OutputFormat, add_options
from xpkgtui.errors import Usage
from xpkgtui.values import dataclass
from xpkgtui.visible import plural

if TYPE_CHECKING:
    from xpkgtui.errors import Failure
    from xpkgtui.reporting.for_ci.results import SourceResults
    from xpkgtui.rules.finding import Severity


_BEGAN = time.monotonic()
"""The moment at which the command was loaded."""
STDOUT = "-"
CI_FORMATS = (OutputFormat.MARKDOWN, OutputFormat.GITHUB, OutputFormat.GITLAB, OutputFormat.JUNIT, OutputFormat.SARIF)
"""Those that the programs of continuous integration read, and their summaries."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Output:
    """One form, and the file that it is written to."""

    format: OutputFormat
    file: str = STDOUT


class _OutputType(click.ParamType):  # type: ignore[type-arg]
    """A name, or a name and a file."""

    name = "format"

    def __init__(self, formats: Iterable[OutputFormat]) -> None:
        self._formats = tuple(formats)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Output:
        if isinstance(value, Output):
            return value
        name, has_file, file = str(value).partition("=")
        format = next((one for one in self._formats if one.value == name), None)
        if format is None:
            self.fail(f"{name!r} is not one of {', '.join(repr(one.value) for one in self._formats)}.", param, ctx)
        if has_file and not file:
            self.fail(f"{value!r} names no file.", param, ctx)
        return Output(format=format, file=file or STDOUT)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[Any]:
        if "=" in incomplete:
            return completions.files(ctx, param, incomplete)
        from click.shell_completion import CompletionItem

        return [CompletionItem(one.value) for one in self._formats if one.value.startswith(incomplete)]


def outputs_option(*formats: OutputFormat) -> Callable[[Command], Command]:
    """Adds `--format` and `-o`; the command gets a tuple of `Output`, the first format being the default."""
    names = f"{formats[0].value} (default), {', '.join(one.value for one in formats[1:])}"

    def gathered(context: click.Context, _parameter: click.Parameter, value: str) -> str:
        outputs: Sequence[Output] = context.params.pop("formats", ())
        context.params["outputs"] = gather(outputs or (Output(format=formats[0]),), value, formats)
        return value

    return lambda command: add_options(
        command,
        (
            click.option(
                "--format",
                "formats",
                metavar="NAME[=FILE]",
                multiple=True,
                is_eager=True,
                type=_OutputType(formats),
                help=f"One of {names}. Give it again to write several, each to a FILE of its own.",
            ),
            click.option(
                "-o",
                "--output",
                metavar="FILE",
                default=STDOUT,
                expose_value=False,
                callback=gathered,
                help="Write to FILE instead of standard output.",
                shell_complete=completions.files,
            ),
        ),
    )


def gather(outputs: Sequence[Output], file: str, formats: Collection[OutputFormat]) -> tuple[Output, ...]:
    """The outputs, where the one without a file goes to `file`; raises `Usage` where two go to one place."""
    if file in (one.value for one in formats):
        raise Usage(f"-o {file} would write to a file of that name", hint=f"Did you mean --format {file}?")
    found = [Output(format=output.format, file=file) if output.file == STDOUT else output for output in outputs]
    files = [one.file for one in found]
    places = [one if one == STDOUT else os.path.realpath(one) for one in files]
    twice = next((file for file, place in zip(files, places, strict=True) if places.count(place) > 1), None)
    if twice is not None:
        place = "standard output" if twice == STDOUT else twice
        raise Usage(f"two formats would be written to {place}", hint="Give each a file: --format sarif=FILE.")
    if file != STDOUT and file not in files:
        raise Usage(f"nothing is left to write to {file}", hint="Every --format names a file: remove -o.")
    return tuple(found)


def write_outputs(outputs: Sequence[Output], text_of: Callable[[Output], str], failure: "Failure | None") -> None:
    """Writes each form; the text for people by a pager, unless a terminal has nothing but the failure."""
    for output in outputs:
        is_paged = output.format is OutputFormat.TEXT
        write_file(output.file, text_of(output), grammar_of(output.format), is_paged=is_paged, failure=failure)


def ci_text(
    format: OutputFormat,
    sources: "Sequence[SourceResults]",
    *,
    command: str,
    failing: "Collection[Severity]",
) -> str:
    """The text of a form of `CI_FORMATS`; findings whose severity is `failing` fail a test case."""
    if format is OutputFormat.JUNIT:
        from xpkgtui.reporting.for_ci.junit import junit

        return junit(sources, failing, time.monotonic() - _BEGAN)
    if format is OutputFormat.SARIF:
        from xpkgtui.reporting.for_ci.sarif import sarif

        return sarif(sources, command)
    if format is OutputFormat.GITHUB:
        from xpkgtui.reporting.for_ci.annotations import github

        return github(sources)
    if format is OutputFormat.GITLAB:
        from xpkgtui.reporting.for_ci.annotations import gitlab, unplaced

        if left := unplaced(sources):
            note(f"GitLab's report leaves out {plural(left, 'result')} at no file of the checkout")
        for one in sources:
            if one.left_out and one.place is None:
                note(f"{one.name}: {one.left_out}")
        return gitlab(sources)
    from xpkgtui.reporting.for_ci.markdown import markdown

    return markdown(sources)


def grammar_of(format: OutputFormat) -> Grammar:
    """What a form is written in."""
    if format is OutputFormat.GITHUB:
        return Grammar.ANNOTATIONS
    return Grammar.MARKUP if format in (OutputFormat.HTML, OutputFormat.JUNIT) else Grammar.PLAIN


def checkout_of(environment: Mapping[str, str]) -> Any:
    """The checkout that paths in these forms are relative to: of the current folder, else of the job."""
    from xpkgtui.reporting.for_ci.results import Checkout

    workspace = environment.get("GITHUB_WORKSPACE", "") or environment.get("CI_PROJECT_DIR", "")
    return Checkout.around(Path.cwd(), workspace)


_LAYOUT = ("oci-layout", "index.json", "manifest.json")
"""Files by which a folder is an image, of which every file belongs to it."""
_SOURCES = (".yaml", ".yml")
_MOST = 50_000
"""Files of a folder that are compared with the output."""


def require_destination(output: str, sources: Iterable[str]) -> None:
    """Raises `Usage` where `output` has no folder, or is or would be a file that is read, also through a link."""
    from xpkgtui.sources.recognition.naming import find, split_prefix
    from xpkgtui.visible import line

    if output == "-":
        return
    if not os.path.isdir(folder := os.path.dirname(os.path.abspath(output))):
        raise Usage(f"cannot write {line(output)}: there is no folder {line(folder)}", hint="Make the folder first.")
    is_new = not os.path.exists(output)
    for source in sources:
        found = None
        with suppress(Usage):
            prefix, rest = split_prefix(source)
            found = find(rest, prefix)
        if found is None:
            continue
        with suppress(OSError):
            if not is_new and os.path.samefile(output, found.path):
                raise Usage("-o would replace the package that is read", hint="Name another file.")
            if found.path.is_dir() and _belongs(Path(output), found.path, is_new=is_new):
                verb = "be" if is_new else "replace"
                raise Usage(f"-o would {verb} a file of the package that is read", hint="Name another file.")


def require_folder(folder: str, source: str) -> None:
    """Raises `Usage` where saving in `folder` would put files into an image that is read."""
    from xpkgtui.sources.recognition.naming import find, split_prefix

    found = None
    with suppress(Usage):
        prefix, rest = split_prefix(source)
        found = find(rest, prefix)
    if found is None or not found.path.is_dir() or not any((found.path / name).is_file() for name in _LAYOUT):
        return
    if Path(folder).resolve().is_relative_to(found.path.resolve()):
        raise Usage("DIR lies in the image that is read", hint="Name another folder.")


def _belongs(output: Path, folder: Path, *, is_new: bool) -> bool:
    """Whether the file is one that is read of the folder: of an image any that is there, of sources the YAML."""
    is_image = any((folder / name).is_file() for name in _LAYOUT)
    if is_image and is_new:
        return False
    target = output.resolve()
    if target.is_relative_to(folder.resolve()) and (is_image or target.suffix in _SOURCES):
        return True
    if is_new or output.stat().st_nlink < 2:
        return False
    linked = (path for path in _files(folder) if is_image or path.suffix in _SOURCES)
    return any(os.path.samefile(output, path) for path in linked)


def _files(folder: Path) -> Iterator[Path]:
    every = (Path(parent, name) for parent, _, names in os.walk(folder) for name in names)
    return (path for path in islice(every, _MOST) if path.exists())
