"""Lines that break where a reader expects it."""

from textual.content import Content

from xpkgtui.app.drawing.word_breaks import broken


def rows(text: str, width: int) -> list[str]:
    return [line.plain for line in broken(Content(text), width)]


def test_a_long_path_breaks_behind_a_slash() -> None:
    found = rows("source https://git.example.org/harbour/stack-harbour", 32)
    assert found == ["source https://git.example.org/", "harbour/stack-harbour"]


def test_a_comma_stays_with_its_word() -> None:
    assert rows("see resources/moorings/vessel.yaml, icon.svg", 22) == [
        "see resources/",
        "moorings/vessel.yaml,",
        "icon.svg",
    ]


def test_a_long_name_breaks_behind_a_dot_or_hyphen() -> None:
    assert rows("one-two.three", 8) == ["one-two.", "three"]


def test_what_invites_no_break_is_cut_at_the_width() -> None:
    assert rows("x" * 10 + " end", 4) == ["xxxx", "xxxx", "xx", "end"]


def test_short_words_break_between_words_only() -> None:
    assert rows("a-b c-d e-f", 7) == ["a-b c-d", "e-f"]


def test_a_digest_takes_no_more_rows_than_it_must() -> None:
    assert rows("sha256:" + "0" * 13, 10) == ["sha256:000", "0000000000"]


def test_no_row_is_wider_than_the_room() -> None:
    text = "一二三/四五六/" + "a.b-" * 9
    assert all(len(line.plain) and line.cell_length <= 7 for line in broken(Content(text), 7))
    assert "".join(rows(text, 7)) == text
