//! A title in parts, and which of them is the site's name.

use super::clean_text::{folded, words};
use url::Url;

/// Marks that pages put between a title and the name of the site, in either order. The first ones hardly ever stand
/// inside a title, the later ones do.
const STRONG: [&str; 9] = [" | ", " » ", " « ", " :: ", " • ", " · ", " ‹ ", " › ", " ¦ "];
const WEAK: [&str; 5] = [" - ", " – ", " — ", " / ", " ~ "];

/// What is known of the site's name.
pub(super) struct SiteWords {
    /// Folded names.
    names: Vec<String>,
    /// The name of the host without what is common to many.
    host: String,
}

impl SiteWords {
    pub(super) fn of<'a>(names: impl IntoIterator<Item = &'a str>, address: Option<&Url>) -> SiteWords {
        let names = names.into_iter().map(folded).filter(|name| !name.is_empty()).collect();
        SiteWords { names, host: address.and_then(Url::host_str).map(host_name).map(folded).unwrap_or_default() }
    }

    /// Whether a part of a title is the site's name, or holds it and little else.
    pub(super) fn is_site(&self, part: &str) -> bool {
        let part = folded(part);
        if part.is_empty() {
            return false;
        }
        let is_name = |name: &String| {
            *name == part
                || name.len() >= 4 && part.contains(name.as_str()) && part.len() <= name.len() * 3
                || part.len() >= 4 && name.contains(part.as_str())
        };
        let is_host = self.host.len() >= 3
            && (part == self.host
                || part.len() >= 4 && self.host.contains(&part)
                || self.host.len() >= 4 && part.contains(&self.host) && part.len() <= self.host.len() * 3);
        self.names.iter().any(is_name) || is_host
    }
}

/// Hosts of blogs, by their names in addresses.
#[rustfmt::skip]
const BLOG_HOSTS: &[&str] = &[
    "wordpress", "blogspot", "tumblr", "blogger", "substack", "medium", "github", "livejournal",
    "over-blog", "typepad",
];

/// The name in a host: `paper` of `www.paper.co.uk`.
pub(super) fn host_name(host: &str) -> &str {
    let host = host.trim_start_matches("www.").trim_start_matches("m.");
    let labels: Vec<&str> = host.split('.').collect();
    let n_ending = match labels.as_slice() {
        [.., second, top]
            if top.len() == 2
                && matches!(*second, "co" | "com" | "org" | "net" | "ac" | "gov" | "or" | "ne" | "gv") =>
        {
            2
        }
        _ => 1,
    };
    // Of a blog's host the blog's own label is its name.
    let is_blog_host = |label: &str| BLOG_HOSTS.contains(&label);
    let rest = &labels[..labels.len().saturating_sub(n_ending)];
    match rest {
        [.., own, host] if is_blog_host(host) => own,
        [.., name] => name,
        [] => host,
    }
}

/// The title without the site's name; `headline` is what a reader sees as the page's heading, if that is known.
pub(super) fn without_site(title: &str, site: &SiteWords, headline: Option<&str>) -> String {
    let cuts = cuts(title);
    if cuts.is_empty() {
        return without_site_before_colon(title, site);
    }
    // What the page shows as its heading is the title, if it stands between two of the marks.
    if let Some(headline) = headline.map(folded).filter(|headline| headline.len() > 3) {
        let starts = std::iter::once(0).chain(cuts.iter().map(|cut| cut.end));
        for start in starts {
            let ends = cuts.iter().map(|cut| cut.start).chain([title.len()]);
            if let Some(end) = ends.filter(|&end| end > start).find(|&end| folded(&title[start..end]) == headline) {
                return title[start..end].trim().to_owned();
            }
        }
    }
    let (mut start, mut end) = (0, title.len());
    // The name may be followed by a slogan or a section, so the outer parts go while they are the site's.
    let mut is_site_gone = false;
    for cut in cuts.iter().rev().take(3) {
        let part = &title[cut.end..end];
        if site.is_site(part) || (is_site_gone && words(part).len() <= 2 && cut.is_strong) {
            is_site_gone = true;
            end = cut.start;
        }
    }
    for cut in cuts.iter().take(2) {
        if cut.end < end && cut.start >= start && site.is_site(&title[start..cut.start]) {
            is_site_gone = true;
            start = cut.end;
        }
    }
    if !is_site_gone && let Some(last) = cuts.iter().rev().find(|cut| cut.is_strong) {
        // Nobody says what the site is called: a short part after a strong mark is its name.
        let (before, after) = (&title[..last.start], &title[last.end..]);
        if words(after).len() <= 4 && words(before).len() > words(after).len() {
            end = last.start;
        }
    } else if !is_site_gone && let Some(last) = cuts.last() {
        // A weak mark stands inside titles too, so the rest has to be much longer.
        let (before, after) = (&title[..last.start], &title[last.end..]);
        let looks_like_name = after.chars().next().is_some_and(|first| !first.is_lowercase());
        if words(after).len() <= 3 && words(before).len() >= 3 && looks_like_name {
            end = last.start;
        }
    }
    let kept = title[start..end].trim().trim_matches(['|', '-', '–', '—', '»', '«', '·']).trim();
    if kept.is_empty() { title.to_owned() } else { kept.to_owned() }
}

