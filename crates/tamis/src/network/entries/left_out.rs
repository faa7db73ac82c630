//! What a list names and nobody asks for.

use tamis_fetch::discover::LeftOut;

/// What a person should know of a list.
pub(super) fn note(left_out: LeftOut, is_empty: bool) -> Option<String> {
    let counted = [
        (left_out.n_other_schemes, "neither http nor https"),
        (left_out.n_without_address, "without an address"),
        (left_out.n_beyond_limit, "beyond the limit"),
    ];
    let mut parts: Vec<String> = counted
        .iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, what)| format!("{count} {} {what}", if *count == 1 { "entry" } else { "entries" }))
        .collect();
    if left_out.is_cut_off {
        parts.push("the list breaks off".to_owned());
    }
    if is_empty {
        parts.insert(0, "the list has no pages".to_owned());
    }
    (!parts.is_empty()).then(|| parts.join(", "))
}
