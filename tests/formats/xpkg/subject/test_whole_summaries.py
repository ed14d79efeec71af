"""What is kept of documents for rules about the package: `goldens/summaries.txt`."""

from collections.abc import Iterator
from typing import Any

from builders.goldens import Golden, lines_of
from builders.packages.edited import as_yaml, differences
from formats.xpkg.changes import texts
from formats.xpkg.subject.test_examination import summaries

from xpkgtui.documents.document import build

NAMES = ("META", "XRD", "COMPOSITION", "MRD", "CRD", "CRON", "OPERATION")
VALUES: dict[str, Any] = {name.lower(): build(getattr(texts, name)).tree.value for name in NAMES}


def lines(value: object) -> Iterator[str]:
    package = summaries(as_yaml(value))
    yield from lines_of(package.seen)
    yield from lines_of(package.empty, "empty")


def test_summaries_are_what_was_agreed(golden: Golden) -> None:
    golden("summaries", differences(VALUES, lines))


def test_framing_is_what_was_agreed(golden: Golden) -> None:
    streams = (("kind: A\n",), ("", "kind: A\n", ""), ("# words\n", "kind: A\n", "  \n"))
    said = []
    for stream in streams:
        package = summaries(*stream)
        said.append(f"{stream}: opened {package.is_opened}, closed {package.is_closed}, spent {package.is_spent}")
        said += [
            *lines_of(package.empty, "empty"),
            *lines_of(package.seen, "seen"),
            *lines_of(package.problem, "problem"),
        ]
    golden("summaries_of_frames", "\n".join(said) + "\n")
