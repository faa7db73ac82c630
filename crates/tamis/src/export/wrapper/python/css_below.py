class AroundTranslator(HTMLTranslator):
    """XPath of CSS as browsers read it: what a selector ends with is below a node, the rest of it may be around the node."""

    AXES = {" ": "ancestor::", ">": "parent::", "+": "preceding-sibling::*[1]/self::", "~": "preceding-sibling::"}

    def xpath_combinedselector(self, combined):
        around, last = self.xpath(combined.selector), self.xpath(combined.subselector)
        return last.add_condition(f"{self.AXES[combined.combinator]}{around}")


def below(*selectors):
    """The XPath of CSS selectors, for the elements below a node."""
    paths = []
    for selector in selectors:
        if selector.startswith(":scope"):
            inner = selector[len(":scope") :].strip()
            axis = "child" if inner.startswith(">") else "descendant"
            paths.append(HTMLTranslator().css_to_xpath(inner.lstrip("> "), f"./{axis}::"))
        else:
            paths.append(AroundTranslator().css_to_xpath(selector, "./descendant::"))
    return " | ".join(paths)
