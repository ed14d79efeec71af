"""The forms that a format has of a package, as commands read them: in a file, whole."""

import json
from typing import TYPE_CHECKING, Any

from xpkgtui.cli.exit_codes import Stopped
from xpkgtui.cli.reading.port_client import read_text
from xpkgtui.errors import Failure, FailureKind, NotFound
from xpkgtui.formats.forms import AskedForm
from xpkgtui.inspection.messages.parts import Ready
from xpkgtui.inspection.messages.requests import ReadText, Text

if TYPE_CHECKING:
    from xpkgtui.inspection.inspection import Inspection
    from xpkgtui.service.port import Port

DATA = "json"
"""The form that is data."""


def no_upgrades(state: "Inspection") -> Failure | None:
    """Why there is no graph of upgrades; None where there is one."""
    if state.format.forms:
        return None
    return Failure(
        kind=FailureKind.NOT_A_PACKAGE,
        title=f"{state.source} has no upgrade graph: it is not an OLM catalog",
        hint="Open a file-based catalog, such as demo:catalog.",
    )


async def read_form(port: "Port", asked: AskedForm) -> str:
    """The text of a form of what is open; raises what the request fails with."""
    return await read_text(port, ReadText(text=Text.FORM, form=asked))


async def upgrades_of(port: "Port", state: "Inspection") -> Any:
    """The channels of what is open, as `show` has them; None where its format has none."""
    found = await _data(port, state, DATA)
    return found["upgrades"] if found else found


async def installable_of(port: "Port", state: "Inspection") -> Any:
    """What OLM v1 installs of each package of what is open; None where its format has none."""
    return await _data(port, state, "olmv1")


async def _data(port: "Port", state: "Inspection", name: str) -> Any:
    """A form that is data; None where the format has none, and empty where the package has none."""
    if not isinstance(state.objects, Ready) or all(form.name != name for form in state.format.forms):
        return None
    try:
        return json.loads(await read_form(port, AskedForm(name=name)))
    except (NotFound, Stopped):
        return []  # what keeps the package from being read is said of the package
