"""What is said of the images that a package needs, the same for people and for JSON."""

from functools import cached_property

from xpkgtui.errors import Failure
from xpkgtui.formats.used_images.needed_images import ImageList, NeededImage
from xpkgtui.formats.used_images.used import ImageRole
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.reporting.answer import CommandAnswer, answer_of, lack
from xpkgtui.values import dataclass
from xpkgtui.visible import plural
from xpkgtui.visible import size as visible_size


@dataclass(frozen=True, kw_only=True, eq=False, slots=False)
class ListedImages:
    """The images that a package needs, and how the source was opened."""

    inspection: Inspection
    list: ImageList = ImageList()
    failure: Failure | None = None
    """Why there is no list."""

    @cached_property
    def missing(self) -> tuple[NeededImage, ...]:
        """The images about which something is wrong or not known."""
        return tuple(image for image in self.list.images if image.fault)

    @cached_property
    def unlisted(self) -> tuple[NeededImage, ...]:
        """The images that are used and not listed."""
        return tuple(image for image in self.list.images if not image.listed)

    @cached_property
    def open(self) -> tuple[NeededImage, ...]:
        """The packages whose version is not known."""
        return tuple(image for image in self.list.images if image.is_open)

    @cached_property
    def movable(self) -> tuple[NeededImage, ...]:
        """The images that are named by a tag, so that they may change."""
        named = (image for image in self.list.images if image.role is not ImageRole.SIGNATURE)
        return tuple(one for one in named if one.source and not one.is_pinned)

    @property
    def size_all(self) -> int | None:
        """Bytes for all platforms, as far as they are known; None where none is."""
        sizes = [image.size_all for image in self.list.images if image.size_all is not None]
        return sum(sizes) if sizes else None

    @property
    def answer(self) -> CommandAnswer:
        """How far they are known, and whether one is not there.

        Of a host that does not answer every image has a fault, which is no refusal.
        """
        lacking = lack(self.inspection.source, "some of the images", self.list.unread)
        is_refused = self.list.is_met is False or (bool(self.missing) and not lacking)
        advice = self.list.advice
        return answer_of(self.inspection, self.failure, lacking, advice=advice, is_refused=is_refused)

    @property
    def sentence(self) -> str:
        """The most important in a sentence."""
        if self.failure is not None:
            return self.failure.title.rstrip(".")
        count = len(self.list.images)
        if doubt := self.answer.doubt:
            return f"the list is not whole: {doubt}"
        if not count:
            return "it names no image"
        words = f"{plural(count, 'image')} to mirror"
        if self.size_all is not None:
            words += f", {visible_size(self.size_all)} for all platforms"
        if self.list.is_met is False:
            return f"{words}; not all dependencies can be met: `deps` says which"
        if self.missing:
            return f"{words}; something is wrong with {plural(len(self.missing), 'image')}"
        if self.open:
            return f"{words}; {len(self.open):,} without a version, which {self.further}"
        return words

    @property
    def further(self) -> str:
        """What tells more of a package without a version, as a clause."""
        return "`deps --resolve` explains" if self.list.is_resolved else "--resolve finds"

    @property
    def is_sound(self) -> bool | None:
        """Whether the list is whole and each image is there; None where that is not known."""
        if self.failure is not None or self.answer.doubt:
            return None
        if self.missing or self.list.is_met is False:
            return False
        return True if self.list.is_asked and not self.open else None
