//! One font for measuring and drawing text.
//!
//! A page is laid out and drawn with this font whatever is installed, so that the same bytes give the same layout on every
//! machine. Its letters are as wide as Arial's, which most pages ask for or fall back to. It is
//! [Liberation Sans](https://github.com/liberationfonts/liberation-fonts) Regular 2.1.5, under the SIL Open Font License
//! 1.1 (`fonts/LICENSE`); it has Latin, Greek, Cyrillic and Hebrew letters, and no Chinese, Japanese, Korean or Arabic.

/// Liberation Sans Regular, a TrueType file.
pub static SANS: &[u8] = include_bytes!("../fonts/LiberationSans-Regular.ttf");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_font_is_a_whole_truetype_file() {
        let word = |at: usize| u32::from_be_bytes([SANS[at], SANS[at + 1], SANS[at + 2], SANS[at + 3]]) as usize;
        assert_eq!(SANS[..4], [0, 1, 0, 0]);
        let n_tables = usize::from(u16::from_be_bytes([SANS[4], SANS[5]]));
        let ends = (0..n_tables).map(|table| 12 + 16 * table).map(|entry| word(entry + 8) + word(entry + 12));
        let end = ends.max().expect("a table");
        assert!(SANS.len() >= end && SANS.len() - end < 4, "{} bytes, tables end at {end}", SANS.len());
    }
}
