"""Compares xpkgtui with the published libraries that Crossplane is built from, on many cases.

    cd tests
    python -m differential SUBJECT... --oracle FOLDER [--cases N] [--seed S] [--store]

FOLDER holds the oracle's programs: small Go programs around these libraries, built apart from this repository.
`--store` writes the tables that the tests read; these need neither Go nor the oracle. The exit code is 1 where
answers differ. `padded` needs no oracle: packages that are padded until they are large answer as they do without.

What they taught: Go sorts equal tags in no order; go-yaml skips characters behind two byte order marks, forgets
that `{}` may be a key, and takes `1` and `'1'` for two keys, of which JSON has either; it reads 512 bytes at
once, and knows nothing of bad bytes that its parser did not ask for; a default is judged like an object, except
below `additionalProperties` and where it is an int-or-string, whose type is not asked for; empty lists and
unknown fields do not make two schemas differ, and schemas that all versions share are reported at another path.
"""

import argparse
import contextlib
import json
import os
import sys
import time
from pathlib import Path

from differential import padded, signatures
from differential.oracle import Oracle
from differential.running import Disagreement, Outcome, run
from differential.subject import Subject
from differential.subjects import SUBJECTS
from differential.tables import store

_WIDEST = 2000


def main() -> int:
    """Runs the subjects and prints what they count."""
    parser = argparse.ArgumentParser(prog="python -m differential", description=__doc__, formatter_class=_Plain)
    parser.add_argument("subjects", nargs="+", metavar="SUBJECT", choices=[*SUBJECTS, "all", "padded"])
    parser.add_argument("--oracle", type=Path, default=os.environ.get("XPKGTUI_ORACLE"), metavar="FOLDER")
    parser.add_argument("--cases", type=int, default=1000, metavar="N", help="generated cases beside the traps")
    parser.add_argument("--seed", type=int, default=20, metavar="S")
    parser.add_argument("--store", action="store_true", help="write the table that the tests read")
    chosen = parser.parse_args()
    if chosen.subjects == ["padded"]:
        return padded.main(chosen.cases, chosen.seed)
    if chosen.oracle is None:
        parser.error("--oracle FOLDER or XPKGTUI_ORACLE must name the folder of the oracle's programs")
    has_corpus = "XPKGTUI_CORPUS" in os.environ
    every = [name for name, subject in SUBJECTS.items() if subject.kept or has_corpus]
    names = every if "all" in chosen.subjects else chosen.subjects
    differs = False
    with Oracle(chosen.oracle) as oracle, contextlib.closing(signatures):
        for name in names:
            started = time.monotonic()
            outcome = run(SUBJECTS[name], oracle, count=chosen.cases, seed=chosen.seed)
            _tell(SUBJECTS[name], outcome, time.monotonic() - started)
            differs = differs or bool(outcome.kinds)
            if chosen.store and outcome.rows:
                path = store(name, outcome.rows)
                print(f"  stored {len(outcome.rows):,} cases, {path.stat().st_size:,} bytes")
    return int(differs)


class _Plain(argparse.RawDescriptionHelpFormatter):
    """The description as it is written."""


def _tell(subject: Subject, outcome: Outcome, seconds: float) -> None:
    differing, excused = outcome.kinds.total(), outcome.excuses.total()
    questions = f" ({outcome.questions:,} questions)" if outcome.questions != outcome.cases else ""
    print(
        f"{subject.name}: {outcome.cases:,} cases{questions} in {seconds:.0f} s: "
        f"{outcome.cases - differing - excused:,} agree, {excused:,} are excused, {differing:,} differ"
    )
    for excuse, times in outcome.excuses.most_common():
        print(f"  excused {times:,} times: {excuse}")
    for kind, times in outcome.kinds.most_common():
        print(f"\n  differs {times:,} times: {kind}")
        _show(outcome.first[kind])


def _show(found: Disagreement) -> None:
    for word, value in (("case", found.case), ("ours", found.ours), ("theirs", found.theirs)):
        print(f"    {word:<7}{json.dumps(value)[:_WIDEST]}")


if __name__ == "__main__":
    sys.exit(main())
