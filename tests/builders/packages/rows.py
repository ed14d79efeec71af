"""The documents of a stream as rows, without listing them."""

from xpkgtui.documents.origins import AS_GIVEN, Origins
from xpkgtui.documents.stream import split
from xpkgtui.documents.yaml.effort import Effort
from xpkgtui.formats.xpkg.format import XPKG
from xpkgtui.inspection.objects.stream import row_of
from xpkgtui.inspection.rows.objects import ObjectRow


def object_rows(data: bytes, origins: Origins = AS_GIVEN) -> tuple[ObjectRow, ...]:
    """One row for each document, empty ones included."""
    effort = Effort.of_stream(len(data))
    return tuple(row_of(chunk, XPKG.outline(data, chunk, effort), XPKG, origins) for chunk in split(data).chunks)
