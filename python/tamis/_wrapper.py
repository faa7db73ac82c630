"""Wrappers: the table of a template as selectors, learned once and run on any page of the template."""

from __future__ import annotations

import html as html_words
import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tamis import _tamis
from tamis._calls import checked
from tamis._files import write_whole
from tamis._iterate import is_one_page, pairs_of, texts_of
from tamis._settings import settings_of, settings_without_layout
from tamis._tamis import Page, Table
from tamis._warnings import warn
from tamis.errors import ArgumentError, SourceError, WrapperError

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from tamis._inputs import Options, PageSource
    from tamis._settings import Reading
    from tamis._tamis import Pages, ReadyWrapper, Settings

#: The longest file that is read as a wrapper.
MAX_BYTES = 4 << 20


@dataclass(frozen=True)
class WrapperColumn:
    """A column of a wrapper: its name, the type of its values, and where they are in a record."""

    name: str
    type: str
    unit: str | None
    css: str | None
    xpath: str | None
    #: The attribute that holds the value, for the CSS; the XPath leads there by itself.
    attribute: str | None
    #: The share of the learned records that had a value.
    fill: float | None
    examples: tuple[str, ...]


@dataclass(frozen=True)
class WrapperReport:
    """What came of a check: whether pages are still as the wrapper has learned them.

    `print(report)` is for a person; `drifts` and `notices` are dicts with the keys kind, column, then, now, message.
    """

    #: Whether something has changed.
    drift: bool
    drifts: tuple[dict[str, Any], ...]
    #: Smaller differences, and those of single pages.
    notices: tuple[dict[str, Any], ...]
    #: A wrapper that fits the pages, if one was asked for and something has changed.
    repaired: Wrapper | None
    _said: dict[str, Any]
    _text: str

    def to_dict(self) -> dict[str, Any]:
        """All figures, as `tamis wrapper check --json` writes them."""
        return dict(self._said)

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"<tamis.WrapperReport drift={self.drift} drifts={len(self.drifts)} notices={len(self.notices)}>"


