"""Asks the tools of each format what they make of the built-in packages, and keeps their answers in demos.json.

    python tests/oracle/make_demos.py FOLDER

FOLDER has the programs `siblings`, `sdk`, `olmv1`, `rukpak` and `stacks` (small Go programs around the published
libraries, built apart from this repository). Kept is what each tool refuses, in its words. Tests need no program.
"""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parents[2])]

from xpkgtui.sources.demo.built_in import examples  # noqa: E402

STORE = Path(__file__).with_name("demos.json")


def main() -> None:
    """Asks, and writes the store."""
    programs = Path(sys.argv[1])

    def ask(program: str, *words: str, **question: object) -> Any:
        line = json.dumps({"id": "demo", **question})
        command = [str(programs / program), *words]
        asked = subprocess.run(command, input=f"{line}\n", text=True, capture_output=True, check=True)
        return json.loads(asked.stdout.split("\n")[0])["answer"]

    folder = Path(str(examples()))
    bundle, catalog = str(folder / "bundle"), folder / "catalog" / "configs"
    stack = ask("stacks", folder=str(folder / "stack" / ".registry"))
    opm = ask("siblings", "bundles", folder=bundle)
    listed = ask("siblings", "catalogs", folder=str(catalog))
    objects = ask("rukpak", "objects", text=(folder / "rukpak" / "harbour.yaml").read_text(encoding="utf-8"))
    found = {
        "bundle": {
            "opm": [*texts(opm["opm"]["format"]), *texts(opm["opm"]["content"])],
            "sdk": texts(ask("sdk", folder=bundle)["outputs"]),
            "olmv1": [
                *texts([*ask("olmv1", "bundles", folder=bundle)["validators"].values()]),
                *required(ask("olmv1", "requirements", text=as_catalog(opm["render"]))),
            ],
            "rukpak": texts(ask("rukpak", "registry", folder=bundle).get("error")),
        },
        "catalog": {
            "files": sorted(listed["files"]),
            "opm": texts([one["tree"][0][-1] for one in listed["byPackage"].values() if "error" in one]),
            "olmv1": required(
                ask(
                    "olmv1",
                    "requirements",
                    text="".join(path.read_text(encoding="utf-8") for path in sorted(catalog.glob("*/catalog.yaml"))),
                )
            ),
        },
        "stack": {"Cluster": texts(stack["Cluster"].get("error")), "Namespaced": texts(stack["Namespaced"]["error"])},
        "plain": {"rukpak": texts(ask("rukpak", "plain", folder=str(folder / "plain")).get("error"))},
        "rukpak": {"rukpak": texts([refused(one) for one in objects["objects"]])},
    }
    STORE.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def as_catalog(rendered: dict[str, Any]) -> str:
    """A bundle, as opm renders it, as the document of a catalog."""
    kept = {key: rendered[key] for key in ("name", "package", "properties")}
    return json.dumps({"schema": "olm.bundle", "image": "registry.example.com/bundle:v1", **kept})


def required(answer: dict[str, Any]) -> list[str]:
    """The refusals of bundles that require others."""
    return [text for text in answer["bundles"].values() if text]


def refused(answer: dict[str, Any]) -> list[Any]:
    """What schema and webhook refuse of an object."""
    return [answer["crd"], answer.get("webhook"), answer.get("bundle", {}).get("crd")]


def texts(found: Any) -> list[str]:
    """Every text in an answer."""
    match found:
        case None:
            return []
        case list():
            return [text for one in found for text in texts(one)]
        case dict():
            return [f"{key}: {text}" for key, value in found.items() for text in texts(value)]
    return [str(found)]


if __name__ == "__main__":
    main()
