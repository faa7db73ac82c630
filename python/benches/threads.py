"""Whether threads of Python help: the same pages by one thread and by two, in turns.

    python benches/threads.py DATA [--threads 2] [--rounds 5]

DATA is a folder with page.html files, at any depth. The fastest round of each counts. Other work on the machine takes its
share of two threads before it takes one of one thread: the figure means something on a machine that does nothing else, and
the processor time beside it says whether it did.
"""

from __future__ import annotations

import argparse
import pathlib
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import tamis


def threads(pages: list[bytes], n_threads: int) -> None:
    """Threads that take the next page each."""
    left, lock = iter(pages), threading.Lock()

    def work() -> None:
        while True:
            with lock:
                page = next(left, None)
            if page is None:
                return
            tamis.extract(page)

    started = [threading.Thread(target=work) for _ in range(n_threads)]
    for thread in started:
        thread.start()
    for thread in started:
        thread.join()


def iterator(pages: list[bytes], n_threads: int) -> None:
    """Threads of the engine; Python takes the results one by one."""
    for _ in tamis.iter_pages(pages, parallel=n_threads):
        pass


def pool(pages: list[bytes], n_threads: int) -> None:
    """Python's own pool, which has some work with each page itself."""
    with ThreadPoolExecutor(n_threads) as workers:
        list(workers.map(tamis.extract, pages))


WAYS: dict[str, Callable[[list[bytes], int], None]] = {
    "threads": threads,
    "iter_pages": iterator,
    "ThreadPoolExecutor": pool,
}


def measured(run: Callable[[list[bytes], int], None], pages: list[bytes], n_threads: int) -> tuple[float, float]:
    """Seconds on the clock and of the processors."""
    clock, processors = time.perf_counter(), time.process_time()
    run(pages, n_threads)
    return time.perf_counter() - clock, time.process_time() - processors


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=pathlib.Path)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    pages = [path.read_bytes() for path in sorted(options.data.rglob("page.html"))]
    print(f"| {len(pages)} pages | 1 thread | {options.threads} threads | processors busy | times as fast |")
    print("|---|---|---|---|---|")
    for name, run in WAYS.items():
        rounds = [[measured(run, pages, n) for n in (1, options.threads)] for _ in range(options.rounds)]
        (one, _), (many, processors) = (min(times) for times in zip(*rounds, strict=True))
        speeds = f"{len(pages) / one:.0f} pages/s | {len(pages) / many:.0f} pages/s"
        print(f"| {name} | {speeds} | {processors / many:.2f} | {one / many:.2f} |")


if __name__ == "__main__":
    main()
