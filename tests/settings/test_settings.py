"""Which value wins."""

import os
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from xpkgtui.errors import Usage
from xpkgtui.limits import Limits
from xpkgtui.settings.folders import config_file
from xpkgtui.settings.settings import SettingOrigin, Settings, load


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    names = ("CONFIG", "CACHE", "STATE")
    return {f"XDG_{name}_HOME": str(tmp_path / name.lower()) for name in names}


def write_config(environment: Mapping[str, str], text: str) -> None:
    folder = Path(environment["XDG_CONFIG_HOME"]) / "xpkgtui"
    folder.mkdir(parents=True)
    (folder / "config.toml").write_text(text)


def test_defaults_hold_where_nothing_is_said(environment: dict[str, str]) -> None:
    settings = load({}, environment)
    assert (settings.profile, settings.crossplane, settings.fail_on) == ("crossplane", "2.4", "error")


def test_cache_lies_in_the_users_cache_folder(environment: dict[str, str]) -> None:
    assert load({}, environment).cache_dir == environment["XDG_CACHE_HOME"] + "/xpkgtui"


def test_config_file_wins_over_the_default(environment: dict[str, str]) -> None:
    write_config(environment, 'profile = "spec"\n')
    assert load({}, environment).profile == "spec"


def test_environment_wins_over_the_config_file(environment: dict[str, str]) -> None:
    write_config(environment, 'crossplane = "1.20"\n')
    assert load({}, environment | {"XPKGTUI_CROSSPLANE": "v2.1"}).crossplane == "2.1"


def test_flag_wins_over_the_environment(environment: dict[str, str]) -> None:
    settings = load({"fail_on": "never"}, environment | {"XPKGTUI_FAIL_ON": "warning"})
    assert settings.fail_on == "never"


@pytest.mark.parametrize(
    ("words", "is_on"), [("1 true Yes ON", True), ("0 False no off", False)], ids=["words for on", "words for off"]
)
def test_a_switch_is_turned_by_any_of_its_words(words: str, is_on: bool, environment: dict[str, str]) -> None:
    for word in words.split():
        assert load({}, environment | {"XPKGTUI_OFFLINE": word}).offline is is_on, word


def test_each_value_knows_its_origin(environment: dict[str, str]) -> None:
    settings = load({"offline": True}, environment | {"XPKGTUI_INSECURE": "a.example"})
    origins = [settings.origins[name] for name in ("offline", "insecure", "profile")]
    assert origins == [SettingOrigin.FLAG, SettingOrigin.ENVIRONMENT, SettingOrigin.DEFAULT]


def test_unknown_key_names_the_nearest(environment: dict[str, str]) -> None:
    write_config(environment, 'profle = "spec"\n')
    with pytest.raises(Usage) as caught:
        load({}, environment)
    assert caught.value.suggestions == ("profile",)


def test_broken_config_is_a_usage_error(environment: dict[str, str]) -> None:
    write_config(environment, "profile = [")
    with pytest.raises(Usage, match="not TOML"):
        load({}, environment)


@pytest.mark.parametrize(
    "flags",
    [
        {"plain_http": ("http://a.example",)},
        {"insecure": ("a/b",)},
        {"private_storage": ("10.0.0.0/8",)},
        {"crossplane": "newest"},
        {"fail_on": "info"},
        {"ca_file": "/does/not/exist.pem"},
        {"no_cache": True, "cache_dir": "here"},
        {"offline": True, "refresh": True},
    ],
)
def test_what_cannot_be_meant_is_a_usage_error(flags: dict[str, object], environment: dict[str, str]) -> None:
    with pytest.raises(Usage):
        load(flags, environment)


def test_hosts_are_split_and_lowered(environment: dict[str, str]) -> None:
    settings = load({}, environment | {"XPKGTUI_PLAIN_HTTP": "A.example:5000, [::1]:80"})
    assert settings.plain_http == {"a.example:5000", "[::1]:80"}


def test_no_cache_means_no_folder(environment: dict[str, str]) -> None:
    assert load({"no_cache": True}, environment).cache_dir is None


