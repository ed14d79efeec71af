"""The first line."""

from dataclasses import replace

import pytest
from builders.pilots import Staging

from xpkgtui.app.drawing.bands.identity import PackageIdentity
from xpkgtui.app.widgets.identity_line import IdentityLine

WHO = PackageIdentity(reference="host/org/name:v1", kind="Provider", digest="sha256:2f0c77aa91b3" + "0" * 52)


async def test_digest_has_seven_characters_where_there_is_little_room(stage: Staging) -> None:
    line = IdentityLine()
    async with stage(line) as (app, pilot):
        line.identity = WHO
        await pilot.pause()
        assert app.text.splitlines()[0] == " host/org/name:v1  Provider" + " " * 37 + "@sha256:2f0c77a"


async def test_digest_has_twelve_characters_from_100_columns_on(stage: Staging) -> None:
    line = IdentityLine()
    async with stage(line, (100, 24)) as (app, pilot):
        line.identity = WHO
        await pilot.pause()
        assert app.text.splitlines()[0].endswith("@sha256:2f0c77aa91b3")


async def test_a_long_reference_is_cut_in_its_middle_and_the_kind_stays(stage: Staging) -> None:
    line = IdentityLine()
    async with stage(line) as (app, pilot):
        line.identity = PackageIdentity(
            reference="registry.example.com/" + "x" * 60 + ":v1", kind="Provider", digest=WHO.digest
        )
        await pilot.pause()
        shown = app.text.splitlines()[0]
        assert shown.startswith(" registry.example.com/")
        assert shown.endswith("x:v1  Provider  @sha256:2f0c77a")


async def test_on_a_tiny_screen_the_kind_gives_way_to_the_reference(stage: Staging) -> None:
    line = IdentityLine()
    async with stage(line, (50, 15)) as (app, pilot):
        line.identity = PackageIdentity(
            reference="registry.example.com/org/name-a:v1", kind="Provider", digest=WHO.digest
        )
        await pilot.pause()
        shown = app.text.splitlines()[0]
        assert "Provider " not in shown
        assert shown.endswith("e-a:v1  @sha256:2f0c77a")


async def test_the_host_goes_before_the_name_is_cut(stage: Staging) -> None:
    line = IdentityLine()
    async with stage(line, (60, 20)) as (app, pilot):
        reference, short = "xpkg.upbound.io/upbound/provider-aws-s3:v1", "upbound/provider-aws-s3:v1"
        line.identity = PackageIdentity(reference=reference, short=short, kind="Provider", digest=WHO.digest)
        await pilot.pause()
        assert app.text.splitlines()[0].startswith(" upbound/provider-aws-s3:v1  Provider ")


NOTES = ("earlier content; reload failed: a.example is away", "earlier content: a.example is away", "earlier: away")


@pytest.mark.parametrize(
    ("width", "shown"),
    [
        (110, " host/org/name:v1  ! earlier content; reload failed: a.example is away"),
        (80, " host/org/name:v1  ! earlier content: a.example is away"),
        (55, " host/org/name:v1  ! earlier: away"),
        (48, " host/…ame:v1  ! earlier: away"),
    ],
)
async def test_a_note_gets_shorter_before_the_name_does(width: int, shown: str, stage: Staging) -> None:
    line = IdentityLine()
    async with stage(line, (width, 5)) as (app, pilot):
        line.identity = replace(WHO, notes=NOTES)
        await pilot.pause()
        first, _, digest = app.text.splitlines()[0].partition("@")
        assert first.rstrip() == shown
        assert digest.startswith("sha256:2f0c77a")
