"""A printed command as a value: its program and verb, since when they are there, what it writes over or deletes."""

from collections.abc import Mapping

from xpkgtui import visible
from xpkgtui.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Verb:
    """What a program can be asked for, as its published versions have it."""

    since: str = ""
    """The version of the program that has it first; empty where every version in use has it."""
    until: str = ""
    """The last version that has it; empty where the newest one does."""
    needs: str = ""
    """What must be there beside the program."""
    writes: str = ""
    """What it writes over, for a person."""
    deletes: str = ""
    """What is deleted by it."""
    first: str = ""
    """What is to be done before it."""


_READS = Verb()
_TAG = "the tag that it names"
_REGISTRY, _LOGIN = "the registry", "a login that may push"
_CLUSTER, _DAEMON = "the cluster, with permission for it", "a running Docker"
PROGRAMS: Mapping[str, Mapping[str, Verb]] = {
    "xpkgtui": {
        **dict.fromkeys(("", "browse", "demo", "check", "why", "diff", "show", "ls", "cat", "explain"), _READS),
        **dict.fromkeys(("examples", "upgrades", "deps", "images", "rbac", "tags", "referrers", "report"), _READS),
        **dict.fromkeys(("plan", "outdated", "rules", "config", "completion", "manual", "schema"), _READS),
        "save": Verb(writes="the file or folder that it names"),
        "cache": Verb(deletes="with clear and prune, what was fetched", first="Nothing: it is fetched again."),
    },
    "crossplane": {
        "beta convert composition-environment": Verb(since="1.18", until="2.2"),
        "beta convert deployment-runtime": Verb(since="1.15", until="1.20"),
        "beta convert pipeline-composition": Verb(since="1.15", until="1.20"),
        "composition convert composition-environment": Verb(since="2.3"),
        "composition render": Verb(since="2.3", needs="the functions as programs, or docker to run them"),
        "project build": Verb(
            since="2.3", needs=f"{_DAEMON}, for functions in it", writes="packages in the folder _output"
        ),
        "resource validate": Verb(since="2.3", needs=_REGISTRY),
        "xpkg build": Verb(writes="the package file that it names"),
        "xpkg extract": Verb(writes="the file that it names"),
        "xpkg get-crds": Verb(since="2.4", needs=_REGISTRY, writes="files in the folder that it names"),
        "xpkg push": Verb(needs=_LOGIN, writes=_TAG),
    },
    "crane": {
        "blob": _READS,
        "copy": Verb(needs=_LOGIN, writes=_TAG),
        "export": _READS,
        "manifest": _READS,
        "pull": Verb(needs=_REGISTRY, writes="the archive that it names"),
    },
    "skopeo": {"copy": Verb(needs=_LOGIN, writes="the image that it names last"), "inspect": _READS},
    "oras": {
        "blob fetch": _READS,
        "copy": Verb(needs=_LOGIN, writes=_TAG),
        "manifest fetch": _READS,
        "pull": Verb(needs=_REGISTRY, writes="files in this folder"),
    },
    "podman": {
        "build": Verb(writes="the image of that name on this machine"),
        "login": Verb(writes="the credentials of the registry"),
        "run": Verb(needs="the image"),
        "save": Verb(writes="the archive that it names"),
    },
    "regctl": {"image copy": Verb(needs=_LOGIN, writes=_TAG)},
    "cosign": {
        "copy": Verb(needs=_LOGIN, writes=_TAG),
        "save": Verb(needs=_REGISTRY, writes="the folder that it names"),
        "attest": Verb(needs=f"a key or a login of the signer, {_LOGIN}", writes="the attestations of the image"),
        "sign": Verb(needs=f"a key or a login of the signer, {_LOGIN}", writes="the signatures of the image"),
        "verify": _READS,
        "verify-attestation": _READS,
    },
    "kustomize": {"build": _READS},
    "opm": {
        "alpha bundle validate": _READS,
        "alpha render-graph": _READS,
        "alpha render-template": _READS,
        "generate dockerfile": Verb(writes="the Dockerfile beside the folder"),
        "migrate": Verb(writes="the folder that it names"),
        "render": _READS,
        "validate": _READS,
    },
    "operator-sdk": {
        "bundle validate": _READS,
        "generate bundle": Verb(writes="the folder bundle"),
        "pkgman-to-bundle": Verb(writes="the folder bundle"),
    },
    "kubectl": {
        "api-resources": Verb(needs=_CLUSTER),
        "apply": Verb(needs=_CLUSTER, writes="the objects that it names"),
        "delete": Verb(
            needs=_CLUSTER,
            deletes="the objects that it names; with a definition, every object of it; with a managed resource, what "
            "it stands for outside of the cluster",
            first="Of managed resources: set managementPolicies without Delete.",
        ),
        "describe": Verb(needs=_CLUSTER),
        "explain": Verb(needs=_CLUSTER),
        "get": Verb(needs=_CLUSTER),
        "patch": Verb(needs=_CLUSTER, writes="fields of the object that it names"),
        "replace": Verb(needs=_CLUSTER, writes="the objects that it reads"),
        "scale": Verb(needs=_CLUSTER, writes="the number of replicas"),
        "version": _READS,
        "xpkg": Verb(needs="xpkgtui installed, which is the plugin"),
    },
    "docker": {
        "login": Verb(writes="the credentials of the registry"),
        "pull": Verb(needs=_DAEMON, writes="the image of that name on this machine"),
        "push": Verb(needs=f"{_DAEMON}, {_LOGIN}", writes=_TAG),
        "save": Verb(needs=_DAEMON, writes="the archive that it names"),
    },
    "helm": {
        "lint": _READS,
        "package": Verb(writes="an archive in this folder"),
        "pull": Verb(writes="an archive in this folder"),
        "template": _READS,
    },
    "up": {
        "project build": Verb(writes="packages in the folder _output"),
        "xpkg build": Verb(writes="the package file"),
    },
    **{name: {"": _READS} for name in ("cat", "grep", "jq", "mkdir", "sed", "tar")},
}
"""The programs that are named to a person, each with its verbs; a program without verbs has one without a name."""
PIPE = "|"


