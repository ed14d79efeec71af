"""What OLM v1 installs of each package: the newest bundle that no rule about OLM v1 speaks of."""

import json
from pathlib import Path

import pytest
from builders.inspection.inspections import answers, opened

from xpkgtui.cli.reading.forms import installable_of
from xpkgtui.inspection.folding import fold_all
from xpkgtui.inspection.messages.replies import TextFound
from xpkgtui.inspection.messages.requests import Judge, SearchText
from xpkgtui.service.local import LocalPort

MODES = '{"type": "AllNamespaces", "supported": %s}, {"type": "OwnNamespace", "supported": true}'
ALL, OWN = MODES % "true", MODES % "false"
REQUIRES = {"type": "olm.package.required", "value": {"packageName": "other", "versionRange": ">=1.0.0"}}


def bundle(version: str, modes: str = ALL, *properties: object, package: str = "a") -> str:
    metadata = {"installModes": json.loads(f"[{modes}]")}
    own = [
        {"type": "olm.package", "value": {"packageName": package, "version": version}},
        {"type": "olm.csv.metadata", "value": metadata},
    ]
    fields = {"schema": "olm.bundle", "name": f"{package}.v{version}", "package": package, "image": "a.io/b:c"}
    return json.dumps({**fields, "properties": [*own, *properties]})


def catalog(*bundles: str, package: str = "a") -> str:
    names = [json.loads(one)["name"] for one in bundles]
    entries = [{"name": name, **({"replaces": names[n - 1]} if n else {})} for n, name in enumerate(names)]
    about = {"schema": "olm.package", "name": package, "defaultChannel": "stable"}
    channel = {"schema": "olm.channel", "name": "stable", "package": package, "entries": entries}
    return "\n".join((json.dumps(about), json.dumps(channel), *bundles)) + "\n"


@pytest.mark.parametrize(
    ("bundles", "installable", "why"),
    [
        ((bundle("1.0.0"), bundle("1.1.0")), "1.1.0", ""),
        ((bundle("1.0.0"), bundle("1.1.0", ALL, REQUIRES)), "1.0.0", "olm.package.required"),
        ((bundle("1.9.0"), bundle("1.10.0", OWN)), "1.9.0", "AllNamespaces"),
        ((bundle("1.0.0", OWN),), None, "AllNamespaces"),
        ((bundle("1.0.0"), bundle("1.0.0-rc.1")), "1.0.0", ""),
    ],
)
async def test_the_newest_one_that_is_not_refused_is_named(
    bundles: tuple[str, ...], installable: str | None, why: str, port: LocalPort, tmp_path: Path
) -> None:
    (tmp_path / "catalog.json").write_text(catalog(*bundles))
    state = await opened(port, tmp_path)
    (found,) = await installable_of(port, state)
    assert found["installable"] == installable
    assert why in (found["why"] or "")
    assert bool(found["why"]) is bool(why)


@pytest.mark.parametrize("bundles", [(bundle("1.0.0"), bundle("1.1.0", OWN)), (bundle("1.0.0", OWN, REQUIRES),)])
async def test_rules_say_the_same(bundles: tuple[str, ...], port: LocalPort, tmp_path: Path) -> None:
    (tmp_path / "catalog.json").write_text(catalog(*bundles))
    state = await opened(port, tmp_path)
    assert state.case is not None
    judged = fold_all(state, await answers(port, Judge(case=state.case)))
    refused = {one.place.document for one in judged.findings if one.rule in {"FBC051", "FBC052"}}
    (found,) = await installable_of(port, state)
    assert (found["installable"] is None) is (len(refused) == len(bundles))


async def test_other_formats_have_none(port: LocalPort) -> None:
    assert await installable_of(port, await opened(port, "demo:")) is None


async def test_packages_are_found_by_it(port: LocalPort, tmp_path: Path) -> None:
    """More packages than are read for one event, every other of which OLM v1 refuses."""
    of_each = (catalog(bundle("1.0.0", OWN if n % 2 else ALL, package=f"p{n}"), package=f"p{n}") for n in range(10))
    (tmp_path / "catalog.json").write_text("".join(of_each))
    await opened(port, tmp_path)
    for word, rest in ("yes", 0), ("no", 1), ("?", None):
        found = [
            one for one in await answers(port, SearchText(word=word, trait="olmv1")) if isinstance(one, TextFound)
        ]
        assert [one.done for one in found] == [4, 8, 10]
        assert found[-1].is_whole
        assert sorted(found[-1].documents) == [1 + 3 * n for n in range(10) if n % 2 == rest]
