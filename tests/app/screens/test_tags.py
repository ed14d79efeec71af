"""The screen of a repository: its tags, what is asked for of them, and what keys do."""

from pathlib import Path

import pytest
from builders.goldens import Golden
from builders.oci.images import image, write_layout
from builders.oci.layers import file, layer
from builders.pilots import Claims, Shown
from builders.registry.registries import DebianRegistry
from builders.screens import upgrades
from builders.screens.port import ScriptedPort
from builders.screens.repositories import NOON, REPOSITORY, TAGS, Listed, Repository, listed, look

from xpkgtui.app.application import Application
from xpkgtui.app.screens.browsing import Browsing
from xpkgtui.app.screens.start import Start
from xpkgtui.app.screens.tags import TagScreen
from xpkgtui.app.start.choices import Offered
from xpkgtui.app.state.tags import UNASKED
from xpkgtui.inspection.messages.listing import Gone
from xpkgtui.inspection.messages.requests import ListTags, LookAtTags, Open, Options
from xpkgtui.settings.state import Recent

pytestmark = pytest.mark.pilot
GOLDENS: dict[str, tuple[tuple[int, int], tuple[str, ...]]] = {
    "tags_80x24": ((80, 24), ("j", "j")),
    "tags_120x40": ((120, 40), ("G",)),
    "tags_filtered_100x30": ((100, 30), ("slash", *"v1 !v1.", "enter")),
    "tags_why_100x30": ((100, 30), ("x",)),
}


CLAIMS: Claims = {
    "the cursor stands on the newest release": (
        (),
        lambda shown: (
            any("▶" in line and "v1.21.0" in line for line in shown.text.split("\n"))
            and "✓ v1.21.0 is the newest release; one tag has moved since it was seen" in shown.text
        ),
    ),
    "y copies the reference with its digest": (
        ("y",),
        lambda shown: shown.app.clipboard == f"{REPOSITORY}:v1.21.0@{look('v1.21.0').digest}",
    ),
    "without a mark D says what to do": (
        ("D",),
        lambda shown: isinstance(shown.app.screen, TagScreen) and any("m marks" in one for one in shown.toasts),
    ),
    "a filter keeps groups": (
        ("slash", *"rc", "enter"),
        lambda shown: "Prereleases  2 of 3" in shown.text and f"2 of {len(TAGS):,} tags" in shown.text,
    ),
    "esc ends it": (("slash", *"rc", "enter", "escape"), lambda shown: "v1.20.1" in shown.text),
    "signatures are not asked for": (
        ("G",),
        lambda shown: not any(name.startswith("sha256-") for name in asked(shown)),
    ),
    "esc leads back": (("escape",), lambda shown: isinstance(shown.app.screen, Start)),
}


def asked(shown: Shown) -> list[str]:
    """The tags that were looked at, in order."""
    return [name for one in shown.port.requests(LookAtTags) for name in one.tags]


@pytest.mark.parametrize("name", GOLDENS)
async def test_it_looks_as_it_was_agreed(name: str, golden: Golden) -> None:
    size, keys = GOLDENS[name]
    gone = (Gone(name="v0.9.0", at=NOON),)
    async with listed(size=size, script=Repository(*TAGS, gone=gone)) as shown:
        shown.app.marked = f"{REPOSITORY}:v1.20.1"
        await shown.press(*keys)
        golden(name, shown.text + "\n")


async def test_keys_do_what_they_say() -> None:
    async with listed() as shown:
        assert await shown.broken(CLAIMS) == {}


async def test_opened_from_a_package_the_cursor_stands_on_its_tag() -> None:
    async with listed(source=f"{REPOSITORY}:v1.4.2") as shown:
        assert shown.cursor == "v1.4.2"
        assert shown.port.requests(ListTags)[0].repository == f"{REPOSITORY}:v1.4.2"


async def test_tags_in_sight_are_asked_for_up_to_a_limit() -> None:
    async with listed() as shown:
        assert len(asked(shown)) == len(set(asked(shown))) == UNASKED
        assert "v1.21.0" in asked(shown)[:1]
        await shown.press("pagedown", "pagedown")
        assert len(asked(shown)) == UNASKED
        assert "◌" in shown.text
        assert "enter Ask" in shown.text