class Unknown(ValueError):
    """A command of a program or verb that is in no table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedCommand:
    """One command, or several of which each reads what the one before prints."""

    words: tuple[str, ...]
    """The program, its verb and its arguments, unquoted; `|` stands between two programs."""
    into: str = ""
    """The file that its output is written to."""
    spelled: str = ""
    """Its text for a shell where words are quoted in another way than `quoted` does."""

    @property
    def program(self) -> str:
        """The program that begins it."""
        return without_environment(self.words)[0]

    @property
    def verbs(self) -> tuple[Verb, ...]:
        """What each of its programs is asked for, in order; raises `Unknown` for one that is in no table."""
        return tuple(verb_of(part) for part in self.parts)

    @property
    def since(self) -> str:
        """The version of its first program that has the verb; empty where it does not matter."""
        return self.verbs[0].since

    @property
    def writes(self) -> str:
        """What it writes over."""
        written = f"the file {self.into}" if self.into else ""
        return written or next((one.writes for one in self.verbs if one.writes), "")

    @property
    def deletes(self) -> str:
        """What it deletes."""
        return next((one.deletes for one in self.verbs if one.deletes), "")

    @property
    def first(self) -> str:
        """What is to be done before it."""
        return next((one.first for one in self.verbs if one.first), "")

    @property
    def line(self) -> str:
        """Its text for a shell, in one line."""
        if self.spelled:
            return self.spelled
        text = f" {PIPE} ".join(quoted(*part) for part in self.parts)
        return f"{text} > {quoted(self.into)}" if self.into else text

    def __str__(self) -> str:
        """The line as one types it at a prompt."""
        return f"$ {self.line}"

    @property
    def parts(self) -> list[tuple[str, ...]]:
        """The words of each of its programs."""
        parts: list[list[str]] = [[]]
        for word in self.words:
            if word == PIPE:
                parts.append([])
            else:
                parts[-1].append(word)
        return [tuple(part) for part in parts]


def command(*words: str, into: str = "") -> PrintedCommand:
    """The command of these words."""
    return PrintedCommand(words=words, into=into)


def spelled(text: str) -> PrintedCommand:
    """The command that a text spells as a person writes it; names in it are words already (`shell_word`)."""
    import shlex

    lexer = shlex.shlex(text, posix=True, punctuation_chars="|>")
    lexer.whitespace_split = True
    words = list(lexer)
    into = words.pop() if ">" in words else ""
    return PrintedCommand(words=tuple(word for word in words if word != ">"), into=into, spelled=text)


def verb_of(words: tuple[str, ...]) -> Verb:
    """What a program is asked for, by the words that follow its name; raises `Unknown` for what is in no table."""
    words = without_environment(words)
    verbs = PROGRAMS.get(words[0], {})
    for count in range(min(3, len(words) - 1), -1, -1):
        if found := verbs.get(" ".join(words[1 : 1 + count])):
            return found
    raise Unknown(" ".join(words))


def without_environment(words: tuple[str, ...]) -> tuple[str, ...]:
    """The words from the program on, without `env` and the variables that it sets."""
    if words[0] != "env":
        return words
    return words[next(number for number, word in enumerate(words) if number and "=" not in word) :]


def quoted(*words: str) -> str:
    """The words for a POSIX shell."""
    return " ".join(map(_word, words))


def operand(path: str) -> str:
    """A source that begins with a dash, so that no command takes it for an option; `-` is standard input."""
    return f"./{path}" if path.startswith("-") and path != "-" else path


def _word(text: str) -> str:
    r"""Quoted as far as needed; what a terminal would obey on pasting is written `"$(printf '\033')"`.

    Every shell knows that, unlike `$'\033'`, which is left for a text that ends with a line end: `$(` drops it.
    """
    if visible.line(text) == text:
        import shlex

        # zsh takes a word that begins with = for the path of a command.
        return f"'{text}'" if text.startswith("=") and shlex.quote(text) == text else shlex.quote(text)
    try:
        data = text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        data = text.encode("utf-8", "replace")
    if data.endswith(b"\n"):
        return "$'" + "".join(_octal(byte, "'\\") for byte in data) + "'"
    # A leading dash would be an option of printf; within "" a shell that is typed into looks for its history at a !.
    first = _octal(data[0], "'\\%!-")
    return "\"$(printf '" + first + "".join(_octal(byte, "'\\%!") for byte in data[1:]) + "')\""


def _octal(byte: int, special: str) -> str:
    """Octal, because three digits end by themselves in every shell."""
    character = chr(byte)
    return character if 0x20 <= byte < 0x7F and character not in special else f"\\{byte:03o}"
