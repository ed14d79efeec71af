"""Packages that are installed beside another one: their family, and the names of what they define."""

import json
from typing import Any

from xpkgtui.cli.exit_codes import Stopped
from xpkgtui.cli.reading.port_client import inspect, read_text
from xpkgtui.errors import Usage
from xpkgtui.formats.known import format_of
from xpkgtui.formats.permissions.granted import DefinitionName, InstalledMember
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.requests import Options, ReadText, Text
from xpkgtui.service.port import Port


async def installed_member(port: Port, source: str, options: Options) -> InstalledMember:
    """What a package shares with its family; raises `Stopped` where it cannot be read, and `Usage` if it has none."""
    state = await inspect(port, source, options, judged=False)
    if state.failure is not None:
        raise Stopped(state.failure)
    family_of = format_of(state.format.name).permissions().family_of
    if family_of is None:
        raise Usage(f"{source} is of a format whose packages have no family", hint="Only providers have one.")
    return InstalledMember(
        source=source,
        reference=state.resolved.reference if state.resolved is not None and state.resolved.is_remote else "",
        family=family_of(await _meta(port, state)),
        definitions=tuple(
            DefinitionName(kind=row.kind or "", group=(row.api_version or "").rpartition("/")[0], name=row.name or "")
            for row in state.rows
            if row.kind and row.name
        ),
    )


async def _meta(port: Port, state: Inspection) -> Any:
    """The meta object; None where it cannot be read."""
    if state.meta is None:
        return None
    try:
        return json.loads(await read_text(port, ReadText(text=Text.DOCUMENT_JSON, document=state.meta.document)))
    except Stopped:
        return None