async def test_enter_asks_for_a_tag_and_then_opens_it() -> None:
    async with listed("pagedown", "pagedown") as shown:
        name = shown.cursor
        assert "enter Ask" in shown.text
        await shown.press("y")
        assert shown.app.clipboard == f"{REPOSITORY}:{name}"
        await shown.press("enter")
        assert asked(shown)[-1] == name
        assert isinstance(shown.app.screen, TagScreen)
        await shown.press("enter")
        assert shown.port.requests(Open)[-1].source == f"{REPOSITORY}:{name}"
        assert isinstance(shown.app.screen, Browsing)


async def test_two_versions_are_compared_with_m_and_d() -> None:
    async with listed("j", "m", "k") as shown:
        assert "m v1.20.1" in shown.text
        await shown.press("D")
        assert (shown.app.compared.old, shown.app.compared.new) == (f"{REPOSITORY}:v1.20.1", f"{REPOSITORY}:v1.21.0")
        assert not any(isinstance(screen, TagScreen) for screen in shown.app.screen_stack)


async def test_a_tag_that_cannot_be_read_says_why() -> None:
    script = Repository(*TAGS)
    script.unknown = frozenset({"v1.21.0"})
    async with listed(script=script) as shown:
        assert "✗ no tag v1.21.0" in shown.text


async def test_escape_stops_what_is_asked_before_it_leaves() -> None:
    async with listed(hold=frozenset({"look"})) as shown:
        await shown.press("escape")
        assert isinstance(shown.app.screen, TagScreen)
        assert shown.port.requests(LookAtTags) == [one for one in shown.port.cancelled if isinstance(one, LookAtTags)]
        await shown.press("escape")
        assert isinstance(shown.app.screen, Start)


async def test_gone_tags_are_listed_and_open_by_what_they_were() -> None:
    digest = look("v1.0.0").digest
    gone = (Gone(name="v0.9.0", at=NOON, digest=digest),)
    async with listed("G", script=Repository("v1.0.0", gone=gone)) as shown:
        assert "Gone  1   listed before, and not now" in shown.text
        await shown.press("enter")
        assert shown.port.requests(Open)[-1].source == f"{REPOSITORY}@{digest}"


async def test_an_old_list_says_so() -> None:
    async with listed(script=Repository(*TAGS, stale="cached 3 days ago; offline")) as shown:
        assert "cached 3 days ago; offline" in shown.text.split("\n")[1]


async def test_the_list_is_kept_until_another_repository_is_asked_for() -> None:
    async with listed("escape") as shown:
        await shown.press(*"T")
        assert isinstance(shown.app.screen, Start)  # the line is typed into
        for _ in range(2):
            shown.app.query_one("Input").value = REPOSITORY  # type: ignore[attr-defined]
            await shown.press("f2")
            assert shown.cursor == "v1.21.0"
            await shown.press("escape")
        assert len(shown.port.requests(ListTags)) == 1


async def test_very_many_tags_are_listed_and_walked() -> None:
    tags = tuple(f"v{major}.{minor}.{patch}" for major in range(100) for minor in range(10) for patch in range(10))
    async with listed(script=Repository(*tags)) as shown:
        await shown.press("G", "g", "j")
        assert "10,000 tags" in shown.text


async def test_a_recent_source_lists_its_versions_from_the_start_screen() -> None:
    offered = Offered(recents=(Recent(source=f"{REPOSITORY}:v1.0.0", verdict=""),))
    app = Application(ScriptedPort(Repository(*TAGS)), source=None, options=Options(), offered=lambda: offered)
    async with app.run_test(size=(100, 30)) as pilot:
        shown = Listed(app, ScriptedPort(Repository()), pilot)
        await shown.press("tab", "T")
        assert shown.cursor == "v1.0.0"


@pytest.mark.registry
async def test_from_a_package_of_a_registry_to_another_version_of_it(
    registry: DebianRegistry, tmp_path: Path
) -> None:
    for tag in ("v1.0.0", "v1.1.0"):
        meta = f"apiVersion: meta.pkg.crossplane.io/v1\nkind: Configuration\nmetadata:\n  name: of-{tag}\n"
        built = image(layer(file("package.yaml", meta), base=True))
        registry.push_layout("screen/versions", tag, write_layout(tmp_path / tag, built))
    name = f"{registry.host}/screen/versions"
    async with upgrades.opened(f"{name}:v1.0.0", options=Options(cache_dir=str(tmp_path / "cache"))) as shown:
        await shown.press("T")
        assert "✓ v1.1.0 is the newest release" in shown.text
        await shown.press("k", "enter")
        assert shown.app.inspection.source == f"{name}:v1.1.0"
        assert "of-v1.1.0" in shown.text
