"""What the screen is given: the same by a call that needs no parser and by one that is parsed."""

import os
import pty
import sys
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest
from builders.inspection.ports import FakePort

from xpkgtui.cli.calls import plain_call
from xpkgtui.cli.commands import browse
from xpkgtui.cli.context import CommandContext
from xpkgtui.cli.program import program
from xpkgtui.cli.screen import screen as show
from xpkgtui.errors import Usage
from xpkgtui.inspection.messages.requests import LayerScope, Open


class Screen:
    """A program whose screen only looks at what it is given."""

    def __init__(self, folder: Path) -> None:
        self.environment = {"XDG_STATE_HOME": str(folder / ".state"), "XDG_CACHE_HOME": str(folder / ".cache")}
        self.seen: dict[str, Any] = {}

    @property
    def context(self) -> CommandContext:
        """What the command works with."""
        return CommandContext(
            take_terminal=lambda source, theme, _: nullcontext(self.seen.update(source=source, theme=theme)),
            start_service=self._started,
            draw=lambda: self._draw,
            environment=self.environment,
        )

    def _started(self, piped: Any) -> Any:
        self.seen.update(piped=piped)

        def connected(first: Open | None) -> FakePort:
            self.seen.update(first=first)
            return FakePort(lambda _: ())

        return connected

    def _draw(self, port: Any, source: Any, options: Any, **given: Any) -> int:
        self.seen.update(drawn=source, options=options, at=given["at"], offered=given["offered"]())
        assert given["theme"] == self.seen["theme"]
        given["opened"]("a.example/b:v1", "accepted", "sha256:0")
        given["theme_chosen"]("xpkg-light")
        return 0

    def plain(self, *words: str) -> dict[str, Any]:
        """What is seen of a call without an option."""
        call = plain_call(words, self.context, has_screen=lambda: True)
        assert call is not None
        assert call() == 0
        return dict(self.seen)

    def parsed(self, *words: str) -> dict[str, Any]:
        """What is seen of a call that click parses."""
        with pytest.raises(SystemExit) as ended:
            program.main([*words], "xpkgtui", obj=self.context)
        assert ended.value.code == 0
        return dict(self.seen)


@pytest.fixture
def screen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Screen]:
    """A screen on a terminal, in a folder with a package."""
    (tmp_path / "package.yaml").write_text("apiVersion: meta.pkg.crossplane.io/v1\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path.parent))
    monkeypatch.setattr(browse, "has_screen", lambda: True)
    keyboard, terminal = pty.openpty()
    with os.fdopen(terminal) as file:
        monkeypatch.setattr(sys, "stdin", file)
        yield Screen(tmp_path)
    os.close(keyboard)


def test_start_screen_is_given_what_lies_about(screen: Screen, tmp_path: Path) -> None:
    seen = screen.plain()
    offered = seen["offered"]
    assert (seen["source"], seen["drawn"], seen["first"], seen["piped"], seen["at"]) == (None, None, None, None, "")
    assert ([one.path for one in offered.found], offered.recents) == (["package.yaml"], ())
    assert (offered.references, offered.repositories, offered.folder) == ((), (), f"~/{tmp_path.name}")
    assert offered.now > 1e9


def test_a_folder_outside_of_home_is_named_whole(
    screen: Screen, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "home2").mkdir()
    monkeypatch.chdir(tmp_path / "home2")
    folder = os.getcwd()
    for home, shown in ((folder, "~"), (folder[:-1], folder), ("/elsewhere", folder)):
        monkeypatch.setenv("HOME", home)
        assert screen.plain()["offered"].folder == shown


@pytest.mark.parametrize("words", [(), ("a.example/b",), ("demo",)])
def test_a_call_that_needs_no_parser_opens_what_the_parser_makes_of_it(
    screen: Screen, words: tuple[str, ...]
) -> None:
    plain = screen.plain(*words)
    parsed = screen.parsed(*words)
    kept = ("source", "drawn", "first", "options", "at", "piped")
    assert [plain[name] for name in kept] == [parsed[name] for name in kept]
    assert plain["options"].access.offline is (words == ("demo",))


def test_the_screen_opens_what_is_asked_for_and_asks_before_it_fetches_much(screen: Screen, tmp_path: Path) -> None:
    (tmp_path / "policy").write_text("kind: ImageConfig")
    words = ("a.example/b", "--platform", "linux/arm64", "--policy", str(tmp_path / "policy"), "--at", "layer/1")
    seen = screen.parsed(*words, "--profile", "crossplane-1", "--no-cache")
    options = seen["options"]
    assert (seen["first"], seen["at"]) == (Open(source="a.example/b", options=options), "layer/1")
    assert (options.platform, options.policies, options.price) == ("linux/arm64", ("kind: ImageConfig",), 5_000_000)
    assert (options.image_first, options.reach, options.children) == (True, LayerScope.PATH, False)
    assert (options.profile, options.crossplane, options.cache_dir) == ("crossplane-1", "1.20", None)


def test_what_was_opened_and_the_theme_are_those_of_the_next_time(screen: Screen) -> None:
    first = screen.plain()
    again = screen.plain()
    assert (first["theme"], again["theme"]) == (None, "xpkg-light")
    (recent,) = again["offered"].recents
    assert (recent.source, recent.verdict, recent.digest) == ("a.example/b:v1", "accepted", "sha256:0")


def test_a_terminal_is_no_package(screen: Screen) -> None:
    with pytest.raises(Usage) as caught:
        show(screen.context, "-", {})
    assert (str(caught.value), caught.value.hint) == (
        "standard input is a terminal",
        "Pipe a package into it, or name a SOURCE.",
    )
    assert screen.seen == {}


def test_a_closed_input_has_no_package(screen: Screen, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(Usage, match=r"^standard input is closed$"):
        show(screen.context, "-", {})
