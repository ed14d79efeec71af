"""The bytes of a file: whole, or as far as a limit lets them be."""

from dataclasses import replace
from pathlib import Path

import pytest
from builders.inspection.inspections import answers, opened
from builders.oci.images import image, write_layout
from builders.oci.layers import file, layer
from builders.packages.folders import META

from xpkgtui.inspection.messages.replies import TextReady
from xpkgtui.inspection.messages.requests import Options, ReadText, Text, View
from xpkgtui.limits import LIMITS
from xpkgtui.service.local import LocalPort

BUILT = image(layer(file("package.yaml", META), base=True), layer(file("notes", "12345")))


@pytest.mark.parametrize(
    ("most", "text", "limit", "words"),
    [(5, "12345", None, ""), (4, "1234", "file", "only the first 4 B are shown")],
)
async def test_a_file_beyond_the_limit_is_cut_and_names_it(
    most: int, text: str, limit: str | None, words: str, port: LocalPort, tmp_path: Path
) -> None:
    options = Options(price=-1, limits=replace(LIMITS, file=most))
    await opened(port, write_layout(tmp_path / "layout", BUILT), options)
    request = ReadText(text=Text.FILE, view=View.LAYER, layer=1, path="notes")
    (ready,) = [event for event in await answers(port, request) if isinstance(event, TextReady)]
    assert Path(ready.path).read_text() == text
    assert (ready.limit.name if ready.limit else None, ready.incomplete) == (limit, words)
