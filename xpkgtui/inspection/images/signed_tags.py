"""Whether the images that tags of a repository name are signed: by its tags, and by its list of referrers."""

import asyncio
from contextlib import suppress

from xpkgtui.errors import Malformed, XpkgError
from xpkgtui.fetching.threads import Threads
from xpkgtui.formats.used_images.needed_images import NeededImage
from xpkgtui.formats.used_images.used import ImageRole
from xpkgtui.inspection.images.belonging import Companions
from xpkgtui.inspection.images.weighing import Weighed
from xpkgtui.inspection.messages.requests import Options
from xpkgtui.inspection.tags.opened_repository import repository_of
from xpkgtui.sources.registry.source import RegistrySource


class SignedTags:
    """The signatures of one repository, whose tags are listed once."""

    def __init__(self, repository: str, options: Options) -> None:
        """Raises `Usage` or `NotFound` where the text is no reference of a registry."""
        reference = repository_of(repository)
        self._reference = str(reference)
        self._pool = Threads(2)
        self._source = RegistrySource(reference, options.access)
        self._companions = Companions(self._source, options, self._pool, self._reference)
        self._turn = asyncio.Lock()
        self._is_listed = False

    async def of(self, digest: str) -> bool | None:
        """Whether a signature or an attestation of it is there, not verified; None where that is not known."""
        image = NeededImage(reference=self._reference, spelled=self._reference, role=ImageRole.PACKAGE)
        weighed = Weighed(digest=digest)
        with suppress(XpkgError, Malformed):
            if not self._is_listed:
                async with self._turn:
                    found = await self._companions.of(image, weighed)
                self._is_listed = True
                return found.signed
            return (await self._companions.of(image, weighed)).signed
        return None

    def close(self) -> None:
        """Closes the connections, without waiting for what is under way."""
        self._companions.close()
        self._source.close()
        self._pool.close()
