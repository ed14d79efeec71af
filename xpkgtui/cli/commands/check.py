"""`check`: prints the findings of sources and exits with a code."""

import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from xpkgtui.cli.context import context_of, program_name
from xpkgtui.cli.exit_codes import DOUBTS, InternalError, code_of_answer, failing, report_bug, worst
from xpkgtui.cli.output import is_terminal, paint, write_file
from xpkgtui.cli.parameters import completions
from xpkgtui.cli.parameters.cluster import policy_option, text_of
from xpkgtui.cli.parameters.many import Beside, Shard, many_options, many_sources, read_sources, require_forms_of_many
from xpkgtui.cli.parameters.opening import known_profile, open_options, settings_of
from xpkgtui.cli.parameters.options import OutputFormat, access_options, is_verbose, platform_option
from xpkgtui.cli.parameters.outputs import (
    CI_FORMATS,
    Output,
    checkout_of,
    ci_text,
    grammar_of,
    outputs_option,
    require_destination,
)
from xpkgtui.cli.parameters.profiles import is_reported, kind_option, known_rules, profile_options, rule_options
from xpkgtui.cli.parameters.trust import trust_of, verify_options
from xpkgtui.errors import Usage

if TYPE_CHECKING:
    from xpkgtui.cli.parameters.many import ManySources
    from xpkgtui.inspection.inspection import Inspection
    from xpkgtui.inspection.messages.requests import LayerScope, Options
    from xpkgtui.reporting.as_text.check import Excerpts
    from xpkgtui.reporting.as_text.tables import Paint
    from xpkgtui.rules.finding import Finding

_FRAMED = (OutputFormat.TEXT, OutputFormat.HTML)
"""The forms that show the lines that findings point at."""


@click.command(
    "check",
    short_help="Check a package: findings and an exit code.",
    epilog="\b\nExamples:"
    "\n  xpkgtui check package.xpkg"
    "\n  xpkgtui check xpkg.crossplane.io/acme/provider-nop:v1.2.0 --crossplane 1.20"
    "\n  xpkgtui check --from sources.txt --format sarif=results.sarif",
)
@click.argument("sources", metavar="SOURCE...", nargs=-1, shell_complete=completions.sources)
@outputs_option(
    OutputFormat.TEXT, OutputFormat.CONCISE, OutputFormat.JSON, OutputFormat.JSONL, *CI_FORMATS, OutputFormat.HTML
)
@many_options
@click.option(
    "--fail-on",
    metavar="LEVEL",
    shell_complete=completions.severities,
    help="Exit with 1 from this severity on: error (default) or warning; never: exit with 0 for every package that "
    "could be opened.",
)
@rule_options
@click.option(
    "--all-layers",
    is_flag=True,
    help="Read all layers, however large (default: layers outside the package only up to 64 MB of a local "
    "source, 1 MB of a registry).",
)
@click.option("--no-layers", is_flag=True, help="Read only the layers that hold the package.")
@click.option(
    "--examples",
    is_flag=True,
    help="Also judge the package's examples, whose layer is fetched for that; they change no verdict.",
)
@click.option(
    "--dependencies",
    is_flag=True,
    help="Also resolve what the package depends on, as `deps --resolve` does, and judge what its Compositions "
    "compose by the definitions there; that changes no verdict.",
)
@policy_option(
    "ImageConfigs, and Secrets with their keys: what they make of the image, and what is odd about them, are findings"
)
@verify_options
@platform_option
@kind_option
@profile_options
@access_options
@click.pass_context
def command(
    click_context: click.Context,
    /,
    sources: tuple[str, ...],
    outputs: tuple[Output, ...],
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    examples: bool,
    dependencies: bool,
    policies: tuple[Path, ...],
    listed_in: str | None,
    jobs: int | None,
    resume: str | None,
    shard: str | None,
    is_joined: bool,
    platform: str,
    installed_as: str | None,
    **flags: object,
) -> int:
    """Check each SOURCE once and report what is wrong, surprising or worth knowing.

    --select and --ignore change the list of findings, never the verdict. --verbose says of infos where they are, and
    what to do.

    Exit codes: 0 fine, 1 findings, 2 usage, 3 not found, or undecided (not everything was read, or a rule failed),
    4 authentication, 5 network, 6 corrupt content.
    """
    from xpkgtui.cli.checked_sources import inspect_all
    from xpkgtui.cli.reading.port_client import ask_port, say_profile

    if is_joined:
        return _join(click_context, sources, outputs, listed_in, (jobs, resume, shard), flags)
    context, beside = context_of(click_context), Beside(examples=examples, dependencies=dependencies)
    reach, trust = _reach(flags), trust_of(flags, has_policy=bool(policies))
    settings = known_profile(settings_of(context, flags))
    reported = _chosen(select, ignore)
    excerpts = partial(_excerpts, outputs, reported)
    part = Shard.parse(shard, context.environment)
    many = many_sources(outputs, sources, listed_in=listed_in, jobs=jobs, resume=resume, shard=part)
    for output in outputs:
        require_destination(output.file, (*(many.sources if many else sources), *filter(None, (listed_in,))))
    options = open_options(settings, context, children=True, reach=reach, platform=platform)
    options = replace(options, policies=tuple(map(text_of, policies)), trust=trust, installed_as=installed_as or "")
    if many is not None:
        return _check_many(click_context, many, settings.fail_on, options, select, ignore, beside)
    found: list[Inspection] = []
    shown: list[Excerpts] = []
    codes: list[int] = []
    for states in ask_port(context, lambda port: inspect_all(port, sources, options, excerpts, beside)):
        if isinstance(states, InternalError):
            codes.append(report_bug(program_name(click_context), states, context.environment))
            continue
        for state, lines in states:
            say_profile(state)
            found.append(replace(state, findings=reported(state)))
            shown.append(lines)
            codes.append(_code(program_name(click_context), found[-1], settings.fail_on, of=state))
    answer = _Answer(found, shown, options, settings.fail_on, is_verbose=is_verbose(click_context))
    answer.write(outputs, context.environment)
    return worst(codes)


