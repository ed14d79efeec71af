"""Where the project lives: one value, from which every address of it is made.

README, the manual, the metadata of the wheel, reports and the labels of the image take theirs from here.
"""

from xpkgtui.commands import PrintedCommand
from xpkgtui.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Home:
    """The owner and the repository on GitHub, and the site that `.ci/site` makes."""

    owner: str
    name: str
    site: str = ""
    """Where the site stands, without a final slash; empty until the project has one."""

    @property
    def is_known(self) -> bool:
        """Whether the owner has decided: until then no release is made."""
        return (self.owner, self.name) != ("OWNER", "REPOSITORY")

    @property
    def project(self) -> str:
        """OWNER/REPOSITORY, as an Action is named."""
        return f"{self.owner}/{self.name}"

    @property
    def repository(self) -> str:
        """The address of the repository."""
        return f"https://github.com/{self.project}"

    @property
    def image(self) -> str:
        """The image without its tag; names in a registry are of small letters."""
        return f"ghcr.io/{self.project.lower() if self.is_known else self.project}"

    @property
    def urls(self) -> dict[str, str]:
        """What a package index links to."""
        if not self.is_known:
            return {}
        pages = {"Homepage": self.site or self.repository, "Documentation": self.site or f"{self.repository}#readme"}
        changes = f"{self.repository}/blob/HEAD/CHANGELOG.md"
        return {**pages, "Source": self.repository, "Changelog": changes, "Issues": f"{self.repository}/issues"}


HOME = Home(owner="OWNER", name="REPOSITORY")
"""The owner's decision; `python tests/readme.py` then writes it into README and the manual."""


def information() -> str:
    """The address at which a report's reader learns more of the program; empty until there is one."""
    return HOME.site or (HOME.repository if HOME.is_known else "")


def address_of(rule: str) -> str:
    """The address of a rule's page; empty without a site, where `xpkgtui rules ID` shows it."""
    return f"{HOME.site}/rules/{rule}.html" if HOME.site else ""


def command_of(rule: str) -> str:
    """The command that shows what a rule's page says; empty where the page has an address."""
    return "" if HOME.site else PrintedCommand(words=("xpkgtui", "rules", rule)).line
