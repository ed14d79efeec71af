"""The Overview of a ClusterServiceVersion: its icon and its description; all else is in its facts."""

from xpkgtui.formats.overview import Overview
from xpkgtui.formats.package_objects import PackageObjects
from xpkgtui.formats.prose.blocks import Block
from xpkgtui.formats.prose.icon import icon_of
from xpkgtui.untyped import field, listing, text

meta_facts = None
"""It names other packages in metadata/dependencies.yaml."""


def overview(value: object, target: str, package: PackageObjects) -> Overview:  # noqa: ARG001 - one for all
    """The Overview."""
    icons = listing(field(value, "spec", "icon"))
    data, media = (text(field(icons[0], key)) if icons else "" for key in ("base64data", "mediatype"))
    description = text(field(value, "spec", "description"))
    readme: tuple[Block, ...] = ()
    if description:
        from xpkgtui.formats.prose.markdown import blocks_of

        readme = blocks_of(description)
    return Overview(
        said=(),
        program="",
        needs="",
        fits=None,
        dependencies=(),
        capabilities=(),
        deprecated=(),
        labels=(),
        friendly=(),
        others=(),
        icon=icon_of(f"data:{media};base64,{data}") if icons else None,
        readme=readme,
        has_facts=True,
        readme_title="Description",
    )
