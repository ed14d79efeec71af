"""Follows what `diff` says to do first, to the letter, on a real control plane: `python tests/oracle/first_steps.py`.

kubectl and KUBECONFIG lead to an API server whose objects may be deleted; composite definitions, and those of managed
resources, are followed where a Crossplane that has them is there too; words choose cases by their titles. Each case
applies the old definition, makes objects, runs the printed commands, applies the new definition and reads: every
object must be readable with what it held, or be in the file that a command wrote (`kept.json`).
"""

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
META = {"apiVersion": "meta.pkg.crossplane.io/v1", "kind": "Provider", "metadata": {"name": "p"}}
CRD, XRD, MRD = "CustomResourceDefinition", "CompositeResourceDefinition", "ManagedResourceDefinition"
APIS = {
    CRD: "apiextensions.k8s.io/v1",
    XRD: "apiextensions.crossplane.io/v2",
    MRD: "apiextensions.crossplane.io/v1alpha1",
}
_FIRST = "apiextensions.crossplane.io/v1"
"""Composite definitions up to Crossplane 1.20, whose resources are of the cluster."""
NAME = "buckets.example.org"
NAMES = {"kind": "Bucket", "plural": "buckets"}
_COMMAND = "$ "
"""What a line that is run begins with."""
_LONGEST = 60
"""Seconds of one command."""
Node = dict[str, Any]
Case = tuple[str, list[Node], Node | None, list[str]]
Versions = dict[str, bool]
"""The versions of a definition, and whether objects are stored in each."""


def told(command: str, given: Node | None = None, folder: Path | None = None) -> tuple[int, str]:
    """What a shell command ends with and prints."""
    text = None if given is None else json.dumps(given)
    try:
        done = subprocess.run(
            ["bash", "-c", command],
            input=text,
            capture_output=True,
            text=True,
            cwd=folder,
            check=False,
            timeout=_LONGEST,
        )
    except subprocess.TimeoutExpired:
        return 1, f"it did not end within {_LONGEST} s"
    return done.returncode, (done.stdout + done.stderr).strip()


def definition(
    versions: Versions,
    *,
    of: str = CRD,
    scope: str = "Namespaced",
    kind: str = "Bucket",
    policies: bool = False,
    field: Node | None = None,
    hidden: str = "",
) -> Node:
    """A definition, or what Crossplane makes one of, with one field in each version; a hidden one is not served."""
    policy = {"managementPolicies": {"type": "array", "items": {"type": "string"}}} if policies else {}
    spec = {"type": "object", "properties": {"a": {"type": "string"} | (field or {})} | policy}
    schema = {"openAPIV3Schema": {"type": "object", "properties": {"spec": spec}}}
    mark = "referenceable" if of == XRD else "storage"
    listed = [
        {"name": name, "served": name != hidden, mark: is_stored, "schema": schema}
        for name, is_stored in versions.items()
    ]
    body = {"group": "example.org", "scope": scope, "names": NAMES | {"kind": kind}, "versions": listed}
    if APIS[of] == _FIRST:
        del body["scope"]
    if of == MRD:
        body |= {
            "state": "Active",
            "names": NAMES | {"kind": kind, "singular": kind.lower(), "listKind": f"{kind}List"},
        }
    return {"apiVersion": APIS[of], "kind": of, "metadata": {"name": NAME}, "spec": body}


def applied(value: Node) -> tuple[int, str]:
    """Applies an object; a definition is waited for."""
    code, said = told("kubectl apply --server-side --force-conflicts -f -", value)
    if code == 0 and "names" in value["spec"]:
        wanted = [one["name"] for one in value["spec"]["versions"] if one["served"]]
        versions = "kubectl get crd " + NAME + " -o jsonpath='{.spec.versions[*].name}'"
        for _ in range(60):
            time.sleep(0.5)
            if sorted(told(versions)[1].split()) == sorted(wanted) and told(f"kubectl get {NAME} -A")[0] == 0:
                break
    return code, said


