"""Pages of our own for the tests of clusters, and an archive of them."""

from __future__ import annotations

import gzip
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

WORDS = "lamp desk chair shelf table mirror clock carpet curtain vase bowl stool bench frame candle".split()

POISONED = {
    "https://poison.example/null": None,
    "https://poison.example/picture": b"\x89PNG\r\n\x1a\n" + bytes(64),
    "https://poison.example/large": b"<p>" + b"x" * (1 << 20),
    "https://poison.example/deep": b"<div>" * 20_000,
    "https://poison.example/bytes": bytes(range(256)) * 8,
}
"""What no page should be, by address."""


def article(site: str, number: int) -> tuple[str, bytes]:
    """An article of a site."""
    word = WORDS[number % len(WORDS)]
    said = " ".join(
        f"The {word} number {number} is made to last, and part {part} of it is of wood." for part in range(9)
    )
    body = "".join(f"<p>{said} It is the paragraph {place} of this story.</p>" for place in range(4))
    html = (
        f"<!doctype html><html lang=en><title>A {word} ({number}) - {site}</title><body class=story>"
        f"<nav class=menu><a href=/>Home</a> <a href=/list>Things</a> <a href=/about>About {site}</a></nav>"
        f"<main><h1>A {word}, number {number}</h1><div class=byline>By Mary Example</div>{body}</main>"
        f"<footer>All rights reserved by {site}</footer>"
    )
    return f"https://www.{site}/story/{number}", html.encode()


def listing(site: str, number: int) -> tuple[str, bytes]:
    """A page of a shop that lists things."""
    things = "".join(
        f"<li class=item><h3><a href=/{word}/{number}>The {word} of series {number}</a></h3>"
        f"<p class=about>In stock, {place + number} left, ships today</p><b class=price>{place + 3}.{place:02} €</b></li>"
        for place, word in enumerate(WORDS[: 8 + number % 5])
    )
    html = (
        f"<!doctype html><html lang=en><title>Things, page {number} - {site}</title><body class=shop>"
        f"<nav class=menu><a href=/>Home</a> <a href=/list>Things</a></nav>"
        f"<main><h1>Things, page {number}</h1><ul class=items>{things}</ul></main><footer>{site}</footer>"
    )
    return f"https://{site}/list?page={number}", html.encode()


def pages(n_sites: int = 4, n_pages: int = 12) -> list[tuple[str, bytes]]:
    """Pages of several sites, those of a site together."""
    made = []
    for site in (f"site{place}.example" for place in range(n_sites)):
        made += [article(site, number) for number in range(n_pages)]
        made += [listing(site, number) for number in range(n_pages // 2)]
    return made


def write_parquet(path: Path, given: list[tuple[str, bytes | None]], n_files: int = 4) -> Path:
    """The pages in several files, so that there are several partitions."""
    path.mkdir()
    size = -(-len(given) // n_files)
    for place in range(n_files):
        some = given[place * size : (place + 1) * size]
        table = pa.table(
            {
                "url": pa.array([url for url, _ in some], pa.string()),
                "html": pa.array([html for _, html in some], pa.binary()),
            }
        )
        pq.write_table(table, path / f"part-{place}.parquet")
    return path


def write_warc(path: Path, given: list[tuple[str, bytes]]) -> Path:
    """The pages as an archive, with a member for each record."""
    with path.open("wb") as file:
        for number, (url, html) in enumerate(given):
            response = (
                b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n"
                b"Content-Length: " + str(len(html)).encode() + b"\r\n\r\n" + html
            )
            head = (
                f"WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: {url}\r\n"
                f"WARC-Date: 2024-05-0{1 + number % 9}T12:00:00Z\r\nWARC-Record-ID: <urn:uuid:0-{number}>\r\n"
                f"Content-Type: application/http; msgtype=response\r\nContent-Length: {len(response)}\r\n\r\n"
            )
            file.write(gzip.compress(head.encode() + response + b"\r\n\r\n", mtime=0))
    return path
