def nth_text(found, number):
    """The texts directly in elements that have this number there."""
    for element in found:
        texts = [child for child in element.children if isinstance(child, NavigableString) and is_text(child)]
        yield from texts[number - 1 : number]
