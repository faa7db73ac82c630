//! Dublin Core in `meta` and `link` elements.

use super::value::Value;
use tamis_page::{Document, Name, NodeId, names};

/// The fifteen elements of version 1.1.
const ELEMENTS: [&str; 15] = [
    "contributor", "coverage", "creator", "date", "description", "format", "identifier", "language", "publisher",
    "relation", "rights", "source", "subject", "title", "type",
];

/// The terms that are no elements.
#[rustfmt::skip]
const TERMS: [&str; 63] = [
    "abstract", "accessRights", "RightsStatement", "accrualMethod", "Collection", "accrualPeriodicity", "Frequency",
    "accrualPolicy", "Policy", "alternative", "audience", "AgentClass", "available", "bibliographicCitation",
    "BibliographicResource", "conformsTo", "Standard", "Agent", "LocationPeriodOrJurisdiction", "created",
    "dateAccepted", "dateCopyrighted", "dateSubmitted", "educationLevel", "extent", "SizeOrDuration",
    "MediaTypeOrExtent", "hasFormat", "hasPart", "hasVersion", "instructionalMethod", "MethodOfInstruction",
    "isFormatOf", "isPartOf", "isReferencedBy", "isReplacedBy", "isRequiredBy", "issued", "isVersionOf",
    "LinguisticSystem", "license", "LicenseDocument", "mediator", "medium", "PhysicalResource", "PhysicalMedium",
    "modified", "provenance", "ProvenanceStatement", "references", "replaces", "requires", "rightsHolder", "spatial",
    "Location", "tableOfContents", "temporal", "PeriodOfTime", "valid", "FileFormat", "Jurisdiction",
    "LocationPeriod", "MediaType",
];

const ELEMENTS_ADDRESS: &str = "http://purl.org/dc/elements/1.1/";
const TERMS_ADDRESS: &str = "http://purl.org/dc/terms/";

/// The elements and terms of the page, each as the attributes of its tag and the address of its meaning. As users of
/// extruct know it, a name counts without a prefix too: `<meta name=description>` is an element.
pub(super) fn read(document: &Document) -> Vec<Value> {
    let (mut namespaces, mut elements, mut terms) = (Vec::new(), Vec::new(), Vec::new());
    let of_kind = |kind: Name| document.elements_named(kind);
    for link in of_kind(names::LINK) {
        let relation = document.attribute(link, names::REL).unwrap_or("");
        let address = document.attribute(link, names::HREF).unwrap_or("").trim_ascii();
        if relation.contains("schema") && [ELEMENTS_ADDRESS, TERMS_ADDRESS].contains(&address) {
            namespaces.push((relation.replace("schema.", ""), Value::text(address)));
        }
    }
    let named =
        of_kind(names::META).map(|node| (node, names::NAME)).chain(of_kind(names::LINK).map(|node| (node, names::REL)));
    for (node, attribute) in named {
        let Some(name) = document.attribute(node, attribute) else { continue };
        let name = name.rsplit('.').next().unwrap_or(name);
        let same = |known: &&&str| known.eq_ignore_ascii_case(name);
        if let Some(element) = ELEMENTS.iter().find(same) {
            elements.push(tag_with_meaning(document, node, &format!("{ELEMENTS_ADDRESS}{element}")));
        } else if let Some(term) = TERMS.iter().find(same) {
            terms.push(tag_with_meaning(document, node, &format!("{TERMS_ADDRESS}{term}")));
        }
    }
    if elements.is_empty() && terms.is_empty() && namespaces.is_empty() {
        return Vec::new();
    }
    let members = [
        ("namespaces", super::value::object(namespaces)),
        ("elements", Value::List(elements)),
        ("terms", Value::List(terms)),
    ];
    vec![Value::Object(members.map(|(name, value)| (name.to_owned(), value)).to_vec())]
}

fn tag_with_meaning(document: &Document, node: NodeId, meaning: &str) -> Value {
    let attributes =
        document.attributes(node).map(|attribute| (attribute.local_name.to_owned(), Value::text(attribute.value)));
    super::value::object(attributes.chain([("URI".to_owned(), Value::text(meaning))]).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_and_terms_are_told_apart() {
        let page = Document::parse(
            "<link rel=schema.DC href=' http://purl.org/dc/elements/1.1/ '><meta name=DC.Title content=T>\
             <meta name=DCTERMS.issued content=2020 lang=en><link rel=dcterms.License href=/l><meta name=keywords content=k>",
        );
        let found = read(&page);
        assert_eq!(found[0].get("namespaces").and_then(|names| names.get("DC")), Some(&Value::text(ELEMENTS_ADDRESS)));
        let list = |name: &str| found[0].get(name).expect("it is always there").items().to_vec();
        assert_eq!(list("elements").len(), 1);
        assert_eq!(list("elements")[0].get("content"), Some(&Value::text("T")));
        let meanings: Vec<_> =
            list("terms").iter().filter_map(|term| term.get("URI")?.as_text().map(str::to_owned)).collect();
        assert_eq!(meanings, ["http://purl.org/dc/terms/issued", "http://purl.org/dc/terms/license"]);
    }

    #[test]
    fn a_page_without_any_has_no_object() {
        assert!(read(&Document::parse("<meta name=keywords content=k>")).is_empty());
    }
}
