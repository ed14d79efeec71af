"""`deps`: what a package depends on, and which versions Crossplane or OLM would install."""

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from xpkgtui.cli.context import context_of, program_name
from xpkgtui.cli.exit_codes import code_of_answer
from xpkgtui.cli.output import Grammar, paint, write, write_answer
from xpkgtui.cli.parameters import completions
from xpkgtui.cli.parameters.cluster import catalog_options, cluster_options, require_package, resolve_options
from xpkgtui.cli.parameters.opening import open_options, settings_of
from xpkgtui.cli.parameters.options import access_options, choice_of_format, is_verbose, one_platform_option
from xpkgtui.cli.parameters.trust import trust_of, verify_options
from xpkgtui.errors import Usage
from xpkgtui.visible import few

if TYPE_CHECKING:
    from xpkgtui.reporting.contents.needed_packages import NeededPackages

_GRAPHS = ("dot", "mermaid")
_FORMATS = ("text", "json", *_GRAPHS)


@click.command(
    "deps",
    short_help="Show what a package depends on, and what is installed for it.",
    epilog="\b\nExamples:\n  xpkgtui deps package.xpkg --resolve\n  xpkgtui deps package.xpkg --format mermaid",
)
@click.argument("source", shell_complete=completions.sources)
@click.option("--resolve", is_flag=True, help="Ask registries for the versions that Crossplane would install.")
@cluster_options
@verify_options
@catalog_options
@click.option("--why", "wanted", metavar="PACKAGE", help="Show who asks for PACKAGE, up to SOURCE.")
@click.option("--crossplane", metavar="VERSION", help="The version of Crossplane that resolves (default 2.4).")
@choice_of_format("text (default), json, dot for Graphviz, or mermaid.", *_FORMATS)
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
    channel: str,
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
    from xpkgtui.cli.reading.lists import read_dependencies
    from xpkgtui.cli.reading.port_client import ask_about
    from xpkgtui.inspection.messages.dependencies import ReadDependencies

    require_package(package, channel, version)
    context = context_of(click_context)
    options = open_options(settings_of(context, flags), context, platform=platform)
    has_policy = bool(policies) or _is_installed(source)
    resolving = resolve_options(
        options.crossplane,
        upgrades=upgrades,
        downgrades=downgrades,
        installed=installed,
        policies=policies,
        catalogs=catalogs,
    )
    options = replace(options, trust=trust_of(flags, has_policy=has_policy), policies=resolving.policies)
    is_resolved = resolve or upgrades or downgrades or installed or policies or catalogs
    request = ReadDependencies(
        resolve=resolving if is_resolved or _is_installed(source) else None,
        package=package,
        version=version,
        channel=channel,
    )
    found = ask_about(context, source, options, partial(read_dependencies, request=request))
    if wanted and found.failure is None:
        found = upwards(found, wanted)
    _write(click_context, found, format)
    return code_of_answer(program_name(click_context), found.answer)


def _write(click_context: click.Context, needed: "NeededPackages", format: str) -> None:
    if format == "json":
        from xpkgtui.reporting.documents.deps import deps as as_json

        write(as_json(needed))
        return
    from xpkgtui.reporting.as_text.deps import deps as as_text
    from xpkgtui.reporting.as_text.deps import dot, mermaid

    if format == "text":
        environment = context_of(click_context).environment
        write_answer(as_text(needed, paint(environment), is_verbose=is_verbose(click_context)), needed.answer.failure)
    else:
        write((dot if format == "dot" else mermaid)(needed.tree), Grammar.PROGRAM)


def _is_installed(source: str) -> bool:
    """Whether the cluster says what else is installed."""
    from xpkgtui.sources.recognition.naming import is_installed

    return is_installed(source)


def upwards(needed: "NeededPackages", wanted: str) -> "NeededPackages":
    """Who asks for a package that is named by its repository, or by the last part of it."""
    from xpkgtui.formats.dependencies.needed import why
    from xpkgtui.reporting.contents.needed_packages import short_name

    # The package itself is asked for in a circle only.
    names = [package.package for package in needed.tree.packages if package.asked_by and package.package]
    matches = [name for name in names if name == wanted]
    matches = matches or [name for name in names if wanted in (short_name(name), needed.name(name))]
    if not matches:
        near = few(names, 5, short_name)
        raise Usage(f"it does not depend on {wanted}", hint=f"It depends on {near}." if near else "")
    if len(matches) > 1:
        raise Usage(f"several packages are called {wanted}", hint=f"Name one of {', '.join(matches)}.")
    return replace(needed, tree=why(needed.tree, matches[0]), wanted=matches[0])
