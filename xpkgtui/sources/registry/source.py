"""An image in a registry."""

import copy
import time
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

import oras.container

from xpkgtui.errors import Corrupt, Malformed, NotFound, Obstacle, Obstructed, Unauthorized, Unreachable, XpkgError
from xpkgtui.oci import media_types
from xpkgtui.oci.descriptor import Descriptor, Digest
from xpkgtui.oci.json_value import LARGEST
from xpkgtui.oci.manifest import Index
from xpkgtui.oci.reference import Reference, is_loopback
from xpkgtui.sources.access import Access, NamingRegistry, OnExchange
from xpkgtui.sources.registry import obstacles
from xpkgtui.sources.registry.answer import Answer, WebPage, whole_manifest
from xpkgtui.sources.registry.auth.credentials import DOCKER_HUB, Keychain
from xpkgtui.sources.registry.go_client import after_head
from xpkgtui.sources.registry.mirrors import MirroredRegistry
from xpkgtui.sources.registry.statuses import PageMissing, RequestInvalid, Unsupported
from xpkgtui.sources.registry.tag_pages import TagList, Unlisted, newest_of, next_page, no_tag, parse_tags
from xpkgtui.sources.registry.tool_settings import said_by_tools
from xpkgtui.sources.registry.transport import SafeRegistry
from xpkgtui.sources.source import ImageRoot, Source, SourceForm
from xpkgtui.versions.version import Version

Found = TypeVar("Found")

_PAGES = 1000
_TAGS = 100_000
_REFERRER_PAGES = 20
_REFERRERS = 10_000
_LIST_SECONDS = 60.0
"""Seconds that all pages of a list may take."""


