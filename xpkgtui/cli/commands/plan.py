"""`plan`: what becomes of a set of manifests, before it is merged."""

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from xpkgtui.cli.context import context_of, program_name
from xpkgtui.cli.exit_codes import code_of_answer, failing
from xpkgtui.cli.output import has_screen, paint
from xpkgtui.cli.parameters.opening import known_profile, open_options, settings_of
from xpkgtui.cli.parameters.options import OutputFormat, access_options, is_verbose
from xpkgtui.cli.parameters.outputs import CI_FORMATS, Output, checkout_of, ci_text, outputs_option, write_outputs
from xpkgtui.cli.parameters.profiles import is_reported, known_set_rules, set_options
from xpkgtui.cli.parameters.sets import installed_option, level_option, set_request
from xpkgtui.cli.parameters.trust import trust_of, verify_options
from xpkgtui.errors import Usage

if TYPE_CHECKING:
    from xpkgtui.cli.context import CommandContext
    from xpkgtui.reporting.contents.set_plan import PlannedSet

_EVERY = 15
_FOR_TEXT = ("formats", "output", "fail_on", "select", "ignore")
"""Options that say what is printed, so that no screen is meant."""


@click.command(
    "plan",
    short_help="Say what becomes of a set of manifests, before it is merged.",
    epilog="\b\nExamples:"
    "\n  xpkgtui plan ./manifests --installed kube:"
    "\n  kustomize build . | xpkgtui plan - --format markdown",
)
@click.argument("paths", metavar="[PATH]...", nargs=-1)
@installed_option
@click.option("--upgrades", is_flag=True, help="Resolve as with --enable-dependency-version-upgrades.")
@click.option("--downgrades", is_flag=True, help="Resolve as with --enable-dependency-version-downgrades too.")
@level_option
@click.option("--diff", "is_large_compared", is_flag=True, help="Compare packages larger than 5 MB too.")
@click.option("--prune", is_flag=True, help="Remove what is installed and not in PATH, as Argo CD and Flux do.")
@click.option("--in-order", is_flag=True, help="Each PATH is applied, and at rest, before the next one.")
@verify_options
@click.option(
    "--crossplane",
    metavar="VERSION",
    help="The version of Crossplane that installs (default: what runs in the cluster, else 2.4).",
)
@click.option(
    "--fail-on",
    type=click.Choice(["error", "warning", "never"]),
    default="error",
    help="The least severity of a finding that fails (default error).",
)
@click.option(
    "--every",
    type=click.IntRange(0, 86_400),
    metavar="SECONDS",
    default=_EVERY,
    show_default=True,
    help="How often the screen reads a cluster again; 0 for never.",
)
@set_options
@outputs_option(OutputFormat.TEXT, OutputFormat.JSON, OutputFormat.YAML, *CI_FORMATS)
@access_options
@click.pass_context
def command(
    click_context: click.Context,
    /,
    paths: tuple[str, ...],
    installed: str | None,
    upgrades: bool,
    downgrades: bool,
    level: str,
    is_large_compared: bool,
    prune: bool,
    in_order: bool,
    fail_on: str,
    every: int,
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    outputs: tuple[Output, ...],
    **flags: object,
) -> int:
    """Say package by package what happens when the manifests under PATH are applied: a file, a folder, or - for what
    kustomize or helm prints. What Crossplane adds by itself is added, and put beside what is installed.

    Crossplane's own controllers are run over the set in four orders; where they end differently, that is said.

    On a terminal without an option for the text it opens the screen, which reads a cluster again and again.

    Exit codes: 0 all packages install; 1 one does not, or a finding of --fail-on; 2 usage; 3 not all is known.
    """
    from xpkgtui.cli.reading.port_client import ask_port
    from xpkgtui.cli.reading.sets import kept, planned
    from xpkgtui.formats.sets.planning import PlanOptions

    if not paths and installed is None:
        raise Usage("plan needs a PATH, or --installed", hint="A folder of manifests: `xpkgtui plan .`")
    context = context_of(click_context)
    opened = open_options(known_profile(settings_of(context, flags), is_told=False), context)
    options = replace(opened, trust=trust_of(flags, has_policy=True))
    plan = PlanOptions(
        crossplane=options.asked_crossplane,
        upgrades=upgrades or downgrades,
        downgrades=downgrades,
        prune=prune,
        in_order=in_order,
        verifies=options.trust is not None,
    )
    request = partial(set_request, paths, installed, plan, options, level)
    if _is_for_screen(click_context):
        from xpkgtui.cli.screen import screen

        return screen(context, " ".join(paths) or installed or "", flags, plan=request, every=every)
    reported = is_reported(select, ignore, known_set_rules)
    with kept(request()) as asked:
        found = ask_port(context, lambda port: planned(port, asked, is_large_compared=is_large_compared))
    found = replace(found.reporting(reported), installed=installed or "", fails_on=failing(fail_on))
    text_of = partial(_text, found, context, is_verbose=is_verbose(click_context))
    write_outputs(outputs, text_of, found.answer.failure)
    return code_of_answer(program_name(click_context), found.answer)


def _is_for_screen(click_context: click.Context) -> bool:
    """Whether there is a terminal, and no option says what is to be printed."""
    given = (click_context.get_parameter_source(name) for name in _FOR_TEXT)
    is_text = any(one not in (None, ParameterSource.DEFAULT) for one in given) or is_verbose(click_context)
    return not is_text and has_screen()


def _text(found: "PlannedSet", context: "CommandContext", output: Output, *, is_verbose: bool) -> str:
    match output.format:
        case OutputFormat.JSON:
            from xpkgtui.reporting.documents.plan import plan as as_json

            return as_json(found)
        case OutputFormat.YAML:
            return "---\n".join(found.plan.manifests)
        case OutputFormat.MARKDOWN:
            from xpkgtui.reporting.plan_markdown import markdown

            return markdown(found)
        case OutputFormat.TEXT:
            from xpkgtui.reporting.as_text.plan import plan as as_text

            return as_text(found, paint(context.environment, output.file), is_verbose=is_verbose)
    from xpkgtui.reporting.for_ci.results import of_plan

    results = of_plan(found, checkout_of(context.environment))
    return ci_text(output.format, [results], command="plan", failing=found.fails_on)
