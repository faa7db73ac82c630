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

The middleware fills ``item["tamis"]`` of every item that a callback yields from a response with HTML: a dict with title,
date, author, language, kind and text, and records if they were asked for. `TamisPipeline` does the same for items that hold their
HTML themselves, in the field ``html`` (setting ``TAMIS_HTML_FIELD``), with the address in ``url`` (``TAMIS_URL_FIELD``).
A page that cannot be read costs its own field alone: it is ``{"error": …}``, and the statistics count it.
"""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Iterable, Iterator
from typing import TYPE_CHECKING, Any

from tamis._pages import ask as ask_page
from tamis._settings import Reading, settings
from tamis.errors import MissingPackageError, OptionError, TamisError

try:
    from itemadapter import ItemAdapter
    from scrapy import Request
    from scrapy.http import Response, TextResponse
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
        self.render = chosen.get("TAMIS_RENDER", "auto")
        self.stats = crawler.stats

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Any:
        return cls(crawler)

    def count(self, name: str) -> None:
        if self.stats is not None:
            self.stats.inc_value(f"tamis/{name}")

    def failed(self, failure: TamisError, url: object) -> dict[str, Any]:
        self.count("errors")
        logger.warning("no page at %s: %s", url, failure.message)
        return {"error": failure.message}


class TamisSpiderMiddleware(_FromSettings):
    """Fills a field of every item with what is found on the page of its response."""

    def process_spider_output(self, response: Response, result: Iterable[Any], spider: Any = None) -> Iterator[Any]:
        found: dict[str, Any] = {}
        for one in result:
            yield self._filled(response, one, found)

    async def process_spider_output_async(
        self, response: Response, result: AsyncIterator[Any], spider: Any = None
    ) -> AsyncIterator[Any]:
        found: dict[str, Any] = {}
        async for one in result:
            yield self._filled(response, one, found)

    def _filled(self, response: Response, one: Any, found: dict[str, Any]) -> Any:
        """An item with its field; everything else as it is. The page is read once, with its first item."""
        if isinstance(one, Request) or not isinstance(response, TextResponse) or not ItemAdapter.is_item(one):
            return one
        if not found:
            try:
                found.update(summary(page(response, tasks=self.tasks, render=self.render), self.tasks))
                self.count("pages")
            except TamisError as failure:
                found.update(self.failed(failure, response.url))
        fill(one, self.field, dict(found))
        return one


class TamisPipeline(_FromSettings):
    """Fills a field of items that hold the HTML of a page with what is found on it."""

    def process_item(self, item: Any, spider: Any = None) -> Any:
        adapter = ItemAdapter(item)
        html = adapter.get(self.html_field)
        if html is None:
            return item
        url = adapter.get(self.url_field)
        try:
            found = summary(ask_page(html, tasks=self.tasks, url=url, render=self.render), self.tasks)
            self.count("pages")
        except TamisError as failure:
            found = self.failed(failure, url)
        fill(item, self.field, found)
        return item


def fill(item: Any, field: str, value: dict[str, Any]) -> None:
    """Sets a field of an item; one that has no such field is left as it is, and that is said."""
    try:
        ItemAdapter(item)[field] = value
    except KeyError:
        logger.warning("%s has no field %r: add it, or set TAMIS_FIELD", type(item).__name__, field)
