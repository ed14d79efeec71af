"""The screen; the only room that knows Textual.

From a key to a screen:

1. Every key is a `Command` in `app/commands`. Footer, help, palette and README are made of the same table.
2. `Browsing` gives the action and the `Scene` to its `Navigator`, which calls a pure function in `state/keys/`. The
   result is an `Outcome`: another `Selection`, a sentence, a search, a request. Widgets report with messages, which
   bubble to the screen and take the same way.
3. `screen_model` makes a `ScreenModel` of Inspection, Selection and Replies: `list.py` of each subject makes a
   `Pane` of rows, `detail.py` of the chosen subject makes a `Page`. `PackageView` hands each widget its part; a
   renderer draws the lines that are in sight. Other screens with panes make a `PanesModel`.
4. What page or pane lack is in `ScreenModel.requests`. `PortClient` sends them; the reply is folded into `Replies`,
   and step 3 runs again.

A selection holds identities (a digest, a path, a document), never row numbers. A key paints from what the screen
already holds.

To add a tab:

1. `app/state/selection.py`: a member of `TabId`, unless one fits. `app/<subject>/detail.py`: a function that makes
   the lines (`app/drawing/page`), in a module of its own from 60 lines on; a `Tab` of the page, and its branch.
2. Goldens change: of screens whose border names the tabs, and `pages_<subject>_*`, which walk the new tab without a
   test of its own. `python tests/goldens.py --write`, and read what it shows; at 80x24 see whether the tabs still
   fit. `python tests/pictures.py --only NAME` for each picture that shows the tabs.

A tab that needs a text from the service sets `request` to a `ReadText` (`with_text` in `app/drawing/waiting`); a
new kind of text is a member of `Text` in `inspection/messages/requests.py` and a branch in
`inspection/files/texts.py`. One that needs a reply of a new kind: the request with its `Lane` in `requests.py`, the
reply in `replies.py` (`after` says how batches are joined), the branch in `inspection/inspector.py`, and
`Page.request`. mypy finds what is missing in the unions; `tests/builders/screens/port.py` answers for screens that
are tested.
"""
