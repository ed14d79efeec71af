"""A package in which everything that can be named is named to harm."""

from pathlib import Path

from builders.packages import metas
from builders.screens.images import ROOT
from builders.screens.judgements import judged
from builders.screens.port import Story
from builders.screens.streams import Stream

from xpkgtui.filesystem.tar.entry import EntryType
from xpkgtui.formats.role import Role
from xpkgtui.formats.xpkg.overview import overview as of_meta
from xpkgtui.inspection.messages import events
from xpkgtui.inspection.messages.parts import PartName
from xpkgtui.inspection.messages.requests import Text, View
from xpkgtui.inspection.rows.files import FileRow
from xpkgtui.inspection.rows.layers import Damage, DamageKind, LayerRow, LayerUse
from xpkgtui.inspection.rows.platforms import PlatformRole, PlatformRow, PlatformUse
from xpkgtui.oci.descriptor import Platform
from xpkgtui.rules.finding import Acceptance, Finding, ObjectName, Place, Severity
from xpkgtui.sources.source import SourceForm

HOSTILE = "[/]\x1b]0;owned\x07\x9b31m\u202etxt.exe[bold @click=app.quit]x[/bold]"
"""Markup that is broken, a terminal's title, a C1 control, a right-to-left override, a link that quits."""


def hostile(folder: Path) -> Story:
    """Everything that a package can name is named to harm."""
    story, stream = Story(folder, "registry.example.com/" + HOSTILE), Stream(folder / "package.yaml")
    stream.add(
        f"kind: {HOSTILE}\n",
        api_version=HOSTILE,
        kind=HOSTILE,
        name=HOSTILE,
        role=Role.META,
        versions=(HOSTILE,),
    )
    stream.add(
        f"# {HOSTILE}\n{HOSTILE}: {HOSTILE}\n",
        api_version=HOSTILE,
        kind=HOSTILE,
        name=HOSTILE,
        group=HOSTILE,
        plural=HOSTILE,
        defines=HOSTILE,
        scope=HOSTILE,
        versions=(HOSTILE, HOSTILE),
        stored=HOSTILE,
    )
    bad = Finding(
        rule="XPKG999",
        severity=Severity.ERROR,
        message=HOSTILE,
        fix=HOSTILE,
        says=HOSTILE,
        readers=(HOSTILE,),
        object=ObjectName(api_version=HOSTILE, kind=HOSTILE, name=HOSTILE),
        place=Place(document=2, line=5, field=HOSTILE),
    )
    told = stream.told()
    layer = LayerRow(
        index=0,
        digest="sha256:" + "0" * 64,
        diff_id=HOSTILE,
        media_type=HOSTILE,
        size=1,
        annotation=HOSTILE,
        annotations={HOSTILE: HOSTILE},
        label=HOSTILE,
        use=LayerUse.STATEMENT,
        statement=HOSTILE,
        first_file=HOSTILE,
        history=HOSTILE,
        damage=Damage(kind=DamageKind.UNAVAILABLE, reason=HOSTILE),
        slip=HOSTILE,
    )
    platform = PlatformRow(
        digest="sha256:" + "1" * 64,
        media_type=HOSTILE,
        size=1,
        platform=Platform(os=HOSTILE, architecture=HOSTILE),
        role=PlatformRole.IMAGE,
        use=PlatformUse.PROVENANCE,
        about=HOSTILE,
        annotations={HOSTILE: HOSTILE},
        parent=HOSTILE,
        selected=True,
    )
    story.opening = [
        events.Progressed(part=PartName.LAYERS, what=HOSTILE),
        events.Resolved(form=SourceForm.REGISTRY, is_remote=True, reference=HOSTILE, digest=ROOT, notes=(HOSTILE,)),
        events.PlatformsListed(rows=(platform,), is_index=True),
        events.ManifestRead(
            digest=ROOT,
            media_type=HOSTILE,
            annotations=((HOSTILE, HOSTILE),),
            config_digest=None,
            config_size=None,
            labels=((HOSTILE, HOSTILE),),
            layers=(layer,),
            total=1,
        ),
        *told,
        *judged(stream.rows, bad, acceptance=Acceptance.REFUSED, reason=HOSTILE),
    ]
    row = FileRow(path=HOSTILE, type=EntryType.SYMLINK, size=1, mode=0o644, layer=0, linkname=HOSTILE, decoy=True)
    folder_row = FileRow(path="d" + HOSTILE, type=EntryType.DIRECTORY, size=0, mode=0o755, layer=0, children=1)
    story.files[View.BASE, ""] = (folder_row, row)
    story.texts[Text.FILE] = (HOSTILE.encode() + b"\xff\n", "yaml", False)
    story.facts = (("object", HOSTILE), (HOSTILE, HOSTILE))
    story.overview = of_meta(metas.named_to_harm(HOSTILE), "2.4")
    return story
