"""`config`: settings with their origins, and what is wrong in a file."""

import json
import tomllib
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from click.testing import CliRunner, Result

from xpkgtui.cli.context import CommandContext
from xpkgtui.cli.program import program
from xpkgtui.limits import TABLE
from xpkgtui.reporting.documents.schemas import schema_of
from xpkgtui.settings.keys import KEYS


@pytest.fixture
def home(tmp_path: Path) -> Path:
    (tmp_path / "xpkgtui").mkdir()
    return tmp_path


def config(home: Path, *words: str, **variables: str) -> Result:
    environment = {"XDG_CONFIG_HOME": str(home), **variables}
    return CliRunner().invoke(program, ["config", *words], obj=CommandContext(environment=environment))


def settings(home: Path, **variables: str) -> dict[str, Any]:
    found = json.loads(config(home, "show", "--format", "json", **variables).stdout)
    schema = schema_of("config")
    jsonschema.validate(found, schema)
    shown: dict[str, Any] = found["settings"]
    return shown


def write(home: Path, text: str) -> Path:
    path = home / "xpkgtui" / "config.toml"
    path.write_text(text)
    return path


def test_each_value_has_its_origin(home: Path) -> None:
    path = write(home, 'profile = "spec"\nplain-http = ["b:1", "a:1"]\n')
    found = settings(home, XPKGTUI_PROFILE="build")
    assert found["profile"] == {"value": "build", "origin": "environment", "where": "XPKGTUI_PROFILE"}
    assert found["plain-http"] == {"value": "a:1, b:1", "origin": "config", "where": str(path)}
    assert found["fail-on"] == {"value": "error", "origin": "default", "where": None}


def test_each_limit_has_its_own_origin(home: Path) -> None:
    write(home, '[limits]\nblob = "2GiB"\nlayers = 7\n')
    found = settings(home, XPKGTUI_LIMITS="layers=8")
    assert (found["limits.blob"]["value"], found["limits.blob"]["origin"]) == ("2GiB", "config")
    assert (found["limits.layers"]["value"], found["limits.layers"]["origin"]) == ("8", "environment")
    assert found["limits.document"]["origin"] == "default"


def test_a_cache_that_is_off_is_said(home: Path) -> None:
    assert settings(home, XPKGTUI_NO_CACHE="1")["no-cache"]["value"] == "true"


def test_the_text_has_a_line_for_each(home: Path) -> None:
    rows = config(home, "show", XPKGTUI_OFFLINE="yes").stdout.split("\n")
    assert next(row.split() for row in rows if row.startswith("offline")) == ["offline", "true", "XPKGTUI_OFFLINE"]


def test_the_path_is_that_of_the_file(home: Path) -> None:
    assert config(home, "path").stdout == f"{home}/xpkgtui/config.toml\n"


def test_a_good_file_is_fine(home: Path) -> None:
    path = write(home, "offline = true\n")
    assert config(home, "validate").stdout == f"{path} is fine: 1 setting\n"


def test_no_file_is_fine(home: Path) -> None:
    assert config(home, "validate").exit_code == 0


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("ofline = true\n", "Did you mean offline?"),
        ("offline = 7\n", "true or false"),
        ("offline", "is not TOML"),
        ('profile = "spek"', "Did you mean spec?"),
        ("offline = true\nrefresh = true", "cannot be combined"),
        ('ca-file = "/nowhere"', "cannot read the CA file"),
    ],
)
@pytest.mark.parametrize("command", ["validate", "show"])
def test_what_is_wrong_is_said_with_the_nearest(home: Path, text: str, says: str, command: str) -> None:
    write(home, text)
    done = config(home, command)
    assert done.exit_code == 2
    assert says in done.stderr


def test_the_file_of_a_project_has_its_own_keys(tmp_path: Path, home: Path) -> None:
    path = tmp_path / "xpkgtui.toml"
    path.write_text('exclude = ["a/*"]\n')
    assert config(home, "validate", str(path)).exit_code == 0
    path.write_text("excluded = []\n")
    assert "Did you mean exclude?" in config(home, "validate", str(path)).stderr


def test_a_folder_is_no_file(home: Path) -> None:
    assert f"{home} is not a regular file" in config(home, "validate", str(home)).stderr


def test_a_file_that_is_not_there_is_named(home: Path) -> None:
    done = config(home, "validate", "nowhere")
    assert (done.exit_code, "there is no file nowhere" in done.stderr) == (3, True)


def described_by(home: Path, file: str) -> Any:
    done = CliRunner().invoke(
        program, ["schema", file], obj=CommandContext(environment={"XDG_CONFIG_HOME": str(home)})
    )
    schema = json.loads(done.stdout)
    jsonschema.Draft4Validator.check_schema(schema)
    return jsonschema.Draft4Validator(schema)


@pytest.mark.parametrize(
    "text",
    [
        "",
        'offline = true\ncrossplane = "1.20"\nfail-on = "never"',
        'plain-http = ["registry.local:5000", "[::1]:80"]\nexclude = [".github/*"]\ncache-dir = "~/x"',
        '[limits]\nblob = "2GiB"\ndocuments = 200000\nlayer = "1,000 KiB"',
        'profile = "spec"\nprivate-storage = []\nrefresh = false',
    ],
)
def test_what_the_schema_takes_is_fine(text: str, home: Path) -> None:
    assert described_by(home, "config.toml").is_valid(tomllib.loads(text))
    assert config(home, "validate", str(write(home, text))).exit_code == 0


@pytest.mark.parametrize(
    "text",
    [
        "ofline = true",
        "crossplane = 1.20",
        'fail-on = "always"',
        'plain-http = ["https://a.example"]',
        "exclude = [1]",
        "[limits]\nblobs = 5",
        "[limits]\nblob = 0",
        '[limits]\nblob = "two"',
        'profile = "a b"',
        'cache-dir = "\\u0000"',
    ],
)
def test_what_is_wrong_the_schema_refuses_too(text: str, home: Path) -> None:
    assert not described_by(home, "config.toml").is_valid(tomllib.loads(text))
    assert config(home, "validate", str(write(home, text))).exit_code == 2


def test_every_setting_and_limit_is_described(home: Path) -> None:
    properties = described_by(home, "config.toml").schema["properties"]
    assert list(properties) == [key.name for key in KEYS]
    assert list(properties["limits"]["properties"]) == list(TABLE)
    assert all(one["description"] for one in (*properties.values(), *properties["limits"]["properties"].values()))


def test_the_file_of_a_folder_of_sources_has_its_own_schema(home: Path) -> None:
    schema = described_by(home, "xpkgtui.toml")
    assert schema.is_valid({"exclude": [".github/*"]})
    assert not schema.is_valid({"offline": True})


def test_help_cuts_no_sentence(tmp_path: Path) -> None:
    assert "..." not in config(tmp_path, "--help").output.partition("Commands:")[2]
