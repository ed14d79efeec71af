"""The lanes of requests."""

from enum import StrEnum

from xpkgtui.inspection.messages.parts import PartName


class Lane(StrEnum):
    """What requests wait for each other: the newest one of a lane supersedes the rest."""

    OPEN = "open"
    ENTRY = PartName.ENTRY.value
    FILES = PartName.FILES.value
    TEXT = PartName.TEXT.value
    SAVE = "save"
    FACTS = PartName.FACTS.value
    SEARCH = PartName.SEARCH.value
    BACKGROUND = PartName.BACKGROUND.value
    READERS = PartName.READERS.value
    JUDGE = "judge"
    PREVIEW = "preview"
    COMPARE = "compare"
    STORED = "stored"
    BOTH = "both"
    MANUAL = "manual"
    TAGS = PartName.TAGS.value
    LOOK = "look"
    DEPENDENCIES = PartName.DEPENDENCIES.value
    IMAGES = PartName.IMAGES.value
    REFERRERS = PartName.REFERRERS.value
    KINDS = PartName.KINDS.value
    FIELDS = PartName.FIELDS.value
    PACKAGES = "packages"
    PLAN = "plan"
    EXAMPLES = PartName.EXAMPLES.value
    PERMISSIONS = PartName.PERMISSIONS.value

    @property
    def part(self) -> PartName | None:
        """The part of the inspection that fails with a request of this lane; None is the whole."""
        if self in (Lane.JUDGE, Lane.PREVIEW, Lane.COMPARE, Lane.STORED, Lane.BOTH, Lane.MANUAL):
            return PartName.FINDINGS
        if self is Lane.LOOK:
            return PartName.TAGS
        if self is Lane.PACKAGES:
            return PartName.FIELDS
        if self is Lane.PLAN:
            return PartName.DEPENDENCIES
        if self is Lane.SAVE:
            return PartName.FILES
        return None if self is Lane.OPEN else PartName(self)
