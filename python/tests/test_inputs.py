"""What can be handed over as a page, and what happens to everything else."""

from __future__ import annotations

import array
import io
import mmap
import sys
from pathlib import Path
from typing import Any

import pytest
from pages import ARTICLE

import tamis

FUNCTIONS = [tamis.extract, tamis.bare_extraction, tamis.records, tamis.segment, tamis.clean, tamis.report, tamis.ask]
BYTES = ARTICLE.encode()
TEXT = tamis.extract(ARTICLE)


class Path8:
    """A path of somebody else's making."""

    def __init__(self, path: Any) -> None:
        self.path = path

    def __fspath__(self) -> Any:
        return self.path


class Reader:
    """An object with a read() that does what it is told, once."""

    def __init__(self, gives: Any) -> None:
        self.gives = gives

    def read(self, *_: int) -> Any:
        if isinstance(self.gives, BaseException):
            raise self.gives
        gives = self.gives
        if isinstance(gives, (str, bytes)):
            self.gives = gives[:0]
        return gives


class ShortReader:
    """One that gives a few bytes or characters at a time, whatever it is asked for."""

    def __init__(self, page: Any) -> None:
        self.left = page

    def read(self, n: int = -1) -> Any:
        part, self.left = self.left[:20], self.left[20:]
        return part


class PlainReader:
    """One whose read() takes no number."""

    def read(self) -> bytes:
        return BYTES


@pytest.mark.parametrize(
    "page",
    [
        ARTICLE,
        BYTES,
        bytearray(BYTES),
        memoryview(BYTES),
        array.array("B", BYTES),
        io.StringIO(ARTICLE),
        io.BytesIO(BYTES),
        Reader(ARTICLE),
        Reader(BYTES),
        PlainReader(),
        ShortReader(ARTICLE),
        ShortReader(BYTES),
    ],
    ids=lambda page: type(page).__name__,
)
def test_every_kind_of_page_gives_the_same_text(page: Any) -> None:
    assert tamis.extract(page) == TEXT


def test_files_are_read_by_path_and_when_they_are_open(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_bytes(BYTES)
    assert tamis.extract(path) == TEXT == tamis.extract(Path8(str(path))) == tamis.extract(Path8(bytes(path)))
    with path.open("rb") as file:
        assert tamis.extract(file) == TEXT
    with path.open(encoding="utf-8") as text_file:
        assert tamis.extract(text_file) == TEXT
    with path.open("rb", buffering=0) as raw:
        assert tamis.extract(raw) == TEXT
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as mapped:
        assert tamis.extract(mapped) == TEXT
    assert tamis.ask(path, tasks=["text"]).origin == str(path)


def test_a_raw_stream_is_read_to_its_end() -> None:
    class Drops(io.RawIOBase):
        """Gives a few bytes at a time."""

        def __init__(self) -> None:
            self.left = BYTES

        def readable(self) -> bool:
            return True

        def readinto(self, buffer: Any) -> int:
            part = self.left[: min(len(buffer), 100)]
            self.left = self.left[len(part) :]
            buffer[: len(part)] = part
            return len(part)

    assert tamis.extract(Drops()) == TEXT


def test_no_more_is_read_of_a_file_than_a_page_may_have() -> None:
    asked: list[int] = []

    class Endless(io.RawIOBase):
        def readable(self) -> bool:
            return True

        def readinto(self, buffer: Any) -> int:
            asked.append(len(buffer))
            buffer[:] = b"x" * len(buffer)
            return len(buffer)

    with pytest.raises(tamis.errors.PageError, match="hint: raise the limit with max_bytes"):
        tamis.extract(Endless(), max_bytes=10_000)
    assert sum(asked) == 10_001


def test_the_largest_limit_is_no_limit() -> None:
    assert tamis.extract(io.BytesIO(BYTES), max_bytes=sys.maxsize) == TEXT
    assert tamis.extract(io.StringIO(ARTICLE), max_bytes=sys.maxsize) == TEXT


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.__name__)
@pytest.mark.parametrize(
    "page", [3, 2.5, object(), ["<p>x"], {"html": "<p>x"}, tamis], ids=lambda page: type(page).__name__
)
def test_what_is_no_page_is_a_type_error(function: Any, page: Any) -> None:
    with pytest.raises(tamis.errors.ArgumentError, match="text, bytes, a path or an open file") as caught:
        function(page)
    assert isinstance(caught.value, TypeError) and caught.value.hint


