def nth_text(found, number):
    """A text directly in an element, by its number: that of the first element that has so many; None if there is none."""
    for element in found:
        texts = [child for child in element.children if isinstance(child, NavigableString) and is_text(child)]
        if number <= len(texts):
            return texts[number - 1]
    return None
