"""Many pages: files, directories, archives, and pages that a program has already."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from tamis import _tamis
from tamis._calls import checked
from tamis._settings import settings_of
from tamis.errors import ArgumentError

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from tamis._inputs import Options
    from tamis._settings import Reading
    from tamis._tamis import Pages

#: A path as text, or an object that is one.
PathLike: TypeAlias = "str | os.PathLike[str]"

#: A task, its method and its options; None for the default ones.
Task: TypeAlias = "tuple[str, str | None, Options | None]"


@dataclass(frozen=True)
class ArchivePlace:
    """The record of an archive that a page is from."""

    #: The file of the archive.
    path: os.PathLike[str]
    #: Where the record begins, or the member that it is in, in bytes.
    offset: int
    #: The address of the page as it was written.
    url: str | None
    #: When it was fetched.
    date: str | None
    #: The digest of its content, such as ``sha1:`` and 32 letters.
    digest: str | None
    #: The status of the response.
    http_status: int | None
    #: The file inside of a WACZ.
    file: str | None = None


def iter_files(
    paths: PathLike | Iterable[PathLike],
    *,
    tasks: str | Iterable[str] = ("text",),
    parallel: int | None = None,
    methods: Mapping[str, str] | None = None,
    options: Mapping[str, Options] | None = None,
    url_from: Sequence[str] | None = None,
    base_url: str | None = None,
    **reading: Unpack[Reading],
) -> Pages:
    """Reads the pages of files, directories, patterns and archives over threads and gives them in order.

    paths: a path or several; text is a path here, and not HTML. A directory is searched for pages and archives, also in
        the directories below it; `*`, `?`, `**`, `[…]` and `{…}` make a pattern.
    tasks: what is asked of each page: text, records, segment, clean.
    parallel: how many threads work; as many as the machine runs if it is None.
    methods, options: methods and their options by the name of the task, as in ``methods={"records": "mdr"}``.
    url_from: where the address of a page is looked for, one after the other: saved-from (the note of a browser that
        saved it), canonical, base, path (that of a mirror, as in ``example.org/lamps/index.html``).
    base_url: the address that paths below a directory are relative to; counts more than what pages say.
    reading: how pages are read: render, timeout, charset, max_bytes, max_nodes, max_rows, max_growth, max_steps and
        viewport, as `Reading` tells.

    A page that cannot be read is a page whose `status` is "error" and whose
    `error` is the exception. The iterator can be closed early, used in a `with`, and shared by threads.

    >>> import tempfile, pathlib
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     for name in ("desk", "wall"):
    ...         _ = pathlib.Path(folder, name + ".html").write_text(f"<p>A {name} lamp turns power into light.</p>")
    ...     texts = [page.text for page in iter_files(folder, parallel=2)]
    >>> texts
    ['A desk lamp turns power into light.', 'A wall lamp turns power into light.']
    """
    chosen = settings_of(reading, iter_files)
    given = path_options(url_from=url_from, base_url=base_url)
    asked = tasks_of(tasks, methods, options)
    return checked(_tamis.pages_of_paths, paths_of(paths), given, asked, None, chosen, parallel)


def iter_warc(
    paths: PathLike | Iterable[PathLike],
    *,
    tasks: str | Iterable[str] = ("text",),
    parallel: int | None = None,
    methods: Mapping[str, str] | None = None,
    options: Mapping[str, Options] | None = None,
    mime: str | Iterable[str] | None = None,
    pages: str | Iterable[str] | None = None,
    index: PathLike | None = None,
    **reading: Unpack[Reading],
) -> Pages:
    """Reads the pages of web archives, WARC and WACZ, compressed or not, over threads and gives them in order.

    paths: an archive or several, directories of them, or patterns.
    tasks: what is asked of each page: text, records, segment, clean.
    parallel: how many threads work; as many as the machine runs if it is None.
    methods, options: methods and their options by the name of the task.
    mime: which media types are pages, such as ``["text/html", "text/plain"]``; HTML if it is None.
    pages: only the pages with these addresses, in this order.
    index: an index of the archive, CDX or CDXJ, by which single pages are found.
    reading: how pages are read: render, timeout, charset, max_bytes, max_nodes, max_rows, max_growth, max_steps and
        viewport, as `Reading` tells.

    Each page says in `archive` which record it is from. What is damaged in an
    archive is passed over and told at its end: as a `TamisWarning`, and in `notes` of the iterator.

    >>> import tempfile, pathlib
    >>> head = "HTTP/1.1 200 OK\\r\\nContent-Type: text/html\\r\\n\\r\\n"
    >>> body = head + "<p>A lamp turns power into light.</p>"
    >>> record = "WARC/1.1\\r\\nWARC-Type: response\\r\\nWARC-Target-URI: https://shop.example/\\r\\n"
    >>> record += f"Content-Type: application/http\\r\\nContent-Length: {len(body)}\\r\\n\\r\\n{body}\\r\\n\\r\\n"
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "shop.warc")
    ...     _ = path.write_text(record, newline="")
    ...     for page in iter_warc(path):
    ...         (page.url, page.text, page.archive.offset, page.archive.http_status)
    ('https://shop.example/', 'A lamp turns power into light.', 0, 200)
    """
    chosen = settings_of(reading, iter_warc)
    given = path_options(mime=mime, pages=pages, index=index, archives=True)
    asked = tasks_of(tasks, methods, options)
    return checked(_tamis.pages_of_paths, paths_of(paths), given, asked, None, chosen, parallel)


def iter_pages(
    pages: Iterable[Any],
    *,
    tasks: str | Iterable[str] = ("text",),
    parallel: int | None = None,
    methods: Mapping[str, str] | None = None,
    options: Mapping[str, Options] | None = None,
    **reading: Unpack[Reading],
) -> Pages:
    """Works over threads on pages that a program has already, and gives them in order.

    pages: an iterable of HTML as text or bytes, of paths and open files, of pairs ``(url, html)``, or of responses: what
        has a `url` and its bytes in `body` or `content`, as those of Scrapy, requests and httpx. It is read as pages are
        needed, a few ahead, on the thread that asks for results; if it raises, that comes after the pages before.
    tasks, parallel, methods, options: as for `iter_files`.
    reading: how pages are read: render, timeout, charset, max_bytes, max_nodes, max_rows, max_growth, max_steps and
        viewport, as `Reading` tells.

    >>> shop = [("https://shop.example/1", "<p>A desk lamp turns power into light."), "<p>A wall lamp does so too."]
    >>> [(page.url, page.text) for page in iter_pages(shop)]
    [('https://shop.example/1', 'A desk lamp turns power into light.'), (None, 'A wall lamp does so too.')]
    """
    chosen = settings_of(reading, iter_pages)
    asked = tasks_of(tasks, methods, options)
    return checked(_tamis.pages_of_iterator, pairs_of(pages), asked, None, chosen, parallel)


def tasks_of(
    tasks: str | Iterable[str],
    methods: Mapping[str, str] | None,
    options: Mapping[str, Options] | None,
) -> list[Task]:
    """What is asked, each with its method and options."""
    names = texts_of(tasks, "tasks")
    methods, options = methods or {}, options or {}
    for given, word in ((methods, "methods"), (options, "options")):
        if not isinstance(given, Mapping):
            raise ArgumentError(f"{word} are a dict by the names of tasks, not {type(given).__name__}")
    for name in (*methods, *options):
        if name not in names:
            raise ArgumentError(
                f"a method or options are for {name!r}, which is not asked", f"add it to tasks={names!r}"
            )
    return [(name, methods.get(name), options.get(name)) for name in names]


def texts_of(given: str | Iterable[str], name: str) -> list[str]:
    """An argument that is a text or several."""
    if isinstance(given, str):
        return [given]
    # Those that have no types hand over anything.
    several: Any = given
    texts: list[Any] = list(several) if isinstance(several, Iterable) else [several]
    for text in texts:
        if not isinstance(text, str):
            raise ArgumentError(f"{name} is text or a list of texts; {text!r:.40} is none")
    return texts


def path_of(path: PathLike, name: str) -> str:
    """An argument that is a path, as text."""
    try:
        return os.fsdecode(path)
    except TypeError as refused:
        raise ArgumentError(f"{name} is a path: {refused}") from None


def paths_of(paths: PathLike | Iterable[PathLike]) -> list[str]:
    """The paths, each as text."""
    several = [paths] if isinstance(paths, (str, os.PathLike)) else paths
    try:
        return [os.fsdecode(path) for path in several]
    except TypeError as refused:
        raise ArgumentError(f"these are no paths: {refused}", "pages themselves go to iter_pages()") from None


def path_options(
    *,
    url_from: Sequence[str] | None = None,
    base_url: str | None = None,
    mime: str | Iterable[str] | None = None,
    pages: str | Iterable[str] | None = None,
    index: PathLike | None = None,
    archives: bool = False,
) -> dict[str, Any]:
    """What is read of files and archives."""
    return {
        "url_from": None if url_from is None else texts_of(url_from, "url_from"),
        "base_url": base_url,
        "mime": None if mime is None else ",".join(texts_of(mime, "mime")),
        "pages": [] if pages is None else texts_of(pages, "pages"),
        "index": None if index is None else path_of(index, "index"),
        "archives": archives,
    }


def pairs_of(pages: Iterable[Any]) -> Iterator[tuple[Any, str | None]]:
    """The pages with their addresses, as far as they have one."""
    if isinstance(pages, Mapping) or is_one_page(pages) or not isinstance(pages, Iterable):
        raise ArgumentError(
            f"pages are an iterable, not {type(pages).__name__}",
            "put one page into a list; paths go to iter_files()",
        )
    return (pair_of(page) for page in pages)


def is_one_page(given: Any) -> bool:
    """Whether this is one page, though it may be iterable: an open file gives its lines, a response its chunks."""
    if isinstance(given, (str, bytes, bytearray, memoryview, os.PathLike)):
        return True
    return hasattr(given, "read") or response_parts(given) is not None


def pair_of(page: Any) -> tuple[Any, str | None]:
    """A page and its address, if it has one."""
    if isinstance(page, tuple) and len(page) == 2:
        url, html = page
        return html, None if url is None else str(url)
    return response_parts(page) or (page, None)


def response_parts(given: Any) -> tuple[bytes | str, str | None] | None:
    """The body of a response and its address; None for anything else."""
    if not isinstance(given, (str, bytes, os.PathLike)) and hasattr(given, "url"):
        for name in ("body", "content"):
            body = getattr(given, name, None)
            if isinstance(body, (bytes, str)):
                return body, None if given.url is None else str(given.url)
    return None
