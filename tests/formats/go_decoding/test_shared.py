"""Values that documents share are looked at once for each type."""

from typing import Any

from xpkgtui.documents.shared import Shared
from xpkgtui.formats.go_decoding.mismatches import check
from xpkgtui.formats.go_decoding.shapes import fits, structs_of

BOAT = structs_of(
    {
        "embedded": {},
        "definitions": {
            "v1.Boat": {"one": "=v1.Engine", "list": ["list", "[]v1.Engine", "=v1.Engine"], "other": "=v1.Other"},
            "v1.Engine": {"power": "integer:int32"},
            "v1.Other": {"power": "string:string"},
        },
    }
)["v1.Boat"]


def test_a_shared_value_that_fits_is_not_looked_at_again() -> None:
    shared, engine = Shared(), {"power": 1}
    shared.add(engine)
    value: dict[str, Any] = {"one": engine, "list": [engine, {"power": 2}]}
    assert fits(value, BOAT, shared)
    engine["power"] = "x"  # type: ignore[assignment]
    assert fits(value, BOAT, shared)
    assert list(check(value, BOAT, shared=shared)) == []
    assert not fits(value, BOAT)
    assert fits({"other": engine}, BOAT, shared)
    engine["power"] = 5
    assert not fits({"other": {"power": 5}}, BOAT, shared)


def test_a_shared_value_counts_for_nothing_where_the_document_does_not_fit() -> None:
    shared, engine = Shared(), {"power": 1}
    shared.add(engine)
    assert not fits({"one": engine, "x": 1}, BOAT, shared)
    engine["power"] = "x"  # type: ignore[assignment]
    assert not fits({"one": engine}, BOAT, shared)
