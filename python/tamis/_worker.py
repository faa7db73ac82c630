"""How the process is started that lays pages out."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from tamis import _tamis


def start_workers_with_this_interpreter() -> None:
    """Pages are laid out in processes of this interpreter, which nothing in a page can bring down. A program that has
    Python inside of it cannot be started like that: there they are laid out in threads.
    """
    executable = sys.executable
    compiled = _tamis.__file__
    if not _tamis.has_renderer or not executable or not compiled:
        return
    if not Path(executable).name.lower().startswith(("python", "pypy")) or not os.access(executable, os.X_OK):
        return
    script = str(Path(__file__).with_name("_render_worker.py"))
    # Neither the folder nor the environment of the user, nor any installed package, has a say in it.
    _tamis.set_render_worker([executable, "-I", "-S", script, compiled])
