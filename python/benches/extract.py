"""Main text: pages a second on one core, and how right it is, beside the same work in Rust and two other packages.

    python benches/extract.py DATA [--rust PROGRAM] [--type article] [--repeat 3] [--predictions DIR]

DATA is a folder with a folder a page: page.html and truth.json, as `tamis-eval` reads them. Each contestant is a process of
its own and gets the pages one by one, in turns, so that whatever else the machine does falls on all of them; it answers
with its text and the processor time from bytes to text. The fastest of --repeat times counts. PROGRAM is
`target/release/examples/extract_speed`, made by `cargo build --release -p tamis --example extract_speed`.

Words are compared as the referee of the data set does: as multisets, F1 of each page, the mean over pages. --predictions
writes what each contestant said, for a referee of your own.
"""

from __future__ import annotations

import argparse
import collections
import importlib.metadata
import json
import logging
import os
import pathlib
import re
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

Extract = Callable[[bytes], "str | None"]


def ours() -> Extract:
    import tamis

    return lambda page: tamis.extract(page)


def ours_fast() -> Extract:
    import tamis

    return lambda page: tamis.extract(page, fast=True)


def resiliparse() -> Extract:
    from resiliparse.extract.html2text import extract_plain_text
    from resiliparse.parse.encoding import bytes_to_str, detect_encoding

    # Without the alternative texts of pictures it scores better.
    return lambda page: extract_plain_text(
        bytes_to_str(page, detect_encoding(page)), main_content=True, alt_texts=False
    )


def trafilatura() -> Extract:
    import trafilatura

    return lambda page: trafilatura.extract(page)


CONTESTANTS: dict[str, Callable[[], Extract]] = {
    "tamis": ours,
    "tamis fast": ours_fast,
    "resiliparse": resiliparse,
    "trafilatura": trafilatura,
}


def serve(name: str, n_repeats: int) -> None:
    """Answers the pages of standard input until it ends."""
    logging.disable(logging.CRITICAL)
    extract = CONTESTANTS[name]()
    print(json.dumps({"version": importlib.metadata.version(name.split()[0])}), flush=True)
    while line := sys.stdin.buffer.readline():
        page = sys.stdin.buffer.read(int(line))
        seconds, text = float("inf"), None
        for _ in range(n_repeats):
            start = time.process_time()
            try:
                text = extract(page)
            except Exception:  # a page that a package cannot read is an empty answer
                text = None
            seconds = min(seconds, time.process_time() - start)
        print(json.dumps({"text": text or "", "seconds": seconds}), flush=True)


class Contestant:
    """A process that answers pages."""

    def __init__(self, name: str, command: list[str]) -> None:
        self.name = name
        self.seconds = 0.0
        self.scores: list[float] = []
        self.said: list[dict[str, str]] = []
        # One core for each: what a package does on other threads counts as processor time all the same.
        environment = os.environ | {"OMP_NUM_THREADS": "1"}
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment)
        self.version = self.read()["version"]

    def read(self) -> Any:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            sys.exit(f"{self.name} ended before its time")
        return json.loads(line)

    def ask(self, name: str, page: bytes, truth: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(b"%d\n%s" % (len(page), page))
        self.process.stdin.flush()
        answer = self.read()
        self.seconds += answer["seconds"]
        self.scores.append(word_f1(answer["text"], truth))
        self.said.append({"id": name, "text": answer["text"]})


def word_f1(got: str, want: str) -> float:
    a, b = (collections.Counter(re.findall(r"\w+", text.lower())) for text in (got, want))
    common = sum((a & b).values())
    return 2 * common / (sum(a.values()) + sum(b.values())) if common else 0.0


def pages_of(data: pathlib.Path, kind: str) -> list[tuple[str, bytes, str]]:
    found = []
    for folder in sorted(data.iterdir()):
        if not (folder / "truth.json").exists():
            continue
        truth = json.loads((folder / "truth.json").read_text(encoding="utf-8"))
        if truth.get("text") is not None and kind in ("all", truth.get("page_type")):
            found.append((folder.name, (folder / "page.html").read_bytes(), truth["text"]))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=pathlib.Path)
    parser.add_argument("--rust", metavar="PROGRAM")
    parser.add_argument("--type", default="article", help="of the truth; all: every page")
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--every", type=int, default=1, metavar="N", help="only every Nth page")
    parser.add_argument("--only", action="append", choices=list(CONTESTANTS))
    parser.add_argument("--predictions", type=pathlib.Path, metavar="DIR")
    options = parser.parse_args()
    pages = pages_of(options.data, options.type)[:: options.every]
    if not pages:
        sys.exit(f"no page of {options.data} has a text as its truth and the type {options.type}")
    contestants = [
        Contestant(name, [sys.executable, __file__, "--serve", name, str(options.repeat)])
        for name in options.only or CONTESTANTS
    ]
    if options.rust:
        contestants.insert(1, Contestant("the same in Rust", [options.rust, str(options.repeat)]))
    for number, (name, page, truth) in enumerate(pages):
        for place in range(len(contestants)):
            contestants[(number + place) % len(contestants)].ask(name, page, truth)
    n_bytes = sum(len(page) for _, page, _ in pages)
    print(f"{len(pages)} pages of type {options.type}, {n_bytes / 1e6:.1f} MB; fastest of {options.repeat}")
    print("| | version | pages/s a core | MB/s | time beside tamis | word F1 |\n|---|---|---|---|---|---|")
    for contestant in contestants:
        seconds, scores = contestant.seconds, contestant.scores
        print(
            f"| {contestant.name} | {contestant.version} | {len(pages) / seconds:.0f} | {n_bytes / 1e6 / seconds:.1f} "
            f"| {seconds / contestants[0].seconds:.2f}× | {sum(scores) / len(scores):.4f} |"
        )
        if options.predictions:
            options.predictions.mkdir(parents=True, exist_ok=True)
            lines = "".join(json.dumps(line) + "\n" for line in contestant.said)
            (options.predictions / f"{contestant.name.replace(' ', '-')}.jsonl").write_text(lines, encoding="utf-8")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--serve"]:
        serve(sys.argv[2], int(sys.argv[3]))
    else:
        main()
