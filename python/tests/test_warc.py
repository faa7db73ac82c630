"""Web archives: every page with its record, damage told and passed over, the same pages as from the command."""

from __future__ import annotations

import gzip
import json
import subprocess
import warnings
from pathlib import Path

import pytest

import tamis


def record(number: int, *, media_type: str = "text/html", status: int = 200) -> bytes:
    html = f"<h1>Page {number}</h1><p>A lamp turns power into light, and lamp {number} does so too.</p>"
    body = f"HTTP/1.1 {status} OK\r\nContent-Type: {media_type}\r\n\r\n{html}"
    head = (
        f"WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: https://shop.example/{number}\r\n"
        f"WARC-Date: 2026-11-16T12:00:{number % 60:02}Z\r\nWARC-Payload-Digest: sha1:AAAA{number}\r\n"
        f"WARC-Record-ID: <urn:uuid:{number}>\r\n"
        f"Content-Type: application/http; msgtype=response\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    return f"{head}{body}\r\n\r\n".encode()


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    path = tmp_path / "shop.warc.gz"
    path.write_bytes(b"".join(gzip.compress(record(number)) for number in range(20)))
    return path


@pytest.mark.parametrize("parallel", [1, 2])
def test_pages_come_in_order_with_their_records(archive: Path, parallel: int) -> None:
    pages = list(tamis.iter_warc(archive, parallel=parallel))
    assert [page.url for page in pages] == [f"https://shop.example/{number}" for number in range(20)]
    assert all(f"lamp {number} does" in (page.text or "") for number, page in enumerate(pages))
    place = pages[3].archive
    assert place is not None
    assert (place.date, place.digest, place.http_status) == ("2026-11-16T12:00:03Z", "sha1:AAAA3", 200)
    assert (place.url, Path(place.path)) == ("https://shop.example/3", archive)
    assert place.offset == sum(len(gzip.compress(record(number))) for number in range(3))
    assert pages[3].origin == f"{archive} at byte {place.offset}"


def test_an_archive_is_read_plain_compressed_and_among_other_files(archive: Path, tmp_path: Path) -> None:
    plain = tmp_path / "plain.warc"
    plain.write_bytes(record(1) + record(2))
    (tmp_path / "beside.html").write_text("<p>A page beside the archives.")
    assert [page.title for page in tamis.iter_warc(plain)] == ["Page 1", "Page 2"]
    assert len(list(tamis.iter_warc([plain, str(archive)]))) == 22
    assert [page.status for page in tamis.iter_warc(tmp_path)] == ["ok"] * 22


def test_media_types_and_single_pages_are_chosen(tmp_path: Path) -> None:
    path = tmp_path / "mixed.warc"
    path.write_bytes(record(1) + record(2, media_type="text/plain") + record(3))
    assert [page.title for page in tamis.iter_warc(path)] == ["Page 1", "Page 3"]
    assert len(list(tamis.iter_warc(path, mime=["text/html", "text/plain"]))) == 3
    one = list(tamis.iter_warc(path, pages="https://shop.example/3"))
    assert [page.title for page in one] == ["Page 3"]
    missing = list(tamis.iter_warc(path, pages=["https://shop.example/9"]))
    assert [page.status for page in missing] == ["error"]


def test_damage_is_told_at_the_end_and_the_rest_is_there(archive: Path) -> None:
    stored = bytearray(archive.read_bytes())
    stored[len(stored) // 2 : len(stored) // 2 + 8] = b"\x00" * 8
    archive.write_bytes(stored)
    pages = tamis.iter_warc(archive)
    with pytest.warns(tamis.TamisWarning, match="damaged"):
        found = list(pages)
    assert 17 <= len([page for page in found if page.status == "ok"]) <= 19
    assert len(pages.notes) == 1 and "damaged" in pages.notes[0]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        again = tamis.iter_warc(archive)
        with pytest.raises(tamis.TamisWarning):
            list(again)


def test_what_is_no_archive_is_one_page_that_failed(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_text("<p>A lamp turns power into light.")
    for wrong in (path, tmp_path / "missing.warc.gz"):
        (page,) = tamis.iter_warc(wrong)
        assert page.status == "error" and isinstance(page.error, tamis.errors.SourceError)


def test_pages_are_those_of_the_command(archive: Path, command: str) -> None:
    asked = [command, "text", "--format", "jsonl", "--render", "none", str(archive)]
    lines = subprocess.run(asked, capture_output=True, text=True, check=True).stdout.splitlines()
    ours = [page.to_dict() for page in tamis.iter_warc(archive, render="none")]
    theirs = [json.loads(line) for line in lines]
    assert [page["url"] for page in ours] == [page["url"] for page in theirs]
    assert [page["text"] for page in ours] == [page["text"] for page in theirs]
    assert [page["archive"] for page in ours] == [page["archive"] for page in theirs]
