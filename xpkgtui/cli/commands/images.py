"""`images`: every image that must be there for a package to run, and where a mirror has it."""

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from xpkgtui.cli.context import context_of, program_name
from xpkgtui.cli.exit_codes import code_of_answer
from xpkgtui.cli.output import Grammar, note, paint, write, write_answer
from xpkgtui.cli.parameters import completions
from xpkgtui.cli.parameters.cluster import catalog_options, cluster_options, require_package, resolve_options, text_of
from xpkgtui.cli.parameters.opening import open_options, settings_of
from xpkgtui.cli.parameters.options import access_options, choice_of_format, is_verbose, one_platform_option
from xpkgtui.errors import Usage
from xpkgtui.visible import line, plural

if TYPE_CHECKING:
    from xpkgtui.reporting.contents.image_list import ListedImages
    from xpkgtui.reporting.contents.mirror import Mirror

_FORMATS = ("text", "json", "lines", "mapping", "commands", "imageconfig", "idms")
_ROLES = ("package", "runtime", "related", "operand", "signature")
"""The words of `ImageRole`."""
_OF_MIRROR = ("mapping", "commands", "imageconfig", "idms")
"""The formats that name places in a mirror."""


@click.command(
    "images",
    short_help="List every image to mirror for an air-gapped install.",
    epilog="\b\nExamples:"
    "\n  xpkgtui images package.xpkg --resolve"
    "\n  xpkgtui images package.xpkg --to mirror.example.com/acme --format commands",
)
@click.argument("source", shell_complete=completions.sources)
@click.option("--resolve", is_flag=True, help="Find the versions of dependencies, and ask registries for each image.")
@click.option("--sizes", is_flag=True, help="Ask registries for each image: digest, platforms, sizes.")
@click.option(
    "--signatures", is_flag=True, help="Also list signatures, attestations and SBOMs of each image, as found."
)
@click.option("--listed", is_flag=True, help="Of bundles only the images that they list, as oc-mirror does.")
@cluster_options
@catalog_options
@click.option(
    "--runtime-config",
    "runtime_configs",
    metavar="FILE",
    multiple=True,
    type=click.Path(path_type=Path),
    help="DeploymentRuntimeConfigs, which name images too (repeatable).",
)
@click.option("--to", metavar="REGISTRY[/PREFIX]", help="The mirror in which images get a place.")
@click.option("--crossplane", metavar="VERSION", help="The version of Crossplane that installs (default 2.4).")
@choice_of_format(
    "text (default), json, lines (a reference each), mapping (SOURCE=TARGET), commands (skopeo), imageconfig "
    "(what makes Crossplane install from the mirror), or idms (the same for nodes of OpenShift).",
    *_FORMATS,
)
@click.option(
    "--role",
    "roles",
    metavar="ROLE",
    multiple=True,
    type=click.Choice(_ROLES),
    help=f"With --format lines only images that are there for this: {', '.join(_ROLES)} (repeatable).",
)
@one_platform_option
@access_options
@click.pass_context
def command(
    click_context: click.Context,
    /,
    source: str,
    resolve: bool,
    sizes: bool,
    signatures: bool,
    listed: bool,
    upgrades: bool,
    downgrades: bool,
    installed: Path | None,
    policies: tuple[Path, ...],
    catalogs: tuple[str, ...],
    package: str,
    channel: str,
    version: str,
    runtime_configs: tuple[Path, ...],
    to: str | None,
    format: str,
    roles: tuple[str, ...],
    platform: str,
    **flags: object,
) -> int:
    """List every image that must be there for SOURCE to run: the package and, with --resolve, those that it depends
    on; what runs them; the images that a bundle or a catalog lists, and those that it uses without listing them. Of a
    bundle, --catalog adds those of the bundles that OLM v0 installs for it. Of a catalog, --package lists what one
    package needs: the head of its channel, and what that requires. Nothing is copied: --format commands says how.

    Exit codes: 0 listed; 1 where an image or a dependency is not there; 3 not found, or not everything could be
    listed; 4 authentication, 5 network, 6 corrupt content.
    """
    from xpkgtui.cli.reading.lists import read_images
    from xpkgtui.cli.reading.port_client import ask_about
    from xpkgtui.inspection.messages.images import ReadImages

    _require_possible(format, to, roles, (package, channel, version))
    context = context_of(click_context)
    options = open_options(settings_of(context, flags), context, platform=platform)
    asks_crossplane = any((resolve, upgrades, downgrades, installed))
    resolving = resolve_options(
        options.crossplane,
        upgrades=upgrades,
        downgrades=downgrades,
        installed=installed,
        policies=policies,
        catalogs=catalogs,
    )
    request = ReadImages(
        resolve=resolving if asks_crossplane or catalogs else None,
        asks=sizes or signatures or asks_crossplane,
        signatures=signatures,
        listed=listed,
        settings=tuple(map(text_of, runtime_configs)),
        package=package,
        version=version,
        channel=channel,
    )
    options = replace(options, policies=resolving.policies)
    found = ask_about(context, source, options, partial(read_images, request=request))
    return _written(click_context, _with_roles(found, roles), format, to, resolving.policies)


