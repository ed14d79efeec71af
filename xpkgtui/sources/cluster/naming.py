"""The SOURCE `kube:[CONTEXT:]KIND/NAME`, taken apart."""

from enum import StrEnum

from xpkgtui.errors import Usage
from xpkgtui.patterns import late
from xpkgtui.values import dataclass

_HINT = (
    "Write kube:provider/NAME, configuration/, function/, clusterextension/ or csv/NAMESPACE/NAME; "
    "kube:CONTEXT:provider/NAME asks another cluster than the current one."
)
_NAME = late(r"[a-z0-9](?:[-a-z0-9.]{0,251}[a-z0-9])?")
_LONGEST_CONTEXT = 500


class InstalledKind(StrEnum):
    """The kinds of objects that install a package, as a SOURCE spells them."""

    PROVIDER = "provider"
    CONFIGURATION = "configuration"
    FUNCTION = "function"
    CLUSTER_EXTENSION = "clusterextension"
    SERVICE_VERSION = "csv"


@dataclass(frozen=True, slots=True, kw_only=True)
class ClusterName:
    """A package in a cluster."""

    kind: InstalledKind
    name: str
    namespace: str = ""
    context: str = ""
    """The context of kubectl; empty for the current one."""

    @property
    def title(self) -> str:
        """`provider/NAME`, as it is written."""
        return "/".join(filter(None, (self.kind.value, self.namespace, self.name)))


def parse(text: str) -> ClusterName:
    """The package that the rest of a SOURCE names, without its `kube:`; raises `Usage`.

    Contexts may hold colons and slashes, names of objects hold no colons: the context ends at the last one.
    """
    context, _, path = text.rpartition(":")
    kind, *names = path.split("/")
    if kind not in set(InstalledKind) or len(names) != (2 if kind == InstalledKind.SERVICE_VERSION else 1):
        raise Usage(f"kube:{text[:200]} names no package of a cluster", hint=_HINT)
    for name in names:
        if not _NAME.fullmatch(name):
            raise Usage(f"{name[:200]!r} is not the name of an object of a cluster", hint=_HINT)
    if len(context) > _LONGEST_CONTEXT or not context.isprintable():
        raise Usage(f"{context[:200]!r} is not a context of kubectl", hint="List them: kubectl config get-contexts")
    return ClusterName(kind=InstalledKind(kind), name=names[-1], namespace="".join(names[:-1]), context=context)


def is_definition_name(text: str) -> bool:
    """Whether `text` may be the name of a definition."""
    return bool(_NAME.fullmatch(text))
