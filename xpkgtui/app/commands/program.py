"""The commands of the program about what is shown, ready to be copied."""

from xpkgtui import visible
from xpkgtui.app.commands.command import Command, Group, Scope
from xpkgtui.commands import operand
from xpkgtui.oci.asked import AS_USUAL, AskedRegistries
from xpkgtui.values import dataclass

_SOURCE, _OLD, _REPOSITORY = "SOURCE", "OLD", "REPOSITORY"
_SHOWN = 30
"""Characters of a source in a row."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgramCommand:
    """One command of the program."""

    name: str
    operands: tuple[str, ...]
    does: str
    sought: str
    """Other words that people look for it by."""
    screen: str
    """The ID of the command that shows the same on a screen; empty without one."""


PROGRAM = tuple(
    ProgramCommand(name=name, operands=tuple(operands.split()), does=does, sought=sought, screen=screen)
    for name, operands, does, screen, sought in (
        ("check", "SOURCE", "findings, exit code", "verdict.findings",
         "verify validate lint test ci sarif errors report"),
        ("why", "SOURCE", "what each tool reads", "verdict.why", "reason repair fix broken readers"),
        ("diff", "OLD SOURCE", "what breaks", "compare", "upgrade update compare difference changes breaking"),
        ("show", "SOURCE", "all in text", "", "print summary text"),
        ("ls", "SOURCE --hidden", "covered files too", "pane.files",
         "cover covered hide hidden waste wasted deleted shadowed duplicate files"),
        ("cat", "SOURCE", "what the tools read", "", "print yaml manifest"),
        ("save", "SOURCE DIR", "files in a folder", "", "export extract unpack write download"),
        ("explain", "SOURCE", "kinds and fields", "schema.search", "schema crds openapi documentation"),
        ("examples", "SOURCE", "examples, judged", "examples", "samples"),
        ("deps", "SOURCE --resolve", "what is installed", "dependencies",
         "dependency dependencies tree graph needs requires"),
        ("images", "SOURCE --resolve --to REGISTRY", "mirror list", "",
         "air gap air-gapped airgap disconnected offline copy mirroring pull registry"),
        ("rbac", "SOURCE", "permissions", "", "roles rights access clusterroles serviceaccounts cost memory size"),
        ("tags", "REPOSITORY", "versions", "tags", "upgrade update releases newest newer latest outdated"),
        ("referrers", "SOURCE --verify", "signatures", "referrers",
         "signature signed cosign sbom attestation provenance"),
        ("report", "SOURCE -o report.html", "one HTML page", "", "page report save export print share"),
    )
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Filled:
    """What is put in place of the words that stand for something."""

    source: str = ""
    """What opens the package again; empty where nothing is open."""
    repository: str = ""
    marked: str = ""
    """The old package of a comparison."""
    asked: AskedRegistries = AS_USUAL

    def line(self, command: ProgramCommand, *, is_short: bool = False) -> str:
        """The command for a shell; what is not known keeps its word. A short one is for a row, not for a shell."""
        known = {_SOURCE: self.source, _OLD: self.marked, _REPOSITORY: self.repository or self.source}
        words = [operand(known.get(word, "")) or word for word in command.operands]
        if is_short:
            return " ".join(("xpkgtui", command.name, *(visible.middle(visible.line(one), _SHOWN) for one in words)))
        return self.asked.line("xpkgtui", command.name, *words)


NOTHING_OPEN = Filled()


def program_command(name: str) -> ProgramCommand | None:
    """The command of that name."""
    return next((one for one in PROGRAM if one.name == name), None)


def copying(command: ProgramCommand, filled: Filled) -> Command:
    """What copies it, as the palette and the help run it."""
    return Command(
        id=f"program.{command.name}",
        keys="",
        action=f"copy_command('{command.name}')",
        label=command.name,
        help=f"{visible.capitalized(command.does)}: {filled.line(command, is_short=True)}",
        scope=Scope.APP,
        group=Group.SHELL,
        sought=command.sought,
    )