def _join(
    click_context: click.Context,
    files: tuple[str, ...],
    outputs: tuple[Output, ...],
    listed_in: str | None,
    others: tuple[object, ...],
    flags: dict[str, object],
) -> int:
    """Writes what files of results have together; returns the exit code."""
    from xpkgtui.cli.many.joining import join

    if any(one is not None for one in others):
        raise Usage("--join checks nothing: --jobs, --resume and --shard have no place beside it")
    if not files:
        raise Usage("--join needs files of results", hint="xpkgtui check --join results-*.jsonl --from sources.txt")
    require_forms_of_many(outputs)
    for output in outputs:
        require_destination(output.file, (*files, *filter(None, (listed_in,))))
    context = context_of(click_context)
    expected = read_sources(listed_in) if listed_in is not None else []
    fail_on = settings_of(context, flags).fail_on
    return join(files, outputs, expected, fail_on, context.environment)


def _check_many(
    click_context: click.Context,
    many: "ManySources",
    fail_on: str,
    options: "Options",
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    beside: Beside,
) -> int:
    """Checks sources in several processes; returns the exit code."""
    from xpkgtui.cli.many.checking import check_many
    from xpkgtui.cli.many.messages import CheckOrder

    environment = context_of(click_context).environment
    has_forms = any(one.format in CI_FORMATS for one in many.at_end)
    checkout = str(checkout_of(environment).root) if has_forms else ""
    order = CheckOrder(options=options, select=select, ignore=ignore, beside=beside, checkout=checkout)
    return check_many(many, order, fail_on, program_name(click_context), environment)


def _chosen(select: tuple[str, ...], ignore: tuple[str, ...]) -> "Callable[[Inspection], tuple[Finding, ...]]":
    """The findings that are reported; raises `Usage` for a rule that does not exist."""
    is_listed = is_reported(select, ignore, known_rules)
    return lambda state: tuple(finding for finding in state.findings if is_listed(finding.rule))


