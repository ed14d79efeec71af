"""The forms of what is in a stream: each is written into a file, however large it is."""

from xpkgtui.documents.yaml.effort import Effort
from xpkgtui.errors import NotFound
from xpkgtui.formats.forms import AskedForm
from xpkgtui.inspection.messages.events import Emit
from xpkgtui.inspection.messages.replies import TextReady
from xpkgtui.inspection.messages.requests import ReadText
from xpkgtui.inspection.objects.describe import package_objects
from xpkgtui.inspection.objects.stream import PackageStream, mapped
from xpkgtui.inspection.opened_source import OpenedSource


async def write_form(
    source: OpenedSource, stream: PackageStream, request: ReadText, asked: AskedForm, emit: Emit
) -> None:
    """Puts a form into a file, and emits where; raises `NotFound` where the format has none of that name."""
    known = next((one for one in stream.format.summary.forms if one.name == asked.name), None)
    forms = stream.format.forms
    if known is None or forms is None:
        raise NotFound(f"A package of the format {stream.format.summary.name} has no {asked.name}.")

    def written() -> bytes:
        with mapped(stream.file) as data:
            objects = package_objects(stream, data, Effort.of_stream(len(data), stream.limits))
            return forms.write(asked, objects).encode("utf-8", "surrogatepass")

    path = source.scratch_file()
    text = await source.pool.run(written)
    size = await source.pool.run(lambda: path.write_bytes(text))
    await emit(
        TextReady(text=request.text, path=str(path), size=size, language=known.language, document=asked.document)
    )
