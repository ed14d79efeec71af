"""What reaches a terminal: nothing that moves, hides or reorders."""

import unicodedata

import pytest
from builders.cases import each_row, failing
from hypothesis import given
from hypothesis import strategies as st

from xpkgtui import visible

BIDI = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
INVISIBLE = (
    "\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b\u180e\u180f\u200b\u200c\u200d\u2028\u2029\u2060\u2064\u2800\u3164"
    "\ufe00\ufe0f\ufeff\uffa0\ufff9\U0001d159\U000e0001\U000e0041\U000e0100\U000e01ef"
)
HIDDEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}

anything = st.text(st.characters(), max_size=60) | st.text(
    st.sampled_from([*BIDI, *INVISIBLE, *map(chr, range(0xA0)), "\ud800", "é", "漢", "🙂"]), max_size=60
)


@each_row(
    "attack",
    [
        "\x1b]52;c;ZXZpbA==\x07",  # writes the clipboard
        "\x1b]0;title\x07",
        "\x1b[2J\x1b[31m",
        "\x9b31m",
        "\x9d52;c;eA==\x9c",
        "\x90q\x9c",
        "over\rwritten",
        "\x08\x08\x7f",
        "a\x00b",
        "safe\u202egpj.exe",
        "two\u2028lines\x85more",
    ],
)
def test_line_sends_no_control_sequence(attack: str) -> None:
    assert visible.line(attack).isprintable()


def test_every_invisible_character_is_seen() -> None:
    assert failing([*BIDI, *INVISIBLE, *map(chr, range(0x20)), *map(chr, range(0x7F, 0xA0))], is_seen) == {}


def is_seen(character: str) -> None:
    shown = visible.line(f"a{character}b")
    assert character not in shown
    assert shown != "ab"


@each_row(
    ("text", "shown"),
    [
        ("\x1b", "␛"),
        ("\x00", "␀"),
        ("\t", "␉"),
        ("\n", "␊"),
        ("\x7f", "␡"),
        ("\x9b", "\\x9b"),
        ("\u202e", "\\u202e"),
        ("\U000e0041", "\\U000e0041"),
        ("\ud800", "\ufffd"),
    ],
)
def test_characters_are_shown_by_name(text: str, shown: str) -> None:
    assert visible.line(text) == shown


@each_row(
    "text",
    [
        "xpkg.crossplane.io/org/name:v1.2.3",
        "Größe, naïve, łódź",
        "Ελληνικά",
        "Русский",
        "العربية",
        "עברית",
        "日本語 漢字かな",
        "한국어",
        "हिन्दी",
        "ไทย",
        "e\u0301",
        "🙂 ✓ – · …",
        "non\u00a0breaking",
        "C:\\path",
        "[bold]markup[/]",
    ],
)
def test_ordinary_text_of_any_script_stays(text: str) -> None:
    assert visible.line(text) == text


@given(anything)
def test_line_is_one_line_without_hidden_characters(text: str) -> None:
    shown = visible.line(text)
    assert not [c for c in shown if unicodedata.category(c) in HIDDEN or c in INVISIBLE or c in BIDI]


@given(anything)
def test_line_of_a_line_is_the_same(text: str) -> None:
    assert visible.line(visible.line(text)) == visible.line(text)


@given(anything)
def test_line_hides_nothing(text: str) -> None:
    assert len(visible.line(text)) >= len(text)


@given(anything)
def test_block_keeps_its_lines_and_nothing_else_that_moves(text: str) -> None:
    shown = visible.block(text)
    assert shown.count("\n") == text.count("\n")
    assert shown.replace("\n", "") == visible.line(shown.replace("\n", ""))


def test_block_takes_both_line_ends_and_widens_tabs() -> None:
    assert visible.block("a\tb\r\n\tc\rd") == "a       b\n        c␍d"


@given(st.text(max_size=12), st.integers(-1, 12))
def test_clip_is_never_wider_than_asked(text: str, width: int) -> None:
    assert len(visible.clip(text, width)) <= max(0, width)


@given(st.text("ab /", max_size=60), st.integers(-1, 40))
def test_a_sentence_is_never_wider_than_asked(text: str, width: int) -> None:
    assert len(visible.sentence(text, width)) <= max(0, width)


@each_row(
    ("width", "shown"),
    [
        (60, "Saved /home/someone/pictures/xpkgtui-20261122.svg just now."),
        (50, "Saved /home/someone/pi…gtui-20261122.svg just now."),
        (35, "Saved /home/someo…20261122.svg …"),
        (6, "Saved…"),
    ],
)
def test_a_sentence_is_cut_at_a_word_and_a_path_in_its_middle(width: int, shown: str) -> None:
    assert visible.sentence("Saved /home/someone/pictures/xpkgtui-20261122.svg just now.", width) == shown


def test_a_sentence_is_cut_in_a_word_where_its_end_would_leave_much_unused() -> None:
    assert (
        visible.sentence("The program does not know acme.example.org/v1 at all.", 42)
        == "The program does not know acme.example.or…"
    )


def test_clip_says_that_something_is_missing() -> None:
    assert (visible.clip("package", 7), visible.clip("package", 6)) == ("package", "packa…")


