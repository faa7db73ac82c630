class Money(NamedTuple):
    """A price: its amount and currency, and what the page says where that is more."""

    amount: Optional[Decimal] = None
    currency: Optional[str] = None
    text: Optional[str] = None


def money(value, mark, unit):
    """What a price says in a column with this decimal mark whose values are of this currency."""
    if value is None:
        return Money()
    if value.lower() in FREE:
        return Money(Decimal(0), unit, value)
    if len(value) > 60 or re.match("https?://|www[.]", value):
        return Money(text=value)
    amount, currency, is_all = read_amount(value), unit, True
    if amount is None and (price := read_price(value.translate(PLAIN_DIGITS))):
        amount, written, is_all = price
        currency = unit if (written, unit) in SHARED else written
    if amount is None:
        return Money(text=value)
    plain = to_price(amount, mark, unit is None and currency not in THOUSANDTHS)
    return Money(typed(plain), currency, None if is_all else value)


def to_price(amount, mark, is_mixed):
    """The number in plain digits. Among several currencies a mark before three digits parts thousands."""
    other = "," if mark == "." else "."
    plain, otherwise = to_decimal(amount, mark), to_decimal(amount, other)
    if is_mixed and plain and otherwise and len(plain.partition(".")[2]) == 3:
        return otherwise
    return plain or otherwise


def read_price(value):
    """The amount that a text is, its currency, and whether it says no more; of a range the lower end."""
    value = value.rstrip("*†¹²").rstrip()
    return price_alone(value) or price_from(value) or price_range(value) or price_with_note(value) or price_labelled(value)


def price_alone(value):
    if stripped := strip_currency(value):
        amount, is_negative, unit = stripped
        if amount := read_amount(amount):
            sign, *digits = amount
            return ("" if sign else "-", *digits) if is_negative else amount, unit, True
    # A sign in the place of the decimal mark: 12€99.
    if parts := re.fullmatch(r"([0-9]+)\s*([^0-9]+)([0-9]{2})", value):
        stripped = strip_currency(parts.group(2))
        if stripped and not stripped[0]:
            return ("", parts.group(1), [("decimal", parts.group(3))]), stripped[2], True
    return None


def price_from(value):
    lower = value.lower()
    for word in FROM if value[:1].isalpha() and len(lower) == len(value) else ():
        rest = value[len(word) :]
        if lower.startswith(word) and rest[:1] in (" ", ":", "\u00a0"):
            rest = rest.lstrip(" :\u00a0")
            return saying_more(price_alone(rest) or price_with_note(rest))
    return None


def price_range(value):
    for between in BETWEEN:
        low, found, high = value.partition(between)
        if not found:
            continue
        low, high = low.strip(), high.strip()
        price, upper = price_alone(low), price_alone(high)
        if price and (upper[1] == price[1] if upper else read_amount(high)):
            return saying_more(price)
        if upper and not price and read_amount(low):
            return read_amount(low), upper[1], False
    return None


def price_with_note(value):
    before = None
    for word in EACH:
        start, found, what = value.partition(word)
        if found and len(what.split()) <= (0 if word == " each" else 2):
            before = start
            break
    if before is None:
        for place in (place for place, sign in enumerate(value) if sign in " \u00a0("):
            if value[place:].lstrip(" \u00a0(").lower().startswith(TAXES):
                before = value[:place]
                break
    if before is None and value.endswith("+"):
        before = value[:-1]
    if before is None and value.endswith(")") and "(" in value:
        before = value.partition("(")[0]
    if before is None:
        return None
    before = before.rstrip()
    return saying_more(price_alone(before) or price_range(before))


def price_labelled(value):
    label, colon, rest = value.partition(":")
    if not colon or len(label.split()) > 3 or re.search("[0-9]", label):
        return None
    rest = rest.lstrip()
    return saying_more(price_alone(rest) or price_range(rest) or price_with_note(rest))


def saying_more(price):
    return price and (*price[:2], False)


def strip_currency(value):
    """A value without its currency, whether a minus stood before that, and the currency."""
    first = strip_one_currency(value)
    second = first and strip_one_currency(first[0])
    if second and (first[2] == second[2] or {first[2:] + second[2:], second[2:] + first[2:]} & SHARED):
        is_sign = any(sign == first[2] for sign, _ in SHARED)
        return second[0], first[1] or second[1], second[2] if is_sign else first[2]
    return first


def strip_one_currency(value):
    is_negative = value[:1] in ("-", "−")
    unsigned = value[1:].lstrip() if is_negative else value
    for spelling, unit in CURRENCIES.items():
        is_word = spelling[-1:].isalpha()
        if unsigned.startswith(spelling):
            rest = unsigned[len(spelling) :]
            return (rest[1:] if is_word and rest[:1] == "." else rest).lstrip(), is_negative, unit
        # Abbreviations may have a full stop.
        start = value[:-1] if is_word and value.endswith(".") else value
        if start.endswith(spelling):
            return start[: len(start) - len(spelling)].rstrip(), False, unit
    return None
