def decoded(data):
    """The text of a page: UTF-8 if it is that, else in the charset that it declares."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        declared = re.search(rb"""<meta[^>]+charset=["']?([\w-]+)""", data[:4096], re.IGNORECASE)
        charset = declared.group(1).decode() if declared else "cp1252"
        try:
            return data.decode(charset, "replace")
        except LookupError:
            return data.decode("cp1252", "replace")
