"""Markdown as blocks."""

import re

import pytest
from builders.cases import each_row
from builders.gate import few
from builders.goldens import Golden
from hypothesis import given
from hypothesis import strategies as st

from xpkgtui.formats.prose.blocks import Block, BlockKind
from xpkgtui.formats.prose.markdown import blocks_of

LARGE = 1_000_000
HOSTILE = (
    "[",
    "*",
    ">",
    "`",
    "|",
    "![",
    "- ",
    "<",
    "[a](",
    "*a ",
    "1. ",
    "|a|b|\n|-|-|\n",
    "[a\n",
    "&",
    "\\",
    "\n",
    " ",
    "a",
)


def plain(block: Block) -> str:
    rows = [cell for row in block.rows for cell in row]
    return " ".join("".join(text for text, _ in runs) for runs in (block.runs, *rows))


def whole(text: str) -> str:
    return "\n".join(map(plain, blocks_of(text)))


def kinds(text: str) -> list[BlockKind]:
    return [block.kind for block in blocks_of(text)]


def styles(text: str) -> dict[str, str]:
    return dict(blocks_of(text)[0].runs)


def leads(text: str) -> list[str]:
    return [block.lead for block in blocks_of(text)]


def test_headings_are_marked_or_underlined() -> None:
    assert {block.kind for block in blocks_of("# a\n\nb\n---\n\n### c")} == {BlockKind.HEADING}


def test_lines_of_a_paragraph_are_one() -> None:
    assert whole("one\ntwo") == "one two"


def test_a_hard_break_ends_a_line() -> None:
    assert whole("one  \ntwo") == "one\ntwo"


def test_emphasis_strong_struck_and_code_are_distinguished() -> None:
    assert styles("*a* **b** `c` ~~d~~ ***e***") == {
        "a": "emphasis",
        " ": "",
        "b": "strong",
        "c": "code",
        "d": "struck",
        "e": "emphasis strong",
    }


def test_a_link_has_its_address_behind_it() -> None:
    assert whole("see [the docs](https://example.com/docs) now") == "see the docs (https://example.com/docs) now"


def test_an_address_that_is_its_own_text_is_described_once() -> None:
    assert whole("<https://example.com> <me@example.com>") == "https://example.com me@example.com"


def test_an_image_is_described_by_its_description() -> None:
    assert whole("![a *blue* whale](whale.png) ![](x.png)") == "[image: a blue whale] [image]"


def test_html_is_text() -> None:
    assert whole("<div onclick='x'>\nhi\n</div>\n\na <b>c</b>") == "<div onclick='x'>\nhi\n</div>\na <b>c</b>"


def test_items_have_marks_and_nested_ones_stand_further_right() -> None:
    assert leads("- a\n  - b\n- c\n\n3. d\n4. e") == ["• ", "  • ", "• ", "3. ", "4. "]


def test_tasks_have_boxes() -> None:
    found = blocks_of("- [ ] to do\n- [x] done\n- [y] neither")
    assert [(block.lead, plain(block)) for block in found] == [
        ("☐ ", "to do"),
        ("☑ ", "done"),
        ("• ", "[y] neither"),
    ]


def test_a_second_paragraph_of_an_item_stands_under_the_first() -> None:
    assert leads("- a\n\n  b") == ["• ", "  "]


def test_an_empty_item_is_seen() -> None:
    assert leads("- a\n-\n- b") == ["• ", "• ", "• "]


def test_items_of_a_tight_list_have_no_gaps() -> None:
    assert [block.gap for block in blocks_of("a\n\n- b\n- c\n\nd")] == [None, "", None, ""]


def test_a_quote_goes_on_over_its_gaps() -> None:
    assert [(block.gap, block.lead) for block in blocks_of("> a\n>\n> b")] == [(None, "│ "), ("│", "│ ")]


def test_code_keeps_its_lines() -> None:
    assert plain(blocks_of("```yaml\na:\n  - b\n\n# c\n```")[0]) == "a:\n  - b\n\n# c"


def test_a_table_knows_how_its_columns_stand() -> None:
    (table,) = blocks_of("| a | b | c |\n|---|--:|:-:|\n| `x` | 2 | 3 |")
    assert table.aligns == ("left", "right", "center")
    assert [[cell[0][0] for cell in row] for row in table.rows] == [["a", "b", "c"], ["x", "2", "3"]]


def test_a_rule_is_one() -> None:
    assert kinds("a\n\n---\n\nb") == [BlockKind.TEXT, BlockKind.RULE, BlockKind.TEXT]


def test_an_address_that_runs_code_stays_text() -> None:
    assert whole("[a](javascript:alert(1))") == "[a](javascript:alert(1))"


def test_what_is_too_long_says_how_much_is_left() -> None:
    last = blocks_of("word\n\n" * 50_000)[-1]
    assert last.kind is BlockKind.NOTE
    assert re.fullmatch(r"The rest, \d+ kB, is on the YAML tab\.", plain(last))


def test_too_many_blocks_say_how_much_is_left() -> None:
    found = blocks_of("- a\n" * 10_000)
    assert len(found) == 2_001
    assert plain(found[-1]) == "The rest, 32 kB, is on the YAML tab."


def test_too_many_cells_say_that_there_are_more() -> None:
    columns = 40
    text = "|" + "a|" * columns + "\n|" + "-|" * columns + "\n" + "b|" * columns + "\n"
    text += ("b|" * columns + "\n") * 300
    found = blocks_of(text)
    assert sum(len(row) for block in found for row in block.rows) <= 4_000
    assert [len(found[0].rows), plain(found[-1])] == [100, "The rest, 16 kB, is on the YAML tab."]


