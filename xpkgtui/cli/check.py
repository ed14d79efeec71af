"""`check`: findings and an exit code."""

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from xpkgtui.cli.failing import FINDINGS, OurMistake, exit_code, report, report_bug, worst
from xpkgtui.cli.options import formats, judging, opening, reaching, settle
from xpkgtui.cli.output import paint, write_file
from xpkgtui.cli.surroundings import Surroundings, around
from xpkgtui.errors import Usage

if TYPE_CHECKING:
    from xpkgtui.inspection.inspection import Inspection
    from xpkgtui.inspection.requests import Options


@click.command("check", short_help="Findings and an exit code.")
@click.argument("sources", metavar="SOURCE...", nargs=-1, required=True)
@formats
@click.option("-o", "--output", metavar="FILE", default="-", help="Write to FILE instead of standard output.")
@click.option("--fail-on", metavar="LEVEL", help="End with 1 from this severity on: error (default), warning, never.")
@click.option(
    "--select", metavar="RULE", multiple=True, help="Tell of this rule only (repeatable; XPKG4 is all 4xx)."
)
@click.option("--ignore", metavar="RULE", multiple=True, help="Leave this rule out (repeatable).")
@click.option("--all-layers", is_flag=True, help="Read layers too that Crossplane does not.")
@judging
@reaching
@click.pass_context
def command(
    context: click.Context,
    /,
    sources: tuple[str, ...],
    format: str,
    output: str,
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    all_layers: bool,
    **flags: object,
) -> int:
    """Check each SOURCE and tell what is wrong with it, surprising, or worth knowing.

    The verdict is that of the profile's reader, whichever rules are selected or ignored.
    """
    from xpkgtui.cli.profiles import known_profile, known_rules

    surroundings = around(context)
    settings = known_profile(settle(surroundings, flags))
    selected, ignored = known_rules(select), known_rules(ignore)
    if sources.count("-") > 1:
        raise Usage("standard input can be read only once", hint="Give - once.")
    options = opening(settings, surroundings, children=True, all_layers=all_layers)
    program = context.find_root().info_name or "xpkgtui"
    found: list[Inspection] = []
    codes: list[int] = []
    for source in sources:
        try:
            state = _inspect(surroundings, source, options)
        except OurMistake as error:
            codes.append(report_bug(program, error, surroundings.environment))
            continue
        kept = tuple(
            one for one in state.findings if (not select or one.rule in selected) and one.rule not in ignored
        )
        found.append(replace(state, findings=kept))
        codes.append(_code(program, found[-1], settings.fail_on, untold=_is_refused_untold(state)))
    write_file(output, _text(found, format, options, surroundings, output))
    return worst(codes)


def _inspect(surroundings: Surroundings, source: str, options: "Options") -> "Inspection":
    from xpkgtui.cli.inspecting import ask_port, inspect

    return ask_port(surroundings, lambda port: inspect(port, source, options))


def _is_refused_untold(state: "Inspection") -> bool:
    """Whether the reader stopped without a rule of the profile that says so."""
    from xpkgtui.reporting.sentence import acceptance_of
    from xpkgtui.rules.finding import Acceptance, Severity

    told = any(finding.severity is Severity.ERROR for finding in state.findings)
    return not told and acceptance_of(state) is Acceptance.REFUSED


def _code(program: str, state: "Inspection", fail_on: str, *, untold: bool) -> int:
    """Tells why a source cannot be read, and gives the code of the source."""
    from xpkgtui.reporting.sentence import trouble

    if failure := trouble(state):
        report(program, failure, state.source)
        return exit_code(failure)
    failing = {"error": ("error",), "warning": ("error", "warning")}.get(fail_on, ())
    if untold and failing:
        return FINDINGS
    return FINDINGS if any(finding.severity.word in failing for finding in state.findings) else 0


def _text(
    found: "Iterable[Inspection]", format: str, options: "Options", surroundings: Surroundings, output: str
) -> str:
    from xpkgtui.reporting.as_json.check import check as check_json
    from xpkgtui.reporting.as_text.check import check as check_text

    if format == "json":
        return check_json(found, profile=options.profile, crossplane=options.crossplane)
    return check_text(
        found,
        profile=options.profile,
        crossplane=options.crossplane,
        paint=paint(surroundings.environment, output),
    )
