def percentage(value, mark):
    """A number with this decimal mark, with or without a per cent sign; what is none stays text."""
    if value is None:
        return None
    bare = value.rstrip("%％٪").lstrip("%％٪").strip()
    amount = read_amount(value) or read_amount(bare)
    plain = to_decimal(amount, mark) if amount else None
    return typed(plain) if plain else value
