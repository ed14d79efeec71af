"""A row of the matrix: what is known of a program that reads a format; names need it before anything is read."""

from xpkgtui.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Phase:
    """One of the things that a program does with what it took, as its steps say it."""

    title: str
    passed: str
    """What it finds where none of these rules is broken."""
    rules: tuple[str, ...] = ()
    """The beginnings of the names of the rules that stand for it: `OLM05`."""
    turns: tuple[int, ...] = ()
    """The passes in which the program makes it, where the rules of its format say in which they are broken."""
    stages: tuple[int, ...] = ()
    """The stages of findings, where these are the passes."""

    def has(self, rule: str, turn: int, stage: int) -> bool:
        """Whether a rule that is broken in this pass stands for it."""
        if self.turns:
            return turn in self.turns
        return stage in self.stages if self.stages else rule.startswith(self.rules)


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownReader:
    """A row of the matrix, before anything is read."""

    name: str
    """As JSON spells it: `manager-1.13`."""
    title: str
    """For people: `Crossplane 1.13 – 1.20`."""
    versions: str = ""
    """The versions that read alike, as JSON has them: `1.13 - 1.20`."""
    layers: str = ""
    """The layers that it reads, in words: `annotated, else all`."""
    folder: str = ""
    """Where the stream file may lie, in words: `root only`."""
    is_document: bool = False
    """Whether it is the text of a specification and not a program."""
    is_past: bool = False
    """Whether every version of it is out of support, so that its refusals are no surprise."""
    only_extracts: bool = False
    """Whether it takes the bytes and looks at nothing in them."""
    reads_streams: bool = True
    """Whether it can say something of a stream that lies in no image."""
    is_build: bool = False
    """Whether it makes the package of a folder of sources, before any other program sees it."""
    reads_as: str = ""
    """The reader whose bytes it judges, where it has no way of its own to take them."""
    takes: str = ""
    """What it reads of a package, in words, where all programs are given the same files."""
    phases: tuple[Phase, ...] = ()
    """What it does with them, in order; empty where it parses and lints like every other."""