class Wrapper:
    """Where the records of a template and their values are: selectors that people can read, edit and keep.

    >>> lamp = "<li class=lamp><h3><a href=/{0}>{0} lamp</a></h3><p class=price>9.50 €</p>"
    >>> def shop(*names):
    ...     return "<ul class=lamps>" + "".join(lamp.format(name) for name in names) + "</ul>"
    >>> learned = wrapper(shop("Desk", "Wall", "Floor", "Reading"))
    >>> page = learned.apply(shop("Garden", "Cellar"))
    >>> [row[learned.columns[0].name] for row in page.tables[0]]
    ['Garden lamp', 'Cellar lamp']
    >>> Wrapper.load(learned.to_json()) == learned
    True
    """

    __slots__ = ("_ready",)

    def __init__(self, ready: ReadyWrapper) -> None:
        self._ready = ready

    @classmethod
    def load(cls, source: str | bytes | os.PathLike[str] | Mapping[str, Any]) -> Wrapper:
        """A wrapper from a file, from JSON, or from a dict. Text that begins with a brace is JSON, other text a path."""
        if isinstance(source, Mapping):
            try:
                written = json.dumps(dict(source))
            except (TypeError, ValueError, RecursionError) as refused:
                raise ArgumentError(
                    f"this is no dict of a wrapper: {refused}", "to_dict() of a wrapper is one"
                ) from None
            return cls(_tamis.ReadyWrapper.from_json(written.encode()))
        if isinstance(source, bytes):
            return cls(_tamis.ReadyWrapper.from_json(source))
        if isinstance(source, str) and source.lstrip().startswith("{"):
            return cls(_tamis.ReadyWrapper.from_json(source.encode("utf-8", "replace")))
        if not isinstance(source, (str, os.PathLike)):
            raise ArgumentError(f"a wrapper is in a file, JSON or a dict, not in {type(source).__name__}")
        try:
            with open(source, "rb") as file:
                read = file.read(MAX_BYTES + 1)
        except (OSError, ValueError) as failed:
            raise SourceError(
                f"the wrapper cannot be read: {failed}", "tamis.wrapper(pages).save(path) writes one"
            ) from failed
        try:
            return cls(_tamis.ReadyWrapper.from_json(read))
        except WrapperError as wrong:
            raise WrapperError(f"{os.fspath(source)}: {wrong.message}", wrong.hint) from None

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the wrapper to a file, whole or not at all."""
        write_whole(path, self.to_json(), "the wrapper")

    def to_json(self) -> str:
        """The wrapper as the JSON that `tamis wrapper` reads and writes."""
        return self._ready.to_json()

    def to_dict(self) -> dict[str, Any]:
        """The same as a dict."""
        said: dict[str, Any] = json.loads(self.to_json())
        return said

    @property
    def columns(self) -> list[WrapperColumn]:
        """The columns, in the order of the table."""
        return [
            WrapperColumn(
                said["name"],
                said.get("type", "text"),
                said.get("unit"),
                said.get("css"),
                said.get("xpath"),
                said.get("attribute"),
                said.get("learned", {}).get("fill"),
                tuple(said.get("learned", {}).get("examples", ())),
            )
            for said in self.to_dict()["columns"]
        ]

    def apply(
        self,
        html: PageSource,
        *,
        url: str | None = None,
        **reading: Unpack[Reading],
    ) -> Page:
        """The rows of a page of the template, as its first and only table; no table if the page is of another one.

        reading: timeout, charset, max_bytes, max_nodes, max_rows, max_growth and max_steps, as `Reading` tells; render
            and viewport mean nothing here.
        """
        chosen = settings_without_layout(reading, Wrapper.apply)
        return checked(self._ready.apply, html, url, chosen)

    def apply_many(
        self,
        pages: Iterable[Any],
        *,
        parallel: int | None = None,
        **reading: Unpack[Reading],
    ) -> Pages:
        """The same for many pages over threads, in order.

        pages: what `iter_pages` takes: HTML, paths, pairs.
        parallel: how many threads work; as many as the machine runs if it is None.
        reading: as for `apply`.
        """
        chosen = settings_without_layout(reading, Wrapper.apply_many)
        return checked(_tamis.pages_of_iterator, pairs_of(pages), [], self._ready, chosen, parallel)

    def export(self, to: str, *, start_urls: Iterable[str] = ()) -> str:
        """A program for another tool that gives the same rows.

        to: scrapy, parsel, lxml, beautifulsoup, crawl4ai, playwright, xpath or css.
        start_urls: where a spider starts; the pages that the wrapper was learned from if there are none.
        """
        return checked(self._ready.export, to, texts_of(start_urls, "start_urls"))

    def check(self, pages: Any, *, repair: bool = False, **reading: Unpack[Reading]) -> WrapperReport:
        """Holds what the wrapper finds on pages against what it was learned to find.

        pages: a page or several, as for `wrapper`.
        repair: whether a wrapper that fits the pages is looked for if something has changed.
        reading: how pages are read: render, timeout, charset, max_bytes, max_nodes, max_rows, max_growth, max_steps and
            viewport, as `Reading` tells. The check of all pages together may take as much as each of them may.
        """
        return self._checked(pages, "if-drifted" if repair else "never", settings_of(reading, Wrapper.check))

    def repair(self, pages: Any, **reading: Unpack[Reading]) -> Wrapper:
        """A wrapper that finds the same columns on pages that have changed.

        pages: a page or several, as for `wrapper`.
        reading: how pages are read: render, timeout, charset, max_bytes, max_nodes, max_rows, max_growth, max_steps and
            viewport, as `Reading` tells.
        """
        repaired = self._checked(pages, "always", settings_of(reading, Wrapper.repair)).repaired
        assert repaired is not None, "it was asked for"
        return repaired

    def _checked(self, pages: Any, repairs: str, chosen: Settings) -> WrapperReport:
        read, names = read_pages(pages, None, None, chosen)
        said, text, repaired = checked(self._ready.check, read, names, repairs, chosen)
        report: dict[str, Any] = json.loads(said)
        return WrapperReport(
            report["drift"],
            tuple(report["drifts"]),
            tuple(report["notices"]),
            None if repaired is None else Wrapper(repaired),
            report,
            text,
        )

    def __eq__(self, other: object) -> bool:
        return self.to_json() == other.to_json() if isinstance(other, Wrapper) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.to_json())

    def __reduce__(self) -> tuple[Any, tuple[str]]:
        return Wrapper.load, (self.to_json(),)

    def __str__(self) -> str:
        return self._ready.summary(100)

    def __repr__(self) -> str:
        return f"<tamis.Wrapper columns={[column.name for column in self.columns]}>"

    def _repr_html_(self) -> str:
        said = self.to_dict()
        escape = html_words.escape

        def selector(of: Mapping[str, Any] | None) -> str:
            found = (of or {}).get("css") or (of or {}).get("xpath") or "–"
            return f"<code>{escape(str(found))}</code>"

        rows = "".join(
            f"<tr><td>{escape(column.name)}</td><td>{escape(column.type)}</td>"
            f"<td>{'' if column.fill is None else f'{column.fill:.0%}'}</td>"
            f"<td><code>{escape(column.css or column.xpath or '')}</code></td>"
            f"<td>{escape(column.examples[0] if column.examples else '')}</td></tr>"
            for column in self.columns
        )
        head = "".join(f"<th>{name}</th>" for name in ("column", "type", "fill", "selector", "example"))
        places = f"<p>region {selector(said.get('region'))}, record {selector(said.get('record'))}</p>"
        return f"{places}<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"


def wrapper(
    pages: Any,
    *,
    subject: str = "auto",
    columns: Iterable[str] = (),
    without: Iterable[str] = (),
    language: str = "xpath",
    table: int = 0,
    method: str | None = None,
    options: Options | None = None,
    **reading: Unpack[Reading],
) -> Wrapper:
    """Learns a wrapper from a page of a template, or from several: what differs between them is content.

    pages: HTML as text or bytes, a path, an open file, a response, a pair ``(url, html)``, a `Page` that was asked for its records,
        a `Table`, or a list of these.
    subject: what the pages are about: "many" things, each a record, or "one"; "auto" decides.
    columns: changes to the columns, as in ``price=amount`` (another name), ``price=.amount`` or ``price=.//b[2]/text()``
        (a selector of one's own), ``price:money`` (a type).
    without: the columns to leave out.
    language: which selectors `apply` uses, "xpath" or "css", where both are there.
    table: which table of each page, 0 for the main one.
    method, options: as for `records`.
    reading: how pages are read: render, timeout, charset, max_bytes, max_nodes, max_rows, max_growth, max_steps and
        viewport, as `Reading` tells.

    Odd pages are told by a `TamisWarning`.

    >>> row = "<li><h3>{0} lamp</h3><p class=price>{1}.50 €</p>"
    >>> html = "<ul>" + "".join(row.format(*it) for it in zip(["Desk", "Wall", "Floor", "Reading"], "5678")) + "</ul>"
    >>> [(column.name, column.type) for column in wrapper(html, columns=["name=h3", "cost:money=.price"]).columns][-2:]
    [('name', 'text'), ('cost', 'money')]
    """
    chosen = settings_of(reading, wrapper)
    read, names = read_pages(pages, method, options, chosen)
    changes = [f"-{name}" for name in texts_of(without, "without")] + texts_of(columns, "columns")
    learned, warnings = checked(_tamis.learn_wrapper, read, names, (subject, language, table), changes, chosen)
    for warning in warnings:
        warn(warning)
    return Wrapper(learned)


def of_table(table: Table) -> Wrapper:
    """The wrapper of a table that was found."""
    return Wrapper(checked(_tamis.wrapper_of_table, table))


def read_pages(
    pages: Any, method: str | None, options: Options | None, chosen: Settings
) -> tuple[list[Page], list[str]]:
    """Pages that were asked for their records, and what they are called. The first that cannot be read is raised."""
    several = pages if isinstance(pages, Iterable) and is_list(pages) else [pages]
    known: list[Page | None] = []
    unread: list[Any] = []
    for page in several:
        if isinstance(page, Table):
            known.append(_tamis.page_of_table(page))
        elif isinstance(page, Page):
            known.append(page)
        else:
            known.append(None)
            unread.append(page)
    asked = iter(
        checked(_tamis.pages_of_iterator, pairs_of(unread), [("records", method, options)], None, chosen, None)
    )
    read = [next(asked) if page is None else page for page in known]
    if not read:
        raise ArgumentError("there is no page", "give one page of a template, or several")
    for page in read:
        if page.error is not None:
            raise page.error
    return read, [page.origin or page.url or f"page {place + 1}" for place, page in enumerate(read)]


def is_list(pages: Any) -> bool:
    """Whether these are several pages, and not one."""
    if isinstance(pages, tuple) and len(pages) == 2 and isinstance(pages[0], (str, type(None))):
        return isinstance(pages[0], str) and pages[0].lstrip().startswith("<")
    return not isinstance(pages, (Page, Table, Mapping)) and not is_one_page(pages)
