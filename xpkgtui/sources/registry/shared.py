"""Connections to registries that several sources share: one client, with its tokens, for each registry."""

import threading
from typing import TYPE_CHECKING

from xpkgtui.oci.reference import Reference
from xpkgtui.sources.access import Access, NamingRegistry

if TYPE_CHECKING:  # what is here never pays for importing requests
    from xpkgtui.sources.registry.source import RegistrySource


class SharedRegistries:
    """The registries that are asked about several packages. Used from any thread."""

    def __init__(self) -> None:
        self._gate = threading.Lock()
        self._first: dict[tuple[str, NamingRegistry | None], RegistrySource] = {}
        """The source that was opened first, by registry and who names it."""

    def source(self, reference: Reference, access: Access) -> "RegistrySource":
        """A source whose own `close` leaves the connections open."""
        from xpkgtui.sources.registry.source import RegistrySource

        with self._gate:
            key = reference.registry, access.named_by
            first = self._first.get(key)
            if first is None:
                first = self._first[key] = RegistrySource(reference, access)
        return first.at(reference)

    def close(self) -> None:
        """Releases the connections, and ends pauses of requests under way."""
        with self._gate:
            for one in self._first.values():
                one.close()
