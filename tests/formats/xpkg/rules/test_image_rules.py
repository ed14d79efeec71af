"""Every rule about images: an image trips it, and a good package does not."""

import pytest
from builders.oci.images import package
from builders.packages.judgements import PROVIDER, Judgement, judge_image
from formats.xpkg.rules.vectors.images import IMAGES, RUNNABLE
from formats.xpkg.rules.vectors.policies import POLICIES

from xpkgtui.formats.xpkg.rules.ruleset import RULESET
from xpkgtui.rules.finding import Acceptance


def test_every_rule_speaks_where_it_should() -> None:
    spoken = {rule: [one.severity for one in judgement().of(rule)] for rule, (judgement, _) in IMAGES.items()}
    assert spoken == {rule: [severity] for rule, (_, severity) in IMAGES.items()}


def test_every_rule_about_images_is_tripped() -> None:
    assert {rule.id for rule in RULESET.image} <= set(IMAGES | POLICIES)


def test_good_package_has_no_findings_but_a_fact() -> None:
    assert _good().rules == {"XPKG724"}


def test_good_package_is_accepted_from_its_layer() -> None:
    verdict = _good().verdict
    assert (verdict.acceptance, verdict.reason) == (
        Acceptance.ACCEPTED,
        "package.yaml from layer 0 (annotated base)",
    )


@pytest.mark.parametrize("profile", ["crossplane", "crossplane-1"])
def test_a_sound_package_is_accepted(profile: str) -> None:
    assert judge_image(package(PROVIDER), profile).verdict.acceptance is Acceptance.ACCEPTED


def _good() -> Judgement:
    return judge_image(RUNNABLE)