/// `The Paper: A story` and `A story: The Paper`, where the name is known to be the site's.
fn without_site_before_colon(title: &str, site: &SiteWords) -> String {
    if let Some((before, after)) = title.split_once(": ")
        && site.is_name(before)
    {
        return after.trim().to_owned();
    }
    if let Some((before, after)) = title.rsplit_once(": ")
        && site.is_name(after)
    {
        return before.trim().to_owned();
    }
    title.to_owned()
}

impl SiteWords {
    /// Whether a text is the site's name, letter by letter.
    pub(super) fn is_name(&self, part: &str) -> bool {
        let part = folded(part);
        !part.is_empty() && (self.names.contains(&part) || part == self.host)
    }
}

/// The part of a title that is the site's name, where the host says so: `The Paper` of `A story | The Paper`.
pub(super) fn site_in<'t>(title: &'t str, site: &SiteWords) -> Option<&'t str> {
    let cuts = cuts(title);
    let parts = [cuts.last().map(|cut| &title[cut.end..]), cuts.first().map(|cut| &title[..cut.start])];
    parts.into_iter().flatten().map(str::trim).find(|part| site.is_site(part) && words(part).len() <= 5)
}

struct Cut {
    start: usize,
    end: usize,
    is_strong: bool,
}

/// Where a title can be cut, in order.
fn cuts(title: &str) -> Vec<Cut> {
    let mut cuts = Vec::new();
    for (marks, is_strong) in [(&STRONG[..], true), (&WEAK[..], false)] {
        for mark in marks {
            cuts.extend(title.match_indices(mark).map(|(start, mark)| Cut {
                start,
                end: start + mark.len(),
                is_strong,
            }));
        }
    }
    // A bar needs no blanks around it.
    let bare = title
        .match_indices(['|', '｜', '丨'])
        .filter(|(start, mark)| !cuts.iter().any(|cut: &Cut| cut.start <= *start && start + mark.len() <= cut.end));
    let bare: Vec<Cut> = bare.map(|(start, mark)| Cut { start, end: start + mark.len(), is_strong: true }).collect();
    cuts.extend(bare);
    cuts.sort_by_key(|cut| cut.start);
    cuts.truncate(12);
    cuts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(title: &str, names: &[&str], headline: Option<&str>, expect: &str) {
        let address = Url::parse("https://www.daily-paper.co.uk/x").expect("an address");
        let site = SiteWords::of(names.iter().copied(), Some(&address));
        assert_eq!(without_site(title, &site, headline), expect);
    }

    #[test]
    fn the_sites_name_goes_from_either_end() {
        check("A long story | The Paper", &["The Paper"], None, "A long story");
        check("The Paper - A long story", &["The Paper"], None, "A long story");
        check("A long story - Politics - Daily Paper", &[], None, "A long story - Politics");
        check("A long story · Daily Paper · News", &["Daily Paper"], None, "A long story");
        check("The Paper: A long story", &["The Paper"], None, "A long story");
        check("A story|The Paper", &[], None, "A story|The Paper");
        check("A much longer story|The Paper", &[], None, "A much longer story");
    }

    #[test]
    fn what_the_reader_sees_settles_it() {
        check("Cats - Dogs - Birds", &[], Some("Cats - Dogs"), "Cats - Dogs");
        check("Zoo | Cats", &[], Some("Cats"), "Cats");
    }

    #[test]
    fn a_title_without_a_name_stays() {
        check("Before - after", &[], None, "Before - after");
        check("Star Wars: A New Hope", &[], None, "Star Wars: A New Hope");
        check("The Paper", &["The Paper"], None, "The Paper");
    }

    #[test]
    fn hosts_have_names() {
        for (host, name) in [
            ("www.paper.co.uk", "paper"),
            ("ada.wordpress.com", "ada"),
            ("news.paper.de", "paper"),
            ("localhost", "localhost"),
        ] {
            assert_eq!(host_name(host), name);
        }
    }
}
