"""The parser is loaded without the rest of ruamel.yaml, all of which can be imported at any time."""

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]
OURS = """
from xpkgtui.documents.yaml.builder import Builder
from xpkgtui.documents.yaml.masked_text import MaskedText

def said(text):
    try:
        builder = Builder(MaskedText(text=text))
        builder.build()
        return builder.tree.value
    except Exception as error:
        return f"{type(error).__name__}: {error}"

TEXTS = [
    "a: [1, 2]", "a: [", "a: b: c", "- &a [*b]", "a: \\x07", "%TAG ! x\\n---\\na", "'a", "a: !!int x", "{a: 1}: 2",
]
OURS = [said(text) for text in TEXTS]
"""
THEIRS = """
import io
from ruamel.yaml import YAML
import ruamel.yaml

def theirs():
    whole, out = YAML(), io.StringIO()
    value = whole.load("a: &x [1, '2']  # why\\nb: *x\\n")
    whole.dump(value, out)
    found = [out.getvalue(), YAML(typ="safe").load("a: [1]"), YAML(typ="safe", pure=True).load("a: [1]")]
    for text in ("a: [", "a: b: c", "*x", "a: \\x07"):
        for pure in (False, True):
            try:
                YAML(typ="safe", pure=pure).load(text)
            except ruamel.yaml.error.YAMLError as error:
                found.append(type(error).__name__)
    return found

THEIRS = theirs()
"""
PRINT = "import json; print(json.dumps([OURS, THEIRS]))"


def ran(code: str) -> list[object]:
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    found: list[object] = json.loads(done.stdout)
    return found


def test_both_read_the_same_whichever_is_loaded_first() -> None:
    first, second = ran(OURS + THEIRS + PRINT), ran(THEIRS + OURS + PRINT)
    assert first == second
    ours, theirs = first
    assert isinstance(ours, list)
    assert isinstance(theirs, list)
    assert ours[0] == {"a": [1, 2]}
    assert all(isinstance(one, str) for one in ours[1:3])
    assert theirs[:2] == ["a: &x [1, '2']  # why\nb: *x\n", {"a": [1]}]


def test_nothing_is_loaded_that_composes_or_writes() -> None:
    loaded = ran(OURS + "import json, sys; print(json.dumps([name for name in sys.modules if 'ruamel' in name]))")
    assert "ruamel.yaml.events" in loaded
    assert not {"ruamel.yaml.main", "ruamel.yaml.constructor", "ruamel.yaml.scanner"}.intersection(map(str, loaded))


def test_a_parser_that_takes_more_is_loaded_with_all_of_it() -> None:
    more = """
import sys

class TakesMore:
    def find_spec(self, name, path=None, target=None):
        composer = sys.modules.get("ruamel.yaml.composer")
        if name == "_ruamel_yaml" and composer is not None and not hasattr(composer, "Composer"):
            raise ImportError("no Composer")

sys.meta_path.insert(0, TakesMore())
"""
    loaded = "[OURS[0], 'ruamel.yaml.constructor' in sys.modules]"
    assert ran(f"{more}{OURS}import json; print(json.dumps({loaded}))") == [{"a": [1, 2]}, True]
