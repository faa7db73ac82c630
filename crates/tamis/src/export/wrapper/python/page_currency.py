def of_page(currency, named, language):
    """The currency that a page means by a sign which several share: the one that it names, or that of its language."""
    meant = sorted({code for sign, code in SHARED if sign == currency and code in named})
    if meant:
        return meant[0] if len(meant) == 1 else currency
    spoken, *subtags = re.split("[-_]", language or "")
    country = next((subtag.upper() for subtag in subtags if len(subtag) == 2), None)
    return PLACES.get((currency, country or spoken.lower()), currency)


def named_currencies(properties, scripts):
    """The currencies that a page names for machines: in properties with their values, and in JSON-LD."""
    codes = {value.strip().upper() for names, value in properties if any(map(names_currency, names.split()))}
    waiting = []
    for script in scripts:
        try:
            waiting.append(json.loads(script))
        except ValueError:
            continue
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict):
            codes |= {code.strip().upper() for name, code in value.items() if isinstance(code, str) and names_currency(name)}
            waiting += value.values()
        elif isinstance(value, list):
            waiting += value
    return codes


def names_currency(name):
    name = re.split("[/#]", name)[-1]
    return name in ("priceCurrency", "schema:priceCurrency") or name.endswith("price:currency")
