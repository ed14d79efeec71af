"""Colors of values: what YAML 1.1 reads as text, and what it reads as something else."""

from builders.cases import each_row

from xpkgtui.app.drawing.renderers.highlighting import colored


def style_of(line: str, part: str, language: str = "yaml") -> str:
    """The last style that a part of a line has."""
    (content,) = colored([line], language)
    start = line.index(part)
    return str([span for span in content.spans if span.start <= start < span.end][-1].style)


@each_row("value", ["text", "'yes'", '"1.20"', "v1", "1.2.3.x", "- item"])
def test_text_has_one_color(value: str) -> None:
    assert style_of(f"key: {value.removeprefix('- ')}", value.removeprefix("- ")) == "$yamltext"


@each_row("value", ["yes", "off", "true", "~", "null", "12", "-1.5", "1.20", "0777", "1e3"])
def test_what_is_no_text_has_another(value: str) -> None:
    assert style_of(f"key: {value}", value) == "$yamlother"
    assert style_of(f"key: [{value}]", value) == "$yamlother"


def test_keys_and_comments_stay_what_they_are() -> None:
    assert style_of("yes: no # yes", "yes") == "$yamlkey"
    assert style_of("a: b # c", "# c") == "$muted"


def test_json_has_the_same_colors() -> None:
    assert style_of('"a": "yes"', '"yes"', "json") == "$yamltext"
    assert style_of('"a": true', "true", "json") == "$yamlother"
    assert style_of('"a": 12', "12", "json") == "$yamlother"


def test_each_line_has_its_own_colors_and_a_very_long_one_ends_plain() -> None:
    lines = ["a: |", "  text", "b: " + "x" * 3000, "c: 12"]
    colors = [[(span.start, span.end, str(span.style)) for span in line.spans] for line in colored(lines, "yaml")]
    assert all(spans[0] == (0, len(line), "$foreground") for spans, line in zip(colors, lines, strict=True))
    assert colors[1][-1] == (2, 6, "$yamltext")
    assert max(end for _, end, _ in colors[2][1:]) == 2000
    assert colors[3][1:] == [(0, 1, "$yamlkey"), (3, 5, "$yamlother")]


def test_a_language_that_is_not_known_has_no_colors() -> None:
    for language in ("", "no such language"):
        (line,) = colored(["a: 1"], language)
        assert [str(span.style) for span in line.spans] == ["$foreground"]
