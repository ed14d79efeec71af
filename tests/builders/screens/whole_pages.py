"""Pages of packages, whole and odd, by the names of their goldens: every room with a part in them is held to them."""

from collections.abc import AsyncIterator

from builders.goldens import once
from builders.screens.pages import Walk
from builders.screens.states import odd_bands, odd_list, odd_verdict

from xpkgtui.app.state.selection import ListId, PaneId, TabId
from xpkgtui.inspection.messages.requests import View
from xpkgtui.service.local import LocalPort

FOLDERS = frozenset({"etc", ".up", "usr", "usr/local", "manifests", "metadata"})


async def whole_pages(port: LocalPort) -> AsyncIterator[tuple[str, str]]:
    """Each golden and its text: states in which much is missing or wrong, and walks of built-in packages."""
    for list_id in ListId:
        yield f"pages_{list_id}_odd", once(odd_list(list_id))
    yield "pages_readers_odd", once(odd_verdict(TabId.WHY, PaneId.READERS))
    yield "pages_findings_odd", once(odd_verdict(TabId.FINDINGS, PaneId.FINDINGS))
    yield "bands_odd", once(odd_bands())
    demo = await Walk("demo", port).open()
    yield "pages_files_demo", once(await demo.rows(ListId.FILES, view=View.FLATTENED, folders=FOLDERS))
    yield "pages_platforms_demo", once(await demo.rows(ListId.PLATFORMS))
    disputed = await Walk("demo:disputed", port).open()
    yield "pages_layers_disputed", once(await disputed.rows(ListId.LAYERS))
    yield "pages_readers_disputed", once(await disputed.verdict(TabId.WHY, PaneId.READERS))
    yield "pages_findings_disputed", once(await disputed.verdict(TabId.FINDINGS, PaneId.FINDINGS))
    plain = await Walk("demo:plain", port).open()
    yield "pages_objects_plain", once(await plain.rows(ListId.OBJECTS))
