"""What is asked of a source, and refused before anything of it is read."""

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


@pytest.mark.parametrize(
    ("base", "hint"), [(0, "Remove --base."), (1, "Remove --base."), (2, "Its layers are 0 to 1.")]
)
async def test_a_layer_that_is_no_base_is_refused_with_a_hint(base: int, hint: str) -> None:
    state = await inspect_source("demo:catalog", Options(base=base))
    assert state.failure is not None
    assert state.failure.hint == hint
