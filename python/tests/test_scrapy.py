"""Scrapy: functions on responses, and a real crawl of a server on this machine."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

import tamis

pytest.importorskip("scrapy")

PICTURE = b"\x89PNG\r\n\x1a\n" + b"\x00" * 64
ITEM = "<li><h3><a href='/p/{0}'>{0} lamp</a></h3><p class=price>{1}.50 €</p>"


def shop(number: int) -> str:
    names = ["Desk", "Wall", "Floor", "Reading", "Garden"]
    items = "".join(ITEM.format(f"{name} {number}", number + 4) for name in names)
    onward = "<a rel=next href='/list?page=2'>Next</a>" if number == 1 else ""
    return f"<title>Lamps {number}</title><h1>Lamps</h1><ul>{items}</ul><p class=pages>{onward}</p>"


class Pages(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        kind, body = "text/html; charset=iso-8859-15", shop(2 if "page=2" in self.path else 1).encode("iso-8859-15")
        if self.path.startswith("/robots"):
            kind, body = "text/plain", b"User-agent: *\nAllow: /\n"
        elif self.path.startswith("/picture"):
            body = PICTURE
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    running = ThreadingHTTPServer(("127.0.0.1", 0), Pages)
    threading.Thread(target=running.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{running.server_address[1]}"
    running.shutdown()


def crawl(folder: Path, spider: str, server: str, *settings: str) -> tuple[list[dict[str, object]], str]:
    (folder / "spider.py").write_text(spider)
    out = folder / "items.jsonl"
    command = [
        sys.executable,
        "-m",
        "scrapy",
        "runspider",
        "spider.py",
        "-a",
        f"server={server}",
        "-o",
        str(out),
        *settings,
    ]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=240)
    assert done.returncode == 0, done.stderr
    assert done.stdout == ""
    return [json.loads(line) for line in out.read_text().splitlines()], done.stderr


def response(body: bytes, kind: str = "text/html", url: str = "https://shop.example/l") -> object:
    from scrapy.http import HtmlResponse

    return HtmlResponse(url, body=body, headers={"Content-Type": kind})


def test_functions_take_a_response() -> None:
    from tamis import scrapy

    given = response(shop(1).encode("iso-8859-15"), "text/html; charset=ISO-8859-15")
    found = list(scrapy.rows(given))  # type: ignore[arg-type]
    assert len(found) == 5 and "Desk 1 lamp" in found[0].values()
    assert scrapy.records(given)[0].to_dicts() == found  # type: ignore[arg-type]
    assert any(value == "https://shop.example/p/Desk%201" for value in found[0].values())
    assert scrapy.next_page(given) == "https://shop.example/list?page=2"  # type: ignore[arg-type]
    plain = response(b"<nav>Home</nav><p>A lamp turns power into light.", "text/html; charset=nonsense-8")
    assert scrapy.text(plain) == "A lamp turns power into light."  # type: ignore[arg-type]
    with pytest.raises(tamis.errors.PageError):
        scrapy.text(response(PICTURE))  # type: ignore[arg-type]


def test_a_charset_of_the_caller_counts_and_must_exist() -> None:
    from tamis import scrapy

    price = response("<p>A lamp costs 5 € and gives light.".encode("iso-8859-15"), "text/html; charset=utf-8")
    assert scrapy.text(price, charset="iso-8859-15") == "A lamp costs 5 € and gives light."  # type: ignore[arg-type]
    for wrong in ({"charset": "nonsense"}, {"method": "nonsense"}):
        with pytest.raises(tamis.errors.OptionError, match="nonsense"):
            scrapy.text(price, **wrong)  # type: ignore[arg-type]


def test_a_spider_yields_the_rows_of_its_responses(tmp_path: Path, server: str) -> None:
    spider = """
import scrapy
from tamis.scrapy import next_page, rows

class Lamps(scrapy.Spider):
    name = "lamps"

    def __init__(self, server, **kwargs):
        super().__init__(**kwargs)
        self.start_urls = [server + "/list"]

    def parse(self, response):
        yield from rows(response)
        url = next_page(response)
        if url is not None:
            yield response.follow(url)
"""
    items, _ = crawl(tmp_path, spider, server)
    first = tamis.records(shop(1), url=f"{server}/list")[0].to_dicts()
    assert len(items) == 10
    assert items[0] == json.loads(json.dumps(first[0], default=str))


def test_the_middleware_fills_a_field_of_every_item(tmp_path: Path, server: str) -> None:
    spider = """
import scrapy

class Lamps(scrapy.Spider):
    name = "lamps"
    custom_settings = {
        "SPIDER_MIDDLEWARES": {"tamis.scrapy.TamisSpiderMiddleware": 543},
        "TAMIS_TASKS": ["text", "records"],
        "ROBOTSTXT_OBEY": True,
    }

    def __init__(self, server, **kwargs):
        super().__init__(**kwargs)
        self.start_urls = [server + "/list", server + "/picture"]

    def parse(self, response):
        yield {"from": response.url}
        yield {"from": response.url, "second": True}
