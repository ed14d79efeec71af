"""The steps of the Action: where its environment is kept, how it is made, and the call of `xpkgtui check`.

An input named as an option of `check` becomes that option: `true` without a value, `false` and nothing not at all,
otherwise once for each of its lines.
"""

import hashlib
import json
import os
import subprocess
import sys
import sysconfig
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
PLACE = Path(os.environ["RUNNER_TEMP"], "xpkgtui")
EXTRA = "[verify]" if os.environ.get("VERIFY") == "true" else ""
OWN = {"sources", "annotations", "summary", "sarif", "python", "cache"}
"""Inputs that are no options of `check`."""


def key() -> None:
    """Says the key of the environment: what is installed, on which machine, by which interpreter."""
    digest = hashlib.sha256(f"{sys.base_prefix}{EXTRA}".encode())
    files = [ROOT / "pyproject.toml", ROOT / "constraints.txt", *(ROOT / "tcss").rglob("*.tcss")]
    files += (path for path in (ROOT / "xpkgtui").rglob("*") if "__pycache__" not in path.parts)
    for path in sorted(path for path in files if path.is_file()):
        digest.update(f"{path.relative_to(ROOT)}\n{hashlib.sha256(path.read_bytes()).hexdigest()}\n".encode())
    say(key=f"xpkgtui-{sysconfig.get_platform()}-{sys.version.split()[0]}-{digest.hexdigest()[:32]}")


def install() -> None:
    """Makes the environment, in the versions that the project is tested with."""
    subprocess.run([sys.executable, "-m", "venv", "--clear", PLACE], check=True)
    constraint = ("--constraint", ROOT / "constraints.txt")
    subprocess.run([PLACE / "bin" / "pip", "install", "--quiet", *constraint, f"{ROOT}{EXTRA}"], check=True)


def check() -> None:
    """Checks, and ends as that ended."""
    given: dict[str, str] = json.loads(os.environ["INPUTS"])
    words = ["--format", "github" if given["annotations"] == "true" else "concise"]
    if given["summary"] == "true":
        words += ["--format", f"markdown={os.environ['GITHUB_STEP_SUMMARY']}"]
    if given["sarif"]:
        words += ["--format", f"sarif={given['sarif']}"]
    for name, value in given.items():
        if name not in OWN and value != "false":
            words += [f"--{name}"] if value == "true" else [f"--{name}={line}" for line in lines(value)]
    sources = lines(given["sources"])
    done = subprocess.run([PLACE / "bin" / "xpkgtui", "check", *words, "--", *sources], check=False)
    say(**{"exit-code": done.returncode, "sarif": given["sarif"]})
    sys.exit(done.returncode)


def lines(value: str) -> list[str]:
    """The lines of an input that say something."""
    return [line.strip() for line in value.splitlines() if line.strip()]


def say(**outputs: object) -> None:
    """Adds outputs to the step; none is of more than a line."""
    with Path(os.environ["GITHUB_OUTPUT"]).open("a", encoding="utf-8") as file:
        file.writelines(f"{name}={' '.join(str(value).split())}\n" for name, value in outputs.items())


if __name__ == "__main__":
    {"key": key, "install": install, "check": check}[sys.argv[1]]()
