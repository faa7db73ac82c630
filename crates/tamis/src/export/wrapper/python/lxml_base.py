def base_of(tree, url):
    """The address that the links of a page start from."""
    of_page = absolute(next(iter(tree.xpath("//base/@href")), None), url)
    return of_page if of_page and re.match("(?!data:|javascript:)[A-Za-z][^:/]*:", of_page) else url
