"""`tags`: the tags of a repository as Crossplane orders them, and the one that it would choose."""

from dataclasses import replace
from typing import TYPE_CHECKING

import click

from xpkgtui.cli.context import context_of, program_name
from xpkgtui.cli.exit_codes import code_of_answer
from xpkgtui.cli.output import Grammar, note, paint, write, write_answer
from xpkgtui.cli.parameters import completions
from xpkgtui.cli.parameters.opening import open_options, settings_of
from xpkgtui.cli.parameters.options import access_options, choice_of_format, is_verbose
from xpkgtui.errors import Malformed, Usage
from xpkgtui.visible import clip, line

if TYPE_CHECKING:
    from xpkgtui.inspection.messages.requests import Options
    from xpkgtui.reporting.contents.repository_tags import RepositoryTags
    from xpkgtui.service.port import Port


@click.command(
    "tags",
    short_help="List the tags of a repository as Crossplane orders them.",
    epilog="\b\nExamples:\n  xpkgtui tags xpkg.crossplane.io/acme/provider-nop --satisfies '>=v1.0.0'",
)
@click.argument("repository", metavar="REPOSITORY", shell_complete=completions.sources)
@click.option(
    "--satisfies",
    metavar="CONSTRAINT",
    help="List the tags that satisfy CONSTRAINT, such as '>=v1.2.0, <v2', and mark the one that Crossplane installs.",
)
@click.option(
    "--digests",
    is_flag=True,
    help="Ask for each listed tag: digest, size, build, platforms, whether it moved, aliases, signatures. This takes "
    "four requests a tag, and more where it is signed.",
)
@click.option("--crossplane", metavar="VERSION", help="The version of Crossplane that chooses (default 2.4).")
@choice_of_format(
    "text (default), json, or lines: a reference each, for `check --from -`; with --satisfies those that do.",
    *("text", "json", "lines"),
)
@access_options
@click.pass_context
def command(
    click_context: click.Context,
    /,
    repository: str,
    satisfies: str | None,
    digests: bool,
    format: str,
    **flags: object,
) -> int:
    """List the tags of REPOSITORY, host/name in a registry: releases from the highest down, prereleases, and names
    that are not versions.

    With --digests it also says which tags have moved since they were seen; the cache remembers that. Signatures are
    listed as found, and not verified.

    Exit codes: 0 listed; with --satisfies 1 where Crossplane would install no tag; 3 not found, 4 authentication,
    5 network, 6 corrupt content.
    """
    from xpkgtui.cli.reading.port_client import ask_port
    from xpkgtui.versions.tags import companion_of

    context = context_of(click_context)
    options = open_options(settings_of(context, flags), context)
    wanted = _read(satisfies, options)
    found = ask_port(context, lambda port: _listed(port, wanted, repository, options, looks=digests))
    if format == "lines":
        names = found.satisfying if found.constraint is not None else found.names
        shown = [one for one in found.names if one in names and companion_of(one) is None]
        write("".join(f"{found.repository}:{line(one)}\n" for one in shown), Grammar.PROGRAM)
    elif format == "json":
        from xpkgtui.reporting.documents.tags import tags as as_json

        write(as_json(found))
    else:
        from xpkgtui.reporting.as_text.tags import tags as as_text

        write_answer(
            as_text(found, paint(context.environment), is_verbose=is_verbose(click_context)), found.answer.failure
        )
    return code_of_answer(program_name(click_context), replace(found.answer, source=repository))


def _read(text: str | None, options: "Options") -> "RepositoryTags":
    """What is known before anything is listed: the constraint, as the version of Crossplane reads it."""
    from xpkgtui.formats.known import ASSUMED_SOURCES
    from xpkgtui.reporting.contents.repository_tags import RepositoryTags
    from xpkgtui.versions.constraint import Constraint

    reading = ASSUMED_SOURCES.tag_reading(options.crossplane)
    known = RepositoryTags(repository="", crossplane=options.crossplane, reading=reading)
    if text is None:
        return known
    try:
        return replace(known, constraint=Constraint.parse(text, known.reading.dialect))
    except Malformed as error:
        if text.startswith("sha256:"):
            raise Usage(
                "--satisfies takes a constraint on versions, and this is a digest: Crossplane installs it as it is",
                hint="`xpkgtui show REPOSITORY@sha256:…` shows what it names.",
            ) from error
        title = f"--satisfies {clip(line(text), 80)} is not a constraint"
        raise Usage(f"{title}: {line(str(error))}", hint="Write '>=v1.2.0, <v2', '^1.2' or '~1.2'.") from error


async def _listed(
    port: "Port", known: "RepositoryTags", repository: str, options: "Options", *, looks: bool
) -> "RepositoryTags":
    from xpkgtui.cli.reading.port_client import list_tags, look_at_tags
    from xpkgtui.versions.tags import companion_of

    found = await list_tags(port, replace(known, repository=repository), options)
    if found.stale:
        note(f"the list is {found.stale}")
    if not looks or found.failure is not None:
        return found
    wanted = found.satisfying if found.constraint is not None else frozenset(found.names)
    names = tuple(name for name in found.names if name in wanted and companion_of(name) is None)
    return await look_at_tags(port, found, names, options)
