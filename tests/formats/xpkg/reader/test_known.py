"""The reader of Crossplane 2.4: the layers it opens, its steps, and layers that are not available."""

import hashlib
import io
import random
from collections.abc import Callable
from gzip import decompress as gunzip

import pytest
from builders.cases import each_row
from builders.oci.images import BuiltImage, image, package
from builders.oci.layers import file, folder, gzip, layer, layer_of, opaque, symlink, tar, whiteout
from hypothesis import given
from hypothesis import strategies as st

from xpkgtui.errors import Cancelled
from xpkgtui.filesystem.compression.inflated import RunningHash
from xpkgtui.filesystem.compression.stored import ByteSource
from xpkgtui.formats.xpkg.reader.readers import reader
from xpkgtui.limits import Limits
from xpkgtui.oci.descriptor import Digest
from xpkgtui.readers.reader import HashingSink, LayerUnavailable, Reading, ReadStage, Sign


def test_an_annotated_layer_is_the_only_one_that_is_opened() -> None:
    built = package("a: 1", layer(file("x")), layer(file("y")))
    assert read(built)[0].layers_read == (2,)


def test_the_bytes_of_package_yaml_go_to_the_sink() -> None:
    assert read(package("a: 1"))[1] == b"a: 1"


def test_layers_below_the_one_that_supplies_it_stay_closed() -> None:
    built = image(layer(file("x")), layer(file("package.yaml", "a: 1")), layer(file("y")))
    assert read(built)[0].layers_read == (2, 1)


def test_damage_behind_package_yaml_does_not_matter() -> None:
    good = tar(file("package.yaml", "a: 1"))
    built = image(layer_of(gzip(good[:1024] + b"J" * 512), base=True))
    assert read(built)[0].has_bytes


def test_a_folder_called_package_yaml_is_read_as_zero_bytes() -> None:
    found, data = read(image(layer(folder("package.yaml"), base=True)))
    assert (found.entry_type, found.size, data) == ("directory", 0, b"")


def test_a_link_called_package_yaml_is_warned_of() -> None:
    found, _ = read(image(layer(symlink("package.yaml", "real"), base=True)))
    assert any(step.sign is Sign.WARNING and "read as empty" in step.evidence for step in found.steps)


def test_the_entry_is_reported_as_the_archive_spells_it() -> None:
    assert read(image(layer(file("./package.yaml", "a: 1"))))[0].entry == "./package.yaml"


def test_a_dot_entry_ends_flattening_and_the_story_says_so() -> None:
    found, _ = read(image(layer(folder("./"), file("./package.yaml", "a: 1"))))
    assert (found.message, [step.sign for step in found.steps[-2:]]) == (
        "package.yaml not found in package",
        [Sign.BAD, Sign.BAD],
    )


def test_an_opaque_root_hides_it() -> None:
    built = image(layer(file("package.yaml", "a: 1")), layer(opaque()))
    assert read(built)[0].message == "package.yaml not found in package"


def test_a_whiteout_above_does_not_hide_an_annotated_layer() -> None:
    built = image(layer(file("package.yaml", "a: 1"), base=True), layer(whiteout("package.yaml")))
    assert read(built)[1] == b"a: 1"


def test_an_image_without_layers_has_no_package_yaml() -> None:
    assert read(image())[0].stage is ReadStage.EXTRACT


def test_what_lies_beyond_the_limit_is_left_out_and_reported() -> None:
    found, data = read(package("a" * 100), most=40)
    assert (found.truncated, found.size, data) == (True, 40, b"a" * 40)


@each_row("name", ["manager-1.0", "manager-1.7", "extract", "spec"])
def test_readers_without_that_limit_read_it_to_its_end(name: str) -> None:
    built, sink = package("a" * 100), io.BytesIO()
    found = reader(name, most=40).read(built.parsed(), built.open_layer, sink)
    assert (found.truncated, found.size, len(sink.getvalue())) == (False, 100, 100)


def test_exactly_the_limit_is_not_truncated() -> None:
    assert not read(package("a" * 40), most=40)[0].truncated


def test_a_layer_that_cannot_be_had_stops_it_at_fetching() -> None:
    found, _ = read(package("a: 1"), open_layer=refuse(LayerUnavailable("the digest is wrong", corrupt=True)))
    assert (found.stage, found.message, found.unread) == (ReadStage.FETCH, "the digest is wrong", None)


