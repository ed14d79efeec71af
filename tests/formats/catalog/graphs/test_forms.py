"""The forms of a catalog: what is drawn of a channel, of a package, and of what is not there."""

from pathlib import Path

import pytest
from builders.inspection.inspections import answers, opened
from builders.packages.upgrades import catalog_text

from xpkgtui.formats.forms import AskedForm
from xpkgtui.inspection.messages.replies import TextReady
from xpkgtui.inspection.messages.requests import ReadText, Text
from xpkgtui.service.local import LocalPort

SECOND = '{"schema": "olm.channel", "package": "harbour", "name": "beta", "entries": [{"name": "harbour.v1.6.0"}]}\n'


@pytest.fixture
async def catalog(tmp_path: Path, port: LocalPort) -> LocalPort:
    (tmp_path / "harbour.json").write_text(catalog_text("harbour") + SECOND)
    await opened(port, tmp_path)
    return port


async def drawn(port: LocalPort, document: int | None) -> str:
    """The drawing of a document, or of the catalog."""
    request = ReadText(text=Text.FORM, form=AskedForm(name="text", document=document))
    (reply,) = [event for event in await answers(port, request) if isinstance(event, TextReady)]
    return Path(reply.path).read_text()


async def test_a_channel_is_drawn_alone(catalog: LocalPort) -> None:
    text = await drawn(catalog, 2)
    assert text.startswith("stable (default) of harbour   8 bundles\n")
    assert "beta" not in text


async def test_a_package_is_drawn_with_its_channels(catalog: LocalPort) -> None:
    text = await drawn(catalog, 1)
    assert "beta" in text
    assert text == await drawn(catalog, None)


async def test_a_bundle_in_one_channel_is_drawn_from_there(catalog: LocalPort) -> None:
    assert (await drawn(catalog, 4)).startswith("From v1.5.2\n")
