"""What is kept of documents for rules about the package: `goldens/summaries.txt`."""

from collections.abc import Iterator
from typing import Any

from builders.goldens import Golden
from formats.xpkg.changes import texts
from formats.xpkg.subject.test_examination import summaries
from formats.xpkg.variants import as_yaml, differences, flat

from xpkgtui.documents.document import build

NAMES = ("META", "XRD", "COMPOSITION", "MRD", "CRD", "CRON", "OPERATION")
VALUES: dict[str, Any] = {name.lower(): build(getattr(texts, name)).tree.value for name in NAMES}


def lines(value: object) -> Iterator[str]:
    package = summaries(as_yaml(value))
    yield from flat(package.seen)
    yield from flat(package.empty, "empty")


def test_summaries_are_what_was_agreed(golden: Golden) -> None:
    golden("summaries", differences(VALUES, lines, many=1))


def test_framing_is_what_was_agreed(golden: Golden) -> None:
    streams = (("kind: A\n",), ("", "kind: A\n", ""), ("# words\n", "kind: A\n", "  \n"))
    said = []
    for stream in streams:
        package = summaries(*stream)
        said.append(f"{stream}: opened {package.is_opened}, closed {package.is_closed}, spent {package.is_spent}")
        said += [*flat(package.empty, "empty"), *flat(package.seen, "seen"), *flat(package.problem, "problem")]
    golden("summaries_of_frames", "\n".join(said) + "\n")
