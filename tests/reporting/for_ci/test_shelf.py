"""What the programs of continuous integration get of packages of every sort, in each of their forms."""

import re
import shlex
from pathlib import Path

import pytest
from builders.goldens import Golden, once
from builders.packages.shelf import shelf
from builders.program.headless import run
from reporting.for_ci.test_formats import WRITERS, result, source, unread

from xpkgtui import __version__
from xpkgtui.errors import Failure, FailureKind
from xpkgtui.reporting.for_ci.results import FilePlace, SourceOutcome
from xpkgtui.rules.finding import Severity

__all__ = ["shelf"]
FORMS = ("github", "gitlab", "markdown", "junit", "sarif")
CALLS = (
    "check refused.yaml gone.yaml damaged sources good.xpkg --select XPKG7,XPKG2,XPKG3",
    "check refused.yaml --select XPKG5 --fail-on warning",
    "diff store.yaml other.yaml",
    "diff good broken.yaml",
    "diff good gone.yaml",
)
TIME = re.compile(r' time="[0-9.]+"')
DIGITS = re.compile(r"([0-9a-f]{7})[0-9a-f]{57}")


def test_a_form_is_what_was_agreed(shelf: Path, golden: Golden, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(shelf)
    texts: dict[str, list[str]] = {form: [] for form in FORMS}
    for words in CALLS:
        run(
            *shlex.split(words),
            *(word for form in FORMS for word in ("--format", f"{form}=ci.{form}")),
            XPKGTUI_NO_CACHE="1",
        )
        for form in FORMS:
            written = (
                TIME.sub("", DIGITS.sub(r"\1…", Path(f"ci.{form}").read_text()))
                .replace("><", ">\n<")
                .replace(__version__, "VERSION")
            )
            texts[form].append(f"$ {words}\n{written}")
    for form in FORMS:
        golden(f"ci_{form}", once("\n".join(texts[form])))


def test_results_of_every_sort_are_written_as_was_agreed(golden: Golden) -> None:
    failure = Failure(kind=FailureKind.CORRUPT, title="it is damaged")
    placed = result(place=FilePlace(path="a b.yaml", line=3, column=5), advice=("Add b.", "Or c."), says="no b")
    infos = [result(severity=Severity.INFO, message=f"info {number}", inside="", subject="") for number in range(3)]
    every = [
        source(placed, result(place=FilePlace(path="a.yaml"), rule="NONE1"), *infos[:1]),
        source(*infos, outcome=SourceOutcome.FINE, source="fine", sentence="Crossplane 2.4 accepts it"),
        source(result(severity=Severity.WARNING), outcome=SourceOutcome.UNDECIDED, failure=failure, source="doubt"),
        source(outcome=SourceOutcome.UNDECIDED, sentence="undecided", source="none", platform="linux/amd64"),
        source(result(), is_let_pass=True, place=FilePlace(path="x.yaml"), source="placed"),
        unread(),
    ]
    lengths = {"12": [result()] * 12, "13": [result()] * 13, "300": [result()] * 300, "301": [result()] * 301}
    texts = [write(every).replace("><", ">\n<").replace(__version__, "VERSION") for write in WRITERS]
    for count, found in lengths.items():
        rows = WRITERS[2]([source(*found)]).splitlines()
        texts.append(f"{count} errors: {rows[4]} … {rows[-3:]}\n")
    golden("ci_results", once("\n".join(texts)))
