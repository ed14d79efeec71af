"""One package that another needs: what it gets and why, who asks for it, what asks, and how it was resolved."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from textual.content import Content

from xpkgtui import visible
from xpkgtui.app.dependencies import composed
from xpkgtui.app.dependencies.composed import JudgedCompositions
from xpkgtui.app.drawing.page import Ends, Fact, Hanging, Line, NumberedStep, Page, Tab, TextRange
from xpkgtui.app.drawing.styled_text import SEVERITIES, block, join, safe, sign, words
from xpkgtui.app.state.dependencies import DependencySelection, NeededRow, ShownDependencies
from xpkgtui.app.state.selection import TabId
from xpkgtui.formats.dependencies.needed import (
    AskedBy,
    Branch,
    DefinitionClash,
    NeededPackage,
    PackageState,
    branches,
    why,
)
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.reporting.contents.needed_packages import NeededPackages, prefix
from xpkgtui.rules.finding import Severity
from xpkgtui.visible import plural

_COLUMN = 13
_FEW, _MANY = 8, 100
"""Those that ask, on the first page and on a page of their own."""
_CLASHES = 5
_DIGEST = 26
_STEPS = 500
_LEGACY = {"Configuration": "configuration", "Provider": "provider", "Function": "function"}


def page(
    inspection: Inspection,
    shown: ShownDependencies,
    row: NeededRow | None,
    selection: DependencySelection,
    judged: JudgedCompositions,
) -> Page:
    """The page of the row under the cursor; `judged` is what the package that was asked about composes."""
    found = shown.found
    if row is None:
        body: tuple[Line, ...] = (words("◌ Nothing is known yet." if shown.doing else "Nothing is known.", "$muted"),)
        return Page(key="nothing", title="Package", body=body)
    tabs = _tabs(inspection, row, judged)
    tab = selection.tab if any(one.id is selection.tab for one in tabs) else TabId.FACTS
    plain = Page(key=f"{row.key}:{tab}", tabs=tabs, tab=tab, copied=row.branch.package.package)
    match tab:
        case TabId.ASKING:
            return replace(plain, body=tuple(_asking(found, row.branch.package)))
        case TabId.YAML:
            return _entry(inspection, shown, row, plain)
        case TabId.WHY:
            return replace(plain, key="steps", body=tuple(_steps(shown)))
        case TabId.COMPOSED:
            return replace(plain, key="composed", body=tuple(composed.body(inspection, shown, judged)))
    return replace(plain, body=(*_package(shown, row), *_together(found)))


def _tabs(inspection: Inspection, row: NeededRow, judged: JudgedCompositions) -> tuple[Tab, ...]:
    is_root, package = row.branch.edge is None, row.branch.package
    asking = () if is_root and not package.asked_by else (Tab(id=TabId.ASKING, name="Who asks"),)
    has_own = is_root and composed.is_composing(inspection)
    own = (Tab(id=TabId.COMPOSED, name=judged.name),) if has_own else ()
    return (
        Tab(id=TabId.FACTS, name="Conflict" if row.trouble is Severity.ERROR else "Package"),
        *asking,
        Tab(id=TabId.YAML, name="YAML"),
        Tab(id=TabId.WHY, name="Steps"),
        *own,
    )


def _package(shown: ShownDependencies, row: NeededRow) -> Iterator[Line]:
    found, package = shown.found, row.branch.package
    mark, title = _title(shown, row)
    yield join(sign(mark), " ", safe(title, "bold $foreground"))
    yield Content("")
    yield Fact("package", safe(package.package, "$foreground"), _COLUMN)
    if package.kind:
        yield Fact("kind", safe(package.kind, "$foreground"), _COLUMN)
    if package.version and row.trouble is not Severity.ERROR:
        yield Fact("version", safe(package.version, "$foreground"), _COLUMN)
    if package.asked_by:
        yield Fact("wanted by", _wanted_by(found, package.asked_by), _COLUMN)
    yield from _says(found, package)
    if package.state is PackageState.UNKNOWN and found.tree.advice:
        yield Fact("fix", safe(found.tree.advice, "$foreground"), _COLUMN)
    is_root = row.branch.edge is None
    clashes = [one for one in found.tree.clashes if is_root or package.package in one.packages]
    yield from _clashes(found, clashes, package.package)
    for remark in found.tree.remarks:
        if is_root or package.package in remark.packages:
            yield Fact("! note", safe(remark.message, "$foreground"), _COLUMN)
            if remark.fix:
                yield Fact("fix", safe(remark.fix, "$foreground"), _COLUMN)
    if row.trouble is not Severity.ERROR:
        yield from _image(package)
    yield Content("")


def _clashes(found: NeededPackages, clashes: Sequence[DefinitionClash], package: str) -> Iterator[Line]:
    """The definitions that others own as well."""
    for clash in clashes[:_CLASHES]:
        others = visible.all_of(found.name(one) for one in clash.packages if one != package)
        yield Fact("owns too", safe(f"{others}: {clash.definition}", "$foreground"), _COLUMN)
        yield Fact("", safe(clash.says, "$error"), _COLUMN)
    if len(clashes) > _CLASHES:
        yield Fact("", words(f"and {len(clashes) - _CLASHES:,} more", "$muted"), _COLUMN)


def _title(shown: ShownDependencies, row: NeededRow) -> tuple[str, str]:
    """What becomes of the package, in a few words."""
    package, name = row.branch.package, shown.found.name(row.branch.package.package)
    constraints = len({one.constraint for one in package.asked_by})
    if package.state is PackageState.CYCLE:
        return "✗", f"{name} depends on itself"
    if package.state is PackageState.MISSING:
        return "✗", f"{name} is refused" if package.version else f"No version of {name} can be installed"
    if package.state is PackageState.UNHEALTHY:
        return "✗", f"{name} stays unhealthy"
    if row.trouble is Severity.ERROR and package.state is PackageState.CONFLICT:
        many = "Two constraints" if constraints == 2 else f"{constraints:,} constraints"
        return "✗", f"{many}, one package" if constraints > 1 else f"{package.version} is not what is asked for"
    if row.trouble is Severity.ERROR:
        return "✗", f"{name} does not get what it defines"
    if row.branch.edge is None:
        return "·", "The package that was asked about"
    if not shown.found.tree.is_resolved or package.state is PackageState.UNKNOWN:
        return "◌", f"{name} {'is unknown' if package.says else 'was not asked about'}"
    if package.is_priced:
        return "◌", f"{name} was not opened"
    mark = SEVERITIES[row.trouble] if row.trouble is not None else "✓"
    is_there = package.state is PackageState.INSTALLED
    return mark, f"{name} {'is there already' if is_there else 'can be installed'}"


def _wanted_by(found: NeededPackages, asked: tuple[AskedBy, ...]) -> Content:
    """`configuration-aws-network v0.23.1: >=v1.21.0`, a line each."""
    lines = [_asks(found, one.package, one.constraint) for one in asked[:_FEW]]
    if len(asked) > _FEW:
        lines.append(words(f"and {len(asked) - _FEW:,} more", "$muted"))
    return Content("\n").join(lines)


def _asks(found: NeededPackages, name: str, constraint: str) -> Content:
    package = found.tree.package(name)
    version = f" {package.version}" if package and package.version else ""
    return safe(f"{found.name(name)}{version}: {constraint or 'any version'}", "$foreground")


def _says(found: NeededPackages, package: NeededPackage) -> Iterator[Line]:
    """What the program that resolves does and says, and what follows from that."""
    who = visible.line(found.tree.resolver).partition(" ")[0] or "it"
    if package.is_priced:
        said = "What it holds was not fetched because of its size, so what it needs is not known."
        yield Fact("not opened", words(f"{said}  **a** fetches it", "$foreground"), _COLUMN)
    if not package.says and not package.outcome:
        return
    yield Content("")
    said_parts: list[Content] = []
    if package.state is PackageState.CONFLICT:
        said_parts.append(
            safe(f"Installs {package.version}, which the first to ask accepts, then prints:", "$foreground")
        )
    if package.says:
        said_parts.append(block(package.says, "$error"))
    if said_parts:
        yield Fact(who, Content("\n").join(said_parts), _COLUMN)
    if package.outcome:
        if said_parts:
            yield Content("")
        yield Fact("then", safe(package.outcome, "$foreground"), _COLUMN)
    if len(package.serves) > 2:
        yield Fact("would serve", safe(visible.few(package.serves, _FEW), "$foreground"), _COLUMN)


def _image(package: NeededPackage) -> Iterator[Line]:
    image = package.image
    if package.reference:
        yield Fact("pulled from", safe(package.reference, "$foreground"), _COLUMN)
    if image is None:
        return
    if image.digest:
        yield Fact("digest", safe(visible.clip(image.digest, _DIGEST), "$muted"), _COLUMN)
    if image.size is not None:
        yield Fact("size", safe(visible.size(image.size), "$foreground"), _COLUMN)
    if image.platforms:
        yield Fact("platforms", safe(", ".join(image.platforms), "$foreground"), _COLUMN)
    if image.definitions:
        yield Fact("definitions", words(_definitions(image.definitions, image.composites), "$foreground"), _COLUMN)


def _definitions(all_of_them: int, composites: int) -> str:
    """`612 CRDs, 14 XRDs`"""
    counts = ((all_of_them - composites, "CRD"), (composites, "XRD"))
    return ", ".join(plural(number, noun) for number, noun in counts if number)


def _together(found: NeededPackages) -> Iterator[Line]:
    """What would be installed, over all packages."""
    if not found.tree.is_resolved or not found.others:
        return
    count = words(plural(len(found.installed), "package"), "$muted")
    yield Ends(words("**What would be installed**"), count)
    if found.downloads is not None:
        lacking = sum(one.size is None for one in found.installed)
        more = f", and {plural(lacking, 'package')} of unknown size" if lacking else ""
        yield Fact("download", words(f"{visible.size(found.downloads)}{more}", "$foreground"), _COLUMN)
    if found.definitions:
        yield Fact("definitions", words(_definitions(found.definitions, found.composites), "$foreground"), _COLUMN)
    if found.pods:
        pods = ", ".join(plural(number, kind.lower()) for kind, number in found.pods.items())
        yield Fact("pods", words(pods, "$foreground"), _COLUMN)
    if found.registries:
        yield Fact("registries", safe(", ".join(found.registries), "$foreground"), _COLUMN)


def _asking(found: NeededPackages, package: NeededPackage) -> Iterator[Line]:
    """Who asks for it, and who for that, up to the package that was asked about."""
    upwards = why(found.tree, package.package)
    for number, branch in enumerate(branches(upwards)):
        if number == _MANY:
            yield words("There is more, which is not shown.", "$muted")
            return
        below = "".join("   " if one else "│  " for one in branch.lasts)
        yield Hanging(prefix(branch.lasts), f"{below}  ", _asker(found, branch))
        if branch.edge is not None:
            yield Hanging(f"{below}  ", f"{below}    ", _asked(branch))


def _asker(found: NeededPackages, branch: Branch) -> Content:
    package = branch.package
    version = f" {package.version}" if package.version else ""
    name = safe(f"{found.name(package.package)}{version}", "$foreground" if branch.edge else "bold $foreground")
    return join(name, ("  ↑ above", "$muted")) if branch.is_repeated else name


def _asked(branch: Branch) -> Content:
    assert branch.edge is not None
    is_met = branch.edge.is_met
    mark = "✗" if is_met is False else "✓" if is_met else "◌"
    return join(sign(mark), " ", safe(branch.edge.constraint or "any version", "$muted"))


def _entry(inspection: Inspection, shown: ShownDependencies, row: NeededRow, plain: Page) -> Page:
    """What asks for it, in the text of the package that is open; of another one, as an entry like its own."""
    edge, root = row.branch.edge, shown.found.tree.root
    meta, stream = inspection.meta, inspection.stream
    is_open = inspection.source == shown.source and meta is not None and stream is not None
    if is_open and (edge is None or (root is not None and edge.source == root.package)):
        assert meta is not None
        assert stream is not None
        text = TextRange(
            path=stream.path, start=meta.start, end=meta.end, first_line=meta.first_line, language="yaml"
        )
        file = visible.line(meta.file or inspection.stream_name)
        return replace(plain, text=text, file=file, seek=edge.target if edge else "")
    if edge is None:
        return replace(plain, body=(words("Its text is not there yet.", "$muted"),))
    return replace(plain, body=tuple(_entry_of_another(shown.found, row.branch)))


def _entry_of_another(found: NeededPackages, branch: Branch) -> Iterator[Line]:
    edge = branch.edge
    assert edge is not None
    source = found.tree.package(edge.source)
    version = f" {source.version}" if source and source.version else ""
    yield safe(f"{found.name(edge.source)}{version} asks for it:", "$foreground")
    yield Content("")
    kind = branch.package.kind
    named = f"{_LEGACY[kind]}: " if kind in _LEGACY else "package: "
    fields = [(named, edge.target), ("version: ", edge.constraint)]
    fields = fields if kind in _LEGACY else [("kind: ", kind), *fields]
    yield from (words(text, "$foreground") for text in ("spec:", "  dependsOn:"))
    for number, (key, text) in enumerate(fields):
        lead = "    " if number else "  - "
        yield Hanging(lead, "      ", join((key, "$muted"), safe(_scalar(text), "$foreground")))
    yield Content("")
    yield words("Written anew from what it means; **enter** on that package shows its own text.", "$muted")


def _scalar(text: str) -> str:
    """A text as YAML reads it back."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _steps(shown: ShownDependencies) -> Iterator[Line]:
    tree = shown.found.tree
    if not tree.is_resolved:
        yield words("◌ It is not resolved yet." if shown.doing else "It is not resolved.", "$muted")
        return
    yield safe(f"How {tree.resolver} resolves it" + (", with upgrades" if shown.upgrades else ""), "bold $foreground")
    yield Content("")
    for number, one in enumerate(tree.steps[:_STEPS], 1):
        lead = join((f"{number:>3}.  ", "$muted"), safe(one.title, "$foreground"))
        yield NumberedStep(lead, safe(one.evidence, "$muted"))
    if len(tree.steps) > _STEPS:
        yield words(f"and {len(tree.steps) - _STEPS:,} more", "$muted")
    if not tree.steps:
        yield words("Nothing had to be done.", "$muted")
