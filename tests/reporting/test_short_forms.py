"""The verdict and names in fewer words."""

import pytest

from xpkgtui.formats.known import format_of
from xpkgtui.formats.xpkg.summary import WORDING
from xpkgtui.reporting import short_forms
from xpkgtui.rules.finding import Acceptance, Finding, ObjectName, Place, Severity, Verdict

PROVIDER = ObjectName(api_version="meta.pkg.crossplane.io/v1beta1", kind="Provider", name="x")
CAUSE = "apiVersion meta.pkg.crossplane.io/v1beta1 is not supported for Provider"
SHORTEST = "apiVersion v1beta1 is not supported for Provider"


def _refused(reason: str, name: ObjectName | None = PROVIDER) -> Verdict:
    place = Place(document=2, line=7)
    culprit = Finding(rule="XPKG602", severity=Severity.ERROR, message="", object=name, place=place)
    return Verdict(acceptance=Acceptance.REFUSED, reason=reason, culprit=culprit)


@pytest.mark.parametrize(
    ("reason", "place"),
    [
        (f"document 2: Provider x: {CAUSE}", "document 2"),
        (f"document 2: Provider in document 2: {CAUSE}", "document 2"),
        (f"apis/a.yaml:7: Provider x: {CAUSE}", "apis/a.yaml:7"),
        (f"line 7: {CAUSE}", "line 7"),
    ],
)
def test_the_cause_comes_before_its_place(reason: str, place: str) -> None:
    assert short_forms.reasons(_refused(reason)) == (reason, f"{CAUSE} · {place}", CAUSE, SHORTEST)


def test_a_document_that_is_no_object_keeps_its_number() -> None:
    reason = "document 3 is not YAML: did not find expected key"
    assert short_forms.reasons(_refused(reason, None)) == (reason,)


def test_brackets_have_fewer_words() -> None:
    accepted = Verdict(acceptance=Acceptance.ACCEPTED, reason="package.yaml from layer 2 (annotated base)")
    assert short_forms.reasons(accepted) == ("package.yaml from layer 2 (base)",)


@pytest.mark.parametrize(
    ("profile", "other", "said"),
    [
        ("crossplane", "", "2.4"),
        ("crossplane-1", "", "1.20"),
        ("build", "", "crossplane xpkg build"),
        ("crossplane", "linux/arm64", "2.4, linux/arm64"),
    ],
)
def test_the_consumer_loses_the_name_of_its_program(profile: str, other: str, said: str) -> None:
    assert short_forms.subject(WORDING, profile, "2.4", other) == said


@pytest.mark.parametrize(
    ("format", "profile", "said"), [("catalog", "opm", "opm 1.73"), ("plain+v0", "rukpak", "RukPak 0.12")]
)
def test_a_short_name_of_a_program_stays(format: str, profile: str, said: str) -> None:
    assert short_forms.subject(format_of(format).summary.wording, profile, "2.4") == said


def test_the_host_of_a_reference_is_left_out() -> None:
    text = "xpkg.io/org/name:v9 was not found"
    assert short_forms.without_host(text, "xpkg.io/org/name:v9#linux/arm64") == "org/name:v9 was not found"


@pytest.mark.parametrize(
    ("text", "source", "short"),
    [
        ("/a/b.xpkg holds nothing", "/a/b.xpkg#linux/arm64", ("b.xpkg holds nothing",)),
        ("xpkg.io/a/b was not found", "xpkg.io/a/b", ("a/b was not found",)),
        ("it holds nothing", "/a/b.xpkg", ()),
    ],
)
def test_a_text_is_shorter_without_the_folder_or_says_nothing(text: str, source: str, short: tuple[str, ...]) -> None:
    assert short_forms.without_folder(text, source) == short


@pytest.mark.parametrize("source", ["./folder/name.xpkg", "/tmp/name.xpkg", "-"])
def test_a_path_has_no_host(source: str) -> None:
    assert short_forms.without_host(source, source) == source


def test_a_cause_loses_its_brackets_last() -> None:
    reason = "the package has no meta object (Provider, Configuration or Function)"
    assert short_forms.reasons(_refused(reason, None))[-1] == "the package has no meta object"
    reason = "the image is a bundle of OLM (ClusterServiceVersion), not a Crossplane package"
    assert short_forms.reasons(_refused(reason, None))[-1] == "the image is a bundle of OLM, not a Crossplane package"
