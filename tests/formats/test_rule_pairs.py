"""Every rule of the sibling formats has a package that trips it, and one that it spares; they differ in one place."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from builders.inspection.inspections import answers, opened
from builders.packages.pairs.bundles import bundle_pairs
from builders.packages.pairs.catalogs import catalog_pairs
from builders.packages.pairs.pair import Pair
from builders.packages.pairs.rukpak import plain_pairs, rukpak_pairs
from builders.packages.pairs.stacks import stack_pairs

from xpkgtui.formats.format import Format
from xpkgtui.formats.known import FORMATS
from xpkgtui.inspection.folding import fold_all
from xpkgtui.inspection.messages.requests import Judge
from xpkgtui.service.local import LocalPort

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
RULES = [(name, rule) for name, pairs in PAIRS.items() for rule in pairs]


def test_every_rule_has_its_pair() -> None:
    assert set(PAIRS) == set(BY_NAME)
    for name, format in BY_NAME.items():
        assert {rule.id for rule in format.catalogue().rules} - set(ELSEWHERE) == set(PAIRS[name])


def test_the_two_differ_in_one_place() -> None:
    changes = {f"{format} {rule}": PAIRS[format][rule].changes for format, rule in RULES}
    assert {name: count for name, count in changes.items() if count != 1} == {}


@pytest.mark.parametrize(("format", "rule"), RULES)
async def test_one_trips_it_and_one_is_spared(format: str, rule: str, port: LocalPort, tmp_path: Path) -> None:
    pair = PAIRS[format][rule]
    assert await is_said(port, format, rule, pair.trips.write(tmp_path / "trips"))
    assert not await is_said(port, format, rule, pair.spares.write(tmp_path / "spares"))


async def is_said(port: LocalPort, format: str, rule: str, source: Path) -> bool:
    """Whether a rule speaks under any of its profiles."""
    state = await opened(port, source)
    assert state.case is not None
    assert state.case.format == format
    if any(one.rule == rule for one in state.findings):
        return True
    (known,) = (one for one in BY_NAME[format].catalogue().rules if one.id == rule)
    for profile in (name for name, ranks in known.severities.items() if ranks and name != state.case.profile):
        request = Judge(case=replace(state.case, profile=profile))
        if any(one.rule == rule for one in fold_all(state, await answers(port, request)).findings):
            return True
    return False
