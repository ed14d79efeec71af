"""The schema of the spec of a Bundle, as the definitions of RukPak 0.12 have it, with the rule of each field."""

from collections.abc import Mapping
from dataclasses import field, replace
from hashlib import sha256

from xpkgtui.formats.rukpak.sources import KINDS, REFS
from xpkgtui.golang.printing import written
from xpkgtui.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Schema:
    """The rules for one value of a definition."""

    type: str
    rule: str
    """Says what is wrong in it."""
    fields: "Mapping[str, Schema]" = field(default_factory=dict)
    required: tuple[str, ...] = ()
    items: "Schema | None" = None
    one_of: tuple[str, ...] = ()
    """Fields of which one has to be given."""
    noun: str = ""


def _text(rule: str) -> Schema:
    return Schema(type="string", rule=rule)


def _object(rule: str, *required: str, **fields: Schema) -> Schema:
    return Schema(type="object", rule=rule, required=required, fields=fields)


def _auth(rule: str) -> Schema:
    return _object(rule, secret=_object(rule, name=_text(rule)), insecureSkipVerify=Schema(type="boolean", rule=rule))


_REF = Schema(
    type="object", rule="RPK004", fields=dict.fromkeys(REFS, _text("RPK004")), one_of=REFS, noun="references"
)
_MAP = _object("RPK006", "configMap", configMap=_object("RPK006", name=_text("RPK006")), path=_text("RPK006"))
_SOURCE = Schema(
    type="object",
    rule="RPK003",
    required=("type",),
    one_of=KINDS,
    noun="sources",
    fields={
        "type": _text("RPK003"),
        "git": _object(
            "RPK004",
            "ref",
            "repository",
            ref=_REF,
            repository=_text("RPK004"),
            directory=_text("RPK004"),
            auth=_auth("RPK004"),
        ),
        "image": _object("RPK005", "ref", ref=_text("RPK005"), pullSecret=_text("RPK005")),
        "http": _object("RPK005", "url", url=_text("RPK005"), auth=_auth("RPK005")),
        "upload": _object("RPK003"),
        "configMaps": Schema(type="array", rule="RPK006", items=_MAP),
    },
)
CLASS = "provisionerClassName"
SPEC = _object("RPK003", CLASS, "source", provisionerClassName=_text("RPK001"), source=_SOURCE)
"""The spec of a Bundle."""
TEMPLATE = _object("RPK007", "spec", spec=replace(SPEC, rule="RPK007"), metadata=_object("RPK007"))
DEPLOYMENT = _object("RPK007", CLASS, "template", provisionerClassName=_text("RPK001"), template=TEMPLATE)
"""The spec of a BundleDeployment; `one_of` is not counted in its template."""


def fixed(spec: object) -> str:
    """A digest of the spec of a Bundle that is accepted: two are equal where the webhook takes them for equal."""
    known = written(_known(spec, SPEC))
    return sha256(known.encode("utf-8", "surrogatepass")).hexdigest()


def _known(value: object, schema: Schema) -> object:
    """The fields that the definition has; what is empty is left out, except for the kind of the source."""
    if isinstance(value, list) and schema.items is not None:
        return [_known(one, schema.items) for one in value]
    if not isinstance(value, dict):
        return value
    fields = {name: _known(value[name], one) for name, one in schema.fields.items() if value.get(name) is not None}
    return {name: one for name, one in fields.items() if one or (name in KINDS and isinstance(one, dict))}
