# The zeros of the scripts that pages write numbers in.
ZEROS = "0٠۰०০੦૦௦౦೦൦๐༠０"
PLAIN_DIGITS = {ord(zero) + digit: str(digit) for zero in ZEROS for digit in range(10)}
# Marks inside numbers: dots, commas, what only parts thousands, and what only parts decimals.
MARKS = {".": ".", "．": ".", ",": ",", "，": ",", "٫": "decimal"}
AMOUNT = re.compile("[0-9]+(?:[.．,， \u00a0\u2009\u202f'’٬٫][0-9]+)*")


def read_amount(value):
    """The sign of a number, its first digits, and the others with the mark before them; None if it is no number."""
    value = value.translate(PLAIN_DIGITS)
    sign = "-" if value[:1] in ("-", "−", "–") else ""
    value = value[1:] if sign or value[:1] == "+" else value
    # Round prices: "12,-" and "12.–".
    value = re.sub(r"[,.][-–—]\Z", "", value.strip())
    if not AMOUNT.fullmatch(value) or len(re.sub("[^0-9]", "", value)) > 18:
        return None
    first, *rest = re.split("([^0-9])", value)
    groups = [(MARKS.get(mark, "thousands"), digits) for mark, digits in zip(rest[::2], rest[1::2])]
    amount = (sign, first, groups)
    return amount if to_decimal(amount, ".") or to_decimal(amount, ",") else None


def to_decimal(amount, mark):
    """The number in plain digits with a dot; None if its groups contradict the decimal mark."""
    sign, whole, groups = amount
    decimals = ""
    if groups and groups[-1][0] in (mark, "decimal"):
        *groups, (_, decimals) = groups
    if groups and (len(whole) > 3 or whole.startswith("0")):
        return None
    for place, (between, digits) in enumerate(groups, 1):
        # Groups of three; in India groups of two before the last one.
        is_group = len(digits) == 3 or (len(digits) == 2 and place < len(groups))
        if between in (mark, "decimal") or between != groups[0][0] or not is_group:
            return None
        whole += digits
    return f"{sign}{whole}.{decimals}" if decimals else sign + whole


def typed(plain):
    """A number; one with zeros before it is a name and stays as it is."""
    return plain if re.match("-?0[0-9]", plain) else Decimal(plain)
