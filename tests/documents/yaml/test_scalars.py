"""Plain scalars that go-yaml resolves and JSON cannot hold; all others are compared with the library itself."""

import math

from builders.cases import each_row

from xpkgtui.documents.yaml.resolver import as_json, resolve


@each_row("text", [".nan", ".inf", "-.Inf", "+.INF"])
def test_what_json_cannot_hold_is_still_resolved(text: str) -> None:
    value = as_json(resolve(text))
    assert isinstance(value, float)
    assert not math.isfinite(value)