def test_named_cache_folder_outranks_an_inherited_no_cache(environment: dict[str, str]) -> None:
    settings: Settings = load({"cache_dir": "/somewhere"}, environment | {"XPKGTUI_NO_CACHE": "1"})
    assert settings.cache_dir == "/somewhere"


@pytest.mark.parametrize("make", [os.mkfifo, Path.mkdir])
def test_config_that_is_not_a_file_is_a_usage_error(
    environment: dict[str, str], make: Callable[[Path], None]
) -> None:
    write_config(environment, "")
    path = config_file(environment)
    path.unlink()
    make(path)
    with pytest.raises(Usage, match="cannot read the config file"):
        load({}, environment)


def test_config_that_is_linked_to_nothing_is_empty(environment: dict[str, str]) -> None:
    write_config(environment, "")
    path = config_file(environment)
    path.unlink()
    path.symlink_to(os.devnull)
    assert load({}, environment).profile == "crossplane"


@pytest.mark.parametrize("make", [os.mkfifo, Path.mkdir])
def test_certificates_that_are_not_a_file_are_a_usage_error(
    environment: dict[str, str], tmp_path: Path, make: Callable[[Path], None]
) -> None:
    make(tmp_path / "ca.pem")
    with pytest.raises(Usage, match="cannot read the CA file"):
        load({"ca_file": str(tmp_path / "ca.pem")}, environment)


@pytest.mark.skipif(not os.path.exists("/proc/self/status"), reason="no files without a size here")
def test_certificates_without_a_size_are_a_usage_error(environment: dict[str, str]) -> None:
    with pytest.raises(Usage, match="without a size"):
        load({"ca_file": "/proc/self/status"}, environment)


def test_each_limit_comes_from_where_it_wins(environment: dict[str, str]) -> None:
    write_config(environment, '[limits]\nblob = "1MiB"\nlayer = "1MiB"\ndocuments = 7\n')
    environment["XPKGTUI_LIMITS"] = "blob=2MiB, layer=2M"
    limits = load({"limits": ("blob=3MiB", "files=1_000")}, environment).limits
    assert (limits.blob, limits.layer, limits.documents, limits.files) == (3 << 20, 2 << 20, 7, 1000)
    assert limits.entries == Limits().entries


@pytest.mark.parametrize("text", ["[limits]\nblub = 1", "[limits]\nblob = true", "limits = 5", "[limits]\nblob = 0"])
def test_a_limit_that_cannot_be_meant_is_refused(environment: dict[str, str], text: str) -> None:
    write_config(environment, text)
    with pytest.raises(Usage, match="limits in the config file"):
        load({}, environment)


def test_a_limit_is_named_as_it_was_written(environment: dict[str, str]) -> None:
    with pytest.raises(Usage, match=r"^--limit is 'blob=1, layer=no', which is not valid$"):
        load({"limits": ("blob=1", "layer=no")}, environment)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("crossplane = 2.4", 'It takes a version of Crossplane in quotes, such as "2.4".'),
        ("cache-dir = 3", "It takes a text in quotes."),
        ("profile = [", "Correct the file, or remove it."),
    ],
)
def test_a_value_of_another_type_is_told_how_to_write_it(environment: dict[str, str], text: str, said: str) -> None:
    write_config(environment, text)
    with pytest.raises(Usage) as caught:
        load({}, environment)
    assert caught.value.hint == said


def test_a_limit_in_the_config_file_is_shown_as_on_a_command_line(environment: dict[str, str]) -> None:
    write_config(environment, "[limits]\nblub = 1")
    with pytest.raises(Usage, match=r"^limits in the config file is 'blub=1', which is not valid$"):
        load({}, environment)


def test_a_config_file_of_a_megabyte_is_read_and_no_larger_one(environment: dict[str, str]) -> None:
    write_config(environment, f"profile = 'spec' #{'x' * ((1 << 20) - 18)}")
    assert load({}, environment).profile == "spec"
    with config_file(environment).open("a") as file:
        file.write("x")
    with pytest.raises(Usage, match=r"is larger than 1048576 bytes$"):
        load({}, environment)
