"""Places as they are written."""

import pytest
from builders.cases import each_row

from xpkgtui.app.state.places import PlaceKind, ScreenPlace, parse_place


@each_row(
    ("text", "kind", "name", "object_kind"),
    [
        ("layer/2", PlaceKind.LAYER, "2", ""),
        ("layer/007", PlaceKind.LAYER, "7", ""),
        ("finding/xpkg401", PlaceKind.FINDING, "XPKG401", ""),
        ("file/a/b c.yaml", PlaceKind.FILE, "a/b c.yaml", ""),
        ("file//a", PlaceKind.FILE, "a", ""),
        ("crd/buckets:spec.region", PlaceKind.OBJECT, "buckets:spec.region", "crd"),
        ("ClusterRole/system:admin", PlaceKind.OBJECT, "system:admin", "clusterrole"),
    ],
)
def test_places_are_told_apart_by_their_first_word(text: str, kind: PlaceKind, name: str, object_kind: str) -> None:
    assert parse_place(text) == ScreenPlace(kind=kind, name=name, object_kind=object_kind)


@each_row(
    "text", ["", "layer", "layer/", "/x", "layer/two", "layer/-1", "layer/²", f"layer/{9:05000}", "file//", "crd/"]
)
def test_what_is_no_place_says_what_one_is(text: str) -> None:
    with pytest.raises(ValueError, match="layer/"):
        parse_place(text)
