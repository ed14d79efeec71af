"""What is imported when the program runs: the service knows no screen, and help is quick."""

import json
import pkgutil
import subprocess
import sys
from functools import cache
from pathlib import Path

from builders.oci.images import package, xpkg

import xpkgtui.service

ROOT = Path(__file__).parents[2]
LIBRARIES = ("textual", "rich", "oras", "requests", "ruamel", "pygments", "markdown_it", "isal", "backports.zstd")
SCREEN = "import xpkgtui.app.running, xpkgtui.app.application, xpkgtui.cli.screen, xpkgtui.oci.image"
SERVICE = "import xpkgtui.service.server, xpkgtui.inspection.inspector"
PROVIDER = "apiVersion: meta.pkg.crossplane.io/v1\nkind: Provider\nmetadata:\n  name: a\n"


def loaded_by(code: str) -> set[str]:
    """Which of the libraries a fresh interpreter holds at its end, after running `code`."""
    report = f"lambda: print(json.dumps([name for name in {LIBRARIES!r} if name in sys.modules]))"
    ended = subprocess.run(
        [sys.executable, "-c", f"import atexit, json, sys\natexit.register({report})\n{code}"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    return set(json.loads(ended.stdout.splitlines()[-1]))


def test_service_leaves_textual_out() -> None:
    modules = [f"xpkgtui.service.{each.name}" for each in pkgutil.iter_modules(xpkgtui.service.__path__)]
    assert "textual" not in loaded_by(f"import {', '.join(modules)}")


def test_service_lists_objects_before_it_loads_a_parser_of_yaml() -> None:
    assert "ruamel" not in rooms_loaded_by(SERVICE)


def test_screen_loads_nothing_that_only_the_service_needs() -> None:
    unneeded = {"oras", "requests", "ruamel", "markdown_it", "isal", "backports.zstd"}
    assert rooms_loaded_by(SCREEN) & unneeded == set()


def test_ground_floors_load_no_library() -> None:
    assert loaded_by("import xpkgtui.errors, xpkgtui.visible, xpkgtui.oci.image, xpkgtui.oci.reference") == set()


@cache
def rooms_loaded_by(code: str) -> set[str]:
    """The modules that a fresh interpreter holds after running `code`."""
    report = "import json, sys; print(json.dumps(list(sys.modules)))"
    ended = subprocess.run([sys.executable, "-c", f"{code}\n{report}"], cwd=ROOT, capture_output=True, check=True)
    return set(json.loads(ended.stdout.splitlines()[-1]))


def test_screen_loads_no_library_for_what_it_may_be_asked_later() -> None:
    assert rooms_loaded_by(SCREEN) & {"hashlib", "shlex"} == set()


def below(room: str, loaded: set[str]) -> set[str]:
    """The modules in a folder of the program, named from there."""
    return {name.removeprefix(f"{room}.") for name in loaded if name.startswith(f"{room}.")}


def test_screen_knows_of_formats_no_more_than_their_names() -> None:
    loaded = rooms_loaded_by(SCREEN)
    assert below("xpkgtui.formats.xpkg", loaded) == {"summary"}
    assert below("xpkgtui.sources", loaded) == {"access", "demos"}
    changes = {"changes", "changes.change"}
    assert below("xpkgtui.rules", loaded) == {"finding", "likeness", "set_statement", "wording", *changes}


def test_a_case_that_the_screen_is_sent_loads_nothing_that_reads_layers() -> None:
    loaded = rooms_loaded_by("import xpkgtui.rules.case, xpkgtui.oci.image, xpkgtui.filesystem.layer_facts")
    assert below("xpkgtui.filesystem.tar", loaded) == {"entry"}
    assert not loaded & {"xpkgtui.filesystem.changeset", "xpkgtui.oci.config_shape"}


def test_a_small_package_is_checked_without_what_only_others_need(tmp_path: Path) -> None:
    path = tmp_path / "a.xpkg"
    path.write_bytes(xpkg(package(PROVIDER)))
    run = f"xpkgtui.cli.program.program.main(['check', {str(path)!r}], 'xpkgtui')"
    loaded = rooms_loaded_by(
        "import contextlib, io, xpkgtui.cli.program\n"
        f"with contextlib.redirect_stdout(io.TextIOWrapper(io.BytesIO())), contextlib.suppress(SystemExit): {run}"
    )
    assert "xpkgtui.service.judges.judge" in loaded
    assert not loaded & {
        "shutil",
        "tempfile",
        "xpkgtui.fetching.cache.store",
        "xpkgtui.formats.overview",
        "xpkgtui.formats.xpkg.compositions.patches",
        "xpkgtui.formats.xpkg.compositions.schemas",
        "xpkgtui.formats.xpkg.reader.specification",
        "xpkgtui.formats.xpkg.reader.validate",
        "xpkgtui.formats.xpkg.rules.composite_schemas",
        "xpkgtui.formats.xpkg.sources.build",
        "xpkgtui.inspection.index.children",
        "xpkgtui.inspection.opening.compared",
        "xpkgtui.readers.folder",
        "xpkgtui.service.frames",
        "xpkgtui.service.spawning",
        "xpkgtui.sources.stream.one_file",
    }


def test_a_ruleset_is_listed_without_a_reader_of_sources_or_a_parser() -> None:
    loaded = rooms_loaded_by("from xpkgtui.formats.known import rules; rules()")
    assert below("xpkgtui.formats.xpkg.sources", loaded) == {"knowledge"}
    assert not loaded & {"xpkgtui.documents.yaml.builder", "xpkgtui.rules.judging.engine", "xpkgtui.readers.folder"}


def test_service_loads_what_lists_files_and_walks_folders_when_that_is_asked_for() -> None:
    loaded = rooms_loaded_by(SERVICE)
    assert not below("xpkgtui.inspection.files", loaded)
    assert not below("xpkgtui.sources.folder", loaded) | below("xpkgtui.sources.layout", loaded)
    assert not below("xpkgtui.formats.xpkg.rules", loaded)


def test_rules_that_begin_alike_are_found_without_loading_others() -> None:
    loaded = rooms_loaded_by("from xpkgtui.formats.known import rules; assert len(rules('XPKG40')) > 100")
    assert "xpkgtui.formats.xpkg.rules.ruleset" in loaded
    assert not loaded & {"xpkgtui.formats.catalog.rules.ruleset", "xpkgtui.formats.stack.rules.ruleset"}


def test_judge_has_its_rules_and_a_parser_before_its_first_case() -> None:
    loaded = rooms_loaded_by("from xpkgtui.service.judges.judge import load_for_judging; load_for_judging()")
    assert {"xpkgtui.formats.xpkg.rules.ruleset", "xpkgtui.documents.yaml.builder"} <= loaded
    assert not loaded & {"xpkgtui.formats.catalog.rules.ruleset", "xpkgtui.formats.stack.rules.ruleset"}


def test_service_has_what_lists_need_before_a_source_is_opened() -> None:
    loaded = rooms_loaded_by("from xpkgtui.inspection.inspector import load_for_lists; load_for_lists()")
    assert {"xpkgtui.inspection.files.listing", "xpkgtui.formats.xpkg.reader.readers"} <= loaded
