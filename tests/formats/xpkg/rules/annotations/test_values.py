"""Rules about values of annotations: license and icon."""

import re

import pytest
from builders.cases import each_row
from builders.packages.judgements import PROVIDER, Judgement, judge_stream
from formats.xpkg.rules.rule_cases import without
from formats.xpkg.rules.vectors.metas import annotated, with_annotation
from formats.xpkg.rules.vectors.streams import changed

from xpkgtui.rules.finding import Severity

E, W, I = Severity.ERROR, Severity.WARNING, Severity.INFO  # noqa: E741


@each_row(
    "text",
    [
        "Apache-2.0",
        "apache-2.0",
        "MIT OR Apache-2.0",
        "(MIT AND ISC) OR LicenseRef-own",
        "LicenseRef-Upbound",
        '"DocumentRef-a:LicenseRef-b"',
        "Apache-2.0+",
        "GPL-2.0-or-later WITH Classpath-exception-2.0",
    ],
)
def test_license_expressions_are_fine(text: str) -> None:
    assert judge_stream(with_annotation("license", text)).of("XPKG806") == []


@each_row(
    "text",
    ["MIT License", "MIT and", "(MIT", "MIT WITH ISC", '"("', '"+"', "Apache", "LicenseRef-", '"()"', '"MIT )"'],
)
def test_other_words_are_not_a_license_expression(text: str) -> None:
    assert [one.severity for one in judge_stream(with_annotation("license", text)).of("XPKG806")] == [W]


def test_hostile_license_is_reported_like_any_other() -> None:
    for text in ("(" * 100_000, "MIT OR " * 100_000, "(" * 400 + "MIT" + ")" * 400):
        findings = judge_stream(with_annotation("license", f'"{text}"')).of("XPKG806")
        assert [one.message for one in findings if "could not be judged" in one.message] == []


@pytest.mark.parametrize("text", ["data:image/svg+xml;base64,AAAA", "https://example.org/icon.svg"])
def test_icons_are_images_or_addresses(text: str) -> None:
    assert judge_stream(annotated("meta.crossplane.io/iconURI", text)).of("XPKG809") == []


@each_row("name", ["GPL", "gpl", "MIT OR GPL", "GPL 2.0", "BSD-2"])
def test_names_that_licenses_have_elsewhere_are_not_of_spdx(name: str) -> None:
    judged = judge_stream(changed(PROVIDER, "license: Apache-2.0", f"license: {name}"))
    assert _severities(judged, "XPKG806") == [Severity.WARNING]


@each_row("name", ["GPL-2.0", "GPL-2.0+", "LGPL-2.1", "Net-SNMP", "bzip2-1.0.5", "MIT OR GPL-3.0"])
def test_names_that_were_of_spdx_once_are_known(name: str) -> None:
    assert judge_stream(changed(PROVIDER, "license: Apache-2.0", f"license: {name}")).of("XPKG806") == []


@pytest.mark.parametrize(
    ("old", "new", "rule"),
    [
        ("It does nothing.", '"One. Two. Three."', "XPKG817"),
        ("  annotations:", "  annotations:\n    a: b", "XPKG813"),
    ],
)
def test_facts_about_annotations_are_reported_to_users_of_crossplane(old: str, new: str, rule: str) -> None:
    assert _severities(judge_stream(changed(PROVIDER, old, new)), rule) == [Severity.INFO]


def _severities(judged: Judgement, rule: str) -> list[Severity]:
    return [one.severity for one in judged.of(rule)]


def test_a_value_is_found_at_its_annotation() -> None:
    (icon,) = judge_stream(annotated("meta.crossplane.io/iconURI", "ftp://a/b")).of("XPKG809")
    assert icon.place.field == 'metadata.annotations["meta.crossplane.io/iconURI"]'


_BARE = re.sub(r"  annotations:\n(?:    .*\n)+", "", PROVIDER)
_ALL = "it has no maintainer, source, license, description and readme"


@each_row("profile", ["crossplane", "crossplane-1", "spec", "format-v2"])
def test_a_package_that_says_nothing_of_itself_is_told_once(profile: str) -> None:
    (found,) = judge_stream(_BARE, profile).of("XPKG817")
    assert found.message == f"Provider provider-nop could say more of itself: {_ALL}"
    assert found.place.field == "metadata"


@each_row(("profile", "count"), [("crossplane", 0), ("build", 0), ("spec", 1), ("format-v2", 1)])
def test_what_is_missing_of_several_is_told_to_readers_of_the_specification(profile: str, count: int) -> None:
    assert len(judge_stream(without("readme"), profile).of("XPKG817")) == count


@each_row(
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


@each_row(
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
