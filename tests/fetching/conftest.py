"""Fetchers over one cache folder."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from builders.inspection.fake_source import FakeSource

from xpkgtui.fetching.cache.store import Store
from xpkgtui.fetching.fetcher import Fetcher

Make = Callable[..., Fetcher]


@pytest.fixture
def make(tmp_path: Path) -> Iterator[Make]:
    """Makes fetchers of fake sources, and closes them."""
    made: list[Fetcher] = []

    def fetcher(source: FakeSource, **options: object) -> Fetcher:
        store = Store(tmp_path / "cache") if source.is_remote else None
        made.append(Fetcher(source, store, **options))  # type: ignore[arg-type]
        return made[-1]

    yield fetcher
    for one in made:
        one.close()
