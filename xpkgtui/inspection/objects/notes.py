"""What the format says of the objects in a list, beside their names: made when they are listed, of all together."""

from xpkgtui.documents.yaml.effort import Effort
from xpkgtui.fetching.threads import Threads
from xpkgtui.inspection.messages.events import ROWS, Emit
from xpkgtui.inspection.messages.replies import ObjectNote, ObjectsNoted
from xpkgtui.inspection.objects.stream import PackageStream, mapped

_LARGEST = 8 << 20
"""Bytes of a stream that is read for notes; a larger one is judged first and has none."""
_LONGEST = 80


async def note_objects(stream: PackageStream, pool: Threads, emit: Emit) -> None:
    """Emits the notes, if the format has any."""
    if stream.format.forms is None or stream.file.size > _LARGEST:
        return
    found = await pool.run(lambda: _notes(stream))
    for first in range(0, len(found), ROWS):
        await emit(ObjectsNoted(notes=found[first : first + ROWS]))


def _notes(stream: PackageStream) -> tuple[ObjectNote, ...]:
    from xpkgtui.inspection.objects.describe import package_objects  # not before a format needs it

    with mapped(stream.file) as data:
        objects = package_objects(stream, data, Effort.of_stream(len(data), stream.limits))
        forms = stream.format.forms
        return tuple((document, text[:_LONGEST]) for document, text in forms.notes(objects)) if forms else ()
