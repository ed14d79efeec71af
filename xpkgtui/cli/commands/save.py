"""`save`: files, objects, or the package as Crossplane's cache has it, in a folder that nothing leaves."""

from contextlib import aclosing
from typing import TYPE_CHECKING, TypeVar

import click

from xpkgtui.cli.context import context_of, program_name
from xpkgtui.cli.exit_codes import failure_of, report, worst
from xpkgtui.cli.output import note, write
from xpkgtui.cli.parameters import completions
from xpkgtui.cli.parameters.opening import open_options, settings_of
from xpkgtui.cli.parameters.options import access_options, one_platform_option
from xpkgtui.cli.parameters.outputs import require_folder
from xpkgtui.cli.parameters.views import chosen_view, view_options
from xpkgtui.errors import Failure, FailureKind, Usage, XpkgError
from xpkgtui.values import dataclass
from xpkgtui.visible import line, plural, size

if TYPE_CHECKING:
    from xpkgtui.formats.source_knowledge import CachedPackage
    from xpkgtui.inspection.inspection import Inspection
    from xpkgtui.inspection.messages.replies import FilesSaved
    from xpkgtui.inspection.messages.requests import Options, Request
    from xpkgtui.service.port import Port

_CACHE = "cache"
Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True, kw_only=True)
class SaveTarget:
    """What to save of a source, and where."""

    folder: str
    path: str
    view: str | None
    layer: int | None
    force: bool
    objects: bool
    as_cache: bool
    repaired: bool
    package: str | None
    """The repository that `spec.package` names, for the cache."""
    crossplane: str


@click.command(
    "save",
    short_help="Save files or objects in a folder, or the package for Crossplane's cache.",
    epilog="\b\nExamples:\n  xpkgtui save package.xpkg out --objects\n  xpkgtui save demo:refused layout --repaired",
)
@click.argument("source", shell_complete=completions.sources)
@click.argument("folder", metavar="DIR", shell_complete=completions.folders)
@click.argument("path", default="")
@view_options
@click.option("--objects", is_flag=True, help="Save each object as one YAML file, named by its kind and name.")
@click.option(
    "--as",
    "form",
    type=click.Choice((_CACHE,)),
    help="cache: save what `crossplane xpkg extract` writes, under the name that Crossplane's package cache expects.",
)
@click.option(
    "--repaired",
    is_flag=True,
    help="Save the whole image, with what `why` would repair, as an OCI layout: all platforms and attestations.",
)
@click.option(
    "--package",
    metavar="REPOSITORY",
    help="With --as cache, the repository that spec.package will name (default: that of SOURCE).",
)
@click.option(
    "--crossplane", metavar="VERSION", help="With --as cache, the version of Crossplane to save it for (default 2.4)."
)
@click.option("--force", is_flag=True, help="Replace files that are already in DIR.")
@one_platform_option
@access_options
@click.pass_context
def command(
    click_context: click.Context,
    /,
    source: str,
    folder: str,
    path: str,
    view: str | None,
    layer: int | None,
    objects: bool,
    form: str | None,
    repaired: bool,
    package: str | None,
    force: bool,
    platform: str,
    **flags: object,
) -> int:
    """Save the files of SOURCE in the folder DIR: all of the view, or what is at PATH, each under its own path.

    Nothing is written outside of DIR, and nothing is replaced without --force. Only plain files are made: links,
    devices and whiteouts are left out and counted.

    Exit codes: 0 saved, 2 usage (DIR has such files), 3 not found, or a limit was reached, 4 authentication,
    5 network, 6 corrupt content: what could be read is saved.
    """
    from xpkgtui.cli.reading.port_client import ask_port

    context = context_of(click_context)
    settings = settings_of(context, flags)
    target = SaveTarget(
        folder=folder,
        path=path.strip("/"),
        view=view,
        layer=layer,
        force=force,
        objects=objects,
        as_cache=form == _CACHE,
        repaired=repaired,
        package=package,
        crossplane=settings.crossplane,
    )
    _require_sense(target)
    require_folder(folder, source)
    options = open_options(settings, context, platform=platform)
    failure = ask_port(context, lambda port: _save(port, source, options, target, platform))
    return worst([report(program_name(click_context), failure, source)] if failure else [])


def _require_sense(target: SaveTarget) -> None:
    """Raises `Usage` where options contradict each other."""
    chosen = {"--objects": target.objects, "--as cache": target.as_cache, "--repaired": target.repaired}
    whole, *others = *(name for name, is_chosen in chosen.items() if is_chosen), ""
    if any(others):
        raise Usage(f"{whole} and {others[0]} cannot be combined", hint="Remove one of them.")
    if whole and (target.path or target.view or target.layer is not None):
        raise Usage(f"{whole} cannot be combined with PATH, --view or --layer", hint=f"Remove them, or {whole}.")
    if target.package and not target.as_cache:
        raise Usage("--package is for --as cache", hint="Add --as cache.")


async def _save(port: "Port", source: str, options: "Options", target: SaveTarget, platform: str) -> Failure | None:
    """Saves; returns why it is not whole."""
    from xpkgtui.cli.reading.port_client import inspect, say_platform
    from xpkgtui.cli.reading.whereabouts import with_whereabouts
    from xpkgtui.reporting.sentence import unopened

    state = await inspect(port, source, options, judged=False)
    if failure := unopened(state):
        return failure
    say_platform(state, platform)
    if target.objects:
        return await _objects(state, target)
    if target.as_cache:
        return await _cached(state, target)
    if target.repaired:
        return await _repaired(port, state, target)
    try:
        return await _files(port, state, target)
    except XpkgError as error:
        return await with_whereabouts(port, state, target.path, error.failure())


