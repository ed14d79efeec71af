"""The rule about the icon of an operator."""

from collections.abc import Iterator

from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.go_decoding.loosely import text_of
from xpkgtui.formats.registry_v1.rules.by_tool import by, unsound, warned
from xpkgtui.formats.registry_v1.subject import Item
from xpkgtui.formats.registry_v1.tools.turns import OptionalStep, SdkTurn, met
from xpkgtui.rules.finding import Stage
from xpkgtui.rules.rule import Problem, rule
from xpkgtui.untyped import field

_TYPES = frozenset({"image/gif", "image/jpeg", "image/png", "image/svg+xml"})
_PATH = FieldPath.of("spec", "icon")


@rule("OLM083", "there is one icon", by(hub="EW"), stage=Stage.LINT, met=met(sdk=OptionalStep.ICON))
def one_icon(item: Item) -> Iterator[Problem]:
    """The ClusterServiceVersion has one icon, with data and the media type of a GIF, JPEG, PNG or SVG.

    Why: OperatorHub shows it.
    When it bites: operator-sdk refuses the bundle with `--select-optional suite=operatorframework`; without an icon
    it warns, and crashes where the list is empty.
    Fix: Write one item with base64data and mediatype.
    Source: operator-framework/api, operatorhub.go.
    """
    if not item.is_csv or not item.is_first:
        return
    icons = item.spec.get("icon")
    if icons is None:
        words = warned(f"Value : ({item.name}) csv.Spec.Icon not specified")
        yield Problem(message="The operator has no icon", says=words, level=1, path=FieldPath.of("spec"))
    elif icons == []:
        panic = "panic: runtime error: index out of range [0] with length 0"
        yield Problem(message="The list of icons is empty", says=panic, met=met(sdk=SdkTurn.CHECKED), path=_PATH)
    elif isinstance(icons, list):
        if len(icons) > 1:
            says = unsound(item.name, "csv.Spec.Icon should only have one element")
            yield Problem(message=f"The operator has {len(icons)} icons", says=says, path=_PATH)
        data, media = (text_of(field(icons[0], key)) for key in ("base64data", "mediatype"))
        if not data or not media:
            says = unsound(item.name, "csv.Spec.Icon elements should contain both data and mediatype")
            yield Problem(message="The icon lacks its data or its media type", says=says, path=_PATH.child(0))
        if media and media not in _TYPES:
            says = unsound(item.name, f"csv.Spec.Icon {media} does not have a valid mediatype")
            message = f"The icon is of a type that OperatorHub does not show: {media}"
            yield Problem(message=message, says=says, path=_PATH.child(0).child("mediatype"))
