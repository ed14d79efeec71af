"""What layers cost before they are read."""

from types import SimpleNamespace
from typing import Any, cast

import pytest
from builders.cases import each_row

from xpkgtui.errors import FailureKind
from xpkgtui.inspection.layers.opened_layers import ByteAllowance, OpenedLayers, is_cheap, is_free, price
from xpkgtui.inspection.messages.requests import LayerScope, Options


async def _lacks(_descriptor: object) -> bool:
    return False


def layers_of(*sizes: int, price: int = 5_000_000, is_remote: bool = True) -> OpenedLayers:
    """Layers of a registry, none of which was fetched."""
    source = SimpleNamespace(
        options=SimpleNamespace(price=price),
        consented=False,
        is_remote=is_remote,
        fetcher=SimpleNamespace(has=_lacks),
    )
    layers: list[Any] = [
        SimpleNamespace(index=index, descriptor=SimpleNamespace(size=size)) for index, size in enumerate(sizes)
    ]
    image = SimpleNamespace(layers=layers)
    found = SimpleNamespace(source=source, image=image, change_sets={}, is_agreed=lambda _: False)
    return cast("OpenedLayers", found)


@pytest.mark.parametrize(
    ("sizes", "title", "hint"),
    [
        ((5_700_000,), "This reads layer 0: 5.7 MB to fetch.", "enter fetches it"),
        ((3_000_000, 4_000_000), "This reads layers 0, 1: 7.0 MB to fetch.", "enter fetches them"),
    ],
)
async def test_the_price_speaks_of_one_layer_or_of_several(sizes: tuple[int, ...], title: str, hint: str) -> None:
    failure = await price(layers_of(*sizes), range(len(sizes)))
    assert failure is not None
    assert (failure.kind, failure.title, failure.hint) == (FailureKind.PRICE, title, hint)


@pytest.mark.parametrize(("size", "is_dear"), [(5_000_000, False), (5_000_001, True)])
async def test_what_may_be_fetched_without_asking_is_free(size: int, is_dear: bool) -> None:
    layers = layers_of(size)
    assert (await price(layers, (0,)) is not None, await is_free(layers, (0,))) == (is_dear, not is_dear)


async def test_little_has_no_price() -> None:
    assert await price(layers_of(2_000_000, 2_000_000), (0, 1)) is None


@pytest.mark.parametrize(
    ("size", "more", "cheap", "free"),
    [
        (5_000_000, {}, True, True),
        (5_000_001, {}, False, False),
        (Options().price, {"price": -1}, True, False),
        (Options().price + 1, {"price": -1}, False, False),
        (1, {"price": 0}, False, False),
        (9_000_000, {"is_remote": False}, True, True),
    ],
)
async def test_what_is_read_without_being_asked_for(size: int, more: dict[str, Any], cheap: bool, free: bool) -> None:
    layers = layers_of(size, **more)
    assert (await is_cheap(layers, (0,)), await is_free(layers, (0,))) == (cheap, free)


@each_row(
    ("reach", "is_remote", "sizes", "taken"),
    [
        (LayerScope.PATH, True, (0, 1), [False, False]),
        (LayerScope.CHEAP, True, (999_999, 2, 1, 0), [True, False, True, False]),
        (LayerScope.CHEAP, False, (64_000_001, 64_000_000), [False, True]),
        (LayerScope.ALL, True, (10**12,), [True]),
    ],
)
def test_an_allowance_is_used_up(
    reach: LayerScope, is_remote: bool, sizes: tuple[int, ...], taken: list[bool]
) -> None:
    allowance = ByteAllowance.of(layers_of(is_remote=is_remote).source, reach)
    assert [allowance.take(size) for size in sizes] == taken
