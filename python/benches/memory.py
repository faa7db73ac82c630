"""Whether memory grows with the number of pages.

    python benches/memory.py DATA [--pages 100000] [--only extract]

DATA is a folder with page.html files, at any depth; they are taken again and again. For each way to ask, in a process of
its own, a line says how much memory it has after each tenth of the pages.
"""

from __future__ import annotations

import argparse
import itertools
import multiprocessing
import pathlib
import tempfile
from collections.abc import Callable, Iterator

import tamis


def resident() -> int:
    """Memory of this process now, in bytes."""
    with open("/proc/self/status", encoding="ascii") as status:
        return next(int(line.split()[1]) * 1024 for line in status if line.startswith("VmRSS"))


def one_by_one(ask: Callable[[bytes], object]) -> Callable[[list[pathlib.Path]], Iterator[object]]:
    def steps(paths: list[pathlib.Path]) -> Iterator[object]:
        pages = [path.read_bytes() for path in paths]
        return (ask(page) for page in itertools.cycle(pages))

    return steps


def files(paths: list[pathlib.Path]) -> Iterator[object]:
    while True:
        yield from tamis.iter_files(paths, parallel=2)


def archive(paths: list[pathlib.Path]) -> Iterator[object]:
    with tempfile.TemporaryDirectory() as folder:
        warc = pathlib.Path(folder) / "pages.warc"
        with warc.open("wb") as out:
            for number, path in enumerate(paths):
                body = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + path.read_bytes()
                out.write(
                    b"WARC/1.1\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:00000000-0000-0000-0000-%012d>\r\n"
                    b"WARC-Target-URI: https://pages.example/%d\r\nWARC-Date: 2026-01-01T00:00:00Z\r\n"
                    b"Content-Type: application/http;msgtype=response\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n"
                    % (number, number, len(body), body)
                )
        while True:
            yield from tamis.iter_warc(warc, parallel=2)


WAYS: dict[str, Callable[[list[pathlib.Path]], Iterator[object]]] = {
    "extract": one_by_one(lambda page: tamis.extract(page)),
    "records": one_by_one(lambda page: tamis.records(page, render="none")),
    "iter_files": files,
    "iter_warc": archive,
}


def watch(name: str, paths: list[pathlib.Path], n_pages: int) -> None:
    marks = []
    for number, _ in enumerate(WAYS[name](paths), start=1):
        if number % max(1, n_pages // 10) == 0:
            marks.append(f"{resident() / 1e6:.0f}")
        if number == n_pages:
            break
    print(f"| {name} | {n_pages} | {' '.join(marks)} |", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=pathlib.Path)
    parser.add_argument("--pages", type=int, default=100_000)
    parser.add_argument("--only", action="append", choices=list(WAYS))
    options = parser.parse_args()
    paths = sorted(options.data.rglob("page.html"))
    print("| way | pages | MB after each tenth |\n|---|---|---|", flush=True)
    for name in options.only or WAYS:
        process = multiprocessing.get_context("spawn").Process(target=watch, args=(name, paths, options.pages))
        process.start()
        process.join()


if __name__ == "__main__":
    main()
