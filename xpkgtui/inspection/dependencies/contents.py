"""What an opened package says of itself, as far as others that depend on it ask."""

from xpkgtui.documents.document import PackageDocument, parse
from xpkgtui.documents.yaml.effort import Effort
from xpkgtui.formats.dependencies.needed import ImageFacts
from xpkgtui.formats.dependencies.questions import PackageContents, PackageOpened
from xpkgtui.formats.role import Role
from xpkgtui.inspection.objects.describe import package_objects
from xpkgtui.inspection.objects.stream import PackageStream, mapped
from xpkgtui.inspection.opened_image import NoImage, OpenedImage, Shown, total_of
from xpkgtui.inspection.opened_source import OpenedSource
from xpkgtui.inspection.opening.case import build_case
from xpkgtui.inspection.rows.objects import ObjectRow
from xpkgtui.rules.case import Case
from xpkgtui.sources.source import ImageRoot

_MOST_PLATFORMS = 100
_DEFINITIONS = ("CustomResourceDefinition", "CompositeResourceDefinition", "ManagedResourceDefinition")


async def contents(source: OpenedSource, shown: Shown) -> PackageOpened:
    """What is in the package that is shown, once its objects are listed."""
    if isinstance(shown, NoImage):
        return PackageOpened(fault=shown.problem or "it has no image that Crossplane reads")
    reading, stream = shown.reading, shown.stream
    if stream is None:
        message = (reading.message if reading else None) or f"it has no {_stream_file(shown)}"
        is_priced = reading is not None and bool(reading.lacks)
        return PackageOpened(fault="" if is_priced else message, is_priced=is_priced, image=_image(source, shown, ()))
    await stream.listed()
    await stream.arrive()
    case = build_case(source, shown, ())
    meta, found, holds = await source.pool.run(lambda: _meta(stream, case), on=stream.file.size)
    if reading is not None and reading.stage is not None:
        return PackageOpened(fault=reading.message or "it cannot be read", image=_image(source, shown, stream.rows))
    row = meta
    return PackageOpened(
        fault="" if row is not None else "not exactly one package meta type",
        kind=(row.kind or "") if row else "",
        api_version=(row.api_version or "") if row else "",
        meta=found,
        image=_image(source, shown, stream.rows),
        definitions=tuple(one.name for one in stream.rows if one.kind in _DEFINITIONS and one.name),
        holds=holds,
    )


def _meta(stream: PackageStream, case: Case) -> tuple[ObjectRow | None, object, object]:
    """The row of the first meta object, its value where it can be parsed, and what the format takes of the others."""
    row = next((one for one in stream.rows if one.role is Role.META), None)
    found: object = None
    dependencies = stream.format.dependencies()
    with mapped(stream.file) as data:
        if row is not None:
            document = parse(data, stream.chunk(row.document), limits=stream.limits)
            found = document.value if isinstance(document, PackageDocument) else None
        effort = Effort.of_stream(stream.file.size, stream.limits)
        objects = package_objects(stream, data, effort)
        holds = dependencies.holds(PackageContents(case=case, data=data, objects=objects)) if dependencies else None
    return row, found, holds


def _image(source: OpenedSource, shown: Shown, rows: tuple[ObjectRow, ...]) -> ImageFacts:
    definitions = [one.kind for one in rows if one.kind in _DEFINITIONS]
    root = source.root
    platforms: tuple[str, ...] = ()
    if source.index is not None and isinstance(shown, OpenedImage):
        named = (str(row.platform) for row in source.index.rows(shown.entry) if row.is_package and row.platform)
        platforms = tuple(dict.fromkeys(named))[:_MOST_PLATFORMS]
    return ImageFacts(
        digest=str(root.digest or "") if isinstance(root, ImageRoot) else "",
        size=total_of(shown),
        platforms=platforms,
        definitions=len(definitions),
        composites=definitions.count("CompositeResourceDefinition"),
    )


def _stream_file(shown: Shown) -> str:
    return shown.format.summary.wording.stream_file if isinstance(shown, OpenedImage) else "stream"
