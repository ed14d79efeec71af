"""A ruleset: its profiles, and the part of it that can refuse."""

from dataclasses import replace

from builders.cases import each_row
from builders.packages.case_facts import case_about

from xpkgtui.formats.registry_v1.rules.ruleset import RULESET as OLM
from xpkgtui.formats.xpkg.rules.ruleset import RULESET
from xpkgtui.rules.case import Profiles
from xpkgtui.rules.finding import Severity, Stage
from xpkgtui.rules.rule import AnyRule


@each_row("stages", [(), (Stage.INSTALL,), (Stage.PARSE, Stage.LINT)])
def test_what_can_refuse_comes_with_what_silences_it(stages: tuple[Stage, ...]) -> None:
    kept = RULESET.refusing("crossplane", *stages)
    every: tuple[AnyRule, ...] = (*RULESET.image, *RULESET.documents, *RULESET.package)
    speaking = [
        one
        for one in every
        if (Severity.ERROR in one.severities["crossplane"] or one.leaves_open) and (not stages or one.stage in stages)
    ]
    silencers = {name for one in speaking if one.silenced_by for name in one.silenced_by.rules}
    wanted = silencers | {one.id for one in speaking}
    assert speaking
    assert silencers
    assert [one.id for one in kept.image] == [one.id for one in RULESET.image if one.id in wanted]
    assert [one.id for one in kept.documents] == [one.id for one in RULESET.documents if one.id in wanted]
    assert [one.id for one in kept.package] == [one.id for one in RULESET.package if one.id in wanted]


def test_profiles_that_one_run_judges_are_not_judged_again() -> None:
    case = replace(case_about("x"), profiles=Profiles(others=("olmv1", "elsewhere")))
    assert OLM.profile_of("elsewhere") == OLM.profiles[0]
    chosen, *others = OLM.profiles_of("olmv1")
    assert chosen == "olmv1"
    assert set(others) == set(OLM.judged_together) - {"olmv1"}
    assert OLM.judged_separately(case) == ("elsewhere",)
    assert RULESET.profiles_of("spec") == ("spec",)
