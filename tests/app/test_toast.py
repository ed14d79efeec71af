"""Sentences that go away by themselves: where they stand."""

from pathlib import Path

import pytest
from builders.program.resting import settle
from builders.screens import stories
from builders.screens.port import text_of

from xpkgtui.app.toast import notify
from xpkgtui.app.widgets.footer_line import FooterLine


@pytest.mark.parametrize("size", [(60, 20), (120, 40)])
async def test_a_sentence_stands_in_the_last_line_and_nowhere_else(size: tuple[int, int], tmp_path: Path) -> None:
    app = stories.accepted(tmp_path).application()
    async with app.run_test(size=size, notifications=True):
        await app.workers.wait_for_complete()
        await settle(app)
        before = text_of(app).split("\n")
        notify(app, "Copied the digest, 71 characters: sha256:" + "0" * 64)
        await settle(app)
        after = text_of(app).split("\n")
        assert after[:-1] == before[:-1]
        assert "Copied the digest, 71 characters: sha256:000" in after[-1]
        for sentence in ("The first sentence.", "The second sentence.", "The third sentence."):
            notify(app, sentence)
            await settle(app)
            assert sentence in text_of(app).split("\n")[-1], "it takes the place of the one before"


async def test_a_line_that_is_typed_takes_its_place(tmp_path: Path) -> None:
    app = stories.accepted(tmp_path).application()
    async with app.run_test(size=(60, 20), notifications=True) as pilot:
        await app.workers.wait_for_complete()
        await settle(app)
        notify(app, "Copied the digest, 71 characters: sha256:" + "0" * 64)
        await settle(app)
        await pilot.press("slash", "b", "u")
        await settle(app)
        assert "Copied" not in text_of(app)
        assert "Filter bu" in text_of(app).split("\n")[-1]


@pytest.mark.parametrize("width", [60, 100])
async def test_the_keys_beside_a_sentence_are_whole(width: int, tmp_path: Path) -> None:
    app = stories.accepted(tmp_path).application()
    async with app.run_test(size=(width, 40), notifications=True):
        await app.workers.wait_for_complete()
        await settle(app)
        keys = [" ".join(each) for each in app.screen.query_one(FooterLine).hints]
        for words in ("Saved it.", "There is no file or folder of this name.", "One word and another; " * 9):
            notify(app, words)
            await settle(app)
            beside, found, rest = text_of(app).split("\n")[-1].partition(words.split(" ")[0])
            assert found
            assert (rest.rstrip()[-1] == "…") == (len(words) > width)
            assert all(each in keys for each in beside.strip().split("   ") if each)
