"""Runs exported programs on pages: how much time of a core all of it takes, bytes to rows, and what the rows are.

The first argument is a folder with the programs and `jobs.json`, a list of programs with the pages that they read; the
second the number of runs, of which the fastest counts; the third `rows` for the rows on standard output, one line a job.
"""

import gc
import importlib.util
import json
import sys
import time
from pathlib import Path

folder, n_runs = Path(sys.argv[1]), int(sys.argv[2])
programs, pages = {}, {}


def program(name):
    spec = importlib.util.spec_from_file_location(name, folder / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


jobs = json.loads((folder / "jobs.json").read_text())
for name, page, url in jobs:
    programs[name] = programs.get(name) or program(name)
    pages[page] = pages.get(page) or Path(page).read_bytes()
if sys.argv[3:] == ["rows"]:
    for name, page, url in jobs:
        try:
            rows = list(programs[name].rows(programs[name].decoded(pages[page]), url))
        except Exception as error:
            print(f"{page}: {error!r}", file=sys.stderr)
            rows = []
        print(json.dumps(rows, default=lambda number: format(number, "f")))
    sys.exit()
best = float("inf")
for _ in range(n_runs):
    gc.collect()
    started = time.process_time()
    for name, page, url in jobs:
        for row in programs[name].rows(programs[name].decoded(pages[page]), url):
            pass
    best = min(best, time.process_time() - started)
print(best)
