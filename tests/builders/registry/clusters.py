"""A `kubectl` that answers what was recorded, and the objects that clusters answer with."""

import json
import sys
from pathlib import Path
from typing import Any

from xpkgtui.sources.cluster.kubectl import UnknownKind

_PROGRAM = """#!{python} -IS
import json, sys
answers = json.load(open({answers!r}))
*asked, limit, form = sys.argv[1:]
assert (limit, form) == ("--request-timeout=20s", "--output=json"), sys.argv
nothing = {{"stderr": "Error from server (NotFound): " + " ".join(asked) + " not found"}}
answer = answers.get(" ".join(asked), nothing)
if "stderr" in answer:
    sys.exit(answer["stderr"])
print(answer["stdout"])
"""
_NO_KIND = "error: the server doesn't have a resource type"


class RecordedCluster:
    """The answers of a cluster: handed in where `get` is asked, or as a program called kubectl in a folder."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self._answers: dict[str, dict[str, str]] = {}

    def answer(self, asked: str, value: object) -> None:
        """What `kubectl get ASKED` prints."""
        self._answers[f"get {asked}"] = {"stdout": json.dumps(value)}

    def refuse(self, asked: str, complaint: str) -> None:
        """What `kubectl get ASKED` complains of."""
        self._answers[f"get {asked}"] = {"stderr": complaint}

    def lacks(self, asked: str) -> None:
        """Makes the kind that is asked for one that the cluster does not know."""
        self.refuse(asked, _NO_KIND)

    def get(self, *words: str) -> dict[str, object]:
        """The recorded answer; one that was not recorded is a failing test."""
        self.asked.append(" ".join(words))
        answer = self._answers[f"get {self.asked[-1]}"]
        if answer.get("stderr") == _NO_KIND:
            raise UnknownKind(_NO_KIND)
        found: dict[str, object] = json.loads(answer["stdout"])
        return found

    def install(self, folder: Path) -> dict[str, str]:
        """Writes the program, and gives the variables with which it is found."""
        folder.mkdir(exist_ok=True)
        answers = folder / "answers.json"
        answers.write_text(json.dumps(self._answers))
        program = folder / "kubectl"
        program.write_text(_PROGRAM.format(python=sys.executable, answers=str(answers)))
        program.chmod(0o755)
        return {"PATH": str(folder)}

    def crossplane(
        self, name: str, image: str, mark: str, *, kind: str = "Provider", defines: tuple[str, ...] = (), **more: Any
    ) -> None:
        """Installs a package with one active revision, whose name ends in the mark, and an inactive one."""
        plural = f"{kind.lower()}s"
        revision = f"{name}-{mark}"
        self.answer(f"{plural}.pkg.crossplane.io {name}", package_object(kind, name, image, revision, **more))
        revisions = [
            revision_object(kind, f"{name}-000000000000", "example.com/old:v0", number=7, state="Inactive"),
            revision_object(kind, revision, image, defines=defines),
        ]
        selector = f"--selector=pkg.crossplane.io/package={name}"
        self.answer(f"{kind.lower()}revisions.pkg.crossplane.io {selector}", listed(*revisions))


def listed(*items: object) -> dict[str, object]:
    """A list, as kubectl prints it."""
    return {"apiVersion": "v1", "kind": "List", "items": list(items), "metadata": {"resourceVersion": ""}}


def condition(type_: str, status: str, reason: str, message: str = "") -> dict[str, str]:
    """One condition."""
    found = {"type": type_, "status": status, "reason": reason, "lastTransitionTime": "2026-05-01T10:00:00Z"}
    return found | ({"message": message} if message else {})


def package_object(kind: str, name: str, image: str, revision: str, *, generation: int = 1) -> dict[str, Any]:
    """A Provider, a Configuration or a Function."""
    return {
        "apiVersion": "pkg.crossplane.io/v1",
        "kind": kind,
        "metadata": {"name": name, "generation": generation},
        "spec": {"package": image, "revisionActivationPolicy": "Automatic"},
        "status": {
            "conditions": [
                condition("Healthy", "False", "UnhealthyPackageRevision", "cannot resolve \x1b[31mdependencies"),
                condition("Installed", "True", "ActivePackageRevision"),
            ],
            "currentIdentifier": image,
            "currentRevision": revision,
            "resolvedPackage": image,
        },
    }


def revision_object(
    kind: str, name: str, image: str, *, number: int = 3, state: str = "Active", defines: tuple[str, ...] = ()
) -> dict[str, Any]:
    """A revision of a package."""
    refs = [
        {"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "name": one} for one in defines
    ]
    return {
        "apiVersion": "pkg.crossplane.io/v1",
        "kind": f"{kind}Revision",
        "metadata": {"name": name},
        "spec": {"desiredState": state, "image": image, "revision": number},
        "status": {
            "conditions": [condition("RevisionHealthy", "True", "HealthyPackageRevision")],
            "objectRefs": refs,
            "resolvedImage": image,
        },
    }


def stored(name: str, *versions: str) -> dict[str, Any]:
    """A definition, of which nothing but what it stores is told."""
    return {
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": name},
        "status": {"storedVersions": list(versions)},
    }
