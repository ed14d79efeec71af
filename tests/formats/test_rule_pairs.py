"""Every rule of the sibling formats has a package that trips it, and one that it spares; they differ in one place."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from textwrap import indent

import pytest
from builders.goldens import Golden, described, once
from builders.inspection.inspections import opened
from builders.packages.judged_folders import judged_together
from builders.packages.pairs.bundles import bundle_pairs
from builders.packages.pairs.catalogs import catalog_pairs
from builders.packages.pairs.pair import Pair
from builders.packages.pairs.rukpak import plain_pairs, rukpak_pairs
from builders.packages.pairs.stacks import stack_pairs

from xpkgtui.formats.format import Format
from xpkgtui.formats.known import FORMATS
from xpkgtui.rules.rule import AnyRule
from xpkgtui.service.port import Port

PAIRS: Mapping[str, Mapping[str, Pair]] = {
    "catalog": catalog_pairs(),
    "registry+v1": bundle_pairs(),
    "stack": stack_pairs(),
    "plain+v0": plain_pairs(),
    "rukpak": rukpak_pairs(),
}
ELSEWHERE = {
    "PLN001": "tests/formats/plain: what has no manifests/ is opened as no plain bundle",
    **dict.fromkeys(("OLM045", "OLM046", "OLM047"), "tests/formats/examples/test_findings.py: they are asked for"),
}
"""Rules without a pair, and where they are tested."""
BY_NAME: Mapping[str, Format] = {one.summary.name: one for one in FORMATS if one.summary.name != "xpkg"}
TENS = sorted({(name, rule[:-1]) for name, pairs in PAIRS.items() for rule in pairs})


def test_every_rule_has_its_pair() -> None:
    assert set(PAIRS) == set(BY_NAME)
    for name, format in BY_NAME.items():
        assert {rule.id for rule in format.ruleset().rules} - set(ELSEWHERE) == set(PAIRS[name])


def test_the_two_differ_in_one_place() -> None:
    changes = {f"{format} {rule}": pair.changes for format, pairs in PAIRS.items() for rule, pair in pairs.items()}
    assert {name: count for name, count in changes.items() if count != 1} == {}


@pytest.mark.parametrize(("format", "rules"), TENS)
async def test_one_trips_it_and_one_is_spared(
    format: str, rules: str, reading_port: Port, tmp_path: Path, golden: Golden
) -> None:
    told = []
    for rule in (one for one in BY_NAME[format].ruleset().rules if one.id.startswith(rules)):
        manual = replace(rule, manual="", id=f"{rule.id}: {rule.title}", title="")
        told.append(described(manual))
        if rule.id in PAIRS[format]:
            pair = PAIRS[format][rule.id]
            found = await findings(reading_port, format, rule, pair.trips.write(tmp_path / rule.id / "trips"))
            told += [f"{profiles}\n{indent(lines, '  ')}" for lines, profiles in found.items()]
            spares = pair.spares.write(tmp_path / rule.id / "spares")
            assert not await findings(reading_port, format, rule, spares, only=rule.id)
    golden(f"rules_{rules.lower()}", once("".join(told)))


async def findings(port: Port, format: str, rule: AnyRule, source: Path, only: str = "") -> dict[str, str]:
    """What a rule finds, and the profiles under which it does: what a port has read is judged once for all of them.

    That one of them finds by itself what it finds beside others is tested in `registry_v1/rules/test_verdicts.py`;
    no rule of the other formats looks at the profile.
    """
    state = await opened(port, source)
    assert state.case is not None
    assert state.case.format == format
    asked = [profile for profile, ranks in rule.severities.items() if ranks]
    data = Path(state.case.stream.path).read_bytes() if state.case.stream else None
    told: dict[str, str] = {}
    for profile, judged in judged_together(BY_NAME[format], state.case, data, asked, only).items():
        for one in judged.findings:
            if one.rule == rule.id:
                lines = described(replace(one, rule="", refused_by=(), fix=one.fix.replace(rule.fix, "")))
                told[lines] = f"{told[lines]}, {profile}" if lines in told else profile
    return told
