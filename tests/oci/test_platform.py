"""Platforms by their names."""

import pytest
from builders.cases import each_row

from xpkgtui.errors import Malformed
from xpkgtui.oci.descriptor import Platform


@pytest.mark.parametrize("name", ["linux/arm64", "linux/arm/v7"])
def test_a_platform_is_read_as_it_is_written(name: str) -> None:
    assert str(Platform.named(name)) == name
    assert Platform.named("linux/arm/v7") == Platform(os="linux", architecture="arm", variant="v7")


@each_row("name", ["", "linux", "linux/", "/arm64", "linux/arm/", "linux/arm/v7/x"])
def test_a_name_that_is_none_says_what_one_is(name: str) -> None:
    with pytest.raises(Malformed, match=r"^a platform is OS/ARCH or OS/ARCH/VARIANT, such as linux/arm64$"):
        Platform.named(name)
