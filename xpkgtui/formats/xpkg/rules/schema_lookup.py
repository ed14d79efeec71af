"""The schemas that the definitions of a package have, parsed when a rule asks for them."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from xpkgtui.untyped import field, mapping

if TYPE_CHECKING:
    from xpkgtui.formats.xpkg.compositions.patches import Target
    from xpkgtui.formats.xpkg.compositions.schemas import ObjectSchema

_KEPT = 4
"""Schemas that are kept; patches of one composition ask for few kinds again and again."""


class SchemaLookup:
    """Looks up the schema of a kind; a definition is parsed again, because keeping all would take too much memory."""

    def __init__(
        self,
        parsed: Callable[[int], Any] | None = None,
        definitions: Mapping[tuple[str, str], Sequence[int]] | None = None,
    ) -> None:
        self._parsed = parsed
        self._definitions = definitions or {}
        self.of = lru_cache(maxsize=_KEPT)(self._of)
        """The schema of a kind; None where no definition of the package decides which fields it has."""

    def _of(self, target: "Target") -> "ObjectSchema | None":
        group, slash, version = target.api_version.rpartition("/")
        numbers = self._definitions.get((group, target.kind), ()) if slash else ()
        # Of two definitions of one kind, only one is in effect, and it is not known which.
        if len(numbers) != 1 or self._parsed is None:
            return None
        from xpkgtui.formats.xpkg.compositions.schemas import of_crd, of_xrd

        value = mapping(self._parsed(numbers[0]))
        spec = mapping(value.get("spec"))
        kind = value.get("kind")
        if kind == "CompositeResourceDefinition":
            is_claim = field(spec, "claimNames", "kind") == target.kind
            return of_xrd(value, version, is_claim=is_claim)
        if kind == "ManagedResourceDefinition" or value.get("apiVersion") == "apiextensions.k8s.io/v1":
            return of_crd(spec, version)
        return None
