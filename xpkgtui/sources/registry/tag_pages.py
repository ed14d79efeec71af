"""The pages in which a registry lists the tags of a repository."""

import re
from urllib.parse import parse_qsl, urlencode, urlsplit

from xpkgtui.errors import Malformed, NotFound, Obstacle, Unreachable
from xpkgtui.oci.json_value import read_object
from xpkgtui.oci.reference import Reference, is_tag
from xpkgtui.values import dataclass
from xpkgtui.versions.tags import nearest, newest_release
from xpkgtui.visible import clip, line

_LINK = re.compile(r"(?:<([^<>]*)>|^\s*([^<>;\s]+))([^<]*)")
_REL = re.compile(r";\s*rel\s*=\s*\"?([^\";,]*)", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class TagList:
    """The tags of a repository, as the registry lists them."""

    names: tuple[str, ...]
    is_cut: bool = False
    """Whether the registry has more than are read."""
    obstacles: tuple[Obstacle, ...] = ()
    """What keeps Crossplane's library from listing them."""

    @property
    def words(self) -> str:
        """How many there are."""
        return f"its first {len(self.names):,} tags" if self.is_cut else f"its tags: {len(self.names)}"


def parse_tags(data: bytes, host: str) -> list[str]:
    """The valid tags of one page."""
    try:
        fields = read_object(data.removeprefix(b"\xef\xbb\xbf"))
        tags = next((value for name, value in fields.items() if name.lower() == "tags"), None)
    except Malformed as error:
        raise Unreachable(f"{host} lists tags in a form that is none: {line(clip(str(error), 100))}.") from None
    return [tag for tag in tags if isinstance(tag, str) and is_tag(tag)] if isinstance(tags, list) else []


def next_page(url: str, header: str) -> str | None:
    """The address of the next page, from a `Link` header: the same address with the query of the link.

    Behind a proxy many registries name a path, a scheme or a host that are not those of the requests. A link without
    a relation leads to the next page too, as for other clients.
    """
    for target, bare, parameters in _LINK.findall(header[:65536]):
        rel = _REL.search(parameters)
        try:
            query = urlsplit(target or bare).query
        except ValueError:
            continue
        if "next" in rel[1].lower().split() if rel else query:
            pairs = parse_qsl(query, keep_blank_values=True)
            return urlsplit(url)._replace(query=urlencode(pairs), fragment="").geturl()
    return None


def newest_of(repository: Reference, tags: tuple[str, ...]) -> Reference:
    """The newest release of a repository; raises `NotFound` where there is none."""
    if (newest := newest_release(tags)) is not None:
        return repository.tagged(newest)
    found = suggestions(None, tags)
    raise NotFound(
        f"{repository.registry} has {repository.repository}, but no release of it.",
        suggestions=found,
        tried=(f"its tags: {len(tags):,}, none of them a release",),
        hint=f"Name a tag, such as {repository.tagged(found[0])}" if found else "Push a package to it first.",
    )


class Unlisted(NotFound):
    """A tag that is not listed, of which the registry itself says nothing."""


def no_tag(
    wanted: Reference, tags: tuple[str, ...], tried: tuple[str, ...], kind: type[NotFound] = NotFound
) -> NotFound:
    """The error for a tag that its repository does not have, with those that are like it."""
    title = f"{wanted.registry} has {wanted.repository}, but no tag {wanted.tag}."
    return kind(title, tried=tried, suggestions=suggestions(wanted.tag, tags))


def suggestions(wanted: str | None, tags: tuple[str, ...]) -> tuple[str, ...]:
    """Tags like `wanted`, the most similar first, then the newest release; without versions, some others."""
    found: tuple[str, ...] = ()
    if wanted:
        bare = wanted.removeprefix("v")
        found = tuple(tag for tag in tags if tag.removeprefix("v") == bare) + nearest(wanted, tags)
    newest = newest_release(tags)
    ordered = tuple(dict.fromkeys([*found[:3], *([newest] if newest else [])]))
    return ordered or tuple(sorted(tags)[:3])