@pytest.mark.parametrize("function", FUNCTIONS[2:], ids=lambda function: function.__name__)
def test_none_is_no_page(function: Any) -> None:
    with pytest.raises(tamis.errors.ArgumentError):
        function(None)


@pytest.mark.parametrize("gives", [None, 3, ["x"]], ids=repr)
def test_a_file_that_gives_something_else_is_a_type_error(gives: Any) -> None:
    with pytest.raises(tamis.errors.ArgumentError, match="what its read"):
        tamis.extract(Reader(gives))


def test_a_file_that_cannot_be_read_says_why(tmp_path: Path) -> None:
    closed = io.BytesIO(BYTES)
    closed.close()
    with pytest.raises(tamis.errors.SourceError, match="closed file") as caught:
        tamis.extract(closed)
    assert isinstance(caught.value.__cause__, ValueError) and isinstance(caught.value, OSError)
    with pytest.raises(tamis.errors.SourceError, match="the disk is gone"):
        tamis.extract(Reader(OSError("the disk is gone")))
    with pytest.raises(tamis.errors.SourceError):
        tamis.extract(tmp_path / "missing.html")
    with pytest.raises(tamis.errors.SourceError):
        tamis.extract(tmp_path)
    released = memoryview(BYTES)
    released.release()
    with pytest.raises(tamis.errors.SourceError, match="released"):
        tamis.extract(released)
    with pytest.raises(tamis.errors.ArgumentError, match="path"):
        tamis.extract(Path8(3))


def test_keyboard_interrupts_of_a_file_are_not_swallowed() -> None:
    with pytest.raises(KeyboardInterrupt):
        tamis.extract(Reader(KeyboardInterrupt()))


def test_lone_surrogates_are_refused_with_what_to_do() -> None:
    with pytest.raises(tamis.errors.PageError, match="surrogates.*\nhint: .*encode"):
        tamis.extract("<p>\ud800</p>")
    with pytest.raises(tamis.errors.PageError, match="surrogates"):
        tamis.extract(io.StringIO("<p>\udfff</p>"))
    with pytest.raises(tamis.TamisError):
        tamis.extract("<p>x</p>", url="https://a.example/\ud800")


def test_an_address_is_no_page_and_the_name_of_a_file_is_doubtful(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(tamis.errors.PageError, match="fetch it first"):
        tamis.extract("https://a.example/page.html")
    (tmp_path / "page.html").write_bytes(BYTES)
    monkeypatch.chdir(tmp_path)
    with pytest.warns(tamis.TamisWarning, match="pathlib"):
        tamis.extract("page.html")


@pytest.mark.parametrize("url", ["no address", "/relative", "https://", "http://[", 3, b"https://a.example/"], ids=repr)
def test_an_address_that_is_none_is_refused(url: Any) -> None:
    with pytest.raises(tamis.TamisError):
        tamis.extract(ARTICLE, url=url)


def test_bytes_that_are_something_else_are_named() -> None:
    with pytest.raises(tamis.errors.PageError, match="PDF"):
        tamis.extract(b"%PDF-1.7\n1 0 obj\n<<>>\n")
    with pytest.raises(tamis.errors.PageError, match="not a page"):
        tamis.extract(b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR")


def test_odd_bytes_are_a_page() -> None:
    assert tamis.extract(b"") is None
    assert "A lamp" in (tamis.extract(b"<p>A lamp \xff\xfe turns power into light.") or "")
    with pytest.raises(tamis.errors.PageError, match="binary data"):
        tamis.extract("\0" * 100)
    assert "Straße" in (tamis.extract("<p>In der Straße brennt ein Licht.".encode("utf-16")) or "")
    text = tamis.extract("<p>Die Straße ist lang und dunkel.".encode("latin-1"), charset="iso-8859-1")
    assert text is not None and "Straße" in text
