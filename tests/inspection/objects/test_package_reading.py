"""What is taken of an image as the list of objects shows it."""

from dataclasses import replace
from pathlib import Path

import pytest
from builders.inspection.inspections import inspect_source
from builders.oci.images import package, write_layout
from builders.packages.judgements import PROVIDER

from xpkgtui.documents.origins import Origins
from xpkgtui.filesystem.compression.stored import ByteSink
from xpkgtui.formats.known import ASSUMED_IMAGES
from xpkgtui.formats.xpkg.reader.readers import SingleReader
from xpkgtui.inspection.objects.package_reading import empty_reading
from xpkgtui.oci.image import Image
from xpkgtui.readers.reader import OpenLayer, Reading, ReadStage, Step


async def test_an_object_of_an_image_with_several_parts_names_its_own_file_and_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = SingleReader.read

    def in_parts(self: SingleReader, image: Image, open_layer: OpenLayer, sink: ByteSink) -> Reading:
        origins = Origins(files=("parts/a.yaml",), starts=(1,), owners=(0,), lines=(5,))
        return replace(read(self, image, open_layer, sink), origins=origins)

    monkeypatch.setattr(SingleReader, "read", in_parts)
    state = await inspect_source(write_layout(tmp_path / "layout", package(PROVIDER)))
    assert [(row.file, row.line) for row in state.rows] == [("parts/a.yaml", 5)]


def test_what_is_no_package_is_not_read_by_the_first_of_the_readers() -> None:
    assert empty_reading(ASSUMED_IMAGES, "It is a signature.") == Reading(
        reader="manager-2.4",
        stage=ReadStage.SELECT,
        steps=(Step(title="Takes no bytes", evidence="It is a signature."),),
    )
