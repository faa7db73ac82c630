def number(value, mark):
    """A number with this decimal mark; what is none stays text."""
    amount = read_amount(value) if value else None
    plain = to_decimal(amount, mark) if amount else None
    return typed(plain) if plain else value
