"""Places of a package that a call can open: `layer/2`, `finding/XPKG401`, `file/PATH`, `crd/buckets:spec.field`."""

from enum import StrEnum, auto

from xpkgtui.inspection.messages.schemas import FoundElsewhere
from xpkgtui.values import dataclass

EXAMPLES = "layer/2, finding/XPKG401, file/package.yaml, or KIND/NAME[:FIELD] such as crd/buckets:spec.region"
_MOST_DIGITS = 9


class PlaceKind(StrEnum):
    """The kinds of places."""

    LAYER = auto()
    FINDING = auto()
    FILE = auto()
    OBJECT = auto()


@dataclass(frozen=True, slots=True, kw_only=True)
class ScreenPlace:
    """A place as it was written."""

    kind: PlaceKind
    name: str
    """The number of a layer, a rule, a path, or the name of an object; a field of it may follow a colon."""
    object_kind: str = ""
    """The kind of the object in small letters; `crd` stands for CustomResourceDefinition."""
    version: str = ""
    """The number of a definition that the object makes, and a version of it: its schema is shown at `field`."""
    field: str = ""

    def __str__(self) -> str:
        return f"{self.object_kind or self.kind}/{self.name}"


def place_of(found: FoundElsewhere) -> ScreenPlace:
    """The place of a field or a kind that was found in a package opened before."""
    return ScreenPlace(
        kind=PlaceKind.OBJECT,
        name=found.name,
        object_kind=found.definition.lower(),
        version=f"{found.made}:{found.match.owner.version}",
        field=found.match.path,
    )


def parse_place(text: str) -> ScreenPlace:
    """The place that a text names; raises `ValueError` with what is expected."""
    word, slash, name = text.partition("/")
    if not slash or not word or not name:
        raise ValueError(f"It takes {EXAMPLES}")
    word = word.lower()
    if word == PlaceKind.LAYER:
        if not name.isascii() or not name.isdecimal() or len(name) > _MOST_DIGITS:
            raise ValueError("A number follows layer/, which is 0 for the bottom layer")
        return ScreenPlace(kind=PlaceKind.LAYER, name=str(int(name)))
    if word == PlaceKind.FINDING:
        return ScreenPlace(kind=PlaceKind.FINDING, name=name.upper())
    if word == PlaceKind.FILE:
        if not name.strip("/"):
            raise ValueError("A path follows file/, such as file/package.yaml; layer/2 is a place as well")
        return ScreenPlace(kind=PlaceKind.FILE, name=name.strip("/"))
    return ScreenPlace(kind=PlaceKind.OBJECT, name=name, object_kind=word)
