"""How pages are read: what every function takes beside the page and its method."""

from __future__ import annotations

from functools import lru_cache
from typing import cast

from tamis._calls import checked
from tamis._tamis import Settings
from tamis.errors import ArgumentError


def settings(
    *,
    render: str = "auto",
    timeout: float | None = None,
    charset: str | None = None,
    max_bytes: int | None = None,
    max_nodes: int | None = None,
    max_rows: int | None = None,
    max_steps: int | None = None,
    viewport: tuple[int, int] | None = None,
) -> Settings:
    """The settings of these values; the same values give the same object, whose readers are kept.

    render: who lays the page out: "auto", the renderer of the package where a method looks at boxes or is unsure without
        them; "none", nobody; "embedded", the renderer of the package, every page.
    timeout: seconds that a page may take.
    charset: the charset of the page, whatever it says itself.
    max_bytes, max_nodes, max_rows: how much of a page is read; see `docs/limits.md`.
    max_steps: how much work a page may cost.
    viewport: the window that pages are laid out for, as (width, height) in pixels.

    >>> settings(timeout=2) is settings(timeout=2)
    True
    """
    if isinstance(viewport, list):
        # A list is taken all the same: it cannot be remembered, a tuple can.
        viewport = cast("tuple[int, int]", tuple(viewport))
    try:
        return _settings(render, timeout, charset, max_bytes, max_nodes, max_rows, max_steps, viewport)
    except TypeError as refused:
        if isinstance(refused, ArgumentError):
            raise
        raise ArgumentError(f"a setting is of a wrong type: {refused}") from None


@lru_cache(maxsize=128, typed=True)
def _settings(
    render: str,
    timeout: float | None,
    charset: str | None,
    max_bytes: int | None,
    max_nodes: int | None,
    max_rows: int | None,
    max_steps: int | None,
    viewport: tuple[int, int] | None,
) -> Settings:
    return checked(
        Settings,
        render=render,
        timeout=timeout,
        charset=charset,
        max_bytes=max_bytes,
        max_nodes=max_nodes,
        max_rows=max_rows,
        max_steps=max_steps,
        viewport=viewport,
    )
