"""A late module is loaded by the first name that is looked up in it, and not by an import."""

import subprocess
import sys


def run(script: str) -> str:
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    return done.stdout.strip()


LATE = "import sys\nfrom xpkgtui.sources.registry.late_import import load_late\nload_late('wave')\nimport wave\n"


def test_an_import_alone_does_not_load_it() -> None:
    assert run(LATE + "print(vars(wave).get('open'))") == "None"


def test_it_is_loaded_by_a_name_in_it() -> None:
    assert run(LATE + "print(wave.WAVE_FORMAT_PCM, sys.modules['wave'].__file__.endswith('wave.py'))") == "1 True"


def test_names_and_submodules_can_be_imported_from_it() -> None:
    script = LATE.replace("wave", "xml") + "from xml import dom\nimport xml.dom.minidom\n"
    assert run(script + "print(xml.dom.minidom.__name__)") == "xml.dom.minidom"


def test_a_module_that_is_loaded_stays() -> None:
    assert run("import wave\n" + LATE + "print('open' in vars(wave))") == "True"


def test_oras_is_there_without_what_it_validates_with() -> None:
    script = "import sys, xpkgtui.sources.registry.source\n"
    assert run(script + "print('oras' in sys.modules, 'jsonschema.validators' in sys.modules)") == "True False"
