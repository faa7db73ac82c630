"""tamis in Scrapy: functions for callbacks, a spider middleware and an item pipeline.

In a callback::

    from tamis.scrapy import next_page, rows, text

    def parse(self, response):
        yield from rows(response)                       # the records of the page as dicts
        if (url := next_page(response)) is not None:
            yield response.follow(url)

Or without a word in the spider, in ``settings.py``::

    SPIDER_MIDDLEWARES = {"tamis.scrapy.TamisSpiderMiddleware": 543}
    TAMIS_TASKS = ["text", "records"]                   # what is asked; ["text"] if nothing is said
    TAMIS_FIELD = "tamis"                               # the field of an item that is filled
    TAMIS_RENDER = "none"                               # who lays pages out, as `render` of tamis.ask; "auto" if nothing is said
    TAMIS_READING = {"timeout": 10}                     # limits and what else `tamis.Reading` tells

The middleware fills ``item["tamis"]`` of every item that a callback yields from a response with HTML: a dict with title,
date, author, language, kind and text, and records if they were asked for. `TamisPipeline` does the same for items that hold their
HTML themselves, in the field ``html`` (setting ``TAMIS_HTML_FIELD``), with the address in ``url`` (``TAMIS_URL_FIELD``).
A page that cannot be read costs its own field alone: it is ``{"error": …}``, and the statistics count it. A setting that
means nothing ends the crawl when it begins.

The pipeline works on threads beside Scrapy's loop, and so does the middleware for callbacks that are ``async def``; items of
other callbacks wait for their page, and so does the loop.

>>> from scrapy.http import HtmlResponse
>>> html = b"<ul><li><a href=/1>Desk lamp</a> <b>5.50</b><li><a href=/2>Floor lamp</a> <b>61.00</b></ul>"
>>> response = HtmlResponse("https://shop.example/", body=html)
>>> [row["title"] for row in rows(response, render="none")]
['Desk lamp', 'Floor lamp']
"""

from __future__ import annotations

import asyncio
import copy
import logging
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, cast

from tamis._calls import checked
from tamis._pages import ask as ask_page
from tamis._settings import Reading, settings
from tamis.errors import MissingPackageError, OptionError, TamisError

try:
    from itemadapter import ItemAdapter
    from scrapy import Request
    from scrapy.http import Response, TextResponse
    from twisted.internet.threads import deferToThread
except ImportError as missing:
    raise MissingPackageError("Scrapy is not installed", "pip install 'tamis[scrapy]'", name=missing.name) from missing

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from typing_extensions import Unpack

    from tamis._inputs import Options
    from tamis._tamis import Page, Table

logger = logging.getLogger(__name__)


class Asked(Reading, total=False):
    """What the functions take beside a response: a method, its options, and how the page is read."""

    method: str | None
    options: Options | None


def page(response: Response, *, tasks: str | Iterable[str] = ("text",), **asked: Unpack[Asked]) -> Page:
    """What is found on the page of a response. `asked` is what `tamis.ask` takes: method, options, and what `tamis.Reading`
    tells, such as render and timeout.
    """
    names = [tasks] if isinstance(tasks, str) else list(tasks)
    if asked.get("charset") is None:
        asked["charset"] = declared_charset(response)
    return ask_page(response.body, tasks=names, url=response.url, **asked)


def text(response: Response, **asked: Unpack[Asked]) -> str | None:
    """The main text of a response; None if there is none."""
    return page(response, tasks="text", **asked).text or None


def records(response: Response, **asked: Unpack[Asked]) -> list[Table]:
    """The tables of a response, the main one first."""
    return page(response, tasks="records", **asked).tables


def rows(response: Response, *, table: int = 0, **asked: Unpack[Asked]) -> Iterator[dict[str, Any]]:
    """The records of a response's main table as items; none if it lists nothing."""
    for found in records(response, **asked)[table : table + 1]:
        yield from found.to_dicts()


def next_page(response: Response, **asked: Unpack[Asked]) -> str | None:
    """The address of the page that the list goes on with."""
    found = page(response, tasks="records", **asked).pagination
    return None if found is None else found.next


def declared_charset(response: Response) -> str | None:
    """The charset that the server names; None if there is no such charset, because the page knows better then."""
    header = (response.headers.get(b"Content-Type") or b"").decode("latin-1").lower()
    _, _, charset = header.partition("charset=")
    charset = charset.split(";")[0].strip(" \"'")
    if not charset:
        return None
    try:
        settings(charset=charset)
    except OptionError:
        return None
    return charset