"""
    items, log = crawl(tmp_path, spider, server)
    with pytest.raises(tamis.errors.PageError) as failure:
        tamis.ask(PICTURE)
    good = [item["tamis"] for item in items if str(item["from"]).endswith("/list")]
    bad = [item["tamis"] for item in items if str(item["from"]).endswith("/picture")]
    assert len(good) == 2 and len(bad) == 2 and good[0] == good[1]
    assert isinstance(good[0], dict) and good[0]["title"] == "Lamps" and len(good[0]["records"]) == 5
    assert bad[0] == bad[1] == {"error": failure.value.message}
    assert "'tamis/pages': 1" in log and "'tamis/errors': 1" in log


def test_items_of_one_page_share_nothing() -> None:
    from scrapy.utils.test import get_crawler

    from tamis import scrapy

    middleware = scrapy.TamisSpiderMiddleware(get_crawler(settings_dict={"TAMIS_TASKS": ["records"]}))
    given: list[dict[str, Any]] = [{}, {}]
    one, other = middleware.process_spider_output(response(shop(1).encode()), given)  # type: ignore[arg-type]
    one["tamis"]["records"].clear()
    assert len(other["tamis"]["records"]) == 5


@pytest.mark.parametrize(
    ("given", "error"),
    [
        ({"TAMIS_RENDER": "paper"}, tamis.errors.OptionError),
        ({"TAMIS_TASKS": ["text", "everything"]}, tamis.errors.OptionError),
        ({"TAMIS_READING": {"timout": 5}}, tamis.errors.ArgumentError),
        ({"TAMIS_READING": {"timeout": 0}}, tamis.errors.OptionError),
        ({"TAMIS_READING": "soon"}, tamis.errors.ArgumentError),
    ],
    ids=repr,
)
def test_a_setting_that_means_nothing_is_told_when_the_crawl_begins(given: dict[str, Any], error: type) -> None:
    from scrapy.utils.test import get_crawler

    from tamis import scrapy

    for component in (scrapy.TamisSpiderMiddleware, scrapy.TamisPipeline):
        with pytest.raises(error):
            component.from_crawler(get_crawler(settings_dict=given))


def test_limits_are_a_setting() -> None:
    from scrapy.utils.test import get_crawler

    from tamis import scrapy

    crawler = get_crawler(settings_dict={"TAMIS_READING": {"max_bytes": 10}})
    middleware = scrapy.TamisSpiderMiddleware.from_crawler(crawler)
    (item,) = middleware.process_spider_output(response(shop(1).encode()), [{}])
    assert "10 bytes" in item["tamis"]["error"]


def test_the_loop_goes_on_while_a_page_is_read(tmp_path: Path, server: str) -> None:
    # The second item comes into the pipeline before the first is through: its page is a pipe that is written to then.
    spider = """
import os, pathlib, scrapy

class Second:
    def process_item(self, item):
        if item["name"] == "second":
            pathlib.Path("page.html").write_text("<p>A lamp turns power into light.")
        return item

class Last:
    def process_item(self, item):
        return {"name": item["name"], "tamis": item.get("tamis")}

class Lamps(scrapy.Spider):
    name = "lamps"
    pipelines = {Second: 1, "tamis.scrapy.TamisPipeline": 300, Last: 900}
    custom_settings = {"ITEM_PIPELINES": pipelines}

    def __init__(self, server, **kwargs):
        super().__init__(**kwargs)
        self.start_urls = [server + "/list"]
        os.mkfifo("page.html")

    def parse(self, response):
        yield {"name": "first", "html": pathlib.Path("page.html")}
        yield {"name": "second"}
"""
    for number, reactor in enumerate(
        ("twisted.internet.asyncioreactor.AsyncioSelectorReactor", "twisted.internet.selectreactor.SelectReactor")
    ):
        folder = tmp_path / str(number)
        folder.mkdir()
        items, _ = crawl(folder, spider, server, "-s", f"TWISTED_REACTOR={reactor}")
        (found,) = (item["tamis"] for item in items if item["name"] == "first")
        assert isinstance(found, dict) and found["text"] == "A lamp turns power into light."


def test_the_pipeline_fills_items_that_hold_html(tmp_path: Path, server: str) -> None:
    spider = """
import dataclasses, scrapy

@dataclasses.dataclass
class Lamp:
    n: int
    url: str
    html: str
    tamis: dict = None

class Lamps(scrapy.Spider):
    name = "lamps"
    custom_settings = {"ITEM_PIPELINES": {"tamis.scrapy.TamisPipeline": 300}, "TAMIS_TASKS": "text,records"}

    def __init__(self, server, **kwargs):
        super().__init__(**kwargs)
        self.start_urls = [server + "/list"]

    def parse(self, response):
        yield {"n": 0, "url": response.url, "html": response.text}
        yield Lamp(1, response.url, response.text)
        yield {"n": 2, "url": response.url, "html": 5}
        yield {"n": 3, "note": "no page"}
"""
    items, log = crawl(tmp_path, spider, server)
    # They come as their pages are finished.
    found = [item.get("tamis") for item in sorted(items, key=lambda item: str(item["n"]))]
    assert isinstance(found[0], dict) and len(found[0]["records"]) == 5 and found[0] == found[1]
    assert isinstance(found[2], dict) and "error" in found[2] and found[3] is None
    assert "'tamis/pages': 2" in log