def test_many_tables_share_what_may_be_shown() -> None:
    table = "|a|\n|-|\n" + "|b|\n" * 10 + "\n"
    found = blocks_of(table * 380)
    assert sum(len(block.rows) for block in found) <= 4_000
    assert found[-1].kind is BlockKind.NOTE


def test_a_table_of_too_many_columns_is_text() -> None:
    assert kinds("|" + "a|" * 60 + "\n|" + "-|" * 60 + "\n|" + "b|" * 60) == [BlockKind.TEXT]


def test_a_line_that_never_ends_is_shown_as_far_as_the_rest() -> None:
    code, note = blocks_of("```\n" + "x" * LARGE)
    assert (code.kind, len(plain(code)), plain(note)) == (
        BlockKind.CODE,
        32_000 - 4,
        "The rest, 968 kB, is on the YAML tab.",
    )


def test_what_is_nested_too_deeply_is_described() -> None:
    assert "Deeper lists and quotes are not drawn" in plain(blocks_of(">" * 60 + " hidden")[-1])


@pytest.mark.parametrize("piece", few(HOSTILE, 6))
def test_a_megabyte_of_anything_becomes_few_blocks(piece: str) -> None:
    found = blocks_of(piece * (LARGE // len(piece)))
    assert len(found) <= 2_002


WORDS = st.text("abcdefghij", min_size=1, max_size=8)
MARKS = st.sampled_from(
    [
        "*",
        "**",
        "`",
        "[",
        "]",
        "(",
        ")",
        "|",
        "> ",
        "- ",
        "1. ",
        "# ",
        "\n",
        "\n\n",
        "```\n",
        "~~",
        "!",
        "<",
        ">",
        "    ",
        "\t",
        "&amp;",
        "\\",
        "---\n",
        "|-|\n",
    ]
)


@given(st.lists(st.one_of(WORDS, MARKS, st.text(max_size=5)), max_size=60).map("".join))
def test_any_text_becomes_blocks_that_can_be_drawn(text: str) -> None:
    for block in blocks_of(text):
        assert block.kind is not BlockKind.TABLE or (block.rows and len(block.aligns) == len(block.rows[0]))
        assert len(block.lead) == len(block.indent)


@given(st.lists(WORDS, min_size=1, max_size=40), st.randoms())
def test_every_word_of_a_paragraph_survives(words: list[str], random: object) -> None:
    marks = ("{}", "*{}*", "**{}**", "`{}`", "[{}](https://example.com)", "~~{}~~")
    text = " ".join(marks[number % len(marks)].format(word) for number, word in enumerate(words))
    assert [word for word in whole(text).split() if "https:" not in word] == words


PROSE = """\
# Head *line*

Under
===

text **a `b` ~~c~~** [d *e*](https://example.org "t") <https://x.y> ![f](g) ![](h) <i>j</i> &amp; k\\
l

* one
  * two

    three
  1) four
  2) five

     > six
     > - [x] seven

- [ ] eight

- nine

      ten	eleven

> quote
> > deeper
>
> | a | b | c |
> |---|:-:|--:|
> | **x** | y |
> | 1 | 2 | 3 |

-
> [ ] no task

1. [X] **done** it
2. [x]no

<div>
html
</div>

***

```go
code	tab
```

[a](mailto:b@c) <b@c> [a]() [](d)
"""


def test_prose_of_all_kinds(golden: Golden) -> None:
    golden("prose", "".join(f"{one!r}\n" for one in blocks_of(PROSE)))


@pytest.mark.parametrize(("columns", "kind"), [(49, BlockKind.TABLE), (50, BlockKind.TEXT)])
def test_a_table_has_at_most_fifty_bars_in_a_line(columns: int, kind: BlockKind) -> None:
    assert kinds("|" + "a|" * columns + "\n|" + "-|" * columns)[0] is kind


@each_row(("depth", "is_cut"), [(9, False), (18, False), (19, True), (20, True)])
def test_twenty_quotes_inside_each_other_are_drawn(depth: int, is_cut: bool) -> None:
    found = blocks_of("> " * depth + "x")
    assert (found[-1].kind is BlockKind.NOTE) is is_cut
    assert is_cut or found[0].lead == "│ " * depth


@pytest.mark.parametrize(("count", "left"), [(2_000, 0), (2_001, 1)])
def test_two_thousand_blocks_are_drawn(count: int, left: int) -> None:
    found = blocks_of("---\n" * count)
    assert (len(found), found[-1].kind is BlockKind.NOTE) == (2_000 + left, bool(left))


def test_lines_are_whole_where_a_text_is_cut() -> None:
    text = "a" * 20_000 + "\n\n" + "b" * 20_000
    found = blocks_of(text)
    assert [plain(one) for one in found] == ["a" * 20_000, "The rest, 20 kB, is on the YAML tab."]
    assert len(plain(blocks_of("a" * 10_000 + "\n" + "b" * 30_000)[0])) == 32_000


@pytest.mark.parametrize(("columns", "kind"), [(50, BlockKind.TABLE), (51, BlockKind.TEXT)])
def test_a_line_of_many_columns_is_no_table(columns: int, kind: BlockKind) -> None:
    rows = ("a|" * columns, "-|" * columns, "b|" * columns)
    assert blocks_of("\n".join(rows))[0].kind is kind
