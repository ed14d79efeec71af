"""The sentence about the images that a package needs."""

from builders.cases import each_row

from xpkgtui.formats.used_images.needed_images import ImageList, NeededImage
from xpkgtui.formats.used_images.used import ImageRole
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.reporting.contents.image_list import ListedImages

HERE = NeededImage(reference="a.example/x:v1", spelled="x", role=ImageRole.RUNTIME, size=1_000, size_all=2_000)
GONE = NeededImage(reference="a.example/y:v1", spelled="y", role=ImageRole.RUNTIME, fault="a.example has no y.")
OPEN = NeededImage(reference="a.example/z", spelled="z", role=ImageRole.PACKAGE, is_open=True)


def listed(*images: NeededImage, **more: object) -> ListedImages:
    return ListedImages(inspection=Inspection(source="s"), list=ImageList(images=images, **more))  # type: ignore[arg-type]


@each_row(
    ("found", "sentence", "is_sound"),
    [
        (listed(), "it names no image", None),
        (listed(HERE, is_asked=True), "1 image to mirror, 2 kB for all platforms", True),
        (listed(HERE, GONE), "2 images to mirror, 2 kB for all platforms; something is wrong with 1 image", False),
        (listed(OPEN), "1 image to mirror; 1 without a version, which --resolve finds", None),
        (listed(unread="x is silent"), "the list is not whole: x is silent", None),
        (listed(HERE, unread="x is silent"), "the list is not whole: x is silent", None),
        (
            listed(HERE, is_met=False),
            "1 image to mirror, 2 kB for all platforms; not all dependencies can be met: `deps` says which",
            False,
        ),
    ],
)
def test_the_most_important_comes_in_a_sentence(found: ListedImages, sentence: str, is_sound: bool | None) -> None:
    assert (found.sentence, found.is_sound) == (sentence, is_sound)


def test_sizes_are_added_as_far_as_they_are_known() -> None:
    assert (listed(HERE, HERE, GONE).size_all, listed(GONE).size_all) == (4_000, None)


def test_what_is_no_reference_is_neither_pulled_nor_named_by_a_tag() -> None:
    found = listed(HERE, NeededImage(reference="oci://a.example/x:v1", spelled="x", role=ImageRole.RELATED))
    assert found.movable == (HERE,)


def test_what_resolving_does_not_find_is_not_promised_where_it_was_resolved() -> None:
    assert listed(OPEN).sentence.endswith("1 without a version, which --resolve finds")
    assert listed(OPEN, is_resolved=True).sentence.endswith("1 without a version, which `deps --resolve` explains")
