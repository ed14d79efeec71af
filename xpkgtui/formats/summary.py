"""What a screen and a report need to know of a format, as a value that travels."""

from dataclasses import dataclass

from xpkgtui.rules.wording import Wording


@dataclass(frozen=True, slots=True, kw_only=True)
class FormatSummary:
    """A format by its names."""

    name: str
    """As JSON spells it: `xpkg`."""
    wording: Wording
    profiles: tuple[str, ...]
    """The consumers that packages are judged for, the default first."""
    extract: tuple[str, ...] = ()
    """The command that writes the stream of an image, in words; `{source}` stands for its name."""
    extract_archive: tuple[str, ...] = ()
    """The same for an archive."""
    rule_prefix: str = ""
    """The letters that the names of its rules begin with: `XPKG`."""
    annotation: str = ""
    """The key of the annotation that says what a layer is for; empty where the format has none."""
    reasons: tuple[str, ...] = ()
    """Why the package is taken for one of this format, the strongest first; empty where nothing speaks for it."""

    def profile_after(self, name: str) -> str:
        """The profile that comes next; after the last, and after one that is not known, the first."""
        following = dict(zip(self.profiles, (*self.profiles[1:], self.profiles[0]), strict=True))
        return following.get(name, self.profiles[0])
