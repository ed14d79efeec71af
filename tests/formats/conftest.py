"""What tests of formats ask for."""

from collections.abc import AsyncIterator

import pytest

from xpkgtui.service.local import LocalPort


@pytest.fixture
async def port() -> AsyncIterator[LocalPort]:
    """A port in this process."""
    made = LocalPort()
    yield made
    await made.close()
