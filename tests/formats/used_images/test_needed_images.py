"""The list of images: each once, ordered by role, bounded."""

from xpkgtui.formats.used_images.needed_images import merged
from xpkgtui.formats.used_images.used import ImageRole, UsedImage

PINNED = "a.example/x@sha256:" + "0" * 64


def one(reference: str, role: ImageRole = ImageRole.RUNTIME, **more: object) -> UsedImage:
    return UsedImage(reference=reference, role=role, **more)  # type: ignore[arg-type]


def test_what_docker_adds_is_written_out() -> None:
    found = merged([one("busybox"), one("acme/tool:v1"), one(PINNED)], "root")
    assert [each.reference for each in found.images] == [
        "docker.io/library/busybox:latest",
        "docker.io/acme/tool:v1",
        PINNED,
    ]


def test_an_image_that_several_need_is_one_row_with_all_of_them() -> None:
    named = (one("busybox", place="first"), one("docker.io/library/busybox:latest", place="second", asked_by="other"))
    (found,) = merged(named, "root").images
    assert [(use.package, use.place) for use in found.uses] == [("root", "first"), ("other", "second")]


def test_what_an_image_is_used_for_counts_for_more_than_that_it_is_listed() -> None:
    named = (one("a.example/x:v1", ImageRole.RELATED), one("a.example/x:v1", ImageRole.OPERAND, listed=False))
    (found,) = merged(named, "root").images
    assert (found.role, found.listed) == (ImageRole.OPERAND, True)


def test_packages_come_first() -> None:
    found = merged([one("a.example/x:v1"), one("a.example/y:v1", ImageRole.PACKAGE)], "root").images
    assert [each.role for each in found] == [ImageRole.PACKAGE, ImageRole.RUNTIME]


def test_a_package_without_a_version_gets_no_tag() -> None:
    (found,) = merged([one("a.example/x", ImageRole.PACKAGE, is_open=True)], "root").images
    assert (found.reference, found.source) == ("a.example/x", "")


def test_what_is_not_a_reference_stays_as_it_is_and_says_why() -> None:
    found = merged([one("Not A Reference\x1b[31m"), one("x" * 100_000)], "root").images
    assert [(each.reference[:15], each.source, bool(each.fault)) for each in found] == [
        ("Not A Reference", "", True),
        ("x" * 15, "", True),
    ]
    assert max(len(each.reference) for each in found) == 1_000


def test_what_is_named_and_not_needed_is_a_remark() -> None:
    found = merged([one("a.example/x:v1", place="spec.image", unused="nothing reads it")], "root")
    assert found.images == ()
    assert found.remarks == ("a.example/x:v1 (spec.image) is not in the list: nothing reads it",)


def test_documents_that_cannot_be_parsed_make_the_list_incomplete() -> None:
    broken = [
        one("", place=place, fault="it cannot be parsed") for place in ("document 1", "document 2", "document 1")
    ]
    assert merged(broken, "root").unread == "2 of its documents were not parsed"


def test_a_list_without_end_is_cut_and_says_so() -> None:
    found = merged((one(f"a.example/x:v{number}") for number in range(30)), "root", most=20)
    assert (len(found.images), found.unread) == (20, "only the first 20 images are listed")


def test_places_without_end_are_counted() -> None:
    (found,) = merged((one("a.example/x:v1", place=str(number)) for number in range(1_000)), "root").images
    assert len(found.uses) + found.more_uses == 1_000
