"""Cases by the names of their facts, whichever group of a case holds them.

case_about("x", is_remote=True, limits=few)
with_facts(case, source="y", missing=(layer,), profile="spec")
"""

from dataclasses import fields, replace
from typing import Any, Final

from xpkgtui.rules.case import Case, ImageContents, JudgingOptions, PlatformFacts, SourceFacts

_GROUPS: Final = {
    "source": SourceFacts,
    "platforms": PlatformFacts,
    "contents": ImageContents,
    "options": JudgingOptions,
}
_PLACES: Final = {one.name: (group, one.name) for group, kind in _GROUPS.items() for one in fields(kind)} | {
    "source": ("source", "name")
}


def case_about(source: str, **facts: Any) -> Case:
    """The case of a source of that name."""
    return with_facts(Case(source=SourceFacts(name=source)), **facts)


def with_facts(case: Case, **facts: Any) -> Case:
    """The case with other facts."""
    groups: dict[str, dict[str, Any]] = {}
    own: dict[str, Any] = {}
    for name, value in facts.items():
        if name in _PLACES:
            group, field = _PLACES[name]
            groups.setdefault(group, {})[field] = value
        else:
            own[name] = value
    return replace(case, **own, **{name: replace(getattr(case, name), **more) for name, more in groups.items()})
