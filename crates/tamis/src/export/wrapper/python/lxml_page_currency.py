def page_currencies(tree):
    """The currencies that a page names for machines, and its language."""
    marked = tree.xpath("//*[@itemprop or @property]")
    properties = [
        (f"{node.get('itemprop', '')} {node.get('property', '')}", node.get("content", node.xpath("string()")))
        for node in marked
    ]
    scripts = tree.xpath("//script[@type='application/ld+json']/text()")
    return named_currencies(properties, scripts), tree.get("lang")
