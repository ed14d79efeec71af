"""The names of the built-in packages, as a SOURCE."""

DEMO = "demo"
"""The SOURCE of the built-in package; an existing path of that name wins."""
DEMO_FORMATS = ("bundle", "catalog", "stack", "plain", "rukpak")
"""The formats of which one more package is built in: `demo:bundle` and so on."""
DEMO_STORIES = ("refused", "disputed")
"""Variants of Crossplane's package with a fault that no tool but this one explains: `demo:refused` and so on."""


def demo_source(format: str) -> str:
    """The SOURCE of the built-in package of a format or a story; of Crossplane's for any other name."""
    return f"{DEMO}:{format}" if format in (*DEMO_FORMATS, *DEMO_STORIES) else DEMO


def is_demo(source: str) -> bool:
    """Whether a SOURCE is that of a built-in package."""
    return source in DEMOS


DEMOS = (DEMO, *map(demo_source, (*DEMO_STORIES, *DEMO_FORMATS)))
"""Every built-in package, that of Crossplane first."""
