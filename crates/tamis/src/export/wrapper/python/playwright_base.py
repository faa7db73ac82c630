def base_of(page, url):
    """The address that the links of a page start from."""
    named = page.evaluate("() => document.querySelector('base[href]')?.getAttribute('href')")
    of_page = absolute(named, url)
    return of_page if of_page and re.match("(?!data:|javascript:)[A-Za-z][^:/]*:", of_page) else url
