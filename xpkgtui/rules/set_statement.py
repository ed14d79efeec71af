"""What a rule, or a finding, says of one place of a set of manifests."""

from xpkgtui.commands import PrintedCommand
from xpkgtui.rules.finding import ObjectName, Place
from xpkgtui.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class SetStatement:
    """What is said of one place of a set."""

    message: str
    """A sentence that names the object."""
    fix: str = ""
    says: str = ""
    """What Crossplane, the API server or kubectl prints."""
    then: str = ""
    """What follows, and for whom."""
    object: ObjectName | None = None
    place: Place = Place()
    packages: tuple[str, ...] = ()
    """The names of the package objects that it is about."""
    also: tuple[tuple[Place, str], ...] = ()
    """Other places that belong to it, each with what is there."""
    commands: tuple[PrintedCommand, ...] = ()
    manifest: str = ""
    """The manifest to apply, in YAML."""
