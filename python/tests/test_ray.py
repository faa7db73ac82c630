"""The adapter for Ray: what it hands to a worker, and a real cluster of one machine where that is wanted."""

from __future__ import annotations

import os

import pyarrow as pa
import pytest
from cluster_pages import POISONED, pages

import tamis
import tamis.ray


def table() -> pa.Table:
    given = [*pages(2, 4), *POISONED.items()]
    return pa.table({"url": [url for url, _ in given], "html": pa.array([html for _, html in given], pa.binary())})


def test_a_batch_becomes_results_a_row_a_page() -> None:
    asking = tamis.ray.Asking("text", {"keep": []}, max_bytes=1 << 20)
    results = asking(table())
    assert results.num_rows == table().num_rows and results.schema.names == asking.schema.names
    errors = [row["url"] for row in results.to_pylist() if row["status"] == "error"]
    assert len(errors) == 4
    assert asking(table().slice(0, 0)).num_rows == 0


def test_records_keep_the_columns_that_are_asked_for() -> None:
    numbered = table().append_column("number", pa.array(range(table().num_rows)))
    results = tamis.ray.Asking("records", {"keep": ["number"]})(numbered)
    assert set(results.column("number").to_pylist()) == set(range(table().num_rows))


def test_a_batch_without_pages_has_the_columns_of_all_others() -> None:
    numbered = table().append_column("number", pa.array(range(table().num_rows)))
    asking = tamis.ray.Asking("text", {"keep": ["number", "number"]})
    some, none = asking(numbered), asking(numbered.slice(0, 0))
    assert none.num_rows == 0 and none.schema.equals(some.schema, check_metadata=True)
    assert some.schema.names.count("number") == 1


def test_a_method_that_does_not_exist_is_refused_at_once() -> None:
    with pytest.raises(tamis.TamisError, match="no text method"):
        tamis.ray.text(None, method="tsp")  # type: ignore[arg-type]


def test_a_column_that_is_not_there_is_refused_and_none_need_be() -> None:
    with pytest.raises(tamis.TamisError, match="there is no column 'uri'"):
        tamis.ray.Asking("text", {"url_column": "uri"})(table())
    nameless = tamis.ray.Asking("text", {"url_column": None}, max_bytes=1 << 20)(table().select(["html"]))
    assert nameless.num_rows == table().num_rows and not any(nameless.column("url").to_pylist())


@pytest.mark.skipif(os.environ.get("TAMIS_RAY_TESTS") != "1", reason="TAMIS_RAY_TESTS=1 starts a cluster of Ray")
def test_a_dataset_gives_the_rows_of_the_engine() -> None:
    import ray

    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    try:
        dataset = ray.data.from_arrow([table().slice(0, 7), table().slice(7)])
        results = tamis.ray.text(dataset, max_bytes=1 << 20, batch_size=4, concurrency=2).take_all()
    finally:
        ray.shutdown()
    expected = tamis.ray.Asking("text", {"keep": []}, max_bytes=1 << 20)(table())
    assert sorted(results, key=repr) == sorted(expected.to_pylist(), key=repr)
