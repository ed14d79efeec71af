"""Annotation beside label."""

import pytest

from xpkgtui.app.layers.agreement import Agreement, agreement


@pytest.mark.parametrize(
    ("annotation", "label", "derived", "expected"),
    [
        (None, None, False, Agreement.NEITHER),
        ("base", "base", False, Agreement.SAME),
        ("base", "upbound", False, Agreement.DIFFER),
        ("base", None, False, Agreement.ANNOTATION_ONLY),
        (None, "base", False, Agreement.LABEL_ONLY),
        ("base", "base", True, Agreement.DERIVED),
        ("", None, False, Agreement.ANNOTATION_ONLY),
    ],
)
def test_every_pair_has_its_relation(
    annotation: str | None, label: str | None, derived: bool, expected: Agreement
) -> None:
    assert agreement(annotation, label, derived=derived) is expected
