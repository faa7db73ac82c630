"""Functions over one page: its records, its blocks, the page less its noise, and why."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from tamis import _tamis
from tamis._calls import checked
from tamis._files import write_whole
from tamis._inputs import Options, PageSource
from tamis._results import Block
from tamis._settings import settings_of
from tamis._warnings import warn
from tamis.errors import ArgumentError

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from tamis._settings import Reading
    from tamis._tamis import Page, Settings, Table


def ask(
    html: PageSource,
    *,
    tasks: Iterable[str] = ("text", "records", "segment"),
    url: str | None = None,
    method: str | None = None,
    options: Options | None = None,
    **reading: Unpack[Reading],
) -> Page:
    """Reads a page and asks it several things at once.

    html: the HTML as text or bytes, a path, or an open file.
    tasks: what is asked: text, records, segment, clean; of text and clean the later one is the answer.
    url: where the page is from: its links become absolute.
    method, options: a method and its options by name, where one task is asked.
    reading: how the page is read: render, timeout, charset, max_bytes, max_nodes, max_rows, max_growth, max_steps and
        viewport, as `Reading` tells.

    >>> page = ask("<nav><a href=/>Home</a></nav><p>A lamp turns power into light.", tasks=["text"])
    >>> [(one.xpath, one.text) for one in page.removed]
    [('/html/body/nav', 'Home')]
    """
    if not isinstance(tasks, Iterable):
        raise ArgumentError(f"tasks are names, not {type(tasks).__name__}", 'as in tasks=["text", "records"]')
    names = [tasks] if isinstance(tasks, str) else list(tasks)
    if (method is not None or options is not None) and len(names) != 1:
        raise ArgumentError("a method is for one task", 'ask for it alone, as with tasks=["records"]')
    return _asked(html, names, url, method, options, settings_of(reading, ask))


def _asked(
    html: PageSource,
    tasks: Iterable[str],
    url: str | None,
    method: str | None,
    options: Options | None,
    chosen: Settings,
) -> Page:
    return checked(_tamis.ask, html, [(name, method, options) for name in tasks], url, chosen)


def records(
    html: PageSource,
    *,
    url: str | None = None,
    method: str | None = None,
    options: Options | None = None,
    **reading: Unpack[Reading],
) -> list[Table]:
    """The records of a page as tables, the main one first; an empty list if there are none.

    url, method, options: as for `ask`.
    reading: how the page is read: render, timeout, charset, max_bytes, max_nodes, max_rows, max_growth, max_steps and
        viewport, as `Reading` tells.

    Records beyond the limits are left out, with a `TamisWarning`.

    >>> html = "<ul><li><a href=/1>Desk lamp</a> <b>5.50 €</b><li><a href=/2>Floor lamp</a> <b>61.00 €</b></ul>"
    >>> records(html, url="https://shop.example/")[0].to_dicts()[0]["title_url"]
    'https://shop.example/1'
    """
    page = _asked(html, ("records",), url, method, options, settings_of(reading, records))
    left_out = page._left_out()
    if left_out is not None:
        warn(f"{left_out}; max_growth and max_rows give room for more")
    return page.tables


class Segmentation:
    """The blocks of a page: a tree that can be walked over, and looked at in a notebook.

    >>> blocks = segment("<nav><a href=1>Lamps</a></nav><main><h1>Lamps</h1><p>Made to last.</main>", render="none")
    >>> [child.role for child in blocks.root.children]
    ['nav', 'main']
    """

    def __init__(self, page: Page) -> None:
        self.page = page
        whole = page.blocks
        assert whole is not None, "segment was asked"
        #: The page as a block; the others are below it.
        self.root: Block = whole

    def __iter__(self) -> Iterator[Block]:
        return self.root.walk()

    def __len__(self) -> int:
        return sum(1 for _ in self.root.walk())

    def find(self, role: str) -> list[Block]:
        """The blocks of a role, in the order of the page."""
        return self.root.find(role)

    @property
    def warnings(self) -> list[str]:
        """What a user should know before trusting the blocks."""
        return self.page.warnings

    def to_dict(self) -> dict[str, Any]:
        """The JSON of the page with its blocks."""
        return self.page.to_dict()

    def to_svg(self) -> str:
        """The blocks over the page as it was laid out, as a drawing."""
        return self.page.to_svg()

    def to_png(self) -> bytes:
        """The same as a picture."""
        return self.page.to_png()

    def _repr_html_(self) -> str:
        if self.page.is_rendered:
            return self.to_svg()
        from tamis._show import blocks

        return blocks(self.root)

    def __repr__(self) -> str:
        return f"<tamis.Segmentation of {len(self)} blocks>"


def segment(
    html: PageSource,
    *,
    url: str | None = None,
    method: str | None = None,
    options: Options | None = None,
    **reading: Unpack[Reading],
) -> Segmentation:
    """The blocks that a page consists of: header, navigation, main content and so on, each with a reason.

    url, method, options: as for `ask`; the method is auto, landmarks, vips, visual-areas, bcs and others.
    reading: how the page is read: render, timeout, charset, max_bytes, max_nodes, max_rows, max_growth, max_steps and
        viewport, as `Reading` tells.

    >>> segment("<nav><a href=1>Lamps</a></nav><main><h1>Lamps</h1><p>Made to last.</main>", render="none").find("main")[0].xpath
    '/html/body/main'
    """
    page = _asked(html, ("segment",), url, method, options, settings_of(reading, segment))
    return Segmentation(page)


def clean(
    html: PageSource,
    *,
    url: str | None = None,
    method: str | None = None,
    options: Options | None = None,
    **reading: Unpack[Reading],
) -> str:
    """The same HTML less its noise.

    url, method, options: as for `ask`.
    reading: how the page is read: render, timeout, charset, max_bytes, max_nodes, max_rows, max_growth, max_steps and
        viewport, as `Reading` tells.

    >>> "Home" in clean("<nav><a href=/>Home</a></nav><p>A lamp turns power into light.")
    False
    """
    chosen = settings_of(reading, clean)
    nothing = (None, None, None, None, None)
    return checked(_tamis.extract_text, html, url, chosen, "page", "clean", method, options, nothing) or ""


def report(
    html: PageSource,
    path: str | os.PathLike[str] | None = None,
    *,
    url: str | None = None,
    **reading: Unpack[Reading],
) -> str:
    """Why a page was read as it was, as one HTML file for a person: what was dropped, the blocks, the tables.

    path: the file to write, whole or not at all; what is in it is also returned.
    url: as for `ask`.
    reading: how the page is read: render, timeout, charset, max_bytes, max_nodes, max_rows, max_growth, max_steps and
        viewport, as `Reading` tells.

    >>> "<title>" in report("<p>A lamp turns power into light.", render="none")
    True
    """
    if path is not None and not isinstance(path, (str, os.PathLike)):
        raise ArgumentError(f"the report goes to a path, not to {type(path).__name__}")
    page = _asked(html, ("segment", "text", "records"), url, None, None, settings_of(reading, report))
    written = page.to_report()
    if path is not None:
        write_whole(path, written, "the report")
    return written
