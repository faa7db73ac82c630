def page_currencies(page):
    """The currencies that a page names for machines, and its language."""
    properties, scripts, language = page.evaluate(
        """() => [
            [...document.querySelectorAll("[itemprop], [property]")].map(node => [
                `${node.getAttribute("itemprop") ?? ""} ${node.getAttribute("property") ?? ""}`,
                node.getAttribute("content") ?? node.textContent,
            ]),
            [...document.querySelectorAll("script[type='application/ld+json']")].map(script => script.textContent),
            document.documentElement.lang,
        ]"""
    )
    return named_currencies(properties, scripts), language
