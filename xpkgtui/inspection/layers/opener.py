"""Layers opened for a reader that runs in a thread."""

import asyncio
from typing import BinaryIO

from xpkgtui.errors import Cancelled
from xpkgtui.inspection.layers.opened_layers import OpenedLayers
from xpkgtui.inspection.work import Progress, Stop
from xpkgtui.readers.reader import ByteSource, OpenLayer


def opener(layers: OpenedLayers, progress: Progress, stop: Stop, files: list[BinaryIO]) -> OpenLayer:
    """Fetches a layer on the event loop while the thread waits; the caller closes `files`."""
    loop = asyncio.get_running_loop()

    def open_layer(index: int) -> ByteSource:
        stop.check()
        future = asyncio.run_coroutine_threadsafe(layers.path(index, progress), loop)
        while True:
            try:
                path = future.result(timeout=0.2)
                break
            except TimeoutError:
                if stop():
                    future.cancel()
                    raise Cancelled from None
        file = path.open("rb")
        files.append(file)
        return stop.guarding(file)

    return open_layer
