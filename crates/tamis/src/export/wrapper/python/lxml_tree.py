def parse(page):
    """The tree of a page."""
    return html.document_fromstring(page.encode("utf-8", "replace"), html.HTMLParser(encoding="utf-8", huge_tree=True))
