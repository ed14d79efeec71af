"""A rule that is written is in the ruleset of its format, and is whole."""

import importlib
import pkgutil
import re
from collections import Counter
from inspect import cleandoc

import pytest
from builders.cases import each_row

from xpkgtui.formats import known
from xpkgtui.formats.format import Format
from xpkgtui.reporting import manual
from xpkgtui.rules.finding import Stage
from xpkgtui.rules.rule import Problem, Rule, rule


@each_row("format", known.FORMATS, ids=lambda format: format.summary.name)
def test_every_rule_that_is_written_is_in_the_ruleset(format: Format) -> None:
    package = importlib.import_module(format.room)
    modules = [one.name for one in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")]
    written = {
        one.id for name in modules for one in vars(importlib.import_module(name)).values() if isinstance(one, Rule)
    }
    assert written == {one.id for one in format.ruleset().rules}


_NORM = re.compile(r"\b(?:is valid|are valid|agree|agrees|exists|correct|at most|at least|must|should)\b")


def test_a_title_names_the_fault_and_not_the_norm() -> None:
    pages = manual.pages()
    titles = [page.title for page in pages]
    assert [title for title, count in Counter(map(str.lower, titles)).items() if count > 1] == []
    assert [title for title in titles if len(title) > 60 or title.endswith(".") or _NORM.search(title)] == []
    assert [page.id for page in pages if page.title.lower() in (page.required or page.change).lower()] == []


def test_what_a_page_says_ends_as_a_sentence_does() -> None:
    texts = ((page.id, name, text) for page in manual.pages() for name, text in manual.sections(page))
    assert [one for one in texts if one[2] and not one[2].endswith(".")] == []


MANUAL = """Says what is right.

    Why: It matters.
    When it bites: Always.
    Fix: Do it.
    Source: the specification.
    """


@pytest.mark.parametrize("docstring", [MANUAL, cleandoc(MANUAL)], ids=["before Python 3.13", "since"])
def test_a_rule_without_a_part_does_not_import(docstring: str) -> None:
    def check(_subject: int) -> list[Problem]:
        return []

    check.__doc__ = docstring
    make = rule("TST001", "a title", {"one": "E"}, stage=Stage.LINT)
    assert make(check).fix == "Do it."  # type: ignore[arg-type]
    for heading in ("Why", "When it bites", "Fix", "Source"):
        check.__doc__ = docstring.replace(f"{heading}: ", "")
        with pytest.raises(TypeError, match=f"TST001 lacks {heading}"):
            make(check)  # type: ignore[arg-type]
    check.__doc__ = docstring
    for title, letters in (("", {"one": "E"}), ("a title", {"one": ""}), ("a title", {})):
        with pytest.raises(TypeError, match="TST001 lacks a title, or a severity"):
            rule("TST001", title, letters, stage=Stage.LINT)(check)  # type: ignore[arg-type]
