def css(selector):
    """The XPath of a CSS selector, below a node."""
    is_child = selector.startswith(":scope >")
    bare = selector[len(":scope >") :] if is_child else selector
    path = HTMLTranslator().css_to_xpath(bare.strip(), "child::" if is_child else "descendant::")
    return " | ".join(f"./{part}" for part in path.split(" | "))
