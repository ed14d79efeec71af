"""The screen of what belongs to an image: what it shows, what keys do, and the line of the Overview."""

from dataclasses import replace
from pathlib import Path

import pytest
from builders.goldens import Golden
from builders.screens.opened import open_screen
from builders.screens.referrers import DECIDED, FOUND, SIGNATURE, answer, referrers

from xpkgtui.app.screens.browsing import Browsing
from xpkgtui.app.screens.referrers import ReferrerScreen
from xpkgtui.app.state.list_and_detail import ListPane
from xpkgtui.errors import Failure, FailureKind
from xpkgtui.inspection.messages.events import PartFailed
from xpkgtui.inspection.messages.parts import PartName
from xpkgtui.inspection.messages.referrers import GivenTrust, ReadReferrers
from xpkgtui.referrers.referrer import Standing

LOST = Failure(kind=FailureKind.NETWORK, title="The registry does not answer.")
VERIFIED = replace(FOUND, referrers=(replace(SIGNATURE, standing=Standing.VERIFIED, by="cosign.pub"),))
GOLDENS: dict[str, tuple[tuple[int, int], tuple[str, ...], bool]] = {
    "referrers_80x24": ((80, 24), ("R",), False),
    "referrers_policy_120x40": ((120, 40), ("R",), True),
}


@pytest.mark.golden
@pytest.mark.parametrize("name", GOLDENS)
async def test_it_looks_as_it_was_agreed(name: str, golden: Golden, tmp_path: Path) -> None:
    size, keys, has_policy = GOLDENS[name]
    answers = (answer(FOUND, DECIDED if has_policy else None),)
    async with referrers(tmp_path, *keys, answers=answers, size=size) as shown:
        golden(name, shown.text + "\n")


async def test_the_overview_has_the_price_and_then_the_answer(tmp_path: Path) -> None:
    async with referrers(tmp_path, "g") as shown:
        assert "not asked · R asks: 4 requests or more" in shown.text
        assert shown.port.requests(ReadReferrers) == []
        await shown.press("R", "j", "y")
        assert shown.app.clipboard == f"xpkg.upbound.io/upbound/provider-aws-s3@{FOUND.referrers[1].digest}"
        await shown.press("slash", *"mallory", "enter")
        assert "attestation SPDX" not in shown.text
        await shown.press("escape", "k", "enter")
        assert shown.focus == ListPane.DETAIL
        assert '"predicateType": "https://spdx.dev' in shown.text
        await shown.press("escape", "escape")
        assert isinstance(shown.app.screen, Browsing)
        assert "signatures     · found, not verified: 2 signatures" in shown.text
        assert shown.port.requests(ReadReferrers) == [ReadReferrers()]


async def test_what_failed_is_asked_again(tmp_path: Path) -> None:
    failed = [PartFailed(part=PartName.REFERRERS, failure=LOST)]
    async with referrers(tmp_path, "R", answers=(failed, answer(FOUND))) as shown:
        assert "Not asked: The registry does not answer" in shown.text
        await shown.press("v")
        assert any("referrers SOURCE --verify" in toast.message for toast in shown.app._notifications)
        await shown.press("r")
        assert "Found, not verified: 2 signatures" in shown.text
        assert shown.port.requests(ReadReferrers) == [ReadReferrers()] * 2


async def test_signatures_are_verified_by_the_keys_of_the_policy(tmp_path: Path) -> None:
    decided = replace(DECIDED, accepted=None, says="1 of 1 signatures may verify")
    async with referrers(tmp_path, "R", answers=(answer(FOUND, decided), answer(VERIFIED))) as shown:
        assert "! Found, not verified, so undecided" in shown.text
        await shown.press("v")
        assert "✓ Verified, by cosign.pub" in shown.text
        assert shown.port.requests(ReadReferrers) == [ReadReferrers(), ReadReferrers(trust=GivenTrust())]


async def test_a_source_without_a_place_for_them_says_so(tmp_path: Path) -> None:
    meta = "apiVersion: meta.pkg.crossplane.io/v1\nkind: Provider\nmetadata: {name: a}\n"
    (tmp_path / "package.yaml").write_text(meta)
    async with open_screen(tmp_path / "package.yaml") as shown:
        await shown.press("R")
        assert isinstance(shown.app.screen, ReferrerScreen)
        assert "None found: a stream has no place for signatures and other referrers" in " ".join(shown.text.split())


async def test_q_goes_back_to_the_package(tmp_path: Path) -> None:
    async with referrers(tmp_path, "R") as shown:
        assert isinstance(shown.app.screen, ReferrerScreen)
        await shown.press("q")
        assert isinstance(shown.app.screen, Browsing)
        assert shown.app.is_running
