def page_currencies(soup):
    """The currencies that a page names for machines, and its language."""
    properties = [
        (f"{node.get('itemprop', '')} {node.get('property', '')}", node.get("content") or node.get_text())
        for node in soup.select("[itemprop], [property]")
    ]
    scripts = [script.string or "" for script in soup.select("script[type='application/ld+json']")]
    return named_currencies(properties, scripts), soup.html.get("lang")
