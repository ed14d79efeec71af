"""The pages in which a registry lists the tags of a repository."""

from urllib.parse import parse_qsl, urlencode, urlsplit

import requests

from xpkgtui.errors import Malformed, Obstacle, Unreachable
from xpkgtui.oci.json_value import read_object
from xpkgtui.oci.reference import is_tag
from xpkgtui.values import dataclass
from xpkgtui.versions.tags import nearest, newest_release
from xpkgtui.visible import clip, line


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

    Behind a proxy many registries name a path, a scheme or a host that are not those of the requests.
    """
    links = requests.utils.parse_header_links(header)
    relative = next((link["url"] for link in links if link.get("rel") == "next" and link.get("url")), None)
    if relative is None:
        return None
    try:
        query = urlsplit(relative).query
    except ValueError:
        return None
    return urlsplit(url)._replace(query=urlencode(parse_qsl(query, keep_blank_values=True)), fragment="").geturl()


def suggestions(wanted: str | None, tags: tuple[str, ...]) -> tuple[str, ...]:
    """Tags like `wanted`, the most similar first, then the newest release; without versions, some others."""
    found: tuple[str, ...] = ()
    if wanted:
        bare = wanted.removeprefix("v")
        found = tuple(tag for tag in tags if tag.removeprefix("v") == bare) + nearest(wanted, tags)
    newest = newest_release(tags)
    ordered = tuple(dict.fromkeys([*found[:3], *([newest] if newest else [])]))
    return ordered or tuple(sorted(tags)[:3])
