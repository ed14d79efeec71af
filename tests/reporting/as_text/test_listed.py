"""What commands write of lists of every sort, with its colors, on a wide terminal and on a narrow one."""

import re
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from builders.goldens import Golden, once
from builders.inspection import listed

from xpkgtui.reporting.as_text import deps, images, referrers, tags
from xpkgtui.reporting.as_text.tables import Paint

WRITERS: Mapping[str, tuple[Callable[[], Mapping[str, Any]], Callable[..., str]]] = {
    "tags": (listed.tags, tags.tags),
    "referrers": (listed.referrers, referrers.referrers),
    "needed": (listed.needed, deps.deps),
    "images": (listed.images, images.images),
}
DIGITS = re.compile(r"([0-9a-f]{12})[0-9a-f]{52}")


def marked(text: str) -> str:
    """The text with its colors in brackets and short digests; of a very long one the beginning and the end."""
    text = DIGITS.sub(r"\1…", re.sub(r"\x1b\[([0-9;]*)m", r"⟨\1⟩", text).replace("⟨0⟩", "⟩"))
    rows = text.splitlines(keepends=True)
    return "".join(rows if len(rows) < 100 else [*rows[:4], f"… {len(rows)} rows\n", *rows[-6:]])


@pytest.mark.parametrize("name", WRITERS)
def test_a_list_is_written_as_was_agreed(name: str, golden: Golden) -> None:
    values, write = WRITERS[name]
    texts = []
    for number, (title, value) in enumerate(values().items()):
        shown = marked(write(value, Paint(colors=True, width=110)))
        whole = marked(write(value, Paint(colors=True, width=110), is_verbose=True))
        more = "".join(row for row in whole.splitlines(keepends=True) if row not in shown.splitlines(keepends=True))
        narrow = "" if number else marked(write(value, Paint(width=60)))
        ways = ("", shown), ("-- verbose, beside that\n", more), ("-- on 60 cells\n", narrow)
        texts.append(f"== {title}\n" + "".join(f"{way}{text}" for way, text in ways if text))
    golden(f"listed_{name}", once("".join(texts)))


def test_a_tree_is_drawn_as_was_agreed(golden: Golden) -> None:
    trees = {title: found.tree for title, found in listed.needed().items() if title in ("every state", "conflicting")}
    golden("listed_trees", "".join(f"== {title}\n{deps.dot(one)}{deps.mermaid(one)}" for title, one in trees.items()))
