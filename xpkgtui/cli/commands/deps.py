"""`deps`: what a package depends on, and which versions Crossplane or OLM would install."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from xpkgtui.cli.context import context_of, program_name
from xpkgtui.cli.exit_codes import FINDINGS, exit_code, report, worst
from xpkgtui.cli.output import paint, write
from xpkgtui.cli.parameters import completions
from xpkgtui.cli.parameters.cluster import catalog_option, cluster_options, text_of
from xpkgtui.cli.parameters.opening import open_options, settings_of
from xpkgtui.cli.parameters.options import access_options
from xpkgtui.cli.parameters.platforms import one_platform_option
from xpkgtui.cli.parameters.verbosity import is_verbose
from xpkgtui.errors import Failure, FailureKind, Usage

if TYPE_CHECKING:
    from xpkgtui.formats.dependencies.questions import ResolveOptions
    from xpkgtui.inspection.messages.dependencies import ReadDependencies
    from xpkgtui.inspection.messages.requests import Options
    from xpkgtui.reporting.needed_packages import NeededPackages
    from xpkgtui.service.port import Port

_FORMATS = ("text", "json", "dot", "mermaid")


@click.command("deps", short_help="Show what a package depends on, and what is installed for it.")
@click.argument("source", shell_complete=completions.sources)
@click.option("--resolve", is_flag=True, help="Ask registries for the versions that Crossplane would install.")
@cluster_options
@click.option("--downgrades", is_flag=True, help="Resolve as with --enable-dependency-version-downgrades too.")
@catalog_option
@click.option("--package", "package", metavar="NAME", default="", help="Only this package of a catalog.")
@click.option(
    "--version", "version", metavar="VERSION", default="", help="This version of --package, not the newest."
)
@click.option("--why", "wanted", metavar="PACKAGE", help="Show who asks for PACKAGE, up to SOURCE.")
@click.option("--crossplane", metavar="VERSION", help="The version of Crossplane that resolves (default 2.4).")
@click.option(
    "--format",
    "format",
    type=click.Choice(_FORMATS),
    default="text",
    help="text (default), json, dot for Graphviz, or mermaid.",
)
@one_platform_option
@access_options
@click.pass_context
def command(
    click_context: click.Context,
    /,
    source: str,
    resolve: bool,
    upgrades: bool,
    downgrades: bool,
    installed: Path | None,
    policies: tuple[Path, ...],
    catalogs: tuple[str, ...],
    package: str,
    version: str,
    wanted: str | None,
    format: str,
    platform: str,
    **flags: object,
) -> int:
    """Show the packages that SOURCE depends on. With --resolve, ask their registries and resolve as Crossplane does:
    the highest version that satisfies the first package that asks.

    Operator bundles require APIs and packages: --catalog shows which bundles OLM v0 installs for them, and what OLM
    v1 says. The packages of a catalog are resolved in it.

    A conflict names the constraints that cannot meet, the versions that would satisfy all, what Crossplane says, and
    what happens then. --verbose prints each step. kube:provider/NAME is resolved in the Lock of its cluster.

    Exit codes: 0 listed, or all can be installed; with --resolve 1 where something cannot be met; 3 not found, or not
    everything could be resolved; 4 authentication, 5 network, 6 corrupt content.
    """
    from xpkgtui.cli.reading.port_client import ask_port
    from xpkgtui.formats.dependencies.questions import ResolveOptions

    context = context_of(click_context)
    options = open_options(settings_of(context, flags), context, platform=platform)
    resolving = ResolveOptions(
        crossplane=options.crossplane,
        upgrades=upgrades or downgrades,
        downgrades=downgrades,
        installed=text_of(installed) if installed else "",
        policies=tuple(map(text_of, policies)),
        catalogs=catalogs,
    )
    is_resolved = resolve or upgrades or downgrades or installed or policies or catalogs
    request = _request(resolving if is_resolved or _is_installed(source) else None, package, version)
    found = ask_port(context, lambda port: _needed(port, source, options, request))
    if wanted and found.failure is None:
        found = _upwards(found, wanted)
    if format == "json":
        from xpkgtui.reporting.as_json.deps import deps as as_json

        write(as_json(found))
    elif format == "text":
        from xpkgtui.reporting.as_text.deps import deps as as_text

        write(as_text(found, paint(context.environment), is_verbose=is_verbose(click_context)))
    else:
        from xpkgtui.reporting.as_text import graphs

        write((graphs.dot if format == "dot" else graphs.mermaid)(found.tree))
    return worst(_codes(program_name(click_context), found))


def _is_installed(source: str) -> bool:
    """Whether the cluster says what else is installed."""
    from xpkgtui.sources.recognition.naming import is_installed

    return is_installed(source)


def _request(resolving: "ResolveOptions | None", package: str, version: str) -> "ReadDependencies":
    from xpkgtui.inspection.messages.dependencies import ReadDependencies

    if version and not package:
        raise Usage("--version is of --package", hint="Name the package of the catalog with --package.")
    return ReadDependencies(resolve=resolving, package=package, version=version)


async def _needed(port: "Port", source: str, options: "Options", request: "ReadDependencies") -> "NeededPackages":
    from xpkgtui.cli.reading.lists import read_dependencies
    from xpkgtui.cli.reading.port_client import inspect
    from xpkgtui.reporting.needed_packages import NeededPackages

    state = await inspect(port, source, options, judged=False)
    if state.failure is not None:
        return NeededPackages(inspection=state, failure=state.failure)
    return await read_dependencies(port, state, request)


def _upwards(found: "NeededPackages", wanted: str) -> "NeededPackages":
    """Who asks for a package that is named by its repository, or by the last part of it."""
    from xpkgtui.formats.dependencies.branches import why
    from xpkgtui.reporting.needed_packages import short_name

    names = [one.package for one in found.others]
    matches = [one for one in names if one == wanted] or [one for one in names if short_name(one) == wanted]
    if not matches:
        near = ", ".join(short_name(one) for one in names[:5])
        raise Usage(f"it does not depend on {wanted}", hint=f"It depends on {near}." if near else "")
    if len(matches) > 1:
        raise Usage(f"several packages are called {wanted}", hint=f"Name one of {', '.join(matches)}.")
    return replace(found, tree=why(found.tree, matches[0]), wanted=matches[0])


def _codes(program: str, found: "NeededPackages") -> list[int]:
    if found.failure is not None:
        report(program, found.failure, found.inspection.source)
        return [exit_code(found.failure)]
    codes = [FINDINGS] if found.is_met is False else []
    if found.tree.unread:
        undecided = Failure(kind=FailureKind.UNDECIDED, title=found.tree.unread)
        report(program, undecided, found.inspection.source)
        codes.append(exit_code(undecided))
    return codes
