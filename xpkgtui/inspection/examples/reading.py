"""The examples of the package that is shown, judged in a thread; and those of one of its kinds."""

import json
from collections.abc import Callable, Container, Iterable, Iterator
from contextlib import suppress
from functools import partial
from itertools import chain, islice
from typing import Any

from xpkgtui.documents.document import BrokenDocument, parse
from xpkgtui.documents.yaml.effort import Effort
from xpkgtui.errors import NotAPackage, NotFound, XpkgError
from xpkgtui.formats.definitions.fields.versions import defined_kind
from xpkgtui.formats.examples.documents import documents_of
from xpkgtui.formats.examples.example import Example, ExampleList, ExampleText, PackageExamples, always, unknown_owner
from xpkgtui.formats.examples.judging import Definitions, judged
from xpkgtui.formats.format import Format
from xpkgtui.formats.images.layers import LayerRole
from xpkgtui.formats.package_objects import PackageObjects
from xpkgtui.inspection.dependencies.reading import format_shown
from xpkgtui.inspection.layers.comparison import side_file_of
from xpkgtui.inspection.layers.opened_layers import is_cheap, price
from xpkgtui.inspection.messages.events import Emit, PartFailed
from xpkgtui.inspection.messages.examples import ExamplesRead, ReadExamples
from xpkgtui.inspection.messages.parts import PartName
from xpkgtui.inspection.objects.bare_stream import OpenedStream
from xpkgtui.inspection.objects.describe import mapped_objects, package_objects
from xpkgtui.inspection.objects.kinds import is_vast
from xpkgtui.inspection.objects.stream import PackageStream, mapped
from xpkgtui.inspection.opened_image import OpenedImage, Shown
from xpkgtui.inspection.opened_source import OpenedSource
from xpkgtui.inspection.work import Progress, Stop
from xpkgtui.limits import Limits
from xpkgtui.sources.folder.walk import OpenedFolder
from xpkgtui.untyped import field, text
from xpkgtui.values import dataclass
from xpkgtui.visible import plural
from xpkgtui.visible import size as visible_size

Judge = Callable[[Iterable[ExampleText], Definitions], Iterator[Example]]

MOST = 10_000
"""Examples that are judged."""
LARGEST = 16 << 20
"""Bytes of files with examples that are read."""
_MOST_WITHOUT = 2_000
"""Kinds without an example that are named."""
_ENDINGS = (".yaml", ".yml")


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundTexts:
    """The files that have examples, and what is said of them."""

    texts: tuple[ExampleText, ...] = ()
    places: tuple[str, ...] = ()
    unread: str = ""


async def read_examples(source: OpenedSource, shown: Shown, request: ReadExamples, emit: Emit) -> None:
    """Emits the list, or the price of its layers; raises `NotAPackage` where the package cannot be read."""
    format = format_shown(shown)
    if not request.files and isinstance(shown, OpenedImage):
        wanted = wanted_layers(shown)
        if request.consent:
            shown.layers.agree(wanted)
        elif (due := await price(shown.layers, wanted)) is not None:
            await emit(PartFailed(part=PartName.EXAMPLES, failure=due))
            return
    stream = shown.stream
    if stream is None and not request.files:
        raise NotAPackage("Its examples are not known: the package cannot be read.")
    if stream is not None:
        await stream.complete()
    known, progress = format.examples(), Progress()
    with Stop() as stop:
        found = _given(request) if request.files else await beside(source, shown, known, emit, stop)
        progress.begin("Judging examples")
        judge = partial(judged, check=stop.check, limits=source.options.limits)
        work = source.pool.run(lambda: _judged(stream, format, known, found, request, judge))
        whole = await progress.watch(work, emit, PartName.EXAMPLES)
    await emit(ExamplesRead(whole=whole))


def _given(request: ReadExamples) -> FoundTexts:
    texts = tuple(ExampleText(data=one.text.encode(), file=one.name) for one in request.files)
    return FoundTexts(texts=texts, places=(f"{len(texts)} file{'' if len(texts) == 1 else 's'} given",))


