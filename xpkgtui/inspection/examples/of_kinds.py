"""The examples of the kinds that one document defines, as JSON: their values stand beside the fields of a schema."""

import json
from collections.abc import Container, Iterable, Iterator
from contextlib import suppress
from itertools import chain
from typing import Any

from xpkgtui.documents.document import BrokenDocument, parse
from xpkgtui.documents.yaml.effort import Effort
from xpkgtui.errors import NotFound
from xpkgtui.formats.definitions.fields.versions import defined_kind
from xpkgtui.formats.examples.documents import documents_of
from xpkgtui.formats.examples.example import ExampleText
from xpkgtui.formats.format import Format
from xpkgtui.inspection.examples.reading import FoundTexts, beside, wanted_layers
from xpkgtui.inspection.layers.prices import is_cheap
from xpkgtui.inspection.messages.events import Emit
from xpkgtui.inspection.objects.describe import package_objects
from xpkgtui.inspection.objects.kinds import is_vast
from xpkgtui.inspection.objects.stream import PackageStream, mapped
from xpkgtui.inspection.opened_image import OpenedImage, Shown
from xpkgtui.inspection.opened_source import OpenedSource
from xpkgtui.inspection.work import Stop
from xpkgtui.limits import Limits
from xpkgtui.untyped import field, text

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
