"""The platform of the command line."""

from dataclasses import replace

from builders.pilots import Show
from builders.screens import stories

from xpkgtui.app import messages
from xpkgtui.inspection.messages.requests import Open, Options


async def test_the_platform_is_asked_for_of_the_first_source_only(show: Show) -> None:
    async with show(stories.accepted, options=replace(Options(), platform="linux/arm64")) as shown:
        first = next(request for request in shown.port.asked if isinstance(request, Open))
        for source in ("another.xpkg", first.source):
            shown.app.post_message(messages.Requested(Open(source=source)))
            await shown.settle()
        opened = [request for request in shown.port.asked if isinstance(request, Open)]
        assert [request.options.platform for request in opened] == ["linux/arm64", "", "linux/arm64"]
