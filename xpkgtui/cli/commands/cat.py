"""`cat`: the bytes of one file or object, by default all documents of the package: package.yaml."""

import codecs
import os
import re
import sys
from collections.abc import Iterator
from contextlib import aclosing
from typing import TYPE_CHECKING

import click

from xpkgtui.cli.context import context_of, program_name
from xpkgtui.cli.exit_codes import Stopped, report, worst
from xpkgtui.cli.output import is_terminal, note, write, write_paged
from xpkgtui.cli.parameters import completions
from xpkgtui.cli.parameters.opening import open_options, settings_of
from xpkgtui.cli.parameters.options import ALL, access_options, for_each_platform, platform_option
from xpkgtui.cli.parameters.views import chosen_view, view_options
from xpkgtui.errors import Failure, FailureKind, NotFound, Usage, XpkgError
from xpkgtui.limits import PIECE
from xpkgtui.values import dataclass

if TYPE_CHECKING:
    from xpkgtui.inspection.inspection import Inspection
    from xpkgtui.inspection.messages.replies import TextReady
    from xpkgtui.inspection.rows.objects import ObjectRow
    from xpkgtui.service.port import Port

_LINES = re.compile("([\n\t])")


@dataclass(frozen=True, slots=True, kw_only=True)
class CatTarget:
    """What to print of a source."""

    path: str
    object_name: str | None
    """KIND/NAME of an object of package.yaml, in place of a file."""
    view: str | None
    layer: int | None

    @property
    def is_default(self) -> bool:
        """Whether neither a file nor a view is chosen."""
        return not self.path and self.view is None and self.layer is None


@dataclass(frozen=True, slots=True, kw_only=True)
class FileSlice:
    """A part of a file on disk."""

    path: str
    start: int = 0
    end: int | None = None
    """Offset after the last byte; None for the end of the file."""


@click.command(
    "cat",
    short_help="Print one file or one object.",
    epilog="\b\nExamples:"
    "\n  xpkgtui cat package.xpkg"
    "\n  xpkgtui cat package.xpkg --object CustomResourceDefinition/buckets.example.org",
)
@click.argument("source", shell_complete=completions.sources)
@click.argument("path", default="")
@click.option("--object", "object_name", metavar="KIND/NAME", help="Only this object of the package.")
@view_options
@platform_option
@access_options
@click.pass_context
def command(
    click_context: click.Context,
    /,
    source: str,
    path: str,
    object_name: str | None,
    view: str | None,
    layer: int | None,
    platform: str,
    **flags: object,
) -> int:
    """Print the file PATH of SOURCE; without PATH, what the tools read: for Crossplane, package.yaml.

    On a terminal, control characters are replaced by visible signs; in a pipe, every byte is unchanged.
    """
    from xpkgtui.cli.reading.port_client import ask_port

    target = CatTarget(path=path.strip("/"), object_name=object_name, view=view, layer=layer)
    if object_name and (path or view or layer is not None):
        raise Usage("--object cannot be combined with PATH, --view or --layer", hint="Remove them, or --object.")
    if object_name and not all(object_name.partition("/")):
        raise Usage(
            f"--object {object_name!r} is not valid",
            hint="It takes KIND/NAME, such as Provider/provider-aws-s3.",
        )
    context = context_of(click_context)
    options = open_options(settings_of(context, flags), context, platform=platform)

    async def print_each(port: "Port") -> list[Failure | None]:
        return await for_each_platform(
            port, source, options, lambda state: _print_image(port, state, target, platform), judged=False
        )

    failures = [failure for failure in ask_port(context, print_each) if failure]
    return worst(report(program_name(click_context), failure, source) for failure in failures)


async def _print_image(port: "Port", state: "Inspection", target: CatTarget, platform: str) -> Failure | None:
    """Prints of the image that is open; returns why it is not whole, or what is damaged."""
    from xpkgtui.cli.reading.port_client import say_platform
    from xpkgtui.cli.reading.whereabouts import with_whereabouts
    from xpkgtui.reporting.sentence import shown_platform
    from xpkgtui.visible import line

    if platform == ALL and (name := shown_platform(state)):
        note(line(name))
    say_platform(state, platform)
    try:
        slices, failure = await _slices(port, state, target)
    except XpkgError as error:
        return await with_whereabouts(port, state, target.path, error.failure())
    _print(slices)
    return failure


async def _slices(port: "Port", state: "Inspection", target: CatTarget) -> tuple[list[FileSlice], Failure | None]:
    """The slices to print, and why they are incomplete or of a damaged package."""
    from xpkgtui.reporting.sentence import trouble, unopened, unread

    if failure := unopened(state):
        raise Stopped(failure, state.source)
    if target.object_name is not None:
        stream = _stream(state)
        rows = _objects(state, target.object_name)
        return [FileSlice(path=stream, start=row.start, end=row.end) for row in rows], trouble(state)
    if target.is_default:
        stream = _stream(state)
        if state.reading is not None and state.reading.truncated:
            note(f"{state.wording.program} reads only this part of {state.wording.stream_file}")
        return [FileSlice(path=stream)], unread(state)
    return await _file(port, state, target)


