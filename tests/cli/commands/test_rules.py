"""Names of rules and profiles, as a person writes them."""

import json

import pytest
from builders.cases import each_row
from builders.gate import few
from click.testing import CliRunner, Result

from xpkgtui.cli.context import CommandContext
from xpkgtui.cli.parameters.opening import known_profile, settings_of
from xpkgtui.cli.parameters.profiles import known_rules
from xpkgtui.cli.program import program
from xpkgtui.errors import Usage
from xpkgtui.formats import known
from xpkgtui.formats.xpkg.rules.ruleset import RULESET
from xpkgtui.formats.xpkg.summary import DEFAULT, PROFILES, WORDING
from xpkgtui.settings.settings import load


def rules(*args: str) -> Result:
    return CliRunner().invoke(program, ["rules", *args], obj=CommandContext(environment={}))


def test_every_rule_is_listed_in_order() -> None:
    shown = json.loads(rules("--format", "json").stdout)["rules"]
    listed = [(one["format"], one["id"]) for one in shown]
    every = [(one.summary.name, rule.id) for one in known.FORMATS for rule in one.ruleset().rules]
    every += [("changes", rule.id) for rule in known.change_rules()]
    assert listed == every + [("sets", rule.id) for rule in known.set_rules()]


def test_every_rule_has_its_manual() -> None:
    shown = json.loads(rules("--format", "json").stdout)["rules"]
    sections = ("why", "fix", "source")
    assert [one["id"] for one in shown if not all(one[key] for key in sections)] == []
    assert [one["id"] for one in shown if (one["format"] == "changes") == bool(one["required"])] == []
    assert [one["id"] for one in shown if (one["format"] == "changes") != bool(one["change"])] == []


def test_every_page_can_be_read() -> None:
    assert [rule.id for rule in few(RULESET.rules, 40) if rules(rule.id.lower()).exit_code != 0] == []


def test_table_has_a_line_for_each_rule() -> None:
    shown = rules().stdout
    assert [rule.id for rule in RULESET.rules if f"\n{rule.id}  " not in shown] == []


def test_beginning_of_an_id_lists_the_rules_that_begin_so() -> None:
    shown = json.loads(rules("xpkg40", "--format", "json").stdout)["rules"]
    assert {one["id"] for one in shown} == {rule.id for rule in RULESET.rules if rule.id.startswith("XPKG40")}
    assert rules("xpkg40").stdout.startswith("rule  ")


def test_unknown_rule_names_the_nearest() -> None:
    result = rules("XPKG4O1")
    assert (result.exit_code, result.stdout, "XPKG401" in result.stderr) == (2, "", True)


@each_row("name", ["FOO", "OLM99", "XRD02", "rule"])
def test_a_rule_that_is_near_to_none_says_how_to_list_them(name: str) -> None:
    result = rules(name)
    assert (result.exit_code, "Did you mean" in result.stderr) == (2, False)
    assert "`xpkgtui rules` lists all; IDs begin with XPKG, FBC, OLM, STK, PLN, RPK, CHG, SET." in result.stderr


@pytest.mark.parametrize("beginning", ["xpkg4", "XPKG"])
def test_beginning_stands_for_all_rules_that_begin_so(beginning: str) -> None:
    assert known_rules([beginning]) == {rule.id for rule in RULESET.rules if rule.id.startswith(beginning.upper())}


def test_rules_may_be_written_with_commas() -> None:
    assert known_rules(["XPKG401, XPKG501"]) == {"XPKG401", "XPKG501"}


@each_row("name", ["", "FOO", "4", "XPKG999", "\x1b"])
def test_what_names_no_rule_is_a_usage_error(name: str) -> None:
    with pytest.raises(Usage):
        known_rules([name])


def test_help_names_every_profile() -> None:
    shown = CliRunner().invoke(program, ["check", "--help"]).stdout
    assert [str(profile) for profile in PROFILES if str(profile) not in shown] == []


def test_every_profile_judges_under_a_name_of_its_own() -> None:
    assert len({WORDING.judge(profile, "2.4") for profile in PROFILES}) == len(PROFILES)


def test_default_profile_is_that_of_settings() -> None:
    assert load({}, {"XDG_CONFIG_HOME": "/nowhere"}).profile == DEFAULT


def profile_of(**flags: str) -> str:
    return known_profile(load(flags, {"XDG_CONFIG_HOME": "/nowhere"})).profile


@each_row("version", ["1.14", "v1.20.3", "1.0"])
def test_an_older_crossplane_is_judged_for_by_its_own_profile(version: str) -> None:
    assert profile_of(crossplane=version) == "crossplane-1"


@each_row("version", ["2.0", "2.1.4-rc.0", "2.2", "v2.4.1", "3.0"])
def test_a_newer_crossplane_is_judged_for_by_the_default_profile(version: str) -> None:
    assert profile_of(crossplane=version) == DEFAULT


def test_the_default_profile_is_for_any_version_that_is_asked_for() -> None:
    assert profile_of(profile="crossplane", crossplane="1.20") == "crossplane"


def test_the_profile_of_crossplane_1_gives_way_to_a_newer_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert profile_of(profile="crossplane-1", crossplane="2.1") == "crossplane"
    assert "because Crossplane is 2.1" in capsys.readouterr().err


@each_row("version", ["2.4.7", "2.5", "2.24"])
def test_a_version_that_is_newer_than_is_known_is_told(version: str, capsys: pytest.CaptureFixture[str]) -> None:
    around = CommandContext(environment={"XDG_CONFIG_HOME": "/nowhere"})
    assert settings_of(around, {"crossplane": version}).crossplane == version
    said = f"note: Crossplane {version} is newer than xpkgtui knows, and judged as 2.4\n"
    assert capsys.readouterr().err == (said if not version.startswith("2.4") else "")


def test_the_profile_of_crossplane_1_means_its_last_version() -> None:
    settings = known_profile(load({"profile": "crossplane-1"}, {"XDG_CONFIG_HOME": "/nowhere"}))
    assert (settings.profile, settings.crossplane) == ("crossplane-1", "1.20")


def test_a_profile_that_was_asked_for_stays() -> None:
    assert profile_of(profile="build", crossplane="1.20") == "build"


def test_an_unknown_profile_names_the_nearest() -> None:
    with pytest.raises(Usage) as caught:
        profile_of(profile="crosplane")
    assert caught.value.hint.startswith("Did you mean crossplane?")


def test_a_profile_like_no_other_names_them_all() -> None:
    with pytest.raises(Usage) as caught:
        profile_of(profile="xyz")
    assert caught.value.hint.startswith("The profiles are crossplane, ")


def test_a_profile_may_be_written_with_capitals() -> None:
    assert profile_of(profile="Format-V2") == "format-v2"
