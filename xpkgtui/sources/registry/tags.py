"""Which tags to name to a person whose tag is not there."""

from xpkgtui import versions


def suggestions(wanted: str | None, tags: tuple[str, ...]) -> tuple[str, ...]:
    """The tags that resemble `wanted`, nearest first, then the newest release; without versions, some others."""
    found: tuple[str, ...] = ()
    if wanted:
        bare = wanted.removeprefix("v")
        found = tuple(tag for tag in tags if tag.removeprefix("v") == bare) + versions.nearest(wanted, tags)
    newest = versions.newest_release(tags)
    ordered = tuple(dict.fromkeys([*found[:3], *([newest] if newest else [])]))
    return ordered or tuple(sorted(tags)[:3])
