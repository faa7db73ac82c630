"""Whether threads of Python help: the same pages by one thread and by two, in turns.

    python benches/threads.py DATA [--threads 2] [--rounds 5]

DATA is a folder with page.html files, at any depth. The fastest round of each counts. Other work on the machine takes its
share of two threads before it takes one of one thread: the figure means something on a machine that does nothing else, and
the processor time beside it says whether it did.
"""

from __future__ import annotations

import argparse
import pathlib
import time
from concurrent.futures import ThreadPoolExecutor

import tamis


def run(pages: list[bytes], n_threads: int) -> tuple[float, float]:
    """Seconds on the clock and of the processors."""
    with ThreadPoolExecutor(n_threads) as pool:
        list(pool.map(tamis.extract, pages[:n_threads]))  # the threads and their readers are there
        clock, processors = time.perf_counter(), time.process_time()
        list(pool.map(tamis.extract, pages))
        return time.perf_counter() - clock, time.process_time() - processors


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=pathlib.Path)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    pages = [path.read_bytes() for path in sorted(options.data.rglob("page.html"))]
    one, many = [], []
    for _ in range(options.rounds):
        one.append(run(pages, 1))
        many.append(run(pages, options.threads))
    for n_threads, rounds in ((1, one), (options.threads, many)):
        clock, processors = min(rounds)
        busy = processors / clock
        print(f"{n_threads} threads: {len(pages) / clock:.0f} pages/s, {busy:.2f} processors busy")
    print(f"{min(one)[0] / min(many)[0]:.2f} times as fast, of {options.threads} at the most")


if __name__ == "__main__":
    main()
