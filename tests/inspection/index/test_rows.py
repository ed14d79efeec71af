"""Entries of an index: which one is read, and why each other one is not."""

import pytest

from xpkgtui.formats.known import ASSUMED_IMAGES
from xpkgtui.inspection.index.rows import MOST_ROWS, Learned, entry_rows, first_image, is_nested
from xpkgtui.inspection.rows.platforms import PlatformRole, PlatformRow, PlatformUse
from xpkgtui.oci import media_types
from xpkgtui.oci.descriptor import Descriptor
from xpkgtui.oci.digest import Digest
from xpkgtui.oci.manifest import Index
from xpkgtui.oci.platform import Platform

LINUX, ARM = Platform(os="linux", architecture="amd64"), Platform(os="linux", architecture="arm64")
NOWHERE = Platform(os="", architecture="")


def entry(
    platform: Platform | None = None, media_type: str = media_types.OCI_MANIFEST, text: str = "a"
) -> Descriptor:
    return Descriptor(media_type=media_type, digest=Digest.of(text.encode()), size=1, platform=platform)


def listed(
    *entries: Descriptor, chosen: int | None = None, learned: Learned | None = None
) -> tuple[PlatformRow, ...]:
    index = Index(media_type=media_types.OCI_INDEX, manifests=entries)
    return entry_rows(index, learned or Learned(images=ASSUMED_IMAGES), chosen=chosen)


@pytest.mark.parametrize(
    ("platform", "is_chosen", "use"),
    [
        (LINUX, True, PlatformUse.DEFAULT),
        (None, True, PlatformUse.UNSPECIFIED),
        (LINUX, False, PlatformUse.SECOND),
        (None, False, PlatformUse.SECOND),
        (NOWHERE, False, PlatformUse.EMPTY),
        (ARM, False, PlatformUse.IGNORED),
    ],
)
def test_an_entry_says_why_it_is_read_or_not(platform: Platform | None, is_chosen: bool, use: PlatformUse) -> None:
    (row,) = listed(entry(platform), chosen=0 if is_chosen else None)
    assert (row.use, row.chosen, row.place) == (use, is_chosen, "0")


@pytest.mark.parametrize(
    ("media_type", "role"),
    [
        (media_types.OCI_MANIFEST, PlatformRole.IMAGE),
        ("", PlatformRole.IMAGE),
        (media_types.OCI_INDEX, PlatformRole.INDEX),
        ("application/octet-stream", PlatformRole.OTHER),
    ],
)
def test_an_entry_is_what_its_media_type_says(media_type: str, role: PlatformRole) -> None:
    one = entry(media_type=media_type)
    assert listed(one)[0].role is role
    assert is_nested(one, ASSUMED_IMAGES) is (role is PlatformRole.INDEX)


def test_the_first_image_is_looked_for_behind_what_is_none() -> None:
    other, nested = entry(media_type="text/plain"), entry(media_type=media_types.OCI_INDEX)
    found = [
        first_image(Index(media_type="", manifests=all_entries), ASSUMED_IMAGES)
        for all_entries in ((other, nested, entry()), (other,))
    ]
    assert found == [2, None]


def test_indexes_are_followed_eight_deep() -> None:
    nested = entry(media_type=media_types.OCI_INDEX)
    itself = Index(media_type=media_types.OCI_INDEX, manifests=(nested,))
    found = listed(nested, learned=Learned(images=ASSUMED_IMAGES, nested={str(nested.digest): itself}))
    assert [row.depth for row in found] == list(range(9))


@pytest.mark.parametrize(("count", "unlisted"), [(MOST_ROWS, 0), (MOST_ROWS + 3, 3)])
def test_rows_beyond_the_limit_are_counted(count: int, unlisted: int) -> None:
    found = listed(*[entry(text=str(number)) for number in range(count)])
    assert (len(found), found[-1].unlisted) == (MOST_ROWS, unlisted)
