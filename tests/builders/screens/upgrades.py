"""Two packages of one provider as streams, and the screen that compares them, over the real port."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from builders.pilots import Shown

from xpkgtui.app.application import Application
from xpkgtui.app.messages import Requested
from xpkgtui.app.screens.changes import ChangeScreen
from xpkgtui.app.state.changes import ChangeSelection
from xpkgtui.inspection.messages.requests import Open, Options
from xpkgtui.service.local import LocalPort

_META = """apiVersion: meta.pkg.crossplane.io/v1
kind: Provider
metadata:
  name: provider-harbour
spec:
  crossplane:
    version: "{crossplane}"
  controller:
    image: registry.example.com/tidewater/harbour:{tag}
"""
_HEAD = """apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: {plural}.harbour.example.com
spec:
  group: harbour.example.com
  names: {{kind: {kind}, listKind: {kind}List, plural: {plural}, singular: {singular}, categories: [managed]}}
  scope: Cluster
  versions:
"""
_VERSION = """  - name: {name}
    served: true
    storage: {stored}
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties:
"""
_TEXT = "{type: string, description: %s}"


def definition(plural: str, *versions: tuple[str, bool, Sequence[str]]) -> str:
    """A definition; each property is a line `name: schema`."""
    singular = plural[:-1]
    parts = [_HEAD.format(plural=plural, kind=singular.title(), singular=singular)]
    for name, stored, properties in versions:
        parts.append(_VERSION.format(name=name, stored=str(stored).lower()))
        parts += [f"              {each}\n" for each in properties]
    return "".join(parts)


def stream(crossplane: str, tag: str, *definitions: str) -> str:
    """A package.yaml."""
    return "---\n".join((_META.format(crossplane=crossplane, tag=tag), *definitions))


def old_package() -> str:
    """The package before."""
    return stream(
        ">=v1.14.0",
        "v1.20.1",
        definition("berths", ("v1alpha1", False, ["quay: " + _TEXT % "where"]),
                   ("v1beta1", True, ["quay: " + _TEXT % "where", "depth: " + _TEXT % "'how deep'"])),
        definition("cranes", ("v1beta1", True, ["mode: {type: string, enum: [slow, fast, idle]}"])),
        definition("tugs", ("v1beta1", True, ["power: {type: integer}"])),
        definition("piers", ("v1beta1", True, ["length: {type: integer}"])),
    )  # fmt: skip


def new_package() -> str:
    """The package after: one version less, a value less, more to check, additions, and words."""
    more = [f"{name}: " + _TEXT % name for name in ("bollards", "cleats", "fenders", "lights", "rails")]
    return stream(
        ">=v1.16.0",
        "v1.21.0",
        definition(
            "berths", ("v1beta1", True, ["quay: " + _TEXT % "where", "depth: " + _TEXT % "'in meters'", *more])
        ),
        definition("cranes", ("v1beta1", True, ["mode: {type: string, enum: [slow, fast]}"])),
        definition("tugs", ("v1beta1", True, ["power: {type: integer}"])),
        definition("piers", ("v1beta1", True, ["length: {type: integer}"])),
        definition("gates", ("v1alpha1", True, ["width: {type: integer}"])),
    )


class Upgrade(Shown):
    """The screen of a comparison under a pilot's hands."""

    @property
    def changes(self) -> ChangeScreen:
        """The screen."""
        assert isinstance(self.app.screen, ChangeScreen)
        return self.app.screen

    async def anew(self, *keys: str, size: tuple[int, int] | None = None) -> None:
        """Brings the screen back to how it opens, at a size, and presses keys."""
        await self.cleared(ChangeScreen, size)
        self.changes.selection = ChangeSelection()
        self.changes.query_one("#list").focus()
        await self.settle()
        await self.press(*keys)


def write(folder: Path, old: str | None = None, new: str | None = None) -> None:
    """Writes both packages into a folder, in which they are opened by their names."""
    (folder / "old.yaml").write_text(old_package() if old is None else old)
    (folder / "new.yaml").write_text(new_package() if new is None else new)


@asynccontextmanager
async def opened(source: str | None, *, size: tuple[int, int] = (120, 40), **more: object) -> AsyncIterator[Upgrade]:
    """An application over the real port."""
    port = LocalPort()
    app = Application(port, source=source, **{"options": Options(), **more})  # type: ignore[arg-type]
    try:
        async with app.run_test(size=size) as pilot:
            shown = Upgrade(app, port, pilot)
            await shown.settle()
            yield shown
    finally:
        await port.close()


@asynccontextmanager
async def compared(*keys: str, size: tuple[int, int] = (120, 40), **more: object) -> AsyncIterator[Upgrade]:
    """The packages `old.yaml` and `new.yaml` of the current folder, compared."""
    async with opened("old.yaml", size=size, **more) as shown:
        await shown.press("m")
        shown.app.post_message(Requested(Open(source="new.yaml")))
        await shown.settle()
        await shown.press("D", *keys)
        yield shown
