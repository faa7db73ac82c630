def base_of(soup, url):
    """The address that the links of a page start from."""
    named = soup.select_one("base[href]")
    of_page = absolute(named["href"], url) if named else None
    return of_page if of_page and re.match("(?!data:|javascript:)[A-Za-z][^:/]*:", of_page) else url
