"""What the format says of the objects in a list, beside their names: made when they are listed, of all together."""

from collections.abc import Iterator
from itertools import islice

from xpkgtui.documents.yaml.effort import Effort
from xpkgtui.fetching.threads import Threads
from xpkgtui.inspection.messages.events import ROWS, Emit
from xpkgtui.inspection.messages.replies import ObjectNote, ObjectsNoted
from xpkgtui.inspection.objects.stream import PackageStream, mapped

_PARSED = 8 << 20
"""Bytes of a stream all of which may be parsed for notes; of a larger one as much."""
_LONGEST = 80


async def note_objects(stream: PackageStream, pool: Threads, emit: Emit) -> None:
    """Emits the notes, if the format has any, as they are made."""
    if stream.format.forms is None:
        return
    notes = _notes(stream)
    while found := await pool.run(lambda: tuple(islice(notes, ROWS))):
        await emit(ObjectsNoted(notes=found))


def _notes(stream: PackageStream) -> Iterator[ObjectNote]:
    from xpkgtui.inspection.objects.describe import package_objects  # not before a format needs it

    forms = stream.format.forms
    with mapped(stream.file) as data:
        effort = Effort.of_stream(min(len(data), _PARSED), stream.limits)
        if forms is not None:
            for document, text in forms.notes(package_objects(stream, data, effort)):
                yield document, text[:_LONGEST]
