"""Random packages with `.registry`: whole ones, and ones with faults planted in a file, a name or a place."""

from random import Random

from builders.packages.stacks import APP, BEHAVIOR, GROUP, INSTALL, RESOURCE, SVG, UI, crd
from differential.folders.written import Files
from differential.random_documents import bent, filled
from differential.yaml_writing import Raw, Tree, written

from xpkgtui.formats.stack.shapes import struct_of

_FOLDERS = ("", "", "", "a/", "m/", "m/n/", "m/no/", "z/", "resources/sea/", "resources/")
_KINDS = ("Boat", "Ship", "boat", "Icon", "")
_SCOPES = ("Cluster", "Cluster", "Cluster", "Namespaced", "Namespaced", "", "cluster")
_ODD_NAMES = (
    *("icon.d/", "app.yaml/", "m/group.yaml/", "x.crd.yaml/", "rbac.yaml", "README.md", "install.yml", ".icon."),
)
_TAILS = (
    *("---\na: b\n", "--- {a: b}\n", "---\n", "...\na: b\n", "# end\n", "--- # next\nb: c\n", "\t\n", "---\n: [\n"),
    *(
        "title: [\n",
        "TITLE: again\n",
        "title: 5\n",
        "Id: Ship\n",
        "\ufeff\n",
        "%YAML 1.1\n",
        "---x\n",
        "--- |\n  a\n",
    ),
)
_WHOLE = ("", "\n", "# nothing\n", "~\n", "5\n", "word\n", "- a\n", "{}\n", "a: [\n", "\ta: b\n", "---\n", "--- {}\n")
_SORTS = {
    "app.yaml": "app",
    "behavior.yaml": "behavior",
    "group.yaml": "group",
    "resource.yaml": "resource",
    "crd.yaml": "crd",
    "install.yaml": "deployment",
}
TRAPS: tuple[Files, ...] = (
    {"app.yaml": APP + "--- {a: b}\nc: d\n", "boat.crd.yaml": crd()},
    {"app.yaml": "--- {permissionScope: Cluster}\n", "boat.crd.yaml": crd()},
    {"app.yaml": "--- {permissionScope: cluster}\n"},
    {"app.yaml": APP, "behavior.yaml": "--- {}\n"},
    {"app.yaml": APP, "a b'\".crd.yaml": "- x\n"},
    {"app.yaml": APP + "--- a\n", "behavior.yaml": "--- {source: {path: a}}\n", "m/group.yaml": "--- - a\n"},
    {"app.yaml": APP + "--- a\n", "install.yaml": INSTALL + "--- - b\n", "m/group.yaml": "--- {title: a}\nb: c\n"},
)


def random_stack(chance: Random) -> Files:
    """A package: mostly whole, often with one or two faults."""
    files = _whole(chance)
    for _ in range(chance.choice((0, 0, 1, 1, 1, 2, 3))):
        _fault(files, chance)
    if chance.random() < 0.05:
        _with_separators(files, chance)
    return dict(sorted(files.items()))


def _with_separators(files: Files, chance: Random) -> None:
    """Separators with text behind them in several files."""
    names = [name for name, text in files.items() if text and not name.endswith("/")]
    for name in chance.sample(names, min(len(names), 3)):
        lead, tail = (
            chance.choice(("", "", "--- {}\n", "--- {title: a}\n")),
            chance.choice(("", "--- {a: b}\nc: d\n", "--- x\n")),
        )
        files[name] = lead + files[name] + tail


def _whole(chance: Random) -> Files:
    files: Files = {"app.yaml": _app(chance)}
    for _ in range(chance.randint(0, 4)):
        kind = chance.choice(_KINDS[:3])
        name = chance.choice(("crd.yaml", f"{kind.lower()}.crd.yaml", "x_crd.yaml"))
        scope = chance.choice(("Namespaced", "Namespaced", "Cluster", ""))
        text = crd(kind, scope, chance.choice(("v1", "v1", "v1alpha1", '""')), chance.choice(("sea", "sea.io")))
        if chance.random() < 0.2:
            text += chance.choice(("  subresources: {status: {}}\n", "  subresources: {scale: {}, status: ~}\n"))
        files[_in(chance, name)] = text
    for _ in range(chance.randint(0, 5)):
        _metadata(files, chance)
    if chance.random() < 0.3:
        files[_in(chance, "install.yaml")] = INSTALL
    if chance.random() < 0.2:
        files[_in(chance, "behavior.yaml")] = BEHAVIOR.replace("charts/boat", chance.choice(("a", "a/..", "..", "/")))
    return files


