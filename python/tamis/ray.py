"""Many pages on many machines: tamis on Ray. A dataset with the columns `url` and `html` becomes one of results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from tamis import _tamis
from tamis._settings import settings
from tamis.errors import TamisError

if TYPE_CHECKING:
    import pyarrow as pa  # type: ignore[import-untyped,unused-ignore]
    from ray.data import Dataset
    from typing_extensions import Unpack

    from tamis._settings import Reading


class Asking:
    """What runs on the workers: a worker of the engine that is kept from batch to batch."""

    def __init__(self, kind: str, given: Mapping[str, Any], **reading: Unpack[Reading]) -> None:
        self.schema = _tamis.arrow_schema(kind)
        self.keep = list(dict.fromkeys(given.get("keep", ())))
        self.worker = _tamis.BatchWorker(kind, settings=settings(**reading), **{**given, "keep": self.keep})

    def __call__(self, batch: pa.Table) -> pa.Table:
        import pyarrow as pa  # type: ignore[import-untyped,unused-ignore]

        results = [result for part in batch.to_batches() for result in self.worker.run(part)]
        if results:
            return pa.Table.from_batches(results)
        # All batches of a dataset have the same columns, also one without pages.
        empty = self.schema
        for name in self.keep:
            if name in batch.schema.names:
                empty = empty.append(batch.schema.field(name).with_nullable(True))
        return empty.empty_table()


def text(
    dataset: Dataset,
    *,
    method: str | None = None,
    options: Mapping[str, str | int | float | bool] | None = None,
    url_column: str | None = "url",
    html_column: str = "html",
    keep: Sequence[str] = (),
    batch_size: int = 256,
    concurrency: int | None = None,
    **reading: Unpack[Reading],
) -> Dataset:
    """The main text of each page, a row a page; `reading` is that of `tamis.extract`, such as timeout. url_column=None says that
    there are no addresses."""
    given = {"method": method, "options": options, "url_column": url_column, "html_column": html_column}
    return _results(dataset, "text", {**given, "keep": list(keep)}, batch_size, concurrency, reading)


def records(
    dataset: Dataset,
    *,
    method: str | None = None,
    options: Mapping[str, str | int | float | bool] | None = None,
    url_column: str | None = "url",
    html_column: str = "html",
    keep: Sequence[str] = (),
    batch_size: int = 256,
    concurrency: int | None = None,
    **reading: Unpack[Reading],
) -> Dataset:
    """The records of each page, a row a record; a page without any has one row that says why. Takes what `text` does."""
    given = {"method": method, "options": options, "url_column": url_column, "html_column": html_column}
    return _results(dataset, "records", {**given, "keep": list(keep)}, batch_size, concurrency, reading)


def _results(
    dataset: Dataset,
    kind: str,
    given: Mapping[str, Any],
    batch_size: int,
    concurrency: int | None,
    reading: Reading,
) -> Dataset:
    if find_spec("ray") is None:
        raise TamisError("tamis.ray needs ray", "pip install 'tamis[ray]'")
    # What is wrong with a method or an option is said here and not by a machine far away.
    Asking(kind, given, **reading)
    return dataset.map_batches(
        Asking,
        batch_format="pyarrow",
        batch_size=batch_size,
        fn_constructor_args=(kind, dict(given)),
        fn_constructor_kwargs={**reading},
        concurrency=concurrency or (1, 1024),
        zero_copy_batch=True,
    )