@each_row(
    ("count", "shown"),
    [
        (0, "0 B"),
        (999, "999 B"),
        (1000, "1 kB"),
        (14_200, "14 kB"),
        (999_499, "999 kB"),
        (999_500, "1.0 MB"),
        (3_140_000, "3.1 MB"),
        (314_000_000, "314 MB"),
        (2_500_000_000, "2.5 GB"),
        (10**18, "1000000 TB"),
    ],
)
def test_size_is_in_decimal_units(count: int, shown: str) -> None:
    assert visible.size(count) == shown


@each_row(("text", "shown"), [("⚠\ufe0f Warning", "⚠ Warning"), ("1\ufe0f\u20e3", "1\u20e3"), ("☎\ufe0e", "☎")])
def test_prose_leaves_the_form_of_an_emoji_to_the_terminal(text: str, shown: str) -> None:
    assert visible.block(text) == shown


def test_a_selector_that_hides_between_letters_is_seen_in_prose_too() -> None:
    assert visible.block("pa\ufe0fy") == "pa\\ufe0fy"


def test_a_name_shows_every_selector() -> None:
    assert visible.line("⚠\ufe0f") == "⚠\\ufe0f"


@each_row(
    ("text", "pasted"),
    [
        ("plain\nlines\n", "plain\nlines\n"),
        ("a\r\n\tb\r\n", "a\n        b\n"),
        ("a\x1b[201~\x9b\x7fb\rc", "a␛[201~\\x9b␡b␍c"),
        ("👩\u200d💻 \u202e", "👩\u200d💻 \u202e"),
    ],
)
def test_pasted_text_has_no_control_character_but_line_ends(text: str, pasted: str) -> None:
    assert visible.pasted(text) == pasted
    assert visible.controls(pasted) == 0


def test_a_name_spells_bytes_that_are_not_utf8() -> None:
    assert visible.name("caf\udce9\x1b\n") == "caf\\xe9␛␊"
    assert visible.name("\ud800") == "\ufffd"


@each_row(
    ("seconds", "words"),
    [
        (0, "1 s"),
        (0.2, "1 s"),
        (4.4, "4 s"),
        (89, "89 s"),
        (90, "2 min"),
        (3600, "60 min"),
        (5_399, "90 min"),
        (5_400, "2 h"),
        (171_000, "48 h"),
        (172_800, "2 days"),
        (7200, "2 h"),
        (1e8, "1,157 days"),
    ],
)
def test_a_duration_has_one_unit(seconds: float, words: str) -> None:
    assert visible.duration(seconds) == words


@pytest.mark.parametrize(("count", "said"), [(599, "599 B"), (3_104_220, "3.1 MB (3,104,220 bytes)")])
def test_bytes_that_are_few_are_not_said_twice(count: int, said: str) -> None:
    assert visible.exact_size(count) == said


@each_row(
    ("width", "middle", "ending"),
    [
        (8, "abcdefgh", "abcdefgh"),
        (7, "abc…fgh", "…cdefgh"),
        (6, "ab…fgh", "…defgh"),
        (5, "ab…gh", "…efgh"),
        (4, "abc…", "…fgh"),
        (1, "…", "…"),
    ],
)
def test_a_name_is_cut_in_its_middle_and_a_path_at_its_beginning(width: int, middle: str, ending: str) -> None:
    assert (visible.middle("abcdefgh", width), visible.ending("abcdefgh", width)) == (middle, ending)


def test_a_unit_is_said_once() -> None:
    assert visible.part_of(158_000, 318_000) == "158 of 318 kB"
    assert visible.part_of(999, 318_000) == "999 B of 318 kB"


def test_a_text_begins_with_a_capital() -> None:
    assert (visible.capitalized("aB c"), visible.capitalized("")) == ("AB c", "")


def test_a_noun_is_counted() -> None:
    counts = [visible.plural(count, "entry", "entries") for count in (0, 1, 1_000)]
    assert counts == ["0 entries", "1 entry", "1,000 entries"]
    assert visible.plural(2, "field") == "2 fields"


def test_names_in_a_row_are_few_and_the_rest_is_counted() -> None:
    assert visible.few(["a"], 2) == "a"
    assert visible.few(["a", "b"], 2) == "a, b"
    assert visible.few(["a"] * 1_002, 2) == "a, a and 1,000 more"
    assert visible.few([1, 2], 2, hex, total=5, between=" -> ") == "0x1 -> 0x2 and 3 more"
    assert [visible.are(count, "more field") for count in (1, 1_000)] == ["1 more field is", "1,000 more fields are"]
    assert [visible.more(count) for count in (-1, 0, 1, 1_000)] == ["", "", " and 1 more", " and 1,000 more"]


def test_all_names_in_a_row() -> None:
    assert [visible.all_of(names) for names in ([], ["a"], ["a", "b"], ["a", "b", "c"])] == [
        "",
        "a",
        "a and b",
        "a, b and c",
    ]


def test_a_sentence_longer_than_a_screen_says_how_much_is_left_out() -> None:
    assert visible.screenful("a" * 4_000) == "a" * 4_000
    assert visible.screenful("a" * 4_000 + "b" * 1_234) == "a" * 4_000 + " … (1,234 more characters; JSON has them)"
