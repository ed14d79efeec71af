"""The case for the judge, made from what was read."""

from dataclasses import replace

from xpkgtui.filesystem.layer_facts import LayerFacts
from xpkgtui.formats.format import Format
from xpkgtui.inspection.objects.bare_stream import OpenedStream
from xpkgtui.inspection.objects.stream import PackageStream, own_profile
from xpkgtui.inspection.opened_image import NoImage, OpenedImage, Shown, wording_of
from xpkgtui.inspection.opened_source import OpenedSource
from xpkgtui.rules.case import Case, ChildFacts, MissingLayer
from xpkgtui.sources.source import ImageRoot


def build_case(source: OpenedSource, shown: Shown, children: tuple[ChildFacts, ...]) -> Case:
    """Everything that rules look at; layers that were not read say so."""
    root = source.root if isinstance(source.root, ImageRoot) else None
    case = Case(
        source=source.name,
        cache=source.options.learned or "",
        is_remote=source.fetcher.source.is_remote,
        is_archive=source.fetcher.source.is_archive,
        has_manifest=source.fetcher.source.has_manifest,
        is_assembled=source.fetcher.source.is_assembled,
        profile=source.options.profile,
        crossplane=source.options.crossplane,
        limits=source.options.limits,
        reached=source.index.limits if source.index else (),
        index=source.index.index if source.index else None,
        children=children,
        chosen=source.index.chosen if source.index else None,
        missing=tuple(MissingLayer(layer=layer, name=name) for layer, name in (root.missing if root else ())),
        compared=source.index.compared if source.index else (),
        is_compressed=root is not None and root.is_compressed,
        is_chosen=root is not None and root.is_chosen,
        related=root.related if root is not None else (),
        known=source.options.known,
    )
    match shown:
        case OpenedStream():
            return _with_stream(case, source, shown)
        case OpenedImage():
            return _with_image(case, shown)
        case NoImage():
            return replace(case, shown=shown.entry.number if shown.entry else None, manifest_error=shown.problem)


def _of_format(case: Case, source: OpenedSource, format: Format, stream: PackageStream | None) -> Case:
    """The case under a profile that the format has; for a package with a default of its own, beside the format's."""
    summary, options = format.summary, source.options
    asked = options.asked_profile
    lacks = asked if asked not in summary.profiles else ""
    named = summary.profile_of(options.profile)
    own = own_profile(format, stream)
    has_own = own != summary.profiles[0]
    return replace(
        case,
        format=summary.name,
        profile=named if asked in summary.profiles or not has_own else own,
        own_profile=own,
        beside=(own, named) if has_own else (),
        lacks_profile=lacks,
    )


def _with_stream(case: Case, source: OpenedSource, opened: OpenedStream) -> Case:
    return replace(
        _of_format(case, source, opened.stream.format, opened.stream),
        reading=opened.reading,
        stream=opened.stream.file,
        build_error=opened.root.build_error,
        also=opened.root.also,
        reached=opened.root.reached,
    )


def _with_image(case: Case, opened: OpenedImage) -> Case:
    index, entry = opened.source.index, opened.entry
    of_format = _of_format(case, opened.source, opened.format, opened.stream)
    shown = replace(of_format, shown=entry.number if entry else None)
    if index is not None and (apart := index.not_a_package(entry, wording_of(opened))):
        return replace(
            shown, not_a_package=apart, hidden=opened.comparison.hidden, flattened=opened.comparison.flattened
        )
    layers = opened.layers.facts
    return replace(
        shown,
        image=opened.image,
        also=opened.also,
        is_assumed=opened.is_assumed,
        config_error=opened.config.problem,
        layers=tuple(layers.get(layer.index, LayerFacts(index=layer.index)) for layer in opened.image.layers),
        reading=opened.reading,
        stream=opened.stream.file if opened.stream else None,
        hidden=opened.comparison.hidden,
        flattened=opened.comparison.flattened,
    )
