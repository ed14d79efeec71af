"""The files of an image as a folder: what a folder of this machine says, an image with the same files says too."""

from pathlib import Path

import pytest
from builders.oci.images import image
from builders.oci.layers import BuiltLayer, file, folder, gzip, layer, layer_of, opaque, symlink, tar, whiteout

from xpkgtui.errors import Corrupt, NotFound
from xpkgtui.filesystem.tar.entry import EntryType
from xpkgtui.readers.folder import OmissionReason, SourceFile
from xpkgtui.readers.image_folder import ImageFolder, read_change_sets
from xpkgtui.sources.folder.walk import OpenedFolder


def opened(*layers: BuiltLayer) -> ImageFolder:
    built = image(*layers)
    changes = read_change_sets(len(layers), built.open_layer)
    return ImageFolder("x", changes, built.open_layer, labels={"a": "b"})


def test_it_says_what_a_folder_of_this_machine_says(tmp_path: Path) -> None:
    (tmp_path / "m" / "deep").mkdir(parents=True)
    (tmp_path / "m" / "a.yaml").write_text("a: 1\n")
    (tmp_path / "m" / ".hidden.yaml").write_text("h: 1\n")
    (tmp_path / "m" / "empty.yaml").write_text("")
    (tmp_path / "m" / "deep" / "b.yaml").write_text("b: 1\n")
    (tmp_path / "m" / "link.yaml").symlink_to("deep/b.yaml")
    (tmp_path / "m" / "gone.yaml").symlink_to("nowhere")
    here = OpenedFolder(tmp_path, "x")
    there = opened(
        layer(
            folder("m"),
            file("m/a.yaml", "a: 1\n"),
            file("m/.hidden.yaml", "h: 1\n"),
            file("m/empty.yaml"),
            folder("m/deep"),
            file("m/deep/b.yaml", "b: 1\n"),
            symlink("m/link.yaml", "deep/b.yaml"),
            symlink("m/gone.yaml", "nowhere"),
        )
    )
    assert there.walk("m", endings=(".yaml",)) == here.walk("m", endings=(".yaml",))
    for name in ("m", ""):
        assert [(one.name, one.type, one.linkname) for one in there.entries(name)] == [
            (one.name, one.type, one.linkname) for one in here.entries(name)
        ]
    for one in here.walk("m", endings=(".yaml",)).files:
        assert there.read(one, 100) == here.read(one, 100)
    assert (there.has_file("m/link.yaml"), there.has_folder("m/deep"), there.is_link("m/gone.yaml")) == (True,) * 3
    assert there.labels == {"a": "b"}


def test_upper_layers_cover_and_remove_lower_ones() -> None:
    found = opened(
        layer(file("m/a.yaml", "old"), file("m/b.yaml", "b"), file("n/c.yaml", "c")),
        layer(file("m/a.yaml", "new"), whiteout("m/b.yaml"), opaque("n")),
    )
    assert [(one.name, one.layer) for one in found.entries() if one.type is EntryType.FILE] == [("m/a.yaml", 1)]
    assert found.read(SourceFile(name="m/a.yaml"), 100) == b"new"
    assert found.layer_of("m/a.yaml") == 1


def test_links_out_of_the_image_stay_inside() -> None:
    found = opened(layer(symlink("m/passwd.yaml", "/etc/passwd"), file("etc/passwd", "inside")))
    assert found.read(SourceFile(name="m/passwd.yaml", is_link=True), 100) == b"inside"


def test_no_more_is_read_than_asked_for() -> None:
    found = opened(layer(file("a.yaml", b"x" * 1000)))
    assert found.read(SourceFile(name="a.yaml"), 10) == b"x" * 10


def test_damage_is_an_error_of_the_file_behind_it_alone() -> None:
    packed = gzip(tar(file("m/a.yaml", "good"), file("m/b.yaml", b"\0" * 400_000)))
    whole = opened(layer_of(packed))
    cut = ImageFolder(
        "x",
        {0: read_change_sets(1, image(layer_of(packed)).open_layer)[0]},
        image(layer_of(packed[:-60])).open_layer,
        labels={},
    )
    for one in (whole, cut):
        assert one.read(SourceFile(name="m/a.yaml"), 100) == b"good"
    for size in (1, 0):
        assert whole.read(SourceFile(name="m/b.yaml"), size) == b"\0" * size
    with pytest.raises(Corrupt, match=r"layer 0 ends before m/b\.yaml"):
        cut.read(SourceFile(name="m/b.yaml"), 1)
    with pytest.raises(NotFound, match=r"m/nowhere is not a file"):
        opened(layer(file("m/a.yaml", "x"))).read(SourceFile(name="m/nowhere"), 1)


def test_special_files_are_left_out_with_the_reason() -> None:
    found = opened(layer(folder("m/d.yaml"), symlink("m/to.yaml", "d.yaml")))
    (left,) = found.walk("m", endings=(".yaml",)).left_out
    assert (left.name, left.reason) == ("m/to.yaml", OmissionReason.LINK_TO_FOLDER)
