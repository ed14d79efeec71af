"""The application, run until it is left; the terminal shows the first frame while Textual is loaded."""

import gc
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING

from xpkgtui.app import first_frame
from xpkgtui.app.tty.terminal import echo, given_back
from xpkgtui.service import spawning

if TYPE_CHECKING:
    from xpkgtui.app.start.choices import Offered
    from xpkgtui.inspection.inspection import Inspection
    from xpkgtui.inspection.messages.requests import Options, PlanSet
    from xpkgtui.service.port import Port


@contextmanager
def taken(
    source: str | None, theme: str | None, environment: Mapping[str, str], *, is_set: bool = False
) -> Iterator[None]:
    """The terminal with the first frame on it; given back after the block, whatever ends it."""
    with given_back(at_end=spawning.clear):
        echo(is_on=False)
        first_frame.show(source, theme, environment, first_frame.OF_SETS if is_set else first_frame.OF_PACKAGES)
        yield


def run(
    port: "Port",
    source: str | None,
    options: "Options",
    *,
    offered: "Callable[[], Offered] | None" = None,
    opened: Callable[[str, str, str], None] | None = None,
    theme: str | None = None,
    theme_chosen: Callable[[str], None] = lambda _: None,
    at: str = "",
    plan: "PlanSet | None" = None,
    every: int = 0,
    beside: "Callable[[], Port] | None" = None,
) -> int:
    """Shows the screen until it is left; gives the exit code. Raises what the screen broke by, or a request of it.

    The terminal is `taken`. `plan` is a set that is shown in place of a source; its packages are judged at a port
    `beside` this one.
    """
    from xpkgtui.app import themes
    from xpkgtui.app.application import Application
    from xpkgtui.app.start.choices import Offered
    from xpkgtui.app.state.places import parse_place
    from xpkgtui.app.state.sets import SetStart
    from xpkgtui.app.tty.driver import PaintedDriver

    application = Application(
        port,
        # Textual reads the name of another driver where it serves the screen to a browser.
        driver_class=None if "TEXTUAL_DRIVER" in os.environ else PaintedDriver,
        source=source,
        options=options,
        offered=offered or Offered,
        opened=opened,
        theme_name=themes.fitting(theme, few_colors=themes.has_few_colors()),
        theme_chosen=theme_chosen,
        at=parse_place(at) if at else None,
        sets=SetStart(plan=plan, every=every, beside=beside),
    )
    # A large package is many values that live long: looking through all of them for cycles holds up keys. They are
    # frozen once they are there, as is what a start makes.
    application.watch(application, "inspection", _freeze_what_stays, init=False)
    # What dies young is looked for often, a little each time: one key in a hundred would wait 0.1 s for all of it.
    gc.freeze()
    gc.set_threshold(1_500, 3, 3_000)
    # What Textual finds is what programs get that it makes room for.
    echo(is_on=True)
    code = application.run() or 0
    if application.mistake:
        raise application.mistake
    return code


def _freeze_what_stays(before: "Inspection", after: "Inspection") -> None:
    """What was read of a package stays once there is a case of it."""
    if after.case is not None and after.case is not before.case:
        gc.freeze()
