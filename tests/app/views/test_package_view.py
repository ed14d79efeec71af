"""The forms that the screen of a package takes."""

from builders.cases import each_row
from textual.geometry import Size

from xpkgtui.app.views.package_view import PackageView


@each_row(
    ("width", "height", "is_narrow", "is_tiny"),
    [
        (100, 20, False, False),
        (99, 20, True, False),
        (60, 20, True, False),
        (59, 20, True, True),
        (100, 19, False, True),
    ],
)
def test_a_screen_has_room_for_lists_beside_each_other_or_for_next_to_nothing(
    width: int, height: int, is_narrow: bool, is_tiny: bool
) -> None:
    view = PackageView()
    view.fit(Size(width, height))
    assert (view.is_narrow, view.has_class("-tiny")) == (is_narrow, is_tiny)