def emptied() -> None:
    """Deletes the definition with its objects, those first, as Crossplane waits for those in namespaces."""
    told(f"kubectl delete {NAME} --all -A --timeout=60s")
    for kind in ("xrd", "mrd", "crd"):
        while told(f"kubectl get {kind} {NAME}")[0] == 0:  # a slow server ends the wait before it has deleted it
            told(f"kubectl delete {kind} {NAME} --ignore-not-found --wait --timeout=60s")


def fitted(file: Path, new: Node) -> None:
    """Gives kept objects the version and the kind of the new definition, as the steps say."""
    spec = new["spec"]
    (stored,) = (one["name"] for one in spec["versions"] if one.get("storage") or one.get("referenceable"))
    fields = f'.apiVersion = "example.org/{stored}" | .kind = "{spec["names"]["kind"]}"'
    told(f"jq '.items[] |= ({fields})' {file} >fitted.json && mv fitted.json {file}", folder=file.parent)


def first_steps(old: Node, new: Node | None, folder: Path) -> Iterator[tuple[str, Sequence[str]]]:
    """Each change that prints first steps, with them."""
    for side, value in (("old", old), ("new", new)):
        (folder / side / "objects").mkdir(parents=True)
        meta = META | {"kind": "Configuration" if old["kind"] == XRD else "Provider"}
        (folder / side / "crossplane.yaml").write_text(json.dumps(meta))
        if value is not None:
            (folder / side / "objects" / "one.yaml").write_text(json.dumps(value))
    command = [sys.executable, "-m", "xpkgtui", "diff", str(folder / "old"), str(folder / "new"), "--format", "json"]
    found = subprocess.run(command, cwd=ROOT, capture_output=True, check=False).stdout
    for change in json.loads(found)["changes"]:
        if any(line.startswith(_COMMAND) for line in change["first"]):
            yield f"{change['id']} {change['message']}", change["first"]


def follow(title: str, stored: Sequence[Node], new: Node | None, objects: Sequence[str]) -> bool:
    """One case: the definitions that a cluster had one after the other, the new one, and the versions of objects."""
    print("==", title)
    emptied()
    names = [f"o{number}" for number in range(len(objects))]
    applied(stored[0])
    where = "  namespace: default\n" if stored[0]["spec"].get("scope") == "Namespaced" else ""
    with tempfile.TemporaryDirectory() as place:
        folder, is_new, is_right = Path(place), new is None, True
        for name, version in zip(names, objects, strict=True):
            head = f"apiVersion: example.org/{version}\nkind: Bucket\nmetadata:\n  name: {name}\n"
            (folder / f"{name}.yaml").write_text(f"{head}{where}spec:\n  a: {name}\n")
        code, said = told(
            "cat o*.yaml | sed 's/^apiVersion/---\\n&/' | kubectl apply --server-side -f -", folder=folder
        )
        if code:
            print("   the objects:", said)
        for one in stored[1:]:
            applied(one)
        for what, lines in first_steps(stored[-1], new, folder):
            print("  ", what)
            if lines[0].startswith("After the upgrade") and new is not None and not is_new:
                is_new, (code, said) = True, applied(new)
                print("   NEW:", code, said)
            lead = ""
            for line in lines:
                if line.startswith("After the upgrade make them again") and new is not None and not is_new:
                    is_new, (code, said) = True, applied(new)
                    print("   NEW:", code, said)
                    fitted(folder / "kept.json", new)
                if f" {MRD.lower()} " in line and told(f"kubectl get {MRD.lower()} {NAME}")[0]:
                    continue  # the definition was applied by hand, or this Crossplane knows none
                code, said = (
                    told(line.removeprefix(_COMMAND), folder=folder) if line.startswith(_COMMAND) else (0, "")
                )
                while "again where it says Conflict" in lead and "Conflict" in said:
                    code, said = told(line.removeprefix(_COMMAND), folder=folder)
                lead = lead if line.startswith(_COMMAND) else line
                is_right &= code == 0
                print("     ", line, f"-> {code} {said}" if said else "")
        code, said = (0, "") if is_new or new is None else applied(new)
        print("   NEW:", code, said)
        held = told(f"kubectl get {NAME} -A -o jsonpath='{{range .items[*]}}{{.spec.a}} {{end}}'")
        file = folder / "kept.json"
        kept = json.loads(told("jq -s 'map(.items[])' kept.json", folder=folder)[1]) if file.exists() else []
        found = {*held[1].split(), *(one["spec"]["a"] for one in kept)}
        lost = [one for one in names if one not in found]
    print("   readable:", *held, "kept:", len(kept), "lost:", lost)
    return is_right and code == 0 and held[0] == 0 and not lost


