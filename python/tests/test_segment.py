"""Blocks, cleaning and reports."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from pages import ARTICLE, shop

import tamis
from tamis import _tamis


def test_blocks_are_a_tree_with_roles_and_reasons() -> None:
    blocks = tamis.segment(ARTICLE, render="none")
    assert blocks.root.role == "page" and blocks.root.id == "b0" and len(blocks) > 3
    roles = [block.role for block in blocks]
    assert "nav" in roles and "footer" in roles
    assert all(block.reason for block in blocks if block.role != "page")
    assert blocks.find("nav")[0].xpath and blocks.find("nav")[0].box is None
    assert {child.id for child in blocks.root.children} <= {block.id for block in blocks}
    assert "blocks" in repr(blocks) and blocks.to_dict()["blocks"]["id"] == "b0"


def test_a_page_that_was_not_laid_out_is_shown_as_lists() -> None:
    html = tamis.segment(ARTICLE.replace("News", "&lt;script&gt;"), render="none")._repr_html_()
    assert "<li>" in html and "<script" not in html and html.count("<ul>") == html.count("</ul>")


def test_a_picture_needs_a_layout() -> None:
    with pytest.raises(tamis.errors.RenderError, match="hint: "):
        tamis.segment(ARTICLE, render="none").to_svg()


def test_a_method_that_looks_at_boxes_needs_them() -> None:
    with pytest.raises(tamis.errors.RenderError):
        tamis.segment(ARTICLE, method="vips", render="none")


def test_a_deep_tree_is_walked_without_recursion() -> None:
    deep = "<div><p>Some words of text here.</p>" * 4000
    assert len(tamis.segment(deep, render="none")) >= 1


def test_cleaning_keeps_the_page_and_drops_its_noise() -> None:
    html = tamis.clean(ARTICLE)
    assert "<article>" in html and "Sport" not in html
    assert "Sport" in tamis.clean(ARTICLE, method="none")


def test_a_report_is_a_file_that_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "why.html"
    html = tamis.report(ARTICLE, path, render="none")
    assert path.read_text(encoding="utf-8") == html and html.startswith("<!")
    assert os.listdir(tmp_path) == ["why.html"]
    with pytest.raises(tamis.errors.SourceError, match="cannot be written"):
        tamis.report(ARTICLE, tmp_path / "missing" / "why.html", render="none")


@pytest.mark.skipif(not _tamis.has_renderer, reason="this wheel has no renderer")
def test_a_page_that_is_laid_out_has_boxes_and_a_picture() -> None:
    blocks = tamis.segment(ARTICLE)
    assert blocks.page.is_rendered and blocks.root.box is not None
    assert blocks._repr_html_().lstrip().startswith("<svg") and blocks.to_png().startswith(b"\x89PNG")
    assert tamis.segment(ARTICLE, method="vips").root.box is not None
    table = tamis.records(shop(), render="embedded")[0]
    assert table[0].box is not None


@pytest.mark.skipif(_tamis.has_renderer, reason="this wheel has a renderer")
def test_a_wheel_without_a_renderer_says_so() -> None:
    with pytest.raises(tamis.errors.RenderError, match="no renderer"):
        tamis.segment(ARTICLE, render="embedded")
