"""The text of `images`, whole."""

from xpkgtui.formats.used_images.needed_images import ImageList, ImageUse, NeededImage
from xpkgtui.formats.used_images.used import ImageRole
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.reporting.as_text.images import images
from xpkgtui.reporting.as_text.tables import Paint
from xpkgtui.reporting.contents.image_list import ListedImages
from xpkgtui.reporting.contents.mirror import Mirror

ROOT = "xpkg.example.org/acme/platform:v1.0.0"
SHA = "sha256:" + "1234567890ab" + "0" * 52
TAIL = """\

Copy
  --to REGISTRY --format commands prints the commands. `skopeo copy --all
  --preserve-digests` keeps platforms, annotations and digests, but no
  signatures: --signatures lists those. `docker save`, and `docker pull` and
  `push`, keep one platform and drop annotations.
"""


def image(reference: str, role: ImageRole, *uses: ImageUse, **more: object) -> NeededImage:
    return NeededImage(reference=reference, spelled=reference, role=role, uses=uses, **more)  # type: ignore[arg-type]


def written(*listed: NeededImage, width: int = 80, **more: object) -> str:
    whole = ImageList(images=listed, **more)  # type: ignore[arg-type]
    return images(ListedImages(inspection=Inspection(source=ROOT), list=whole), Paint(width=width))


PACKAGES = (
    image(
        ROOT,
        ImageRole.PACKAGE,
        ImageUse(package=ROOT),
        digest=SHA,
        platforms=("linux/amd64", "linux/arm64"),
        size=14_000,
        size_all=3_100_000,
    ),
    image(
        "xpkg.example.org/acme/nop:v1.0.0",
        ImageRole.PACKAGE,
        ImageUse(package=ROOT, place="spec.dependsOn: >=v1"),
        ImageUse(package="xpkg.example.org/acme/storage"),
        digest=SHA,
        platforms=("linux/amd64",),
        size=2_000,
        size_all=2_000,
    ),
)


def test_a_list_that_was_asked_for() -> None:
    assert (
        written(*PACKAGES, is_asked=True, is_resolved=True)
        == """\
✓ 2 images to mirror, 3.1 MB for all platforms

  role        all  image
  package  3.1 MB  xpkg.example.org/acme/platform:v1.0.0 (sha256:1234567890ab)
  package    2 kB  xpkg.example.org/acme/nop:v1.0.0 (sha256:1234567890ab)

! 2 images named by tag, which may move: copy by digest, as the commands do
"""
        + TAIL
    )


def test_without_a_terminal_nothing_is_left_out() -> None:
    row = written(*PACKAGES, width=0, is_asked=True).splitlines()[4]
    assert (
        row.split()
        == (
            f"package 2 kB 2 kB xpkg.example.org/acme/nop:v1.0.0 (sha256:1234567890ab) linux/amd64 {ROOT},"
            " xpkg.example.org/acme/storage"
        ).split()
    )


def test_what_is_used_and_not_listed_and_what_is_missing_is_told() -> None:
    operand = image(
        "a.example/db:v1",
        ImageRole.OPERAND,
        ImageUse(package=ROOT, place="Deployment tides, container m, RELATED_IMAGE_DB"),
        listed=False,
        fault="a.example has db, but no tag v1.",
    )
    assert (
        written(operand, is_asked=True, remarks=("something is odd",))
        == """\
✗ 1 image to mirror; something is wrong with 1 image

  role     image
  operand  a.example/db:v1

Problems  1
  ✗ a.example/db:v1  a.example has db, but no tag v1.

Used and not listed  1
  ! a.example/db:v1  Deployment tides, container m, RELATED_IMAGE_DB
  Not in relatedImages, so mirroring tools may miss them. opm adds those of
  containers when it renders a catalog, and none of RELATED_IMAGE_ variables.

! 1 image named by tag, which may move: copy by digest, as the commands do

· something is odd
"""
        + TAIL
    )


def test_a_long_list_is_cut_unless_all_of_it_is_asked_for() -> None:
    many = [image(f"a.example/x:v{number}", ImageRole.RELATED) for number in range(300)]
    assert "  100 more: --verbose lists them\n" in written(*many)


def test_text_of_a_package_is_made_visible() -> None:
    hostile = image("a\x1b[31m\u202eb", ImageRole.RELATED, ImageUse(package="p\x9b", place="q\x07"), fault="r\x1b")
    found = written(hostile, remarks=("s\x1b",), width=0)
    assert not {"\x1b", "\u202e", "\x9b", "\x07"} & set(found)


def test_a_list_that_is_not_resolved_begins_with_a_capital_letter() -> None:
    unknown = image("a.example/nop", ImageRole.PACKAGE, is_open=True)
    assert written(*PACKAGES[:1], unknown, is_asked=True).startswith(
        "2 images to mirror, 3.1 MB for all platforms; 1 "
    )
    assert written().startswith("It names no image\n")


def test_three_that_ask_for_an_image_are_named() -> None:
    uses = [ImageUse(package=f"a.io/p{number}") for number in range(4)]
    three, four = (written(image("a.io/x:v1", ImageRole.PACKAGE, *uses[:count]), width=200) for count in (3, 4))
    assert ("p2" in three, "more" in three) == (True, False)
    assert ("p2" in four, "p3" in four, "and 1 more" in four) == (True, False, True)


def test_a_mirror_has_the_place_of_each_image_beneath_it() -> None:
    whole = ImageList(images=PACKAGES[:1])
    listed = ListedImages(inspection=Inspection(source=ROOT), list=whole)
    found = images(listed, Paint(), Mirror("mirror.example.com/air", whole.images))
    assert "In the mirror  1\n" in found
    assert f"  xpkg.example.org/acme/platform@{SHA}\n    → mirror.example.com/air/" in found
    assert "  --format commands prints the commands." in found
