"""What a resolution learns of one package: its meta object, its image, or why its program does not parse it."""

from collections.abc import Iterator

from xpkgtui.documents.chunk import StreamBytes
from xpkgtui.documents.document import PackageDocument, parse
from xpkgtui.documents.yaml.effort import Effort
from xpkgtui.formats.dependencies.needed import ImageFacts
from xpkgtui.formats.dependencies.questions import PackageContents, PackageOpened
from xpkgtui.formats.format import Format
from xpkgtui.formats.role import Role
from xpkgtui.inspection.objects.describe import package_objects
from xpkgtui.inspection.objects.stream import PackageStream, mapped
from xpkgtui.inspection.opened_image import NoImage, OpenedImage, Shown, total_of
from xpkgtui.inspection.opened_source import OpenedSource
from xpkgtui.inspection.opening.case import build_case
from xpkgtui.inspection.rows.objects import ObjectRow
from xpkgtui.limits import ReachedLimit
from xpkgtui.rules.case import Case
from xpkgtui.sources.source import ImageRoot
from xpkgtui.untyped import field, text

_MOST_PLATFORMS = 100
_COMPOSITE = "CompositeResourceDefinition"
_DEFINITIONS = ("CustomResourceDefinition", _COMPOSITE, "ManagedResourceDefinition")


async def contents(source: OpenedSource, shown: Shown) -> PackageOpened:
    """What is in the package that is shown, once its objects are listed."""
    if isinstance(shown, NoImage):
        return PackageOpened(fault=shown.problem or "it has no image that Crossplane reads")
    reading, stream = shown.reading, shown.stream
    is_open = reading is not None and (reading.limit is not None or reading.unread is not None)
    if stream is None:
        file = shown.format.summary.wording.stream_file if isinstance(shown, OpenedImage) else "stream"
        message = (reading.message if reading else None) or f"it has no {file}"
        is_priced = reading is not None and bool(reading.lacks)
        fault, is_open = ("", False) if is_priced else (message, is_open)
        image = _image(source, shown, ())
        return PackageOpened(fault=fault, is_priced=is_priced, is_unreachable=is_open, image=image)
    await stream.complete()
    case = build_case(source, shown, ())
    meta, found, holds, makes = await source.pool.run(lambda: _meta(stream, case), on=stream.file.size)
    if reading is not None and reading.stage is not None:
        fault, image = reading.message or "it cannot be read", _image(source, shown, stream.rows)
        return PackageOpened(fault=fault, is_unreachable=is_open, image=image)
    limit = _limit(stream, meta) if found is None else None
    unparsed = await source.pool.run(lambda: _unparsed(stream)) if limit is None else ""
    return PackageOpened(
        fault=limit.sentence
        if limit
        else unparsed or ("" if meta is not None else "not exactly one package meta type"),
        is_unreachable=limit is not None,
        kind=text(meta.kind if meta else None),
        meta=found,
        unfetched=_unfetched(case, stream.format),
        image=_image(source, shown, stream.rows),
        definitions=tuple(one.name for one in stream.rows if one.kind in _DEFINITIONS and one.name),
        makes=makes,
        holds=holds,
    )


def _unfetched(case: Case, format: Format) -> str:
    """What the program prints that does not get the package from its registry; empty where it does."""
    dependencies, obstacles = format.dependencies(), case.source.obstacles
    if dependencies is None or not obstacles or case.image is None or case.reading is None:
        return ""
    layers = [case.image.layers[one] for one in case.reading.layers_read]
    return dependencies.unfetched(obstacles, case.crossplane, {str(one.descriptor.digest) for one in layers})


def _limit(stream: PackageStream, meta: ObjectRow | None) -> ReachedLimit | None:
    """The limit that kept the meta object from being parsed, or a document from being known as one."""
    unread = (one.unread for one in stream.rows if one.unread is not None)
    return stream.refused.get(meta.document) if meta is not None else next(unread, None)


def _unparsed(stream: PackageStream) -> str:
    """What the program says of the first document of which it gets no kind; empty where it gets all."""
    dependencies, effort = stream.format.dependencies(), Effort.of_stream(stream.file.size, stream.limits)
    rows = (one for one in stream.rows if one.role is Role.META or (one.kind is None and one.role is not Role.EMPTY))
    with mapped(stream.file) as data:
        parsed = (parse(data, stream.chunk(one.document), effort=effort) for one in rows)
        return next(filter(None, map(dependencies.unparsed, parsed)), "") if dependencies else ""


def _meta(stream: PackageStream, case: Case) -> tuple[ObjectRow | None, object, object, tuple[str, ...]]:
    """The first meta object, its value if it can be parsed, what the format takes of the others, and `makes`."""
    row = next((one for one in stream.rows if one.role is Role.META), None)
    dependencies = stream.format.dependencies()
    with mapped(stream.file) as data:
        objects = package_objects(stream, data, Effort.of_stream(stream.file.size, stream.limits))
        found = objects.read(row) if row is not None else None
        holds = dependencies.holds(PackageContents(case=case, data=data, objects=objects)) if dependencies else None
        made = (one for row in stream.rows if row.kind == _COMPOSITE for one in _made(stream, data, row))
        return row, found, holds, tuple(made)


def _made(stream: PackageStream, data: StreamBytes, row: ObjectRow) -> Iterator[str]:
    """The names of the definitions that one makes, but for its own."""
    document = parse(data, stream.chunk(row.document), limits=stream.limits)
    if isinstance(document, PackageDocument):
        names = (text(field(one, "metadata", "name")) for one in stream.format.custom_resources(document.value))
        yield from (name for name in names if name and name != row.name)


def _image(source: OpenedSource, shown: Shown, rows: tuple[ObjectRow, ...]) -> ImageFacts:
    definitions, root = [one.kind for one in rows if one.kind in _DEFINITIONS], source.root
    index = source.index if isinstance(shown, OpenedImage) else None
    return ImageFacts(
        digest=root.spelled_digest if isinstance(root, ImageRoot) else "",
        size=total_of(shown),
        platforms=index.platforms(_MOST_PLATFORMS) if index is not None else (),
        definitions=len(definitions),
        composites=definitions.count(_COMPOSITE),
    )
