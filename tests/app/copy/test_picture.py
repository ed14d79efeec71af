"""The picture of the screen: it needs no network."""

from rich._export_format import CONSOLE_SVG_FORMAT

from xpkgtui.app.copy.picture import self_contained


def test_it_names_no_address_but_that_of_its_format() -> None:
    picture = self_contained(CONSOLE_SVG_FORMAT)
    assert "://" in CONSOLE_SVG_FORMAT.replace("http://www.w3.org/2000/svg", "")
    assert "://" not in picture.replace("http://www.w3.org/2000/svg", "")
    assert "@font-face" not in picture
    assert "Fira Code" not in picture


def test_text_of_the_screen_stays_as_it_is() -> None:
    text = "</style><text>@font-face { font-family: Fira Code } <!-- x --></text></svg>"
    assert self_contained(f"<svg><style>{text}") == f"<svg><style>{text}"
