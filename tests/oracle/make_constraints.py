"""Asks the oracle what Masterminds/semver makes of many constraints, and keeps its answers in constraints.json.

    python tests/oracle/make_constraints.py PROGRAM

PROGRAM is the oracle's `packages` (small Go programs around the published libraries, built apart from this
repository). Tests read the stored answers and need neither Go nor the oracle.
"""

import json
import random
import subprocess
import sys
from pathlib import Path

STORE = Path(__file__).with_name("constraints.json")

OPERATORS = ("", "=", "!=", ">", "<", ">=", "=>", "<=", "=<", "~", "~>", "^")
WANTED = (
    "1",
    "v1.2",
    "1.2.3",
    "1.x",
    "1.2.x",
    "*",
    "0",
    "0.2",
    "0.2.3",
    "0.0.0",
    "0.0.3",
    "1.2.3-beta.2",
    "2-0",
    "1.2-rc",
)
COMBINED = (
    ">=v1.14.0 <v2",
    ">=v1.14.0, <v2",
    ">=v1.14.0,<v2.0.0-0",
    ">= 1.2.3-0",
    "1.2 - 2.3",
    "1.2.3 - 2",
    " 1 - 2 || 3 - 4",
    "^1 || ^3",
    "~1.2 || >=3.0.0-rc.1",
    ">1 <3 !=2",
    ">1, <3, !=2",
    "v1.14.0",
    "latest",
    "",
    " ",
    "||",
    "1||",
    ",1",
    "1,",
    ">a1",
    "> = 1",
    "1.2.3.4",
    "1x",
    "1|2",
    "01.2.3",
    "1.2.3-01",
    "1.2.3+build.1",
    ">=9223372036854775808",
    ">=18446744073709551616",
    "1\n2",
    "1\v2",
    "1\u00a02",
    '">=1"',
    "é",
    "sha256:" + "a" * 64,
    "1" * 300,
    " " * 512 + "1",
    "||".join(["1"] * 33),
    *(
        f"{one}{two}"
        for one in (">=1.2.3", "!=1.2.3-beta.2", "<2")
        for two in (" <3-0", ",!=1.2.x", " || 3", "  ,  ~2.1")
    ),
)
VERSIONS = (
    "0.0.0",
    "0.0.3",
    "0.0.4",
    "0.2.3",
    "0.2.9",
    "0.3.0",
    "1",
    "1.0.0-alpha",
    "1.2.0",
    "1.2.3",
    "1.2.3-beta.2",
    "1.2.3-beta.11",
    "1.2.3-rc",
    "v1.2.4",
    "1.3.0-0",
    "1.14.0",
    "2.0.0-0",
    "2.0.0",
    "2.1.0",
    "3.0.0-rc.1",
    "3.0.0+build",
    "1.2.3-01",
    "latest",
)


def questions() -> list[str]:
    """Every constraint that is asked about."""
    spaced = [f"{operator} {wanted}" for operator in OPERATORS for wanted in WANTED[:12]]
    plain = [f"{operator}{wanted}" for operator in OPERATORS for wanted in WANTED]
    chance = random.Random(20)
    return [*plain, *spaced, *COMBINED, *(random_constraint(chance) for _ in range(200))]


def random_constraint(chance: random.Random) -> str:
    """One to three comparisons or ranges, parted in any way; a third are refused."""
    terms = [
        f"{random_version(chance)} - {random_version(chance)}"
        if chance.random() < 0.1
        else f"{chance.choice(OPERATORS)}{chance.choice(('', '', ' '))}{random_version(chance)}"
        for _ in range(chance.randint(1, 3))
    ]
    partings = (", ", ",", " ", " || ", "||", "  ")
    text = terms[0] + "".join(chance.choice(partings) + term for term in terms[1:])
    return text + chance.choice((*[""] * 20, ",", "||", "a", "!"))


def random_version(chance: random.Random) -> str:
    """A version of a constraint: partial, with `x`, with a prerelease."""
    numbers = ".".join(chance.choice(("0", "1", "2", "3", "14", "x", "*")) for _ in range(chance.randint(1, 3)))
    return chance.choice(("", "", "v")) + numbers + chance.choice((*[""] * 6, "-0", "-rc.1", "-beta.2", "+build"))


def main() -> None:
    """Asks, and writes the store."""
    asked = [{"id": text, "constraint": text, "versions": list(VERSIONS)} for text in dict.fromkeys(questions())]
    lines = "".join(json.dumps(question) + "\n" for question in asked)
    answered = subprocess.run([sys.argv[1], "constraints"], input=lines, capture_output=True, text=True, check=True)
    answers = {}
    for line in answered.stdout.splitlines():
        answer = json.loads(line)
        answers[answer["id"]] = {
            dialect: told.get("error") or [VERSIONS.index(version) for version in told["satisfies"]]
            for dialect, told in answer["answer"].items()
        }
    rows = ",\n".join(f"{json.dumps(text)}: {json.dumps(answer)}" for text, answer in answers.items())
    STORE.write_text(f'{{"versions": {json.dumps(VERSIONS)},\n"answers": {{\n{rows}\n}}}}\n', encoding="utf-8")


if __name__ == "__main__":
    main()