def test_a_layer_left_unread_for_its_price_leaves_it_undecided() -> None:
    found, _ = read(package("a: 1"), open_layer=refuse(LayerUnavailable("it is large", unread=True)))
    assert found.unread == 0


def test_a_layer_beyond_the_limits_leaves_it_undecided() -> None:
    built = image(layer(*(file(f"f{number}") for number in range(20)), base=True))
    assert read(built, limits=Limits(entries=10))[0].unread == 0


def test_no_more_layers_are_flattened_than_the_limit_says() -> None:
    opened: list[int] = []
    built = image(*(layer(file(f"a{number}")) for number in range(9)))

    def opening(index: int) -> ByteSource:
        opened.append(index)
        return built.open_layer(index)

    found, _ = read(built, open_layer=opening, limits=Limits(layers=4))
    assert (found.unread, opened) == (5, [8, 7, 6, 5])


def test_it_can_be_stopped() -> None:
    with pytest.raises(Cancelled):
        read(package("a: 1"), stop=lambda: True)


@given(st.lists(st.tuples(st.binary(max_size=1500), st.booleans()), max_size=3))
def test_arbitrary_bytes_as_layers_never_raise(layers: list[tuple[bytes, bool]]) -> None:
    assert read(image(*(layer_of(blob, base=base) for blob, base in layers)))[0].reader == "manager-2.4"


@given(st.data())
def test_a_flipped_bit_never_raises(data: st.DataObject) -> None:
    blob = bytearray(tar(file("x", b"abc"), symlink("d/y", "../x"), whiteout("q"), file("package.yaml", b"a: 1")))
    at = data.draw(st.integers(0, len(blob) - 1))
    blob[at] ^= 1 << data.draw(st.integers(0, 7))
    stored = data.draw(st.sampled_from([bytes(blob), gzip(bytes(blob))]))
    assert read(image(layer_of(stored)))[0].reader == "manager-2.4"


def refuse(problem: LayerUnavailable) -> Callable[[int], ByteSource]:
    """An `open_layer` that has nothing."""

    def opening(_: int) -> ByteSource:
        raise problem

    return opening


def read(
    built: BuiltImage,
    *,
    open_layer: Callable[[int], ByteSource] | None = None,
    limits: Limits | None = None,
    most: int = 1 << 20,
    stop: Callable[[], bool] = lambda: False,
) -> tuple[Reading, bytes]:
    """The reading and the bytes."""
    sink = io.BytesIO()
    manager = reader("manager-2.4", limits=limits or Limits(), most=most, stop=stop)
    return manager.read(built.parsed(), open_layer or built.open_layer, sink), sink.getvalue()


class Hashing(HashingSink):
    """A sink in memory that hashes."""

    def __init__(self) -> None:
        self.data = b""

    def write(self, data: bytes, /) -> None:
        self.data += data

    def hexdigest(self) -> str:
        return hashlib.sha256(self.data).hexdigest()

    def running_sha256(self) -> RunningHash:
        return hashlib.sha256()


@each_row("name", ["manager-2.4", "manager-1.0", "extract", "spec"])
def test_a_sink_that_hashes_changes_nothing_of_a_reading(name: str) -> None:
    built = package("a: 1\n" * 50_000, layer(file("x")))
    plain, hashing = io.BytesIO(), Hashing()
    expected = reader(name).read(built.parsed(), built.open_layer, plain)
    assert reader(name).read(built.parsed(), built.open_layer, hashing) == expected
    assert hashing.data == plain.getvalue()


def test_the_changes_of_a_layer_are_noted_by_the_way_where_it_is_nearly_read() -> None:
    def noted(built: BuiltImage) -> dict[int, str | None]:
        known = reader("manager-2.4")
        known.read(built.parsed(), built.open_layer, Hashing())
        return {index: found.diff_id for index, found in known.change_sets.items()}

    large = file("z", random.Random(1).randbytes(100_000))
    near, far = (
        image(layer(file("package.yaml", "a: 1"), *others, base=True)) for others in ([file("b", "2")], [large])
    )
    assert noted(near) == {0: str(Digest.of(gunzip(near.layers[0].blob)))}
    assert noted(far) == {}
    # No layer is annotated: they are flattened, from the top down.
    plain = image(layer(file("a", "1")), layer(file("package.yaml", "a: 1"), file("b", "2")))
    assert noted(plain) == {1: str(Digest.of(gunzip(plain.layers[1].blob)))}
