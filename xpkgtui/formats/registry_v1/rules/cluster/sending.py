"""A ClusterServiceVersion as rules about the cluster look at it: as OLM v0 sends it, and whether that is taken."""

from functools import lru_cache

from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.definitions.field_errors import Node
from xpkgtui.formats.definitions.objects.judging import ObjectJudgement
from xpkgtui.formats.examples.example import path_of
from xpkgtui.formats.go_decoding.loosely import first_mismatch
from xpkgtui.formats.registry_v1.decoding.types import SERVICE_VERSION, type_of
from xpkgtui.formats.registry_v1.rules.splitting import in_any_letters
from xpkgtui.formats.registry_v1.server.service_version import judge, sent
from xpkgtui.formats.registry_v1.subject import Item
from xpkgtui.formats.registry_v1.tools import OLMV1, RUKPAK
from xpkgtui.untyped import mapping
from xpkgtui.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Sent:
    """A ClusterServiceVersion that decodes."""

    value: Node
    judgement: ObjectJudgement

    @property
    def spec(self) -> Node:
        """Its spec."""
        return mapping(self.value.get("spec"))

    @property
    def makers(self) -> tuple[str, ...] | None:
        """Who makes objects of it: of one that the API server refuses not OLM v0; None for all."""
        return (OLMV1, RUKPAK) if self.judgement.errors else None


@lru_cache(maxsize=4)
def as_sent(item: Item) -> Sent | None:
    """A ClusterServiceVersion as it is sent; None for other documents, and where it does not decode."""
    struct = type_of(SERVICE_VERSION)
    if not item.is_csv or not item.is_first or struct is None or not isinstance(item.value, dict):
        return None
    meant = in_any_letters(item).value
    if first_mismatch(meant, struct, struct.name, converts=False) is not None:
        return None
    value = sent(meant)
    return Sent(value=value, judgement=judge(value))


def as_created(item: Item) -> Sent | None:
    """A ClusterServiceVersion that the API server takes, of which OLM v0 makes other objects."""
    found = as_sent(item)
    return found if found is not None and not found.judgement.errors else None


def below(path: FieldPath, place: str) -> FieldPath:
    """A path of the document, extended by the place of an error."""
    return FieldPath((*path.parts, *path_of(place).parts))
