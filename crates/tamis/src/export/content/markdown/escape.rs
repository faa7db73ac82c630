//! Text that Markdown would take for something else. Only what would be is escaped: a lone star, a price or an underscore
//! within a word stay as they are.

/// What is around a text.
#[derive(Clone, Copy, Default)]
pub(super) struct Around {
    /// Whether a line begins here that could be taken for a block.
    pub(super) begins_line: bool,
    pub(super) is_in_link: bool,
    /// Whether its brackets close each other, which a link can hold.
    pub(super) is_balanced: bool,
    pub(super) is_in_cell: bool,
    /// The character that is written before it, and the one after it; a space at the ends of a line.
    pub(super) before: char,
    pub(super) after: char,
}

/// How often signs occur in a line: one alone means nothing.
#[derive(Clone, Copy, Default)]
pub(super) struct Signs {
    pub(super) stars: usize,
    pub(super) underscores: usize,
    pub(super) tildes: usize,
    pub(super) backticks: usize,
    pub(super) dollars: usize,
    /// Whether a formula is in the line, and whether there is one anywhere.
    pub(super) has_math: bool,
    pub(super) is_in_formulas: bool,
}

impl Signs {
    pub(super) fn count(&mut self, text: &str) {
        for byte in text.bytes() {
            match byte {
                b'*' => self.stars += 1,
                b'_' => self.underscores += 1,
                b'~' => self.tildes += 1,
                b'`' => self.backticks += 1,
                b'$' => self.dollars += 1,
                _ => {}
            }
        }
    }
}

/// Writes a text.
pub(super) fn push_text(out: &mut String, text: &str, around: Around, signs: Signs) {
    let n_safe = if around.begins_line { push_line_start(out, text, around.after) } else { 0 };
    let mut before = text[..n_safe].chars().next_back().unwrap_or(around.before);
    let mut characters = text[n_safe..].char_indices().peekable();
    while let Some((position, character)) = characters.next() {
        let after = characters.peek().map_or(around.after, |&(_, after)| after);
        let rest = &text[n_safe + position..];
        if is_sign(rest, character, before, after, around, signs) {
            out.push('\\');
        }
        out.push(character);
        before = character;
    }
}

fn is_sign(rest: &str, character: char, before: char, after: char, around: Around, signs: Signs) -> bool {
    let is_alone = before.is_whitespace() && after.is_whitespace();
    match character {
        '\\' => after.is_ascii_punctuation() || rest.len() == 1,
        '`' => signs.backticks > 1,
        '*' => signs.stars > 1 && !is_alone,
        '_' => signs.underscores > 1 && !is_alone && !(before.is_alphanumeric() && after.is_alphanumeric()),
        '~' => signs.tildes > 1 && (!before.is_whitespace() || after == '~'),
        '$' => signs.is_in_formulas && (signs.has_math || signs.dollars > 1 && !before.is_whitespace()),
        '[' => around.is_in_link && !around.is_balanced || after == '^',
        ']' => around.is_in_link && !around.is_balanced || after == '(',
        '!' => rest.len() == 1 && after == '[',
        '<' => after.is_ascii_alphabetic() || matches!(after, '/' | '!' | '?'),
        '&' => is_reference(rest),
        '|' => around.is_in_cell,
        _ => false,
    }
}

/// Writes the first characters of a line if they would begin a block; returns how many bytes of the text that were.
fn push_line_start(out: &mut String, text: &str, after: char) -> usize {
    let n_digits = text.bytes().take(9).take_while(u8::is_ascii_digit).count();
    let next = |position: usize| text[position..].chars().next().unwrap_or(after);
    let mut characters = text.chars();
    let (Some(first), second) = (characters.next(), characters.next().unwrap_or(after)) else { return 0 };
    let is_run = |sign: char| text.chars().all(|character| character == sign || character == ' ');
    let begins_block = match first {
        '#' => text.trim_start_matches('#').chars().next().unwrap_or(after).is_whitespace(),
        '-' => second.is_whitespace() || matches!(second, '-' | '|' | ':'),
        '+' | '*' => second.is_whitespace(),
        '>' | '|' | ':' => true,
        '=' => is_run('='),
        '~' => text.starts_with("~~~"),
        '_' => is_run('_'),
        '[' => text.contains("]:") || text.len() > 2 && text.as_bytes()[2] == b']',
        _ => false,
    };
    if begins_block {
        out.push('\\');
        out.push(first);
        return first.len_utf8();
    }
    if n_digits > 0
        && matches!(next(n_digits), '.' | ')')
        && n_digits < text.len()
        && next(n_digits + 1).is_whitespace()
    {
        out.push_str(&text[..n_digits]);
        out.push('\\');
        out.push_str(&text[n_digits..=n_digits]);
        return n_digits + 1;
    }
    0
}

/// Whether a text begins with something like `&amp;`.
fn is_reference(text: &str) -> bool {
    let after = &text.as_bytes()[1..];
    let after = after.strip_prefix(b"#").unwrap_or(after);
    let n_letters = after.iter().take(33).take_while(|byte| byte.is_ascii_alphanumeric()).count();
    (1..=32).contains(&n_letters) && after.get(n_letters) == Some(&b';')
}

/// Writes where a link leads.
pub(super) fn push_destination(out: &mut String, address: &str, is_in_cell: bool) {
    let is_balanced = is_balanced(address, b'(', b')');
    for (position, character) in address.char_indices() {
        match character {
            '(' | ')' if !is_balanced => {
                out.push('\\');
                out.push(character);
            }
            '&' if is_reference(&address[position..]) => out.push_str("\\&"),
            '<' => out.push_str("%3C"),
            '>' => out.push_str("%3E"),
            '\\' => out.push_str("%5C"),
            '`' => out.push_str("%60"),
            '$' => out.push_str("%24"),
            '|' if is_in_cell => out.push_str("%7C"),
            _ if character.is_whitespace() || character.is_control() => out.push_str("%20"),
            _ => out.push(character),
        }
    }
}

/// Whether brackets close each other, nested no deeper than Markdown's readers follow.
pub(super) fn is_balanced(text: &str, opening: u8, closing: u8) -> bool {
    let mut depth = 0_i32;
    for byte in text.bytes() {
        depth += i32::from(byte == opening) - i32::from(byte == closing);
        if !(0..=8).contains(&depth) {
            return false;
        }
    }
    depth == 0
}

/// The longest run of a sign.
pub(super) fn longest_run(text: &str, sign: char) -> usize {
    text.split(|character| character != sign).map(str::len).max().unwrap_or(0)
}
