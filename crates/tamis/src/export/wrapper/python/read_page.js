({region, record, nNodes, columns}) => {
  const select = (from, [language, selector]) => {
    if (language === "css") return from.querySelectorAll ? [...from.querySelectorAll(selector)] : [];
    if (language === "here") return [from];
    const any = document.evaluate(selector, from, null, XPathResult.ANY_TYPE, null);
    if (any.resultType === XPathResult.STRING_TYPE) return [any.stringValue];
    // Otherwise the alternatives of a union come one after the other.
    const found = document.evaluate(selector, from, null, XPathResult.ORDERED_NODE_ITERATOR_TYPE, null);
    const nodes = [];
    for (let node = found.iterateNext(); node; node = found.iterateNext()) nodes.push(node);
    return nodes;
  };
  const value = (from, [, place, attribute, number]) => {
    let [first] = select(from, place);
    if (first === undefined) return null;
    if (typeof first === "string") return first;
    if (attribute !== null) return first.getAttribute?.(attribute) ?? null;
    if (number !== null) first = [...first.childNodes].filter(node => node.nodeType === 3)[number - 1];
    return first ? (first.nodeType === 2 ? first.value : first.textContent) : null;
  };
  const regions = select(document, region);
  const found = record === null ? regions : regions.flatMap(region => select(region, record));
  // A region in a region has the same records; texts are none.
  const records = [...new Set(found)].filter(node => node.nodeType === 1);
  return records.map((first, place) => {
    const nodes = [first], after = records[place + 1];
    while (nodes.length < nNodes && !(after && nodes.at(-1).contains(after))) {
      const node = nodes.at(-1).nextElementSibling;
      if (!node || node === after) break;
      nodes.push(node);
    }
    return columns.map(column => column[0] < nodes.length ? value(nodes[column[0]], column) : null);
  });
}
