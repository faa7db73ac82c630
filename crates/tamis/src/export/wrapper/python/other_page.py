def other_page(address, base, url):
    """The address of another page of the web, without its fragment; None if it is none, or the same page."""
    page = (absolute(address, base) or "").partition("#")[0]
    try:
        # An address with a host that is none, or a port that is no number, cannot be fetched.
        parts = urlsplit(page)
        scheme, _ = parts.scheme, parts.port
    except ValueError:
        return None
    is_web = scheme in ("http", "https") or (not scheme and url is None)
    return page if page and is_web and page != (absolute(url, None) or "").partition("#")[0] else None
