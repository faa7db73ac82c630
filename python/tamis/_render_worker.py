"""Lays out the pages that come in on standard input: a program of its own, which nothing in a page can take its caller
down with. It is started by path, with the path of the compiled module, and imports nothing else.
"""

from __future__ import annotations

import importlib.util
import sys


def serve(path: str) -> None:
    """Answers until standard input ends."""
    spec = importlib.util.spec_from_file_location("_tamis", path)
    if spec is None or spec.loader is None:
        raise SystemExit(1)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.serve_render_worker()


if __name__ == "__main__":
    try:
        serve(sys.argv[1])
    except (RuntimeError, KeyboardInterrupt):
        raise SystemExit(1) from None
