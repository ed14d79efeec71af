"""A rule that could refuse and fails leaves every format without a verdict, in every command."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from builders.gate import few
from builders.packages.failing import failing
from builders.packages.judgements import CRD, PROVIDER
from builders.packages.pairs.bundles import bundle_pairs
from builders.packages.pairs.catalogs import catalog_pairs
from builders.packages.pairs.pair import Packed
from builders.packages.pairs.rukpak import plain_pairs, rukpak_pairs
from builders.packages.pairs.stacks import stack_pairs
from builders.program.headless import headless, run

from xpkgtui.formats.known import FORMATS
from xpkgtui.rules.finding import Stage
from xpkgtui.rules.rule import AnyRule

PAIRS = {
    "catalog": catalog_pairs(),
    "registry+v1": bundle_pairs(),
    "stack": stack_pairs(),
    "plain+v0": plain_pairs(),
    "rukpak": rukpak_pairs(),
}
XPKG = Packed(files={"package.yaml": f"{PROVIDER}---\n{CRD}"}, is_alone=True)
RULESETS = {one.summary.name: one.ruleset() for one in FORMATS}
GROUPS = {"image": "image", "documents": "documents", "package": "package"}


def deciding(format: str, group: str) -> Iterator[AnyRule]:
    """The rules of a group that could refuse under the default profile."""
    rules: tuple[AnyRule, ...] = getattr(RULESETS[format], group)
    yield from (one for one in rules if one.decides(RULESETS[format].profiles[0]))


CASES = [(name, group) for name in RULESETS for group in GROUPS if any(deciding(name, group))]


def accepted(format: str, group: str, folder: Path) -> tuple[AnyRule, Path]:
    """The first such rule whose sound package is accepted, and that package."""
    for one in deciding(format, group):
        packed = XPKG if format == "xpkg" else PAIRS[format][one.id].spares if one.id in PAIRS[format] else None
        is_late = format != "xpkg" or group != "documents" or one.stage is Stage.INSTALL
        if packed is not None and is_late:
            source = packed.write(folder / one.id)
            if headless("check", source).result["verdict"] == "accepted":
                return one, source
    raise AssertionError(format)


@pytest.mark.parametrize(("format", "group"), few(CASES, 8))
def test_every_command_says_so(format: str, group: str, tmp_path: Path) -> None:
    rule, source = accepted(format, group, tmp_path)
    with failing(rule):
        check, show, why = (headless(command, source) for command in ("check", "show", "why"))
        text = run("check", str(source))
    sentence = "undecided, because a rule failed: "
    for answer in (check, show):
        assert (answer.result["verdict"], answer.code) == (None, 3)
        assert answer.result["error"]["kind"] == "undecided"
        assert answer.result["error"]["title"].startswith(sentence)
        assert f"rule {rule.id} failed: ZeroDivisionError" in answer.result["error"]["title"]
    assert text.exit_code == 3
    assert f"rule {rule.id} failed" in text.stdout
    if why.result["error"] is None:
        # What a reader does is not said by rules about images, and by few of Crossplane's.
        assert group == "image" or format == "xpkg"
        assert why.code == 0
    else:
        assert why.code == 3
        assert f"rule {rule.id} failed" in why.result["error"]["title"]
        assert None in {one["verdict"] for one in why.result["readings"]}
