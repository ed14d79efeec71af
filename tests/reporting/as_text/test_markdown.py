"""Foreign text in Markdown."""

from xpkgtui.reporting.as_text.markdown import markdown_code, markdown_text


def test_nothing_of_a_text_is_markup() -> None:
    assert markdown_text("a *b* [c](d) `e` <f> #g") == "a \\*b\\* \\[c\\](d) \\`e\\` \\<f\\> \\#g"


def test_a_code_ends_where_it_should() -> None:
    assert markdown_code("a `b` | c\n* d") == "a 'b' \\| c␊* d"
