# What browsers read a declared charset as, where that is not what Python makes of the name.
CHARSETS = {
    "ascii": "cp1252", "iso8859-1": "cp1252", "iso8859-9": "cp1254", "iso8859-11": "cp874", "tis-620": "cp874",
    "windows-874": "cp874", "iso-8859-8-i": "iso8859-8", "x-mac-cyrillic": "mac_cyrillic", "shift_jis": "cp932",
    "x-sjis": "cp932", "gb2312": "gb18030", "gbk": "gb18030", "x-gbk": "gb18030", "big5": "big5hkscs",
    "cn-big5": "big5hkscs", "x-x-big5": "big5hkscs", "euc_kr": "cp949", "windows-949": "cp949", "utf-16": "utf-8",
    "utf-16-le": "utf-8", "utf-16-be": "utf-8", "utf-7": "cp1252",
}
# The signs of which Python and browsers have another idea in the two older Japanese ones.
JAPANESE = str.maketrans("〜‖−¢£¬", "～∥－￠￡￢")


def decoded(data):
    """The text of a page: UTF-8 if it is that, else in the charset that it declares, as browsers read it."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        declared = re.search(rb"""<meta[^>]+charset\s*=\s*["']?\s*([\w-]+)""", data[:4096], re.IGNORECASE)
        label = declared.group(1).decode("ascii", "replace").lower() if declared else "cp1252"
        try:
            label = label if label in CHARSETS else codecs.lookup(label).name
            text = data.decode(CHARSETS.get(label, label), "replace")
        except LookupError:
            return data.decode("cp1252", "replace")
        return text.translate(JAPANESE) if label in ("euc_jp", "iso2022_jp") else text
