"""Platforms by their names."""

import pytest

from xpkgtui.errors import Malformed
from xpkgtui.oci.platform import Platform


@pytest.mark.parametrize("name", ["linux/arm64", "linux/arm/v7"])
def test_a_platform_is_read_as_it_is_written(name: str) -> None:
    assert str(Platform.named(name)) == name
    assert Platform.named("linux/arm/v7") == Platform(os="linux", architecture="arm", variant="v7")


@pytest.mark.parametrize("name", ["", "linux", "linux/", "/arm64", "linux/arm/", "linux/arm/v7/x"])
def test_a_name_that_is_none_says_what_one_is(name: str) -> None:
    with pytest.raises(Malformed, match=r"^a platform is OS/ARCH or OS/ARCH/VARIANT, such as linux/arm64$"):
        Platform.named(name)


def test_what_is_missing_is_a_dash() -> None:
    assert [str(Platform(os=os, architecture=kind)) for os, kind in (("", ""), ("linux", ""))] == ["-/-", "linux/-"]
    assert [Platform(os=os, architecture=kind).is_empty for os, kind in (("", ""), ("linux", ""))] == [True, False]


@pytest.mark.parametrize(
    ("other", "does"),
    [
        (Platform(os="linux", architecture="arm", variant="v7", os_version="1"), True),
        (Platform(os="linux", architecture="arm"), True),
        (Platform(os="linux", architecture="arm", variant="v6"), False),
        (Platform(os="linux", architecture="arm", os_version="2"), False),
        (Platform(os="linux", architecture="amd64"), False),
        (Platform(os="windows", architecture="arm"), False),
    ],
)
def test_a_platform_satisfies_what_is_asked_for(other: Platform, does: bool) -> None:
    found = Platform(os="linux", architecture="arm", variant="v7", os_version="1")
    assert found.matches(other) is does
