"""The document of `config show`: every setting with its origin."""

from collections.abc import Iterable, Mapping
from typing import Annotated, Literal

from xpkgtui.reporting.documents.elements import NAMED, Document
from xpkgtui.reporting.documents.writer import Bounds, JsonObject, write
from xpkgtui.settings.described import DescribedSetting
from xpkgtui.settings.settings import SettingOrigin
from xpkgtui.values import dataclass

_Origin = Annotated[str, Bounds(enum=tuple(one.name.casefold() for one in SettingOrigin))]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Setting(JsonObject):
    value: Annotated[str, "As it would be written; empty for none."]
    origin: Annotated[_Origin, "What sets it."]
    where: Annotated[str | None, "The variable or the file that sets it."]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Config(Document):
    schema: Annotated[Literal["xpkgtui.config/v1"], NAMED] = "xpkgtui.config/v1"
    settings: Annotated[Mapping[str, _Setting], "By the names of the settings; limits as limits.NAME."]


DOCUMENT = _Config


def config(found: Iterable[DescribedSetting]) -> str:
    """The text of the document."""
    settings = {one.name: _Setting(value=one.value, origin=one.origin, where=one.where or None) for one in found}
    return write(_Config(settings=settings, unread=()))
