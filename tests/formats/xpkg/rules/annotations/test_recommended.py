"""The rule about what a package says of itself."""

import re

import pytest
from builders.packages.judgements import PROVIDER, judge_stream
from formats.xpkg.rules.rule_cases import without
from formats.xpkg.rules.vectors.metas import with_annotation
from formats.xpkg.rules.vectors.streams import changed

_BARE = re.sub(r"  annotations:\n(?:    .*\n)+", "", PROVIDER)
_ALL = "it has no maintainer, source, license, description and readme"


@pytest.mark.parametrize("profile", ["crossplane", "crossplane-1", "spec", "format-v2"])
def test_a_package_that_says_nothing_of_itself_is_told_once(profile: str) -> None:
    (found,) = judge_stream(_BARE, profile).of("XPKG817")
    assert found.message == f"Provider provider-nop could say more of itself: {_ALL}"
    assert found.place.field == "metadata"


@pytest.mark.parametrize(("profile", "count"), [("crossplane", 0), ("build", 0), ("spec", 1), ("format-v2", 1)])
def test_what_is_missing_of_several_is_told_to_readers_of_the_specification(profile: str, count: int) -> None:
    assert len(judge_stream(without("readme"), profile).of("XPKG817")) == count


@pytest.mark.parametrize(
    "text",
    [
        "One. Two.",
        "Manages X! See the docs.",
        "What? This.",
        "one. two",
        "One.\\n\\nTwo",
        "Fine (really). Then",
        "\u4e00\u3002\u4e8c\u3002",
    ],
)
def test_two_sentences_are_told(text: str) -> None:
    (found,) = judge_stream(with_annotation("description", f'"{text}"')).of("XPKG817")
    assert found.message.endswith("its description is more than one sentence")
    assert found.place.field == 'metadata.annotations["meta.crossplane.io/description"]'


@pytest.mark.parametrize(
    "text",
    [
        "One",
        "One.",
        "It wraps\\nits lines.",
        "For tools, e.g. Helm.",
        "Uses foo.bar and v1.2.",
        "By Acme Inc. for all",
        "Done.\\n",
    ],
)
def test_one_sentence_is_fine(text: str) -> None:
    assert judge_stream(with_annotation("description", f'"{text}"')).of("XPKG817") == []


def test_both_are_told_in_one_line() -> None:
    text = changed(without("license"), "It does nothing.", "One. Two.")
    said = "its description is more than one sentence, and it has no license"
    assert judge_stream(text, "spec").said("XPKG817").endswith(said)
