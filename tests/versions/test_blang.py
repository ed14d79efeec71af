"""Versions and ranges of Operator Lifecycle Manager; the stored answers of its library are in differential/."""

import pytest

from xpkgtui.errors import Malformed
from xpkgtui.versions.blang import BlangVersion
from xpkgtui.versions.blang_range import BlangRange


def test_versions_are_ordered_with_prereleases_before_their_release() -> None:
    texts = ["1.0.0-1", "1.0.0-2", "1.0.0-a", "1.0.0-a.1", "1.0.0", "1.0.1", "1.1.0", "2.0.0"]
    versions = [BlangVersion.parse(text) for text in texts]
    assert sorted([*versions[4:], *versions[:4]]) == versions
    assert [str(version) for version in versions] == texts


def test_builds_do_not_count() -> None:
    assert BlangVersion.parse("1.0.0+a") == BlangVersion.parse("1.0.0+b")
    assert str(BlangVersion.parse("1.0.0-rc.1+a.b")) == "1.0.0-rc.1+a.b"


@pytest.mark.parametrize(("text", "read"), [("v1.2", "1.2.0"), ("01.2.03", "1.2.3"), (" v1 ", "1.0.0")])
def test_loose_versions_are_completed(text: str, read: str) -> None:
    assert str(BlangVersion.parse_loosely(text)) == read
    with pytest.raises(Malformed):
        BlangVersion.parse(text)


def test_open_lower_bounds_are_seen() -> None:
    assert BlangRange.parse(">=1.0.0 <2.0.0 || 3.x").has_lower_bound
    assert not BlangRange.parse("<1.0.3").has_lower_bound
    assert not BlangRange.parse(">=1.0.0 || <0.1.0").has_lower_bound
