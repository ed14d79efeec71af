"""The numbers that a Go type takes."""

import pytest

from xpkgtui.formats.go_decoding.shapes import Form, Shape


@pytest.mark.parametrize(
    ("form", "go_type", "limits"),
    [
        (Form.SCALAR, "uint8", (0, 255)),
        (Form.SCALAR, "int32", (-(2**31), 2**31 - 1)),
        (Form.SCALAR, "int64", (-(2**63), 2**63 - 1)),
        (Form.TEXT_OR_INTEGER, "IntOrString", (-(2**31), 2**31 - 1)),
    ],
)
def test_an_integer_has_the_limits_of_its_type(form: Form, go_type: str, limits: tuple[int, int]) -> None:
    assert Shape(form=form, go_type=go_type, fine=frozenset()).limits == limits