async def beside(
    source: OpenedSource, shown: Shown, known: PackageExamples | None, emit: Emit, stop: Stop
) -> FoundTexts:
    """The files with examples beside the package."""
    if isinstance(shown, OpenedImage) and shown.layers.images.side_file is not None:
        return await _in_layers(shown, emit, stop)
    if isinstance(shown, OpenedStream) and shown.root.folder is not None and known is not None and known.folder:
        folder = OpenedFolder(shown.root.folder, shown.root.reference, limits=source.options.limits)
        return await source.pool.run(lambda: _in_folder(folder, known.folder))
    if known is None:
        return FoundTexts(places=("packages of this format have no examples",))
    return FoundTexts(places=(known.inside or "a stream has no examples beside it",))


async def _in_layers(shown: OpenedImage, emit: Emit, stop: Stop) -> FoundTexts:
    """The file in the layer that is marked for it, and in others that were read."""
    layers = shown.layers
    assert layers.images.side_file is not None  # it was asked for before
    path, marked = layers.images.side_file.path, _marked(shown)
    texts: list[ExampleText] = []
    places: list[str] = []
    unread: list[str] = []
    for index in wanted_layers(shown):
        if await layers.change_set(index, emit, PartName.EXAMPLES) is None:
            error = layers.errors.get(index)
            why = (
                error.title.rstrip(".")
                if error
                else f"it has {visible_size(shown.image.layers[index].descriptor.size)}"
            )
            unread.append(f"layer {index}, which has the examples, was not read: {why}")
            continue
        data = await side_file_of(layers, index, LARGEST, stop)
        if data is not None:
            texts.append(ExampleText(data=data, file=path, layer=index))
            places.append(f"{path} of layer {index}")
        elif index in marked:
            places.append(f"layer {index} is marked for examples and has no {path} that can be read")
    if not marked and not texts:
        places.append("no layer is marked for examples (annotated upbound)")
    return FoundTexts(texts=tuple(texts), places=tuple(places), unread="; ".join(unread))


def _marked(shown: OpenedImage) -> list[int]:
    """The layers that are marked for examples."""
    marks = shown.layers.images.marks
    return [one.index for one in shown.image.layers if marks.role(one) is LayerRole.EXAMPLES]


def wanted_layers(shown: OpenedImage) -> list[int]:
    """The layers in which examples are looked for: those that are marked, and those that were read anyway."""
    return sorted({*_marked(shown), *shown.layers.change_sets})


def _in_folder(folder: OpenedFolder, name: str) -> FoundTexts:
    """The files that a build packs, as far as they are not too large together."""
    if folder.is_link(name) or not folder.has_folder(name):
        return FoundTexts(places=(f"there is no folder {name}/",))
    walked, left = folder.walk(name, endings=_ENDINGS), LARGEST
    texts: list[ExampleText] = []
    unread: list[str] = []
    for file in walked.files:
        try:
            data = folder.read(file, left + 1)
        except XpkgError as error:
            unread.append(f"{file.name} cannot be read: {error.title.rstrip('.')}")
            continue
        if len(data) > left:
            unread.append(f"{file.name} and what follows were not read: more than {visible_size(LARGEST)}")
            break
        left -= len(data)
        texts.append(ExampleText(data=data, file=file.name))
    if walked.stopped:
        unread.append(f"{name}/ has more files than are looked at")
    count = plural(len(texts), "file")
    return FoundTexts(texts=tuple(texts), places=(f"{count} in {name}/",), unread="; ".join(unread))


def _judged(
    stream: PackageStream | None,
    format: Format,
    known: PackageExamples | None,
    found: FoundTexts,
    request: ReadExamples,
    judge: Judge,
) -> ExampleList:
    if stream is None:
        return _listed(PackageObjects(), format, known, found, request, judge)
    with mapped_objects(stream) as objects:
        return _listed(objects, format, known, found, request, judge)


