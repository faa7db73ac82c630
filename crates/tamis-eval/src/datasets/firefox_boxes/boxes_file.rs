//! The file of rectangles that comes with a page.

use anyhow::{Context as _, bail};

/// The elements below `body` as the browser had them, in document order.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct BrowserElements {
    pub(super) elements: Vec<BrowserElement>,
}

/// One element of the browser's page.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct BrowserElement {
    /// 1 for a child of `body`.
    pub(super) depth: u32,
    /// The name in lower case.
    pub(super) tag: String,
    /// Left, top, right and bottom in pixels from the corner of the page.
    pub(super) edges: [f32; 4],
}

impl BrowserElement {
    /// Whether all four edges are zero, which a browser answers for an element without a box.
    pub(super) fn is_all_zero(&self) -> bool {
        self.edges.iter().all(|&edge| edge == 0.0)
    }
}

impl BrowserElements {
    /// Reads `boxes.tsv`: a line of headings, then depth, tag and the four edges of each element.
    pub(super) fn read(text: &str) -> anyhow::Result<BrowserElements> {
        let mut lines = text.lines().enumerate();
        match lines.next() {
            Some((_, "depth\ttag\tleft\ttop\tright\tbottom")) => {}
            first => bail!("the first line is {:?} and not the headings", first.map_or("", |(_, line)| line)),
        }
        let mut elements: Vec<BrowserElement> = Vec::new();
        for (number, line) in lines.filter(|(_, line)| !line.is_empty()) {
            let element = read_line(line).with_context(|| format!("line {}", number + 1))?;
            let deepest = elements.last().map_or(1, |before| before.depth + 1);
            if element.depth == 0 || element.depth > deepest {
                bail!("line {}: depth {} where {deepest} is the deepest possible", number + 1, element.depth);
            }
            elements.push(element);
        }
        Ok(BrowserElements { elements })
    }

    /// The right edge of most of the wide elements and the lowest bottom edge: the size of the page.
    pub(super) fn page_size(&self) -> (f32, f32) {
        let mut rights: Vec<f32> = self
            .elements
            .iter()
            .filter(|element| element.depth <= 2 && element.edges[0] == 0.0 && element.edges[2] > 0.0)
            .map(|element| element.edges[2])
            .collect();
        rights.sort_by(f32::total_cmp);
        let width = most_frequent(&rights).unwrap_or(super::WINDOW_WIDTH);
        let height = self.elements.iter().map(|element| element.edges[3]).fold(0.0, f32::max);
        (width, height)
    }
}

fn read_line(line: &str) -> anyhow::Result<BrowserElement> {
    let fields: Vec<&str> = line.split('\t').collect();
    let &[depth, tag, left, top, right, bottom] = fields.as_slice() else { bail!("{} fields", fields.len()) };
    let edge = |field: &str| field.parse::<f32>().with_context(|| format!("'{field}' is no number"));
    Ok(BrowserElement {
        depth: depth.parse().with_context(|| format!("'{depth}' is no depth"))?,
        tag: tag.to_ascii_lowercase(),
        edges: [edge(left)?, edge(top)?, edge(right)?, edge(bottom)?],
    })
}

/// The value that occurs most often in a sorted list; of several the largest.
fn most_frequent(sorted: &[f32]) -> Option<f32> {
    sorted.chunk_by(|one, other| one.total_cmp(other).is_eq()).max_by_key(|run| run.len()).map(|run| run[0])
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEADINGS: &str = "depth\ttag\tleft\ttop\tright\tbottom\n";

    #[track_caller]
    fn check_error(lines: &str, expected: &str) {
        let error = BrowserElements::read(lines).expect_err("the file is wrong");
        assert!(format!("{error:#}").contains(expected), "{error:#}");
    }

    #[test]
    fn elements_are_read_with_their_edges() -> anyhow::Result<()> {
        let lines = format!("{HEADINGS}1\tDIV\t0\t0\t1423\t50\n2\tA\t-5\t10.5\t20\t30\n1\tSCRIPT\t0\t0\t0\t0\n");
        let read = BrowserElements::read(&lines)?;
        let tags: Vec<&str> = read.elements.iter().map(|element| element.tag.as_str()).collect();
        assert_eq!(tags, ["div", "a", "script"]);
        assert_eq!(format!("{:?}", read.elements[1].edges), "[-5.0, 10.5, 20.0, 30.0]");
        assert!(read.elements[2].is_all_zero() && !read.elements[0].is_all_zero());
        assert_eq!(read.page_size(), (1423.0, 50.0));
        Ok(())
    }

    #[test]
    fn a_wrong_file_is_an_error_that_names_the_line() {
        check_error("", "headings");
        check_error(&format!("{HEADINGS}1\tDIV\t0\t0\t1423\n"), "line 2: 5 fields");
        check_error(&format!("{HEADINGS}1\tDIV\t0\t0\t1423\tx\n"), "line 2: 'x' is no number");
        check_error(&format!("{HEADINGS}2\tDIV\t0\t0\t1423\t1\n"), "line 2: depth 2");
    }
}
