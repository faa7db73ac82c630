ADDRESS = re.compile(r"(?:([A-Za-z][A-Za-z0-9+.-]*):)?(?://([^/?#]*))?([^?#]*)(\?[^#]*)?(#.*)?", re.DOTALL)
PORTS = {"http": ":80", "https": ":443", "ftp": ":21"}
CONTROLS = "".join(map(chr, range(33)))


def absolute(address, base):
    """An address as browsers read it, from the base of its page; one that cannot be read stays as it is."""
    if address is None:
        return None
    written = re.sub("[\t\n\r]", "", address.strip(CONTROLS))
    scheme, host, path, query, fragment = ADDRESS.match(written).groups()
    if scheme and scheme.lower() in ("javascript", "vbscript"):
        return address
    if scheme and scheme.lower() not in PORTS:
        # Such as mailto, tel and data, whose path has no parts.
        start = written[: len(scheme) + 1].lower() + ("" if host is None else "//" + host)
        return start + escaped(path, "") + escaped(query or "", ' "#<>') + escaped_fragment(fragment)
    # Browsers take a backslash in a path for a slash.
    if "\\" in path:
        scheme, host, path, query, fragment = ADDRESS.match(written.replace("\\", "/")).groups()
    if scheme is None:
        if base is None and host is None:
            return address
        scheme, base_host, base_path, base_query, _ = ADDRESS.match(base or "https:").groups()
        if host is None:
            host = base_host
            if not path:
                path, query = base_path, query or base_query
            elif not path.startswith("/"):
                path = base_path.rpartition("/")[0] + "/" + path
    scheme = (scheme or "").lower()
    user, at, name = (host or "").rpartition("@")
    try:
        name = name.lower() if name.isascii() else name.encode("idna").decode()
    except UnicodeError:
        return address
    if not name or scheme not in PORTS:
        return address
    host = user + at + (name[: -len(PORTS[scheme])] if name.endswith(PORTS[scheme]) else name)
    path = escaped(without_dots(path), ' "<>`#?{}')
    query = escaped(query or "", " \"#<>'")
    return f"{scheme}://{host}{path}{query}{escaped_fragment(fragment)}"


def without_dots(path):
    """A path without `.` and `..`."""
    kept, parts = [], path.split("/")[1:]
    for place, part in enumerate(parts, 1):
        plain = re.sub("%2e", ".", part, flags=re.IGNORECASE)
        if plain == "..":
            kept = kept[:-1]
        if plain not in (".", ".."):
            kept.append(part)
        elif place == len(parts):
            kept.append("")
    return "/" + "/".join(kept)


def escaped_fragment(fragment):
    return "#" + escaped(fragment[1:], ' "<>`') if fragment else ""


def escaped(text, signs):
    """The text with these signs, control characters and all but ASCII as per cent codes."""
    return "".join(
        sign if sign not in signs and " " <= sign <= "~" else quote(sign, safe="", errors="replace") for sign in text
    )
