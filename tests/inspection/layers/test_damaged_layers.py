"""Damage in the middle of a layer is located where Go's library locates it, and the good bytes before it count."""

import zlib
from pathlib import Path

from builders.inspection.inspections import inspect_source
from builders.oci.images import image, write_layout
from builders.oci.layers import file, gzip, layer_of, tar

from xpkgtui.inspection.inspection import Inspection

STREAM = "".join(f"# line {number} of a comment that does not repeat itself much\n" for number in range(2000))


async def test_damage_within_package_yaml_is_met_while_it_is_read(tmp_path: Path) -> None:
    state = await damaged(tmp_path, base=True)
    assert state.reading is not None
    assert state.reading.stage == "read"
    assert (state.reading.message or "").startswith("flate: corrupt input before offset ")
    assert state.reading.entry == "package.yaml"


async def test_a_flattening_reader_finds_the_entry_before_the_damage(tmp_path: Path) -> None:
    state = await damaged(tmp_path, base=False)
    assert state.reading is not None
    assert state.reading.stage == "read"


async def damaged(folder: Path, *, base: bool) -> Inspection:
    """A layer whose deflate stream has a block of a type that does not exist in its middle."""
    plain = tar(file("package.yaml", STREAM))
    deflate = zlib.compressobj(wbits=-15)
    good = deflate.compress(plain[: len(plain) // 2]) + deflate.flush(zlib.Z_FULL_FLUSH)
    blob = gzip(b"")[:10] + good + b"\x07" * 64
    return await inspect_source(write_layout(folder / "layout", image(layer_of(blob, base=base))))
