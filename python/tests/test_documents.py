"""The examples of the documents do what they say."""

from __future__ import annotations

import contextlib
import gzip
import importlib.metadata
import io
import pathlib
import re
import shutil

import pytest

from tamis import errors
from tamis._parameters import PARAMETERS

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
DOCUMENTS = ["README.md", "docs/python.md", "python/README.md"]
FENCED = re.compile(r"^```(\w*)\n(.*?)^```\n", re.MULTILINE | re.DOTALL)

ARTICLES = {
    "frost": ("The last frost of the year", "Kees Bakker"),
    "hedges": ("A hedge for a windy hill", "Ines Marlow"),
    "water": ("How much water a tomato wants", "Ines Marlow"),
}


@pytest.mark.parametrize("document", DOCUMENTS)
def test_the_examples_of_a_document_run_and_print_what_it_shows(
    document: str, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_pages(tmp_path)
    monkeypatch.chdir(tmp_path)
    text = (REPOSITORY / document).read_text(encoding="utf-8")
    names: dict[str, object] = {"__name__": "example"}
    n_run = 0
    blocks = list(FENCED.finditer(text))
    for number, block in enumerate(blocks):
        if block[1] != "python":
            continue
        n_run += 1
        line = text[: block.start()].count("\n") + 1
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            exec(compile("\n" * line + block[2], document, "exec"), names)
        shown = blocks[number + 1] if number + 1 < len(blocks) else None
        is_output = shown is not None and shown[1] == "text" and not text[block.end() : shown.start()].strip()
        assert out.getvalue() == (shown[2] if shown is not None and is_output else ""), f"{document}, line {line}"
    assert n_run > 0, f"{document} has no example"


def test_the_table_of_trafilaturas_parameters_is_that_of_the_code() -> None:
    rows = "".join(
        f"| `{name}` | {'honoured' if parameter.honoured else 'ignored, with a warning'} | {parameter.note} |\n"
        for name, parameter in PARAMETERS.items()
    )
    text = (REPOSITORY / "docs/python.md").read_text(encoding="utf-8")
    assert f"| parameter | here | |\n|---|---|---|\n{rows}\n" in text


def test_the_table_of_exceptions_is_that_of_the_code() -> None:
    text = (REPOSITORY / "docs/python.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\w+Error)` \| (?:`(\w+)`|–) \| \S.* \|$", text, re.MULTILINE)
    classes = [one for one in vars(errors).values() if isinstance(one, type) and issubclass(one, errors.TamisError)]
    other = {one.__name__: [base.__name__ for base in one.__bases__[1:]] for one in classes[1:]}
    assert {name: [base] if base else [] for name, base in rows} == other
    assert len(rows) == len(other)


def test_the_wheel_has_the_texts_of_its_licences() -> None:
    packed = {
        file.name: file.read_text() for file in importlib.metadata.files("tamis") or () if "licenses" in file.parts
    }
    for name in ("LICENSE-MIT", "LICENSE-APACHE"):
        assert packed[name] == (REPOSITORY / name).read_text(encoding="utf-8")


def write_pages(folder: pathlib.Path) -> None:
    """The pages that the examples speak of."""
    for name in ("shop.html", "garden.html"):
        shutil.copy(REPOSITORY / "examples" / name, folder)
    pages = folder / "pages"
    pages.mkdir()
    records = []
    for number, (name, (title, author)) in enumerate(ARTICLES.items()):
        html = article(title, author)
        (pages / f"{name}.html").write_text(html, encoding="utf-8")
        records.append(warc_record(number, f"https://shed.example/{name}", html.encode()))
    # Each record is a member of its own, as in every archive that is read in parallel.
    (folder / "pages.warc.gz").write_bytes(b"".join(gzip.compress(record, mtime=0) for record in records))


def article(title: str, author: str) -> str:
    paragraphs = "".join(
        f"<p>{title}, part {part}: the soil is cold in the morning and warm at noon, and what was sown early has to wait "
        "for the night before it may grow. Nobody who has lost a bed to one clear sky forgets to look up again.</p>"
        for part in ("one", "two", "three")
    )
    return (
        f'<!doctype html><html lang="en"><head><title>{title}</title><meta name="author" content="{author}"></head><body>'
        "<nav><a href=/>Home</a> <a href=/sowing>Sowing</a> <a href=/shop>Shop</a></nav>"
        f"<article><h1>{title}</h1>{paragraphs}</article>"
        "<footer><a href=/imprint>Imprint</a> <a href=/privacy>Privacy</a></footer></body></html>"
    )


def warc_record(number: int, url: str, body: bytes) -> bytes:
    message = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n" + body
    head = (
        "WARC/1.1\r\nWARC-Type: response\r\n"
        f"WARC-Record-ID: <urn:uuid:00000000-0000-0000-0000-{number:012}>\r\n"
        f"WARC-Target-URI: {url}\r\nWARC-Date: 2026-02-03T00:00:00Z\r\n"
        f"Content-Type: application/http;msgtype=response\r\nContent-Length: {len(message)}\r\n\r\n"
    )
    return head.encode() + message + b"\r\n\r\n"