def summary(found: Page, names: Iterable[str]) -> dict[str, Any]:
    """What an item gets of a page."""
    said: dict[str, Any] = {
        "url": found.url,
        "title": found.title,
        "author": found.author,
        "date": found.date,
        "language": found.language,
        "kind": found.kind,
    }
    if "text" in names:
        said["text"] = found.text
    if "records" in names:
        said["records"] = found.tables[0].to_dicts() if found.tables else []
    return said


class _FromSettings:
    """What middleware and pipeline take from the settings of a crawl."""

    def __init__(self, crawler: Crawler) -> None:
        chosen = crawler.settings
        self.tasks = chosen.getlist("TAMIS_TASKS", ["text"])
        self.field = chosen.get("TAMIS_FIELD", "tamis")
        self.html_field = chosen.get("TAMIS_HTML_FIELD", "html")
        self.url_field = chosen.get("TAMIS_URL_FIELD", "url")
        given: dict[str, Any] = checked(chosen.getdict, "TAMIS_READING")
        self.reading = cast(Reading, {"render": chosen.get("TAMIS_RENDER", "auto"), **given})
        self.stats = crawler.stats
        # What means nothing is told now, and not once a page.
        settings(**self.reading)
        ask_page("", tasks=self.tasks, render="none")

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Any:
        return cls(crawler)

    def found_on(self, ask: Callable[[], Page], url: object) -> dict[str, Any]:
        """What an item gets of a page, or why nothing."""
        try:
            return summary(ask(), self.tasks)
        except TamisError as failure:
            logger.warning("no page at %s: %s", url, failure.message)
            return {"error": failure.message}

    def counted(self, found: dict[str, Any]) -> dict[str, Any]:
        """The same, counted; on the thread of Scrapy's loop, whose statistics are for one thread."""
        if self.stats is not None:
            self.stats.inc_value("tamis/errors" if "error" in found else "tamis/pages")
        return found


class TamisSpiderMiddleware(_FromSettings):
    """Fills a field of every item with what is found on the page of its response."""

    def process_spider_output(self, response: Response, result: Iterable[Any], spider: Any = None) -> Iterator[Any]:
        found: dict[str, Any] = {}
        for one in result:
            if self._is_filled(response, one):
                # The page is read once, with its first item.
                found = found or self.counted(self._found_on(response))
                fill(one, self.field, found)
            yield one

    async def process_spider_output_async(
        self, response: Response, result: AsyncIterator[Any], spider: Any = None
    ) -> AsyncIterator[Any]:
        found: dict[str, Any] = {}
        async for one in result:
            if self._is_filled(response, one):
                found = found or self.counted(await beside(self._found_on, response))
                fill(one, self.field, found)
            yield one

    def _is_filled(self, response: Response, one: Any) -> bool:
        is_page = isinstance(response, TextResponse)
        return is_page and not isinstance(one, Request) and ItemAdapter.is_item(one)

    def _found_on(self, response: Response) -> dict[str, Any]:
        return self.found_on(lambda: page(response, tasks=self.tasks, **self.reading), response.url)


class TamisPipeline(_FromSettings):
    """Fills a field of items that hold the HTML of a page with what is found on it."""

    async def process_item(self, item: Any, spider: Any = None) -> Any:
        adapter = ItemAdapter(item)
        html = adapter.get(self.html_field)
        if html is None:
            return item
        url = adapter.get(self.url_field)
        ask = partial(ask_page, html, tasks=self.tasks, url=url, **self.reading)
        fill(item, self.field, self.counted(await beside(self.found_on, ask, url)))
        return item


async def beside(function: Callable[..., dict[str, Any]], *args: Any) -> dict[str, Any]:
    """Runs work on a thread, so that Scrapy's loop goes on: that of asyncio, or Twisted's own."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return cast(dict[str, Any], await deferToThread(function, *args))
    return await asyncio.to_thread(function, *args)


def fill(item: Any, field: str, value: dict[str, Any]) -> None:
    """Sets a field of an item; one that has no such field is left as it is, and that is said."""
    try:
        # Of its own: what is done to one item must not be seen in another.
        ItemAdapter(item)[field] = copy.deepcopy(value)
    except KeyError:
        logger.warning("%s has no field %r: add it, or set TAMIS_FIELD", type(item).__name__, field)
