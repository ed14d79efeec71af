"""The steps of a pipeline compared by name, in Compositions and Operations."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from xpkgtui.formats.changes.objects import Path, at_paths
from xpkgtui.formats.xpkg.changes.compositions import composition_rules as rules
from xpkgtui.formats.xpkg.changes.compositions.composed import lists_resources
from xpkgtui.formats.xpkg.changes.places import changed_fields, few
from xpkgtui.rules.changes.rule import Difference
from xpkgtui.untyped import field, listing, mapping, same, text

_MOST = 99
"""Steps that the API server takes; names of more are not compared."""
_MAKES_NONE = ("auto-ready",)
"""Parts of the names of functions that compose no resources."""


class PipelineStep(NamedTuple):
    """A step, and its place."""

    path: Path
    value: Mapping[str, Any]

    @property
    def function(self) -> str:
        """The name of the function that it calls."""
        return text(field(self.value, "functionRef", "name")) or "no function"

    @property
    def may_compose(self) -> bool:
        """Whether its function may make resources that the Composition does not list."""
        return not lists_resources(self.value) and not any(part in self.function for part in _MAKES_NONE)

    @property
    def rest(self) -> dict[str, Any]:
        """All but its name, its function, and the resources that are compared one by one."""
        kept = {key: one for key, one in self.value.items() if key not in ("step", "functionRef")}
        if lists_resources(self.value):
            kept["input"] = {key: one for key, one in mapping(kept.get("input")).items() if key != "resources"}
        return kept


def steps_of(pipeline: Any, base: Path) -> dict[str, PipelineStep]:
    """The steps by name; the API server refuses two of one name."""
    found: dict[str, PipelineStep] = {}
    for number, step in enumerate(listing(pipeline)):
        value = mapping(step)
        found.setdefault(text(value.get("step")), PipelineStep((*base, number), value))
    return found


def has_other_makers(old: Mapping[str, PipelineStep], new: Mapping[str, PipelineStep]) -> bool:
    """Whether a step that is new or changed may make what a list of resources does not name any more."""
    return any(
        one.may_compose and (name not in old or not same(dict(old[name].value), dict(one.value)))
        for name, one in new.items()
    )


def compare_steps(
    old: Mapping[str, PipelineStep], new: Mapping[str, PipelineStep], *, composes: bool
) -> Iterator[Difference]:
    """The differences of two pipelines; `composes`: what no step asks for is deleted."""
    renamed = _renamed(old, new)
    deletes = composes and not has_other_makers(old, new)
    for name, one in old.items():
        if name in renamed:
            yield rules.step_renamed(at_paths(one.path, new[renamed[name]].path, name, renamed[name]))
        elif name not in new:
            at = at_paths(one.path, None, before=name)
            yield rules.step_removed(at, name, one.function, composes=deletes and one.may_compose)
    known = set(renamed.values())
    for name, one in new.items():
        if name not in old and name not in known:
            yield rules.step_added(at_paths(None, one.path, after=name), name, one.function)
    kept = [name for name in old if name in new], [name for name in new if name in old]
    if kept[0] != kept[1]:
        at = at_paths(old[kept[0][0]].path[:-1], new[kept[1][0]].path[:-1], before=kept[0], after=kept[1])
        yield rules.steps_reordered(at, few(kept[1]))
    for name in kept[1]:
        yield from _compare(name, old[name], new[name], composes=composes)


def _compare(name: str, old: PipelineStep, new: PipelineStep, *, composes: bool) -> Iterator[Difference]:
    if old.function != new.function:
        at = at_paths(
            (*old.path, "functionRef", "name"), (*new.path, "functionRef", "name"), old.function, new.function
        )
        yield rules.function_changed(at, name)
    left, right = old.rest, new.rest
    if not same(left, right):
        at = at_paths(old.path, new.path, left, right)
        yield rules.step_changed(at, name, changed_fields(left, right), composes=composes and new.may_compose)


def _renamed(old: Mapping[str, PipelineStep], new: Mapping[str, PipelineStep]) -> dict[str, str]:
    """New names by old ones, of steps that are the same but for their name."""
    added = {name: one for name, one in new.items() if name not in old}
    gone = {name: one for name, one in old.items() if name not in new}
    found: dict[str, str] = {}
    for name, one in gone.items() if len(added) <= _MOST and len(gone) <= _MOST else ():
        for other, step in added.items():
            if same(_but_name(one), _but_name(step)):
                found[name] = other
                del added[other]
                break
    return found


def _but_name(step: PipelineStep) -> dict[str, Any]:
    return {key: one for key, one in step.value.items() if key != "step"}