class RegistrySource(Source):
    """One reference in a registry. Blobs may be read from several threads."""

    form = SourceForm.REGISTRY
    is_remote = True

    def __init__(
        self,
        reference: Reference,
        access: Access,
        *,
        on_exchange: OnExchange | None = None,
        keychain: Keychain | None = None,
        sleep: Callable[[float], object] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._access = access
        self._clock = clock

        def client_of(registry: str, access: Access) -> SafeRegistry:
            keys = keychain or Keychain(access.environment, named=access.auth_file)
            return SafeRegistry(
                "registry-1.docker.io" if registry in DOCKER_HUB else registry,
                access,
                lambda repository: keys.find(registry, repository),
                lambda place: place in access.token_servers or keys.has_entry(place),
                plain=is_loopback(registry) or registry in access.plain_http,
                on_exchange=on_exchange,
                sleep=sleep,
                clock=clock,
            )

        self._client = client_of(reference.registry, access)
        self._host, self._prefix = str(self._client.hostname), self._client.scheme
        self._usual = "docker.io" if reference.registry in DOCKER_HUB else reference.registry
        self._mirrored = MirroredRegistry(self._usual, self._client, access, client_of)
        self._is_guest = False
        self._met: list[Obstacle] = []
        self._unlisted: dict[str, XpkgError] = {}
        """Why repositories do not list their tags: it is not waited for again where one after the other is absent."""
        self._name(reference)

    @property
    def naming(self) -> NamingRegistry:
        """The registry, with where the connections to it arrived."""
        return NamingRegistry(name=self.reference.registry, scope=self._client.scope)

    def at(self, reference: Reference) -> "RegistrySource":
        """A source of another reference in the same registry; its connections stay this one's to close."""
        other = copy.copy(self)
        other._is_guest = True
        other._met = []
        if reference.repository == self.reference.repository:
            other.reference = reference
        else:
            other._name(reference)
        return other

    def _name(self, reference: Reference) -> None:
        is_official = reference.registry in DOCKER_HUB and "/" not in reference.repository
        name = f"library/{reference.repository}" if is_official else reference.repository
        # Only the repository passes through oras's parser, and our grammar has accepted that before.
        self._container = oras.container.Container(f"name.invalid/{name}")
        self._container.registry = self._host
        self.reference, self._repository = reference, name

    def resolve(self) -> ImageRoot:
        """The manifest or index of the tag or digest, or of the newest release where neither is given."""
        return self._asked(self._resolved)

    def list_tags(self) -> TagList:
        """The tags of the repository; raises where the list has no end, or takes longer than a minute."""
        return self._asked(self._listed)

    def _asked(self, ask: Callable[[], Found]) -> Found:
        """What is found; errors also have what the settings of container tools say of the repository."""
        try:
            return ask()
        except XpkgError as error:
            said = said_by_tools(f"{self._usual}/{self._repository}", self._access.environment)
            error.tried = (*error.tried, *said)
            raise

    def _resolved(self) -> ImageRoot:
        wanted, notes = self.reference, []
        if wanted.tag is None and wanted.digest is None:
            tags = self._listed()
            wanted = newest_of(self.reference, tags.names)
            kind = "prerelease, and there is no release" if Version.parse(str(wanted.tag)).prerelease else "release"
            notes.append(f"No tag was given: {wanted.tag} is the newest {kind}.")
            if tags.is_cut:
                notes.append(f"Only {tags.words} were read: a newer one may exist.")
        try:
            with self._ask(self._container.manifest_url(str(wanted.digest or wanted.tag))) as answer:
                data = whole_manifest(answer)
                media_type = media_types.bare(answer.header("Content-Type"))
                met = () if answer.mirror else tuple(obstacles.of_manifest(answer, data))
                is_distribution = answer.header("Docker-Distribution-Api-Version")
                if answer.mirror:
                    notes.append(f"It was read from the mirror {answer.mirror}, which Crossplane does not ask.")
        except NotFound as error:
            missing = self._missing(wanted, error)
            missing.printed = after_head(error.printed) if error.printed and not wanted.digest else error.printed
            raise missing from None
        except Unauthorized as error:
            raise self._refused(wanted, error) from None
        if not is_distribution and not answer.mirror:
            self._client.begin(self._repository)
        digest = Digest.of(data)
        if wanted.digest is not None:
            if not wanted.digest.is_verifiable:
                raise Corrupt(f"{wanted.digest.algorithm} digests cannot be verified.")
            digest = wanted.digest
            if (actual := digest.of_same_kind(data)) != digest:
                raise Corrupt(
                    f"{self._host} sent other bytes than requested.",
                    hint="The registry, or something on the way, changed them.",
                    tried=(f"asked for {digest}", f"received {actual}"),
                )
        notes += self._client.tokens.notes(self._repository)
        return ImageRoot(
            data=data,
            media_type=media_type,
            digest=digest,
            reference=str(wanted),
            notes=tuple(notes),
            obstacles=(*self._of_login(), *met),
        )

    @property
    def obstacles(self) -> tuple[Obstacle, ...]:
        """What keeps Crossplane's library from layers that were read."""
        return tuple(self._met)

    def _of_login(self) -> tuple[Obstacle, ...]:
        found = self._client.fault or self._client.tokens.obstacles.get(self._repository)
        return () if found is None else (found,)

    def _listed(self) -> TagList:
        try:
            found = self._read_tags()
        except XpkgError as error:
            self._unlisted[self._repository] = error
            raise
        self.listed_tags = found.names
        return found

    def _read_tags(self) -> TagList:
        first = f"{self._prefix}://{self._container.tags_url(N=1000)}"
        url, seen = first, set[str]()
        found: dict[str, None] = {}
        until, met = self._clock() + _LIST_SECONDS, list[Obstacle]()
        for _ in range(_PAGES):
            seen.add(url)
            try:
                link = self._read_page(url, found, until, met)
            except RequestInvalid as error:
                if url != first:
                    raise
                url = first.partition("?")[0]
                try:
                    link = self._read_page(url, found, until, met)
                except XpkgError:
                    raise error from None
                cause = "the registry refuses to list as many tags at once as its client wants"
                met.append(Obstacle(what=Obstructed.TAGS, cause=cause, says=error.printed))
            following = next_page(url, link)
            if (other := obstacles.elsewhere(url, link)) and not met:
                following = self._led(other, following, met)
            if following is None or len(found) > _TAGS:
                is_cut = following is not None or len(found) > _TAGS
                every = tuple(dict.fromkeys((*self._of_login(), *met)))
                return TagList(names=tuple(found)[:_TAGS], is_cut=is_cut, obstacles=every)
            if following in seen:
                break
            url = following
        raise Unreachable(
            f"{self._host} lists the tags of {self._repository} in a circle, or without an end.",
            hint="Name a tag or a digest.",
        )

    def _led(self, other: str, own: str | None, met: list[Obstacle]) -> str | None:
        """The address of the next page: where the link leads, as Crossplane's library has it, if that is there."""
        try:
            with self._mirrored.ask(other, {"Accept": "application/json"}, repository=self._repository) as answer:
                parse_tags(answer.document(LARGEST), self._host)
                return other
        except XpkgError as error:
            cause = "the registry names a path for the next page of tags that it does not have"
            if error.printed:
                met.append(Obstacle(what=Obstructed.TAGS, cause=cause, says=error.printed))
        return own

    def manifest(self, descriptor: Descriptor) -> bytes:
        """The bytes behind a digest in this repository, unverified."""
        try:
            with self._ask(self._container.manifest_url(str(descriptor.digest))) as answer:
                answer.expected = descriptor.size
                return answer.document(LARGEST)
        except NotFound as error:
            title = f"{self._host} lists {_named(descriptor)} in {self._repository}, but does not have that manifest."
            raise NotFound(title, tried=error.tried) from None

    def referrers(self, digest: str) -> tuple[Index, bool]:
        """What the registry lists as referring to a manifest of this repository, unverified, and whether that is all.

        Raises `NotFound` where it has no such list, as many have not.
        """
        first = f"{self._prefix}://{self._container.manifest_url(digest)}".replace("/manifests/", "/referrers/")
        url: str | None = first
        found: list[Descriptor] = []
        seen = set[str]()
        until = self._clock() + _LIST_SECONDS
        for _ in range(_REFERRER_PAGES):
            if url is None or url in seen or len(found) > _REFERRERS or (left := until - self._clock()) <= 0:
                break
            seen.add(url)
            try:
                with self._mirrored.ask(url, {"Accept": media_types.OCI_INDEX}, seconds=left) as answer:
                    data, link = answer.document(LARGEST), answer.header("Link")
            except XpkgError:
                if url == first:
                    raise
                break
            try:
                page = Index.parse(data, media_types.OCI_INDEX)
            except Malformed as error:
                if seen == {first} and data.lstrip()[:1] not in (b"{", b"["):
                    raise Unsupported(
                        f"{self._host} sent no list of referrers.", tried=(f"GET {first}: 200, and no JSON",)
                    ) from None
                raise Unreachable(f"{self._host} sent a list of referrers that cannot be read: {error}") from error
            found += page.manifests
            url = next_page(url, link)
        return Index(media_type=media_types.OCI_INDEX, manifests=tuple(found)), url is None

    def blob(self, descriptor: Descriptor) -> Answer:
        """A blob of this repository, unverified; nothing is ever fetched from a descriptor's `urls`."""
        url = f"{self._prefix}://{self._container.get_blob_url(str(descriptor.digest))}"
        try:
            answer = self._mirrored.ask(url, {"Accept": "*/*"}, seconds=self._access.deadline)
        except NotFound as error:
            title = (
                f"{self.reference.registry} lists {_named(descriptor)} in {self._repository}, "
                "but does not have that blob."
            )
            hint = (
                "It is a foreign layer, kept elsewhere."
                if descriptor.urls
                else "The image was pushed in part, or garbage-collected."
            )
            raise NotFound(title, hint=hint, tried=error.tried) from None
        try:
            answer.expect(descriptor.size, descriptor.media_type)
            self._met += () if answer.mirror else obstacles.of_layer(answer, descriptor)
        except BaseException:
            # It reads a piece, and has no owner yet who would close it.
            answer.close()
            raise
        return answer

    def close(self) -> None:
        """Releases the connections."""
        if not self._is_guest:
            self._mirrored.close()

    def _ask(self, address: str) -> Answer:
        return self._mirrored.ask(f"{self._prefix}://{address}", {"Accept": ", ".join(media_types.ACCEPTED)})

    def _read_page(self, url: str, found: dict[str, None], until: float, met: list[Obstacle]) -> str:
        """Adds the tags of one page and what was met there; gives its `Link`. All pages share one deadline."""
        try:
            left = until - self._clock()
            if left > 0:
                with self._mirrored.ask(
                    url, {"Accept": "application/json"}, seconds=left, repository=self._repository
                ) as answer:
                    data, link = answer.document(LARGEST), answer.header("Link")
                    found.update(dict.fromkeys(parse_tags(data, self._host)))
                    if answer.mirror:
                        following = next_page(url, link)
                        return f'<{following}>; rel="next"' if following else ""
                    met += obstacles.of_page(answer, data, url)
                    return link
        except NotFound as error:
            missing = f"{self._host} does not have the next page of the tags of {self._repository}, which it names."
            lost = Unreachable(missing, hint="Name a tag or a digest.", tried=error.tried)
            raise lost if found else self._no_repository(error) from None
        except Unreachable:
            if self._clock() < until:
                raise
        raise Unreachable(
            f"{self._host} did not list all tags of {self._repository} in {_LIST_SECONDS:g} seconds.",
            hint="Name a tag or a digest.",
            tried=(f"read {len(found):,} of its tags",),
        )

    def _refused(self, wanted: Reference, error: Unauthorized) -> XpkgError:
        """The lack of the tag where others are listed: some refuse a tag that they do not have; else the error."""
        if wanted.tag and ": 403" in "".join(error.tried[-1:]):
            with suppress(XpkgError):
                listed = self._listed()
                if listed.names and not listed.is_cut and wanted.tag not in listed.names:
                    return no_tag(wanted, listed.names, (*error.tried, f"listed {listed.words}"), Unlisted)
        return error

    def _missing(self, wanted: Reference, error: NotFound) -> XpkgError:
        """The error that says which part of the name is missing: the tag, the digest or the repository."""
        registry, repository = self.reference.registry, self.reference.repository
        tried = error.tried
        tags: tuple[str, ...] = ()
        try:
            if known := self._unlisted.get(self._repository):
                raise known
            listed = self._listed()
            tags, tried = listed.names, (*tried, f"listed {listed.words}")
        except (NotFound, WebPage) as other:
            by_digest = type(other)(other.title, hint=other.hint, tried=(*tried, *other.tried))
            return by_digest if wanted.digest else other
        except XpkgError as other:
            tried = (*tried, *other.tried, f"its tags cannot be listed: {other.title}")
        if wanted.digest is not None:
            return NotFound(f"{registry} has no {wanted.digest} in {repository}.", tried=tried)
        if wanted.tag in tags:
            title = f"{registry} lists the tag {wanted.tag} of {repository}, but has no manifest of it."
            return NotFound(title, tried=tried, hint="Push the package again, or name another tag.")
        return no_tag(wanted, tags, tried)

    def _no_repository(self, error: NotFound) -> XpkgError:
        name = self.reference
        if isinstance(error, PageMissing):
            return WebPage(
                f"{name.registry} does not answer as a registry: {error.title}.",
                hint="Check the host and its port.",
                tried=error.tried,
            )
        missing = NotFound(
            f"{name.registry} has no repository {name.repository}.",
            hint=error.hint or "Check the spelling; private repositories look missing until you log in.",
            tried=error.tried,
        )
        missing.printed = error.printed
        return missing


def _named(descriptor: Descriptor) -> str:
    return f"{descriptor.digest.algorithm}:{descriptor.digest.short}…"
