"""The case for the judge, made from what was read."""

from dataclasses import replace

from xpkgtui.filesystem.layer_facts import LayerFacts
from xpkgtui.formats.format import Format
from xpkgtui.inspection.objects.bare_stream import OpenedStream
from xpkgtui.inspection.objects.stream import PackageStream, own_profile
from xpkgtui.inspection.opened_image import NoImage, OpenedImage, Shown, wording_of
from xpkgtui.inspection.opened_source import OpenedSource
from xpkgtui.rules.case import (
    Case,
    ChildFacts,
    ImageContents,
    JudgingOptions,
    MissingLayer,
    PlatformFacts,
    Profiles,
    SourceFacts,
)
from xpkgtui.sources.source import ImageRoot


def build_case(source: OpenedSource, shown: Shown, children: tuple[ChildFacts, ...]) -> Case:
    """Everything that rules look at; layers that were not read say so."""
    index = source.index
    # Before any layer is read, what an archive lacks is known.
    missing = source.root.missing if isinstance(source.root, ImageRoot) else ()
    case = Case(
        source=_source_facts(source),
        profile=source.options.profile,
        crossplane=source.options.crossplane,
        options=JudgingOptions(
            limits=source.options.limits,
            known=source.options.known,
            installed_as=source.options.installed_as,
            decision=source.decision,
            policy_faults=source.policy_faults,
            cache=source.options.learned or "",
        ),
        reached=index.limits if index else (),
        platforms=PlatformFacts(
            index=index.index if index else None,
            children=children,
            chosen=index.chosen if index else None,
            compared=index.compared if index else (),
        ),
        contents=ImageContents(missing=tuple(MissingLayer(layer=layer, name=name) for layer, name in missing)),
    )
    match shown:
        case OpenedStream():
            return replace(
                _of_format(case, source, shown.stream.format, shown.stream),
                source=replace(case.source, also=shown.root.also, build_error=shown.root.build_error),
                reached=shown.root.reached,
                reading=shown.reading,
                stream=shown.stream.file,
            )
        case OpenedImage():
            return _with_image(case, shown)
        case NoImage():
            return replace(
                case,
                platforms=replace(case.platforms, shown=shown.entry.number if shown.entry else None),
                contents=replace(case.contents, manifest_error=shown.problem),
            )


def _source_facts(source: OpenedSource) -> SourceFacts:
    root = source.root if isinstance(source.root, ImageRoot) else None
    installed = source.fetcher.source.installed
    return SourceFacts(
        name=source.name,
        is_remote=source.fetcher.source.is_remote,
        is_archive=source.fetcher.source.is_archive,
        is_compressed=root is not None and root.is_compressed,
        is_chosen=root is not None and root.is_chosen,
        has_manifest=source.fetcher.source.has_manifest,
        is_assembled=source.fetcher.source.is_assembled,
        related=root.related if root is not None else (),
        obstacles=tuple(dict.fromkeys((*(root.obstacles if root else ()), *source.fetcher.source.obstacles))),
        is_installed=installed is not None,
        definitions=installed.definitions if installed is not None else (),
    )


def _of_format(case: Case, source: OpenedSource, format: Format, stream: PackageStream | None) -> Case:
    """The case under a profile that the format has; the default of the package itself is another verdict."""
    summary, options = format.summary, source.options
    asked = options.asked_profile
    named = summary.profile_of(options.profile)
    own = own_profile(format, stream)
    has_own = own != summary.profiles[0]
    return replace(
        case,
        format=summary.name,
        profile=named if asked in summary.profiles or not has_own else own,
        profiles=Profiles(
            own=own,
            others=(own, named) if has_own else (),
            lacking=asked if asked not in summary.profiles else "",
        ),
    )


def _with_image(case: Case, opened: OpenedImage) -> Case:
    index, entry = opened.source.index, opened.entry
    platforms = replace(case.platforms, shown=entry.number if entry else None, programs=opened.programs)
    compared = opened.comparison
    contents = replace(case.contents, hidden=compared.hidden, flattened=compared.flattened)
    shown = _of_format(case, opened.source, opened.format, opened.stream)
    if index is not None and (kind := index.not_a_package(entry, wording_of(opened))):
        return replace(shown, platforms=replace(platforms, not_a_package=kind), contents=contents)
    layers = opened.layers.facts
    return replace(
        shown,
        source=replace(case.source, also=opened.also, is_assumed=opened.is_assumed),
        platforms=platforms,
        image=opened.image,
        contents=replace(
            contents,
            config_error=opened.config.problem,
            layers=tuple(layers.get(layer.index, LayerFacts(index=layer.index)) for layer in opened.image.layers),
        ),
        reading=opened.reading,
        stream=opened.stream.file if opened.stream else None,
    )
