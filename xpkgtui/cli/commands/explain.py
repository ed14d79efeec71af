"""`explain`: the fields of what a package defines, as kubectl explains them, before it is installed."""

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from xpkgtui.cli.context import context_of, program_name
from xpkgtui.cli.exit_codes import FINDINGS, code_of_answer, report
from xpkgtui.cli.output import Grammar, note, paint, write, write_paged
from xpkgtui.cli.parameters import completions
from xpkgtui.cli.parameters.opening import open_options, settings_of
from xpkgtui.cli.parameters.options import access_options, choice_of_format, one_platform_option
from xpkgtui.errors import Failure, FailureKind, Usage, XpkgError
from xpkgtui.visible import line

if TYPE_CHECKING:
    from xpkgtui.inspection.messages.requests import Options
    from xpkgtui.reporting.contents.explained import Explained, ExplainedField
    from xpkgtui.service.port import Port

_FORMATS = ("text", "json", "json-schema", "sample", "openapi")
_OF_KIND = ("json-schema", "sample", "openapi")
"""The formats that need a kind."""
_ALL = 1_000_000


@click.command(
    "explain",
    short_help="Explain the fields of a kind that a package defines.",
    epilog="\b\nExamples:"
    "\n  xpkgtui explain package.xpkg Bucket.spec.forProvider"
    "\n  xpkgtui explain package.xpkg Bucket --format sample",
)
@click.argument("source", default="", metavar="[SOURCE]", shell_complete=completions.sources)
@click.argument("kind", metavar="[KIND[.FIELD...]]", default="")
@click.option("--version", "version", metavar="VERSION", default="", help="This version; the stored one by default.")
@click.option("--recursive", is_flag=True, help="List all fields below, without descriptions.")
@click.option(
    "--search",
    "words",
    metavar="WORDS",
    help="Find fields of all kinds by the letters of their paths; without SOURCE, in all packages opened before.",
)
@click.option("--all", "all_matches", is_flag=True, help="List all that --search finds, not the best 200.")
@choice_of_format(
    "text (default), json, json-schema (draft 2020-12, for editors and kubeconform), sample (a manifest "
    "that the API server accepts), or openapi (the schema as the API server gets it).",
    *_FORMATS,
)
@one_platform_option
@access_options
@click.pass_context
def command(
    click_context: click.Context,
    /,
    source: str,
    kind: str,
    version: str,
    recursive: bool,
    words: str | None,
    all_matches: bool,
    format: str,
    platform: str,
    **flags: object,
) -> int | None:
    """Explain a kind that SOURCE defines, or one of its fields, as `kubectl explain` does; without KIND, list the
    kinds. Composite resources and claims have the fields that Crossplane adds to them.

    KIND is a kind, plural, singular or short name; with its group where several have it: buckets.s3.example.org. A
    field is reached by its names: bucket.spec.forProvider.region.

    With --search and without SOURCE, fields and kinds are found in the packages that were opened before, as the cache
    knows them, with the newest of their versions that was opened.

    Exit codes: 0 explained; 1 where nothing matches --search, or no sample is found that the API server accepts; 2
    usage; 3 no such kind, version or field; 4 authentication, 5 network, 6 corrupt content.
    """
    from xpkgtui.cli.reading.port_client import ask_port
    from xpkgtui.reporting.contents.explained import Explained

    if words is not None and (kind or recursive or format not in ("text", "json")):
        raise Usage("--search finds fields of all kinds", hint="Leave out KIND, --recursive and other formats.")
    if not source and words is None:
        hint = "Without one, --search WORDS looks in the packages that were opened before."
        raise Usage("SOURCE is missing", hint=hint)
    if not kind and (format in _OF_KIND or recursive or version):
        raise Usage("this needs a KIND", hint="Without KIND, all kinds are listed.")
    context = context_of(click_context)
    options = open_options(settings_of(context, flags), context, platform=platform)
    most = _ALL if all_matches else 0
    asked = kind, version, format
    found = ask_port(context, lambda port: _explained(port, source, options, asked, words, most))
    code = 0
    if format == "json":
        from xpkgtui.reporting.documents.explain import explain as as_json

        write(as_json(found))
    elif isinstance(found, Explained) and found.explained is not None:
        code = _write_field(program_name(click_context), found.explained, context.environment, format, recursive)
    else:
        from xpkgtui.reporting.as_text.explain import explain as as_text

        write_paged(as_text(found, paint(context.environment)))
    answer = found.answer
    return code_of_answer(program_name(click_context), replace(answer, is_refused=answer.is_refused or bool(code)))


async def _explained(
    port: "Port", source: str, options: "Options", asked: tuple[str, str, str], words: str | None, most: int
) -> "Explained":
    from xpkgtui.cli.reading.kinds import explain, list_kinds, search_fields
    from xpkgtui.cli.reading.port_client import inspect
    from xpkgtui.inspection.messages.schemas import MOST_FOUND, SearchFields
    from xpkgtui.reporting.contents.explained import Explained
    from xpkgtui.reporting.sentence import trouble

    if not source:
        from xpkgtui.cli.reading.kinds import search_packages

        return await search_packages(port, words or "", options, most)
    state = await inspect(port, source, options, judged=False)
    if state.failure is not None:
        return Explained(inspection=state, failure=state.failure)
    try:
        if words is not None:
            return await search_fields(port, state, SearchFields(words=words, most=most or MOST_FOUND))
        if not asked[0]:
            return await list_kinds(port, state)
        kind, version, format = asked
        return await explain(port, state, kind, version, with_examples=format not in _OF_KIND)
    except XpkgError as error:
        # What a damaged package lacks may be in what cannot be read.
        return Explained(inspection=state, failure=trouble(state) or error.failure())


def _write_field(
    program: str, explained: "ExplainedField", environment: "Mapping[str, str]", format: str, is_recursive: bool
) -> int:
    """Writes what is asked for of one field; returns the exit code."""
    from xpkgtui.reporting.documents.writer import write as as_json

    if format == "text":
        from xpkgtui.reporting.as_text.explain import explain_field

        write_paged(explain_field(explained, paint(environment), is_recursive=is_recursive))
    elif format == "openapi":
        write(as_json(explained.field.schema if explained.field.path else explained.schema))
    elif format == "json-schema":
        from xpkgtui.formats.definitions.fields.json_schema import json_schema, part_of

        kind, name = explained.kind, explained.version_name
        whole = (
            part_of(explained.field.schema)
            if explained.field.path
            else json_schema(kind.group, kind.kind, name, explained.schema)
        )
        write(as_json(whole))
    else:
        return _write_sample(program, explained)
    if explained.doubt and format != "text":
        note(f"{explained.kind.kind}: {line(explained.doubt)}")
    return 0


def _write_sample(program: str, explained: "ExplainedField") -> int:
    from xpkgtui.formats.definitions.fields.manifest import sample_of

    if explained.field.path:
        raise Usage("a sample is one of a whole kind", hint=f"Ask for {explained.kind.kind} alone.")
    made = sample_of(explained.kind, explained.version)
    write(made.text, Grammar.PROGRAM)
    if made.manifest is not None and not explained.doubt:
        return 0
    title = f"no {explained.kind.kind} of {explained.version_name} was found that the API server accepts"
    report(program, Failure(kind=FailureKind.UNDECIDED, title=title, tried=(explained.doubt or made.refusal,)))
    return FINDINGS