def cases(of: str) -> Iterator[Case]:
    """What the versions of a definition become; of a composite one another version is never stored by hand."""

    def one(versions: Versions, **more: Any) -> Node:
        return definition(versions, of=of, **more)

    both, after = {"v1alpha1": True, "v1": False}, {"v1alpha1": False, "v1": True}
    old = ["v1alpha1"] * 3
    yield "v1alpha1 was stored once and goes", [one(both), one(after)], one({"v1": True}), old
    yield "v1alpha1 goes, v2 is stored", [one(both), one(after)], one({"v1": False, "v2": True}), old
    yield "another version is stored", [one(both)], one(after), old
    yield "no version stays", [one({"v1alpha1": True})], one({"v1": True}), old
    yield "the definition is gone", [one({"v1": True})], None, ["v1"] * 3
    yield "a version is not served any more", [one(both)], one(both, hidden="v1"), ["v1", *old]
    yield "a value is refused", [one({"v1": True})], one({"v1": True}, field={"enum": ["o0", "o1"]}), ["v1"] * 3
    if APIS[of] != _FIRST:
        yield "the scope is another one", [one({"v1": True})], one({"v1": True}, scope="Cluster"), ["v1"] * 3
    yield "the kind is another one", [one({"v1": True})], one({"v1": True}, kind="Pail"), ["v1"] * 3
    if of == XRD:
        return
    managed = [one({"v1": True}, scope=scope, policies=True) for scope in ("Namespaced", "Cluster")]
    yield "what objects stand for is kept", managed[:1], managed[1], ["v1"] * 3
    yield "the stored version goes, another one stays", [one(both)], one({"v1": True}), [*old, "v1"]
    yield "the stored version goes, a new one is stored", [one(both)], one({"v1": False, "v2": True}), old


def with_managed() -> None:
    """Makes a managed resource, as commands about what composite resources compose ask for them all."""
    made = definition({"v1": True}, kind="Pot")
    made["metadata"]["name"] = "pots.m.example.org"
    made["spec"] |= {"group": "m.example.org", "names": {"kind": "Pot", "plural": "pots", "categories": ["managed"]}}
    made["spec"]["versions"][0]["schema"]["openAPIV3Schema"]["x-kubernetes-preserve-unknown-fields"] = True
    told("kubectl apply --server-side -f -", made)
    told("kubectl wait --for condition=established crd/pots.m.example.org")
    meta = {"name": "pot", "namespace": "default"}
    pot = {"apiVersion": "m.example.org/v1", "kind": "Pot", "metadata": meta, "spec": {"a": "pot"}}
    for _ in range(20):
        if told("kubectl apply --server-side -f -", pot)[0] == 0 and told("kubectl get managed -A")[0] == 0:
            return
        time.sleep(0.5)


def main() -> int:
    """Follows all cases; the code is 1 if an object was lost or a command failed."""
    has_crossplane = told("kubectl get crd compositeresourcedefinitions.apiextensions.crossplane.io")[0] == 0
    if told("kubectl get --raw /apis/apiextensions.crossplane.io/v2")[0]:
        APIS[XRD] = _FIRST
        del APIS[MRD]
    wrong = []
    for of in APIS if has_crossplane else (CRD,):
        if of == XRD:
            with_managed()
        for title, stored, new, objects in cases(of):
            what = f"{title} ({of})"
            if all(word in what for word in sys.argv[1:]):
                wrong += [] if follow(what, stored, new, objects) else [what]
    emptied()
    told("kubectl delete crd pots.m.example.org --ignore-not-found")
    print("wrong:", wrong)
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