def _excerpts(
    outputs: tuple[Output, ...], reported: "Callable[[Inspection], tuple[Finding, ...]]", state: "Inspection"
) -> "Excerpts":
    """The lines that the forms which frame findings show."""
    from xpkgtui.cli.checked_sources import excerpts_of

    return excerpts_of(state, reported(state)) if any(one.format in _FRAMED for one in outputs) else {}


def _reach(flags: dict[str, object]) -> "LayerScope":
    """Which layers are read; raises `Usage` where both options are given."""
    from xpkgtui.inspection.messages.requests import LayerScope

    all_layers, no_layers = flags.pop("all_layers"), flags.pop("no_layers")
    if all_layers and no_layers:
        raise Usage("--all-layers and --no-layers cannot be combined", hint="Remove one of them.")
    return LayerScope.ALL if all_layers else LayerScope.PATH if no_layers else LayerScope.CHEAP


def _code(program: str, state: "Inspection", fail_on: str, *, of: "Inspection") -> int:
    """The exit code of a source; prints why it was not read whole. `of` has the findings that were left out, too."""
    from xpkgtui.reporting.answer import answer_of, is_beside
    from xpkgtui.reporting.sentence import is_refused_silently, unopened

    answer, severities = answer_of(state, has_layers=True), failing(fail_on)
    # Else what is missing may be why it is refused.
    is_certain = answer.failure is None or is_beside(state)
    is_refused = bool(severities) and is_refused_silently(of)
    is_refused = is_refused or any(finding.severity in severities for finding in state.findings)
    code = code_of_answer(program, replace(answer, is_refused=is_certain and is_refused))
    lets_pass = fail_on == "never" and not unopened(state) and all(one.kind in DOUBTS for one in answer.failures)
    return 0 if lets_pass else code


class _Answer:
    """What is said of the sources, to be written in any form."""

    def __init__(
        self,
        found: "list[Inspection]",
        shown: "list[Excerpts]",
        options: "Options",
        fail_on: str,
        *,
        is_verbose: bool,
    ) -> None:
        self._found, self._shown, self._options = found, shown, options
        self._fail_on, self._is_verbose = fail_on, is_verbose

    def write(self, outputs: tuple[Output, ...], environment: Mapping[str, str]) -> None:
        """Writes it in each form that is asked for."""
        for output in outputs:
            colors = paint(environment, output.file)
            is_said = output.file == "-" and is_terminal(sys.stdout) and is_terminal(sys.stderr)
            text = self._written(output.format, environment, colors, is_said=is_said)
            write_file(output.file, text, grammar_of(output.format))

    def _written(
        self, format: OutputFormat, environment: Mapping[str, str], colors: "Paint", *, is_said: bool
    ) -> str:
        """The text in a form; `is_said` that failures were printed where it is written."""
        found, profile, crossplane = self._found, self._options.profile, self._options.crossplane
        if format is OutputFormat.JSON:
            from xpkgtui.reporting.documents.check import check as check_json

            return check_json(found, profile=profile, crossplane=crossplane)
        if format is OutputFormat.HTML:
            return self._page()
        if format in CI_FORMATS:
            from xpkgtui.reporting.for_ci.results import of_inspections

            results = of_inspections(found, checkout_of(environment), profile=profile, crossplane=crossplane)
            return ci_text(format, results, command="check", failing=failing(self._fail_on))
        from xpkgtui.reporting.as_text.check import Report, check, concise

        if format is OutputFormat.CONCISE:
            return concise(found, profile=profile, crossplane=crossplane)
        report = Report(
            profile=profile,
            crossplane=crossplane,
            paint=colors,
            is_verbose=self._is_verbose,
            are_failures_said=is_said,
        )
        return check(zip(found, self._shown, strict=True), report)

    def _page(self) -> str:
        from xpkgtui.reporting.as_html.page import ReportedSource, page

        shown = zip(self._found, self._shown, strict=True)
        sources = [ReportedSource(inspection=state, excerpts=lines) for state, lines in shown]
        return page(sources, profile=self._options.profile, crossplane=self._options.crossplane)
