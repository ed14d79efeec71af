"""The numbers that a Go type takes."""

from builders.cases import each_row

from xpkgtui.formats.go_decoding.shapes import JsonForm, Shape


@each_row(
    ("form", "go_type", "limits"),
    [
        (JsonForm.SCALAR, "uint8", (0, 255)),
        (JsonForm.SCALAR, "int32", (-(2**31), 2**31 - 1)),
        (JsonForm.SCALAR, "int64", (-(2**63), 2**63 - 1)),
        (JsonForm.TEXT_OR_INTEGER, "IntOrString", (-(2**31), 2**31 - 1)),
    ],
)
def test_an_integer_has_the_limits_of_its_type(form: JsonForm, go_type: str, limits: tuple[int, int]) -> None:
    assert Shape(form=form, go_type=go_type, fine=frozenset()).limits == limits
