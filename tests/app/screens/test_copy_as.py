"""Copy as: what the list offers, and how it copies."""

from builders.pilots import Claims, Show, Shown
from builders.screens import images, judgements, stories, streams
from builders.screens.images import AWS
from builders.screens.port import Story

from xpkgtui.app.screens.copy_as import CopyAs
from xpkgtui.errors import Failure, FailureKind
from xpkgtui.filesystem.tar.entry import EntryType
from xpkgtui.inspection.messages.requests import ReadText, Text
from xpkgtui.inspection.rows.files import FileRow


def told(shown: Shown) -> str:
    return " ".join(shown.toasts)


JSON = ReadText(text=Text.DOCUMENT_JSON, document=1)


def is_closed(shown: Shown) -> bool:
    return not isinstance(shown.app.screen, CopyAs) and not shown.app.clipboard


CLAIMS: Claims = {
    "enter copies the chosen row": (
        ("Y", "j", "enter"),
        lambda shown: shown.app.clipboard == "meta.pkg.crossplane.io/v1/Provider/provider-aws-s3",
    ),
    "enter says what it copied and closes": (
        ("Y", "j", "enter"),
        lambda shown: (
            "Copied apiVersion/kind/name, 50 characters" in told(shown) and not isinstance(shown.app.screen, CopyAs)
        ),
    ),
    "a letter copies at once": (
        ("2", "Y", "d"),
        lambda shown: shown.app.clipboard == "sha256:51ce8fd" + "0" * 57,
    ),
    "esc closes it": (("Y", "escape"), is_closed),
    "q closes it": (("Y", "q"), is_closed),
    "Y closes it": (("Y", "Y"), is_closed),
    "the chosen row shows its value in full": (
        ("Y", "G", "k"),
        lambda shown: (
            f"xpkgtui cat {AWS} --object Provider/provider-aws-s3" in shown.text.rpartition("╭")[2]
            and "as a command" in shown.text
        ),
    ),
    "YAML is read whole from the stream": (
        ("Y", "y"),
        lambda shown: shown.app.clipboard == streams.PROVIDER_TEXT.format(name="provider-aws-s3"),
    ),
    "JSON is not asked for before it is wanted": (("Y",), lambda shown: JSON not in shown.port.asked),
    "JSON is asked for and copied": (
        ("Y", "J"),
        lambda shown: (JSON in shown.port.asked, shown.app.clipboard) == (True, '{\n  "kind": "Provider"\n}\n'),
    ),
}


async def test_what_is_chosen_is_copied(show: Show) -> None:
    async with show(stories.accepted) as shown:
        assert await shown.broken(CLAIMS) == {}


async def test_yaml_too_large_for_a_clipboard_says_so(show: Show) -> None:
    def grow(story: Story) -> None:
        stream = streams.Stream(story.folder / "package.yaml")
        stream.provider("provider-aws-s3")
        stream.crd("buckets", "s3.aws.upbound.io", extra="#" * 1_100_000 + "\n")
        story.opening = [*images.beginning(AWS), *stream.told(), *judgements.judged(stream.rows)]

    async with show(stories.accepted, change=grow) as shown:
        await shown.press("G", "Y", "y")
        assert shown.app.clipboard == ""
        assert "a clipboard takes 1,000,000: the command below prints it" in told(shown)


async def test_json_that_cannot_be_made_says_why(show: Show) -> None:
    def refuse(story: Story) -> None:
        story.refusals = {ReadText: Failure(kind=FailureKind.CORRUPT, title="It cannot be turned into JSON.")}

    async with show(stories.accepted, change=refuse) as shown:
        await shown.press("Y", "J")
        await shown.settle()
        assert "It cannot be turned into JSON." in told(shown)
        assert isinstance(shown.app.screen, CopyAs)


async def test_a_finding_offers_its_rule_and_its_repair(show: Show) -> None:
    async with show(stories.warned) as shown:
        await shown.press("F", "Y", "m")
        assert shown.app.clipboard == "Write shortNames."
        await shown.press("Y", "L")
        assert shown.app.clipboard.startswith("package.yaml:")


HOSTILE_PATH = "a\x1b[201~\nrm -rf b"


def hostile_path(story: Story) -> None:
    row = FileRow(path=HOSTILE_PATH, type=EntryType.FILE, size=1, mode=0o644, layer=2)
    story.files = dict.fromkeys(story.files, (row,))


async def test_a_name_is_copied_in_its_visible_form_or_raw_with_a_warning(show: Show) -> None:
    async with show(stories.accepted, change=hostile_path) as shown:
        await shown.press("3", "y")
        assert shown.app.clipboard == "a␛[201~␊rm -rf b"
        await shown.press("Y", "a")
        assert shown.app.clipboard == "a␛[201~␊rm -rf b"
        await shown.press("Y")
        assert "with 2 control characters; pasting it may run commands" in shown.text
        await shown.press("1")
        assert shown.app.clipboard == HOSTILE_PATH
        assert "2 control characters among them" in told(shown)


async def test_yaml_is_copied_without_control_characters_but_line_ends(show: Show) -> None:
    def hide(story: Story) -> None:
        stream = streams.Stream(story.folder / "package.yaml")
        stream.provider("provider-aws-s3")
        stream.crd("buckets", "s3.aws.upbound.io", extra="# \x1b[201~\x9b\r\n\tb\n")
        story.opening = [*images.beginning(AWS), *stream.told(), *judgements.judged(stream.rows)]

    async with show(stories.accepted, change=hide) as shown:
        await shown.press("G", "Y", "y")
        assert "# ␛[201~\\x9b\n        b\n" in shown.app.clipboard
        await shown.press("Y", "1")
        assert "# \x1b[201~\x9b\r\n\tb\n" in shown.app.clipboard


async def test_a_name_that_is_no_utf8_can_be_copied(show: Show) -> None:
    def rename(story: Story) -> None:
        row = FileRow(path="caf\udce9", type=EntryType.FILE, size=1, mode=0o644, layer=2)
        story.files = dict.fromkeys(story.files, (row,))

    async with show(stories.accepted, change=rename) as shown:
        await shown.press("3", "y")
        assert shown.app.clipboard == "caf\\xe9"
        await shown.press("Y", "a")
        assert shown.app.clipboard == "caf\\xe9"
