"""The settings that options make, and how a source is opened by them; known without click."""

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from xpkgtui.cli.context import CommandContext
from xpkgtui.cli.output import note
from xpkgtui.errors import Usage

if TYPE_CHECKING:
    from xpkgtui.inspection.messages.requests import LayerScope, Options
    from xpkgtui.settings.settings import Settings

_DEFAULT, _OLDER = "crossplane", "crossplane-1"


def settings_of(context: CommandContext, flags: Mapping[str, object]) -> "Settings":
    """The settings of a command with these flags; raises `Usage`. Says where a version is newer than is known."""
    from xpkgtui.settings.settings import SettingOrigin, load

    settings = load(flags, context.environment)
    if settings.origins["crossplane"] is not SettingOrigin.DEFAULT:
        from xpkgtui.formats.assumed import newest_before

        if newest := newest_before(settings.crossplane):
            note(f"Crossplane {settings.crossplane} is newer than xpkgtui knows, and judged as {newest}")
    return settings


def open_options(
    settings: "Settings",
    context: CommandContext,
    *,
    price: int = -1,
    reach: "LayerScope | None" = None,
    children: bool = False,
    platform: str = "",
    base: int | None = None,
) -> "Options":
    """How a source is opened; commands without a screen fetch what they need at any price."""
    from xpkgtui.inspection.messages.requests import LayerScope, Options
    from xpkgtui.settings.settings import SettingOrigin
    from xpkgtui.sources.access import Access

    access = Access(
        plain_http=settings.plain_http,
        insecure=settings.insecure,
        private_storage=settings.private_storage,
        token_servers=settings.token_server,
        auth_file=settings.auth_file,
        ca_file=settings.ca_file,
        mirrors=settings.mirrors,
        offline=settings.offline,
        refresh=settings.refresh,
        environment=dict(context.environment),
    )
    return Options(
        access=access,
        cache_dir=settings.cache_dir,
        profile=settings.profile,
        asked_profile="" if settings.origins["profile"] is SettingOrigin.DEFAULT else settings.profile,
        crossplane=settings.crossplane,
        asked_crossplane="" if settings.origins["crossplane"] is SettingOrigin.DEFAULT else settings.crossplane,
        exclude=tuple(sorted(settings.exclude)),
        limits=settings.limits,
        price=price,
        platform=platform,
        reach=reach or LayerScope.PATH,
        base=base,
        children=children,
    )


def known_profile(settings: "Settings", *, is_told: bool = True) -> "Settings":
    """The settings with a profile that exists and fits the version of Crossplane; raises `Usage`.

    `is_told` says that it is another one than the default.
    """
    from xpkgtui.formats.assumed import ASSUMED, default_profile
    from xpkgtui.settings.settings import SettingOrigin

    newest = ASSUMED.wording.newest[_OLDER]
    is_new = default_profile(settings.crossplane) == _DEFAULT
    if settings.profile == _DEFAULT:
        if is_new or settings.origins["profile"] is not SettingOrigin.DEFAULT:
            return settings
        if is_told:
            note(f"the profile is {_OLDER}, because Crossplane is {settings.crossplane}")
        return replace(settings, profile=_OLDER)
    if settings.profile == _OLDER and is_new:
        if settings.origins["crossplane"] is SettingOrigin.DEFAULT:
            return replace(settings, crossplane=newest)
        note(f"the profile is {_DEFAULT}, because Crossplane is {settings.crossplane}")
        return replace(settings, profile=_DEFAULT)
    require_profile(settings.profile)
    return settings


def require_profile(name: str) -> None:
    """Raises `Usage` where there is no profile of that name."""
    import difflib

    from xpkgtui.formats.known import profiles

    names = profiles()
    if name not in names:
        nearest = difflib.get_close_matches(name, names, 1, 0.6)
        perhaps = f"Did you mean {nearest[0]}? " if nearest else ""
        raise Usage(f"there is no profile {name}", hint=f"{perhaps}The profiles are {', '.join(names)}.")
