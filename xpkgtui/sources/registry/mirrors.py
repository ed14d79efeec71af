"""The mirrors of a registry, where a person follows them."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from urllib.parse import urlsplit

from xpkgtui.errors import NotFound, Unreachable, XpkgError
from xpkgtui.sources.access import Access
from xpkgtui.sources.registry.answer import Answer
from xpkgtui.sources.registry.statuses import Unsupported
from xpkgtui.sources.registry.tool_settings import mirrors_of
from xpkgtui.sources.registry.transport import DOCUMENT_SECONDS, REPOSITORY, SafeRegistry
from xpkgtui.visible import clip, line


class MirroredRegistry:
    """A registry behind its mirrors, each asked first where the user follows them. Used by threads."""

    def __init__(
        self, registry: str, own: SafeRegistry, access: Access, client_of: Callable[[str, Access], SafeRegistry]
    ) -> None:
        self._registry = registry
        self._own = own
        # The user names mirrors, and may name every host.
        self._access = replace(access, named_by=None)
        self._client_of = client_of
        self._clients: dict[str, SafeRegistry] = {}
        self._silent: dict[str | None, str] = {}
        """Why mirrors gave no answer, by host; they are not asked again."""

    def ask(
        self, url: str, headers: Mapping[str, str], *, seconds: float = DOCUMENT_SECONDS, repository: str = ""
    ) -> Answer:
        """The answer of the first mirror that has it, else of the registry; raises the registry's error."""
        failed, lacking = list[str](), list[XpkgError]()
        for name, client, address in self._mirrored(url) if self._access.mirrors else ():
            if client.hostname in self._silent:
                failed.append(f"the mirror {name}: {self._silent[client.hostname]}")
                continue
            try:
                answer = client.ask(address, headers, seconds=seconds)
            except XpkgError as error:
                failed.append(f"the mirror {name}: {error.title}")
                # Many have no such list, which says all that a mirror can say of it.
                lacking += [error] if "/referrers/" in address and isinstance(error, NotFound | Unsupported) else []
                if isinstance(error, Unreachable) and not isinstance(error, Unsupported):
                    self._silent[client.hostname] = error.title
            else:
                answer.mirror = name
                return answer
        try:
            return self._own.ask(url, headers, seconds=seconds, repository=repository)
        except XpkgError as error:
            if lacking and isinstance(error, Unreachable):
                raise lacking[0] from None
            error.tried = (*failed, *error.tried)
            raise

    def close(self) -> None:
        """Releases all connections."""
        for client in (self._own, *self._clients.values()):
            client.close()

    def _mirrored(self, url: str) -> Iterator[tuple[str, SafeRegistry, str]]:
        """Each mirror with its client, and the address there."""
        parts = urlsplit(url)
        if self._access.offline or (found := REPOSITORY.match(parts.path)) is None:
            return
        place = parts.path[found.end() :]
        mark = "" if found[2] == "tags" else "@" if ":" in place else ":"
        for reference in mirrors_of(f"{self._registry}/{found[1]}", mark, self._access.environment):
            client = self._clients.get(reference.registry)
            if client is None:
                client = self._clients.setdefault(
                    reference.registry, self._client_of(reference.registry, self._access)
                )
            path = f"/v2/{reference.repository}/{found[2]}/{place}"
            address = parts._replace(scheme=client.scheme, netloc=client.hostname, path=path).geturl()
            yield line(clip(reference.name, 200)), client, address