async def _files(port: "Port", state: "Inspection", target: SaveTarget) -> Failure | None:
    from xpkgtui.inspection.messages.replies import FilesSaved
    from xpkgtui.inspection.messages.requests import SaveFiles

    view = chosen_view(state, target.view, target.layer)
    request = SaveFiles(folder=target.folder, view=view, layer=target.layer, path=target.path, force=target.force)
    saved = await _answer(port, state, request, FilesSaved)
    return _report_saved(saved, target, state) if saved else None


async def _repaired(port: "Port", state: "Inspection", target: SaveTarget) -> Failure | None:
    """Saves the layout, and says what is repaired in it."""
    from xpkgtui.inspection.messages.replies import ImageRepaired
    from xpkgtui.inspection.messages.requests import SaveRepaired

    saved = await _answer(port, state, SaveRepaired(folder=target.folder, force=target.force), ImageRepaired)
    if saved is not None:
        images = plural(saved.images, "image")
        write(f"{line(target.folder)}:{line(saved.tag)}: {saved.digest}, {images}, {size(saved.size)}\n")
        for sentence in saved.repairs or ("nothing needs a repair: every byte is as it was",):
            note(line(sentence))
    return None


async def _answer(port: "Port", state: "Inspection", request: "Request", kind: type[Answer]) -> Answer | None:
    """The answer of that kind to a request; raises where it failed."""
    from xpkgtui.cli.reading.port_client import ProgressLine, refuse
    from xpkgtui.inspection.messages.events import PartFailed

    found: Answer | None = None
    with ProgressLine(state.resolved.notes if state.resolved else ()) as progress:
        async with aclosing(port.ask(request)) as events:
            async for event in events:
                progress.show(event)
                if isinstance(event, PartFailed):
                    raise refuse(event)
                if isinstance(event, kind):
                    found = event
    return found


def _report_saved(saved: "FilesSaved", target: SaveTarget, state: "Inspection") -> Failure | None:
    """Prints what was saved and what was not; returns why it is not whole."""
    from xpkgtui.reporting.sentence import unread

    write(f"{line(target.folder)}: {plural(saved.files, 'file')}, {size(saved.size)}\n")
    if saved.left_out:
        note("left out: " + ", ".join(f"{count:,} {_noun(str(reason), count)}" for reason, count in saved.left_out))
    if saved.unprivileged:
        note(f"{plural(saved.unprivileged, 'file')} saved without setuid or setgid")
    if saved.gaps:
        return failure_of(saved.gaps)
    if saved.limit is not None:
        return Failure(kind=FailureKind.UNDECIDED, title=saved.limit.sentence, hint=saved.limit.advice)
    return unread(state) if target.view is None and target.layer is None else None


def _noun(noun: str, count: int) -> str:
    """The noun for a count: `links`, `files whose name …`."""
    if count == 1:
        return noun
    first, *rest = noun.split(" ", 1)
    return " ".join((f"{first.rstrip(',')}s{',' if first.endswith(',') else ''}", *rest))


async def _objects(state: "Inspection", target: SaveTarget) -> Failure | None:
    from xpkgtui.cli.saved_stream import object_names, save_objects
    from xpkgtui.reporting.sentence import trouble

    if (stream := state.stream) is None:
        return _no_stream(state)
    saved = await save_objects(stream.path, list(object_names(state.rows)), target.folder, force=target.force)
    write(f"{line(target.folder)}: {plural(saved.files, 'object')}, {size(saved.size)}\n")
    return trouble(state)


async def _cached(state: "Inspection", target: SaveTarget) -> Failure | None:
    from xpkgtui.cli.saved_stream import save_cached
    from xpkgtui.reporting.sentence import unread

    if (stream := state.stream) is None:
        return _no_stream(state)
    found = _cached_package(state, target)
    saved = await save_cached(stream.path, found.file, target.folder, force=target.force)
    write(f"{line(target.folder.rstrip('/'))}/{found.file}\n")
    fields = ", ".join(f"{name}: {value}" for name, value in found.spec)
    note(
        f"Crossplane {target.crossplane} reads it ({size(saved.size)} before compression) as "
        f"{found.folder}/{found.file} in its pod (Helm: packageCache.pvc), for a package with {fields}"
    )
    return unread(state)


def _cached_package(state: "Inspection", target: SaveTarget) -> "CachedPackage":
    """Where the cache has the package; raises `Usage` where that is not known."""
    from xpkgtui.errors import Malformed
    from xpkgtui.formats.known import format_of
    from xpkgtui.oci.reference import Reference

    known = format_of(state.format.name).sources
    is_remote = state.resolved is not None and state.resolved.is_remote
    written = target.package or (state.resolved.reference if is_remote and state.resolved else "")
    if not written:
        example = "xpkg.example.org/acme/provider"
        raise Usage(
            "the name in the cache is made of the repository, which a local package does not have",
            hint=f"Name what spec.package will say: --package {example}",
        )
    try:
        reference = Reference.parse(written)
    except Malformed as error:
        raise Usage(f"--package is not a repository: {error}") from error
    digest = reference.digest or state.digest or (f"sha256:{state.stream.sha256}" if state.stream else "")
    found = known.notes.cached_package(reference.name, str(digest), target.crossplane) if known else None
    if found is None:
        raise Usage(f"{state.wording.program} has no cache of packages", hint="--objects saves the documents.")
    return found


def _no_stream(state: "Inspection") -> Failure:
    """Why there are no documents to save."""
    from xpkgtui.reporting.sentence import trouble

    message = state.reading.message if state.reading else ""
    return trouble(state) or Failure(
        kind=FailureKind.NOT_FOUND,
        title=f"{state.wording.program} finds no {state.wording.stream_file} in this source",
        tried=(message,) if message else (),
    )
