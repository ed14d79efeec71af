"""Asks opm, operator-sdk and OLM v1 about odd bundles, the pairs of rules and the corpus, for bundles.json.

    python tests/oracle/make_bundles.py FOLDER [CORPUS]

FOLDER has the programs `siblings`, `sdk`, `olmv1` and `bundle-v1`: each reads lines {"id", "folder"}; their answers
are those of operator-registry 1.73.0, operator-sdk 1.42.3 and, the last two, operator-controller 1.11.0. What opm
renders is given to OLM v1's resolver, which says under `resolves` whether it takes the bundle: empty where it does,
null where that is not known.
Kept are their messages, the folder written as FOLDER and addresses in memory as POINTER. Tests read the stored
answers and need neither Go nor a program.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parents[2])]

from builders.packages.bundles import write  # noqa: E402
from builders.packages.corpus_bundles import corpus_bundles  # noqa: E402
from builders.packages.faulty_bundles import faulty_bundles  # noqa: E402
from builders.packages.pairs.bundles import asked_pairs  # noqa: E402
from differential.bundle_messages import refused_as_released  # noqa: E402
from differential.bundles import resolving  # noqa: E402
from differential.oracle import Oracle  # noqa: E402

STORE = Path(__file__).with_name("bundles.json")


def main() -> None:
    """Asks, and writes the store."""
    programs = Path(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        bundles = {**faulty_bundles(), **asked_pairs()}
        asked = {case: write(Path(folder, case), files) for case, files in bundles.items()}
        if len(sys.argv) > 2:
            asked |= corpus_bundles(Path(sys.argv[2]))
        lines = "".join(json.dumps({"id": case, "folder": str(path)}) + "\n" for case, path in asked.items())
        optional = "".join(
            json.dumps({"id": case, "folder": str(path), "select": "suite=operatorframework"}) + "\n"
            for case, path in asked.items()
        )
        opm, sdk, hub, olmv1, installed = (
            _answers([programs / "siblings", "bundles"], lines),
            _answers([programs / "sdk"], lines),
            _answers([programs / "sdk"], optional),
            _answers([programs / "olmv1", "bundles"], lines),
            _answers([programs / "bundle-v1"], lines),
        )
    with Oracle(programs) as oracle:
        resolved = {case: resolving(oracle, opm[case]["render"]) for case in asked}
    answers = {
        case: {
            "opm": _opm(opm[case]),
            "sdk": _sdk(sdk[case]),
            "hub": _sdk(hub[case]),
            "olmv1": _olmv1(olmv1[case], refused_as_released(installed[case])),
            "resolves": resolved[case],
        }
        for case in asked
    }
    STORE.write_text(json.dumps(answers, indent=1, sort_keys=True, ensure_ascii=False) + "\n", encoding="utf-8")


def _answers(command: list[Any], lines: str) -> dict[str, Any]:
    asked = subprocess.run([str(one) for one in command], input=lines, text=True, capture_output=True, check=True)
    found = (json.loads(line) for line in asked.stdout.split("\n") if line)
    return {one["id"]: one["answer"] for one in found}


def _opm(answer: Any) -> dict[str, list[str]]:
    """opm's errors, about the format and about the content."""
    return {part: _texts(answer["opm"][part]) for part in ("format", "content")}


def _sdk(answer: Any) -> dict[str, Any]:
    """The messages of operator-sdk, by their type; or the one that it ends with."""
    if "fatal" in answer:
        return {"fatal": _fatal(answer["fatal"])}
    found = answer.get("outputs") or []
    return {kind: sorted(one["message"] for one in found if one["type"] == kind) for kind in ("error", "warning")}


def _fatal(message: str) -> str:
    """What operator-sdk ends with: an error as its log quotes it, or the first line of a crash."""
    try:
        return str(json.loads(message))
    except json.JSONDecodeError:
        return message.partition("\n")[0]


def _olmv1(answer: Any, refused: list[str]) -> list[str]:
    """What OLM v1 refuses: loading it, its modes and services, or one of its validators."""
    if "validators" not in answer:
        return _texts(answer.get("error") or answer.get("panic"))
    return sorted([*refused, *(text for found in answer["validators"].values() for text in _texts(found))])


def _texts(found: Any) -> list[str]:
    match found:
        case None:
            return []
        case list():
            return [text for one in found for text in _texts(one)]
        case dict():
            return [f"{key}: {text}" for key, value in found.items() for text in _texts(value)]
    return [str(found)]


if __name__ == "__main__":
    main()
