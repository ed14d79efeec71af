"""The forms of a catalog: what is drawn of a channel, of a package, and of what is not there."""

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from builders.goldens import Golden, once
from builders.inspection.inspections import answers, opened
from builders.packages.upgrades import catalog_text
from builders.packages.whole import CATALOG as WHOLE
from builders.packages.whole import objects_of_values, parsed

from xpkgtui.errors import NotFound
from xpkgtui.formats.catalog.format import CATALOG
from xpkgtui.formats.catalog.graphs.forms import CatalogForms
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


VALUES = parsed(WHOLE)
EVERY = ("text", "mermaid", "dot", "json", "olmv1")


def written(values: list[Any], **asked: Any) -> str:
    """A form of a catalog, or why there is none."""
    try:
        return CatalogForms().write(AskedForm(**asked), objects_of_values(CATALOG, values)).rstrip("\n")
    except NotFound as error:
        return f"{error} {error.hint}"


@pytest.mark.parametrize("name", EVERY)
def test_every_form_in_every_respect(name: str, golden: Golden) -> None:
    told: dict[str, str] = {}
    every: list[dict[str, Any]] = [{"document": one} for one in (None, 1, 2, 3, 4, 5, 8, 9, 10, 13, 14, 99)]
    every += [{"package": one, "channel": other} for one in ("", "tide", "none") for other in ("", "fast", "none")]
    every += [{"version": one} for one in ("1.5.2", "v1.4.1", "wind.v1", "1.5.3", "0.0.1", "9.9.9", "x")]
    every += [{"package": "tide", "channel": "stable", "version": one} for one in ("1.5.1", "2.0.0")]
    every += [{"width": one} for one in (1, 54, 71, 72, 95, 96, 400, 1000)]
    for asked in every:
        text = written(VALUES, name=name, **asked)
        told[text] = f"{told.get(text, '')}== {asked}\n"
    golden(f"form_{name}", once("\n".join(f"{heads}{text}" for text, heads in told.items())))


@pytest.mark.parametrize("name", ["mermaid", "dot"])
def test_names_and_edges_of_graphs(name: str, golden: Golden) -> None:
    odd = ["a\x1b[31m", 'b"c', "d#&<%`", "é-_.", "", "\\"]
    entries = [{"name": one, "replaces": other, "skipRange": '<2 "x"'} for one, other in pairwise(odd)]
    texts = [written([{"schema": "olm.channel", "package": "p q", "name": "c d", "entries": entries}], name=name)]
    for count in (4999, 5000, 5001):
        listed = [{"name": "a", "skips": [f"b{at}" for at in range(count - 1)], "replaces": "c"}, {"name": "z"}]
        text = written([{"schema": "olm.channel", "package": "p", "name": "c", "entries": listed}], name=name)
        texts += ["", *text.splitlines()[:6], "...", *text.splitlines()[-6:]]
    golden(f"form_{name}_odd", "\n".join(texts))


def test_more_than_a_few_channels_are_counted(golden: Golden) -> None:
    channels = [
        {"schema": "olm.channel", "package": "tide", "name": f"c{at}", "entries": [{"name": "tide.v1.4.1"}]}
        for at in range(4)
    ]
    told: list[str] = []
    for count in range(5):
        told += map(
            str, CatalogForms().notes(objects_of_values(CATALOG, [VALUES[0], *channels[:count], *VALUES[6:8]]))
        )
    others = [{**one, "package": f"p{at}"} for at in range(22) for one in channels[:1]]
    told.append(written(others, name="text", package="none"))
    told.append(written(others, name="text", version="1.4.1"))
    bundles = [{**VALUES[6], "package": f"p{at}", "name": f"p{at}.v1"} for at in range(22)]
    for count in (1, 2, 20):
        told.append(written([*others, *bundles[:count]], name="text", version="1.4.1")[-300:])
    golden("form_counts", once("\n".join(told)))