def _listed(
    objects: PackageObjects,
    format: Format,
    known: PackageExamples | None,
    found: FoundTexts,
    request: ReadExamples,
    judge: Judge,
) -> ExampleList:
    inside: Iterator[ExampleText] = iter(())
    if known is not None and known.of_package is not None and not request.files:
        inside = known.of_package(objects)
    owner_of = (known.owner_of if known else unknown_owner)(objects)
    is_written = known.is_written if known else always
    definitions = Definitions(objects, format.custom_resources, owner_of, is_written)
    every: Iterator[Example] = judge(chain(found.texts, inside), definitions)
    examples = tuple(islice(every, MOST))
    unread = found.unread
    if len(examples) == MOST and next(every, None) is not None:
        unread = "; ".join(filter(None, (unread, f"more than {MOST:,} examples: the rest was not judged")))
    shown = {(one.api_version.rpartition("/")[0], one.kind) for one in examples}
    return ExampleList(
        examples=examples,
        kinds=definitions.kinds,
        without=() if request.files else tuple(islice(definitions.without(shown), _MOST_WITHOUT)),
        places=found.places if examples or not found.texts else tuple(f"none in {one}" for one in found.places),
        unread=unread,
    )


_MOST = 200
"""Examples of one definition."""
_LARGEST = 4 << 20
"""Characters of these examples as JSON."""


async def example_objects(source: OpenedSource, shown: Shown, document: int, emit: Emit) -> bytes:
    """The examples as JSON; `unread` says why there may be more. Raises `NotFound` where there is no definition."""
    stream = shown.stream
    if stream is None:
        raise NotFound("There is nothing that could define a kind.")
    await stream.listed()
    format = stream.format
    with Stop() as stop:
        if isinstance(shown, OpenedImage) and not await is_cheap(shown.layers, wanted_layers(shown)):
            found = FoundTexts(unread="the layer with the examples is large and was not fetched")
        else:
            found = await beside(source, shown, format.examples(), emit, stop)
        return await source.pool.run(lambda: _written(stream, format, document, found, stop))


def _written(stream: PackageStream, format: Format, document: int, found: FoundTexts, stop: Stop) -> bytes:
    with mapped(stream.file) as data:
        defined = parse(data, stream.chunk(document), limits=stream.limits)
        if isinstance(defined, BrokenDocument):
            raise NotFound(f"Document {document} is broken: {defined.message}")
        made = [defined_kind(one) for one in format.custom_resources(defined.value)]
        known = format.examples()
        inside: Iterator[ExampleText] = iter(())
        if known is not None and known.of_package is not None:
            inside = known.of_package(package_objects(stream, data, Effort.of_stream(len(data), stream.limits)))
        kinds = {(one.group, one.kind) for one in made}
        objects, is_whole = _as_json(_objects(chain(found.texts, inside), kinds, stop, stream.limits))
    unread = found.unread or ("" if is_whole else f"there are more than these {len(objects):,}")
    return f'{{"objects":[{",".join(objects)}],"unread":{json.dumps(unread)}}}'.encode("utf-8", "surrogatepass")


def _as_json(found: Iterable[tuple[str, Any]]) -> tuple[list[str], bool]:
    """As many examples as are read, and whether these are all."""
    objects: list[str] = []
    left = _LARGEST
    for where, value in found:
        one = ""
        with suppress(RecursionError):
            one = "" if is_vast(value) else json.dumps({"where": where, "object": value})
        left -= len(one)
        if not one or left < 0 or len(objects) == _MOST:
            return objects, False
        objects.append(one)
    return objects, True


def _objects(
    texts: Iterator[ExampleText], kinds: Container[tuple[str, str]], stop: Stop, limits: Limits
) -> Iterator[tuple[str, Any]]:
    """Each example of these kinds, and where it is."""
    for one in texts:
        for document in documents_of(one, limits):
            stop.check()
            group, slash, _ = text(field(document.value, "apiVersion")).rpartition("/")
            if slash and (group, text(field(document.value, "kind"))) in kinds:
                place = f"{one.file}:{document.line}" if one.file else f"line {document.line:,}"
                yield place, document.value