def _with_roles(found: "ListedImages", roles: tuple[str, ...]) -> "ListedImages":
    """The list with the images of these roles, with all where none is named."""
    kept = tuple(one for one in found.list.images if not roles or one.role in roles)
    return replace(found, list=replace(found.list, images=kept))


def _written(
    click_context: click.Context, images: "ListedImages", format: str, to: str | None, policies: tuple[str, ...]
) -> int:
    """Writes the list; gives the exit code."""
    from xpkgtui.reporting.contents.mirror import Mirror

    mirror = Mirror(to, images.list.images, images.inspection.asked) if to else None
    if format == "text":
        from xpkgtui.reporting.as_text.images import images as as_text

        colors = paint(context_of(click_context).environment)
        write_answer(as_text(images, colors, mirror, is_verbose=is_verbose(click_context)), images.answer.failure)
    elif format == "json":
        from xpkgtui.reporting.documents.images import images as as_json

        write(as_json(images, mirror))
    elif images.failure is None:
        _write_for_programs(images, mirror, format, policies)
    return code_of_answer(program_name(click_context), images.answer)


def _require_possible(format: str, to: str | None, roles: tuple[str, ...], chosen: tuple[str, str, str]) -> None:
    require_package(*chosen)
    if format in _OF_MIRROR and not to:
        raise Usage(f"--format {format} needs --to REGISTRY[/PREFIX]", hint="Name the mirror.")
    if roles and format != "lines":
        raise Usage("--role chooses what --format lines prints", hint="Other formats say the role of each image.")


def _write_for_programs(
    images: "ListedImages", mirror: "Mirror | None", format: str, policies: tuple[str, ...]
) -> None:
    """Writes what another program reads; what is not in it is said on standard error."""
    from xpkgtui.reporting.contents import mirror as mirrors

    for remark in images.list.remarks:
        note(line(remark))
    if format == "lines":
        lacking = tuple(image for image in images.list.images if not image.source)
        write("".join(f"{line(image.source)}\n" for image in images.list.images if image.source), Grammar.PROGRAM)
    else:
        assert mirror is not None  # it was asked for before anything was read
        lacking = mirror.left_out
        writers = {"mapping": mirrors.mapping, "commands": mirrors.commands, "idms": mirrors.mirror_sets}
        if format in writers:
            write(writers[format](mirror.images), Grammar.PROGRAM)
        else:
            _write_image_configs(images, mirror, policies)
    for one in lacking[:10]:
        why = (
            f"its version is not known: {images.further} it" if one.is_open else one.fault or "it is not a reference"
        )
        note(f"left out: {line(one.reference)}: {line(why)}")
    if len(lacking) > 10:
        note(f"left out: {len(lacking) - 10:,} more")


def _write_image_configs(images: "ListedImages", mirror: "Mirror", policies: tuple[str, ...]) -> None:
    from xpkgtui.formats.known import format_of
    from xpkgtui.formats.used_images.used import ImageRole

    redirect = format_of(images.inspection.format.name).used_images().redirect
    if redirect is None:
        raise Usage(
            "ImageConfigs are read by Crossplane, and this is not a package of Crossplane",
            hint="Use --format idms for nodes of OpenShift.",
        )
    redirection = redirect(mirror.packages, policies)
    write(redirection.text, Grammar.PROGRAM)
    for problem in redirection.problems:
        note(line(problem))
    others = sum(image.image.role not in (ImageRole.PACKAGE, ImageRole.SIGNATURE) for image in mirror.images)
    if others:
        words = f"{plural(others, 'image is', 'images are')} pulled by nodes, which no ImageConfig redirects"
        note(f"{words}: configure mirrors for the nodes, or name the mirror where these images are named")
