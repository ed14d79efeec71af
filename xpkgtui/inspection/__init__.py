"""One package under inspection; knows no screen.

From a SOURCE to a badge:

1. `cli/calls` sees a SOURCE and nothing else, so that no parser is loaded; any other call goes through
   `cli/program`, which finds no command in the first word and calls `cli/commands/browse`.
2. `cli/screen` starts the service process (`service/spawning`) and has `app/running` draw the first frame without
   Textual (`app/first_frame`). `Open(source, options)` is sent, then Textual is imported. `Application` shows
   `Browsing`; `PortClient` asks for the reply.
3. In the service, `service/jobs` gives the request a task, and `Inspector` answers it. `sources/opening` recognises
   the source by its content; with its index and its fetcher it becomes the `OpenedSource`.
4. `inspection/opening/image` chooses the entry of the index, reads manifest and config, and asks `formats/known`
   which format recognises them: an `OpenedImage`. Events: `Resolved`, `PlatformsListed`, `FormatRecognised`,
   `ManifestRead`.
5. The reader of the profile (`FormatSummary.readers`) takes the bytes of the package out of the layers, as one
   file, the stream. Its `Reading` says which bytes, from where, step by step, or where it stopped. Event:
   `StreamRead`.
6. `documents/stream` splits it, and each document becomes an `ObjectRow` by its first lines; none is parsed yet.
   Event: `ObjectsListed`. What was split or taken before is in the cache (`inspection/objects/stream`,
   `fetching/cache/extracts`), and is listed before the bytes are taken.
7. What rules need of other layers and entries of the index is read (`inspection/opening/background`). All of it is
   one `Case`. Event: `CaseReady`.
8. `service/routing` sends the case to the judge: in the service where the stream is small, else another process.
   `rules/judging/engine` applies the catalogue in slices of 15 ms: the image, each document (parsed, judged,
   forgotten), the package. Each slice is a `Judged` event. Accounts of documents can come from the ledger of an
   earlier judgement (`service/judges/judge`), or from a second judge that starts at the end.
9. `rules/verdict` concludes: accepted, refused or undecided, and why. Event: `VerdictReached`. 10.
   `inspection/folding` folds every event into the next `Inspection`. The screen is bound to it and draws the badge.

A bare stream and a folder of sources have no image: an `OpenedStream` takes the place of the `OpenedImage`.
Headless commands ask the same port in their own process (`service/local`), and `reporting` writes the Inspection as
text or JSON.
"""
