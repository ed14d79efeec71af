"""What readers take out of an index; the answers of the library are compared in `differential`."""

import io

from builders.cases import each_row
from builders.oci.images import image
from builders.oci.layers import file, layer
from differential.images.indexes import INDEXES

from xpkgtui.formats.xpkg.reader.readers import choose, reader
from xpkgtui.oci.manifest import Index
from xpkgtui.readers.reader import ReadStage, Sign


def index(name: str) -> Index:
    return Index.parse(INDEXES[name])


def test_the_specification_takes_a_single_entry_whatever_its_platform() -> None:
    assert choose("spec", index("only arm64")).entry == 0


def test_programs_do_not_and_name_the_index() -> None:
    found = choose("manager-2.4", index("only arm64"), "example.org/a/b:v1")
    assert (found.stage, found.message) == (
        ReadStage.FETCH,
        "no child with platform linux/amd64 in index example.org/a/b:v1",
    )


def test_an_entry_without_a_platform_is_warned_of() -> None:
    assert choose("extract", index("no platform")).steps[0].sign is Sign.WARNING


def test_the_specification_has_no_message() -> None:
    found = choose("spec", index("nothing"))
    assert (found.entry, found.stage, found.message) == (None, ReadStage.FETCH, None)


@each_row(("compression", "said"), [("gzip", "gzip"), ("zstd", "zstd"), ("none", "not compressed")])
def test_how_a_layer_is_stored_is_told_by_its_first_bytes(compression: str, said: str) -> None:
    made = image(layer(file("package.yaml", "a: b"), base=True, compression=compression))
    found = reader("manager-2.4").read(made.parsed(), made.open_layer, io.BytesIO())
    assert f"{said}, by its first bytes" in [one.evidence for one in found.steps]