def _stream(state: "Inspection") -> str:
    """The path of the package.yaml that the reader found."""
    from xpkgtui.reporting.sentence import trouble

    if state.stream is not None:
        return state.stream.path
    if failure := trouble(state):
        raise Stopped(failure, state.source)
    reading = state.reading
    raise NotFound(
        f"{state.wording.program} finds no {state.wording.stream_file} in this source",
        tried=(reading.message,) if reading and reading.message else (),
        hint=f"List all files: {_call(state, 'ls', '--view', 'flattened')}",
    )


def _call(state: "Inspection", command: str, *options: str) -> str:
    return state.asked.line("xpkgtui", command, state.source, *options)


def _objects(state: "Inspection", object_name: str) -> "list[ObjectRow]":
    """The rows of this kind and name; the kind may have any case, and be KIND.GROUP."""
    kind, _, name = object_name.partition("/")
    rows = [row for row in state.rows if row.name == name and kind.lower() in _kinds(row)]
    if not rows:
        import difflib

        names = [f"{row.kind}/{row.name}" for row in state.rows if row.kind and row.name]
        near = tuple(dict.fromkeys(difflib.get_close_matches(object_name, names[:5000], 5, 0.6)))
        raise NotFound(
            f"there is no object {object_name}",
            suggestions=near,
            hint=f"List all objects: {_call(state, 'show', '--objects')}",
        )
    if len(rows) > 1:
        note(f"{len(rows)} documents of the package are called {kind}/{name}")
    return rows


def _kinds(row: "ObjectRow") -> tuple[str, ...]:
    kind, group = (row.kind or "").lower(), (row.api_version or "").rpartition("/")[0].lower()
    return kind, f"{kind}.{group}"


async def _file(port: "Port", state: "Inspection", target: CatTarget) -> tuple[list[FileSlice], Failure | None]:
    from xpkgtui.cli.reading.port_client import refuse
    from xpkgtui.inspection.messages.events import PartFailed
    from xpkgtui.inspection.messages.replies import TextReady
    from xpkgtui.inspection.messages.requests import ReadText, Text

    path, view = target.path or state.wording.stream_file, chosen_view(state, target.view, target.layer)
    request = ReadText(text=Text.FILE, view=view, layer=target.layer, path=path)
    async with aclosing(port.ask(request)) as events:
        async for event in events:
            if isinstance(event, PartFailed):
                raise refuse(event)
            if isinstance(event, TextReady):
                return [FileSlice(path=event.path)], _loss(event)
    raise NotFound(f"there is no {path}", hint=f"List the files: {_call(state, 'ls')}")


def _loss(text: "TextReady") -> Failure | None:
    """What keeps a file from being whole: a limit of xpkgtui, or damage."""
    if text.limit is not None:
        title = f"{text.incomplete}: {text.limit.sentence}"
        return Failure(kind=FailureKind.UNDECIDED, title=title, hint=text.limit.advice)
    return Failure(kind=FailureKind.CORRUPT, title=text.incomplete) if text.incomplete else None


def _print(slices: list[FileSlice]) -> None:
    if is_terminal(sys.stdout):
        _show(slices)
        return
    for number, part in enumerate(slices):
        if number and not write("---\n"):
            return
        for data in _blocks(part):
            if not write(data):
                return


def _show(slices: list[FileSlice]) -> None:
    """Writes to a terminal, by a pager what one piece holds, with what it hides or obeys made visible."""
    is_short = sum((part.end or os.path.getsize(part.path)) - part.start for part in slices) <= PIECE
    changed, texts = False, list[str]()
    for number, part in enumerate(slices):
        decoder = codecs.getincrementaldecoder("utf-8")("backslashreplace")
        for data in (*([b"---\n"] if number else ()), *_blocks(part)):
            texts.append(_shown(text := decoder.decode(data)))
            changed = changed or texts[-1] != text
            if not is_short and not write(texts.pop()):
                return
    if is_short:
        write_paged("".join(texts))
    if changed:
        note("control and hidden characters are shown as text; a pipe gets the bytes")


def _shown(text: str) -> str:
    """The text with everything made visible that a terminal hides or obeys, except line ends and tabs."""
    from xpkgtui.visible import line

    return "".join(part if part in "\n\t" else line(part) for part in _LINES.split(text))


def _blocks(part: FileSlice) -> Iterator[bytes]:
    with open(part.path, "rb") as file:
        file.seek(part.start)
        left = part.end - part.start if part.end is not None else None
        while data := file.read(PIECE if left is None else min(PIECE, left)):
            left = None if left is None else left - len(data)
            yield data
