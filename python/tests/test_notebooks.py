"""The notebooks run from the first cell to the last, and show what they say."""

from __future__ import annotations

import pathlib
from typing import Any

import pytest

from tamis import _tamis

nbformat = pytest.importorskip("nbformat")
nbclient = pytest.importorskip("nbclient")

NOTEBOOKS = sorted((pathlib.Path(__file__).resolve().parents[1] / "notebooks").glob("*.ipynb"))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs_in_a_folder_of_its_own_and_shows_what_it_says(
    path: pathlib.Path, tmp_path: pathlib.Path
) -> None:
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    if not _tamis.has_renderer:
        notebook.cells = [cell for cell in notebook.cells if 'render="embedded"' not in cell.source]
    # What its variables are is looked at in a last cell, where they are.
    notebook.cells.append(nbformat.v4.new_code_cell(VARIABLES[path.stem]))
    # A notebook brings its own pages: it finds nothing in this folder.
    client = nbclient.NotebookClient(notebook, timeout=300, resources={"metadata": {"path": str(tmp_path)}})
    client.execute()
    for source, words in SHOWN[path.stem].items():
        if _tamis.has_renderer or 'render="embedded"' not in source:
            assert words in shown(notebook, source), source


#: What is shown by the cell that ends with a line, by notebook.
SHOWN = {
    "first_minute": {
        "print(tamis.extract(html))": "The ferry that sails by the moon\n\nThere is no timetable",
        'print(tamis.extract(html, output_format="markdown")[-260:])': "\n- Passengers: 48\n",
        "tables[0]": "<tamis.Table main, 8 rows: title, title_url, image, price, price_currency",
        'wrapper.apply(more, url="https://lux.example/lamps?page=2").tables[0]': "Spotlight Star",
        "site.counts": "pages=11, mapped=9, applied=9, new=2",
        'tamis.segment(html, render="embedded")': "<svg",
    },
}

#: What is true of its variables at the end, by notebook.
VARIABLES = {
    "first_minute": """
text = tamis.extract(html)
assert text.endswith("Bicycles are free") and "cookies" not in text and "Oilskins" not in text
assert [lamp["title"] for lamp in tables[0]] == [name for name, _, _ in LAMPS]
assert list(frame.price.dropna()) == [1299.0, 72.5, 489.0, 158.0, 64.9, 39.0, 18.5]
assert pd.isna(frame.price[3]) and str(frame.date[7].date()) == "2026-06-11"
statuses = [page.status for page in tamis.iter_warc(archive)]
assert statuses == ["ok"] * 4 + ["error"]
assert list(corpus.title) == STORIES and (corpus.words > 100).all()
assert run.template.nunique() == 2 and list(run.mapped) == [False, True, True, False] + [True] * 7
assert list(run.records[:3]) == [8, 8, 8] and len(again) == 11 and all(again)
assert {part.xpath.rpartition("/")[2] for part in page.removed} == {"div", "header", "aside", "footer"}
assert "<title>" in (folder / "why.html").read_text(encoding="utf-8")
""",
}


def shown(notebook: Any, source: str) -> str:
    """All that the cell which ends with this line has shown."""
    cell = next(cell for cell in notebook.cells if cell.cell_type == "code" and cell.source.endswith(source))
    return "\n".join(output.get("text") or "\n".join(map(str, output.data.values())) for output in cell.outputs)


def test_there_is_a_notebook() -> None:
    assert NOTEBOOKS


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_stored_without_what_it_printed(path: pathlib.Path) -> None:
    notebook = nbformat.read(path, as_version=4)
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert all(not cell.outputs and cell.execution_count is None for cell in code)
