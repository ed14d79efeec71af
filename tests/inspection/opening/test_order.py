"""The order in which a source is opened, and what it is refused before anything of it is read."""

from pathlib import Path

import pytest
from builders.inspection.inspections import inspect_source
from builders.packages.judgements import PROVIDER

from xpkgtui.inspection.messages.requests import Options


@pytest.mark.parametrize(("base", "words"), [(None, None), (0, "A stream has no layers")])
async def test_no_layer_of_a_stream_can_be_its_base(base: int | None, words: str | None, tmp_path: Path) -> None:
    (tmp_path / "package.yaml").write_text(PROVIDER)
    state = await inspect_source(tmp_path / "package.yaml", Options(base=base))
    assert (state.failure.title[: len(words or "")] if state.failure else None) == words
