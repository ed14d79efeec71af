"""Each rule about changes of objects of RukPak trips on one pair, and spares the nearest other one."""

from typing import Any

import pytest
from builders.goldens import Golden, lines_of
from builders.packages.compared import changes_of_texts
from builders.packages.edited import differences
from builders.packages.rukpak_objects import COMMIT, GIT, IMAGE, PINNED, bundle, of_template
from builders.packages.whole import RUKPAK, parsed, stream

from xpkgtui.formats.rukpak.format import RUKPAK_OBJECTS

_AT = GIT.format(ref=f"commit: '{COMMIT}'", more="")
_WORDS = f"the source is image {PINNED}, was ./manifests of git repository https://example.org/x at commit {COMMIT}"


@pytest.mark.parametrize(
    ("rule", "old", "trips"),
    [("CHG451", bundle(_AT), bundle(IMAGE)), ("CHG452", of_template(_AT), of_template(IMAGE))],
)
def test_another_source_is_a_change(rule: str, old: str, trips: str) -> None:
    assert [(one.id, one.message) for one in changes_of_texts(RUKPAK_OBJECTS, old, trips)] == [(rule, _WORDS)]
    labeled = old.replace("name: boat}", "name: boat, labels: {a: b}}")
    assert [one.id for one in changes_of_texts(RUKPAK_OBJECTS, old, labeled)] == ["CHG603"]


def test_another_class_of_a_bundle_is_a_change() -> None:
    new = bundle(IMAGE).replace("core-rukpak-io-plain", "core-rukpak-io-helm")
    (one,) = changes_of_texts(RUKPAK_OBJECTS, bundle(IMAGE), new)
    assert one.id == "CHG451"
    assert one.message == "the provisioner class is core-rukpak-io-helm, was core-rukpak-io-plain"


def test_all_that_is_said_of_edits(golden: Golden) -> None:
    value = [one for number, one in enumerate(parsed(RUKPAK)) if number in (0, 1, 5)]

    def said(edited: Any) -> list[str]:
        both = (stream(one).decode() for one in (value, edited))
        return lines_of(changes_of_texts(RUKPAK_OBJECTS, *both))

    golden("changes_rukpak", differences({"": value}, said))