def _metadata(files: Files, chance: Random) -> None:
    """A file that may be bound to definitions."""
    kind = chance.choice(_KINDS)
    lead = chance.choice(("", "", f"{kind.lower()}.", f"{kind}.", "x."))
    match chance.randrange(4):
        case 0:
            files[_in(chance, "group.yaml")] = GROUP + f"title: {chance.randrange(9)}\n"
        case 1:
            said = RESOURCE.replace("id: Boat", f"id: {chance.choice(_KINDS)}")
            files[_in(chance, f"{lead}resource.yaml")] = said + f"readme: {chance.randrange(9)}\n"
        case 2:
            ending = chance.choice(("svg", "svg", "png", "jpg", "gif", "jpeg", "ico", "SVG"))
            files[_in(chance, f"{lead}icon.{ending}")] = SVG + str(chance.randrange(9))
        case _:
            files[_in(chance, f"{lead}ui-schema.yaml")] = chance.choice(("", "\n", "# x\n")) + UI


def _app(chance: Random) -> str:
    lines = {line.partition(":")[0]: line for line in APP.splitlines()}
    lines["permissionScope"] = f"permissionScope: {chance.choice(_SCOPES)}"
    if chance.random() < 0.3:
        wanted = chance.choice(("x.example.org/v1", "'*.a.b/v1'", "pods/v1", ".a/v1", "a", '""', "/v1", "a.b.c", "5"))
        lines["dependsOn"] = f"dependsOn: [{{crd: {wanted}}}, {{package: x/y}}]"
    if chance.random() < 0.1:
        lines["title"] = chance.choice(("Title: Boats", "title: 5", "title: [a]", "title: 'a: b'", "title: yes"))
    return "\n".join(lines.values()) + "\n"


def _fault(files: Files, chance: Random) -> None:
    names = [name for name in files if not name.endswith("/")]
    name = chance.choice(names or ["app.yaml"])
    match chance.randrange(8):
        case 0:
            files[name] = chance.choice(_WHOLE)
        case 1:
            files[name] = files.get(name, "") + chance.choice(_TAILS)
        case 2:
            files[name] = chance.choice(("# lead\n---\n", "---\n", "# lead\n\n", "--- {a: b}\n", "\n")) + files.get(
                name, ""
            )
        case 3:
            files.pop(name, None)
        case 4:
            odd = chance.choice(_ODD_NAMES)
            if not any(one == odd[:-1] or one.startswith(odd) for one in files):
                files[odd] = "" if odd.endswith("/") else UI
        case 5:
            files[_in(chance, "app.yaml")] = _app(chance)
        case _:
            ending = chance.choice(list(_SORTS))
            files[_in(chance, ending)] = _typed(_SORTS[ending], chance)


def _typed(sort: str, chance: Random) -> str:
    """A file of a sort with fields of its Go type, some of them wrong."""
    tree: Tree = filled(struct_of(sort), chance, chance.choice((0.0, 0.01, 0.05)), 7)
    match sort:
        case "app":
            tree["permissionScope"] = chance.choice(("Cluster", "Namespaced"))
        case "behavior":
            tree["source"] = {"path": chance.choice(("a/b", Raw("5"), "./", "a//b"))}
        case "deployment" | "crd":
            tree["kind"] = "Deployment" if sort == "deployment" else "CustomResourceDefinition"
            tree["apiVersion"] = "v1"
            if chance.random() < 0.2:
                tree = bent({"metadata": {}, **tree}, chance)
    return written(tree, chance).lstrip("\n") + "\n"


def _in(chance: Random, name: str) -> str:
    return chance.choice(_FOLDERS) + name
