"""The entries of a layer that may be package.yaml, and the whiteouts that remove one."""

from xpkgtui.filesystem.changeset import target
from xpkgtui.filesystem.layer_facts import Candidate, LayerFacts
from xpkgtui.filesystem.tar.entry import EntryType
from xpkgtui.formats.xpkg.rules.subject import ImageSubject


def cleaned(name: str | None) -> str:
    parts = [part for part in (name or "").split("/") if part not in {"", "."}]
    return "/".join(parts)


def has_twice(facts: LayerFacts) -> bool:
    names = [one.name for one in files_of(facts)]
    return len(set(names)) < len(names)


def files_of(facts: LayerFacts) -> list[Candidate]:
    return [one for one in facts.candidates if one.type is EntryType.FILE]


def removed(subject: ImageSubject) -> tuple[str, int, str] | None:
    """The whiteout that removes the file: a sentence, its layer and its name; None where there is none."""
    for upper in sorted(subject.read_layers, key=lambda one: -one.index):
        for name in upper.removals:
            file = target(cleaned(name))
            for lower in subject.case.layers:
                if lower.index < upper.index and any(cleaned(one.name) == file for one in files_of(lower)):
                    by, has = subject.layer_title(upper.index), subject.layer_name(lower.index)
                    return f"{by} removes {file} of {has} with the whiteout {name}", upper.index, name
    return None
