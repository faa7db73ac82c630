//! Numbers as people write them.

use super::format::DecimalMark;
use super::value::Decimal;

/// A number whose marks are not interpreted yet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Amount {
    negative: bool,
    /// Runs of digits, each but the first with the mark before it.
    first: String,
    groups: Vec<(Mark, String)>,
}

/// A sign inside a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mark {
    Dot,
    Comma,
    /// Blank, apostrophe, Arabic thousands mark: never a decimal mark.
    Thousands,
    /// The Arabic decimal mark.
    Decimal,
}

/// More digits than any price or count has are an identifier.
const MAX_DIGITS: usize = 18;

/// The first digit of each decimal script that pages use.
const ZEROS: [char; 14] = ['0', '٠', '۰', '०', '০', '੦', '૦', '௦', '౦', '೦', '൦', '๐', '༠', '０'];

/// Whether the character is a decimal digit of some script.
pub(super) fn is_digit(c: char) -> bool {
    digit(c).is_some()
}

/// The ASCII digit of the same value.
pub(super) fn digit(c: char) -> Option<char> {
    ZEROS.iter().find_map(|&zero| {
        let value = (c as u32).checked_sub(zero as u32)?;
        char::from_digit(value, 10)
    })
}

impl Amount {
    /// Reads a string that is a number and nothing else.
    pub(super) fn read(text: &str) -> Option<Amount> {
        let (negative, text) = match text.strip_prefix(['-', '−', '–']) {
            Some(rest) => (true, rest),
            None => (false, text.strip_prefix('+').unwrap_or(text)),
        };
        // Round prices: "12,-" and "12.–".
        let text = text.trim();
        let round = [",-", ".-", ",–", ".–", ",—", ".—"].iter().find_map(|end| text.strip_suffix(end));
        let text = round.unwrap_or(text);
        let mut amount = Amount { negative, first: String::new(), groups: Vec::new() };
        let mut mark = None;
        let mut n_digits = 0;
        for c in text.chars() {
            if let Some(digit) = digit(c) {
                n_digits += 1;
                match mark.take() {
                    Some(mark) => amount.groups.push((mark, digit.to_string())),
                    None => amount.groups.last_mut().map_or(&mut amount.first, |group| &mut group.1).push(digit),
                }
            } else {
                // Two marks in a row, or one at the start, is no number.
                if mark.is_some() || amount.first.is_empty() {
                    return None;
                }
                mark = Some(match c {
                    '.' | '．' => Mark::Dot,
                    ',' | '，' => Mark::Comma,
                    ' ' | '\u{a0}' | '\u{2009}' | '\u{202f}' | '\'' | '’' | '٬' => Mark::Thousands,
                    '٫' => Mark::Decimal,
                    _ => return None,
                });
            }
        }
        let is_complete = mark.is_none() && (1..=MAX_DIGITS).contains(&n_digits);
        (is_complete && amount.could_be_number()).then_some(amount)
    }

    /// Whether some choice of decimal mark makes sense of the groups.
    fn could_be_number(&self) -> bool {
        self.split(DecimalMark::Dot).is_some() || self.split(DecimalMark::Comma).is_some()
    }

    pub(super) fn negated(self) -> Amount {
        Amount { negative: !self.negative, ..self }
    }

    /// The number with its last mark as a decimal mark, whatever the marks of the column are.
    pub(super) fn with_fixed_mark(mut self) -> Amount {
        if let Some((mark, _)) = self.groups.last_mut() {
            *mark = Mark::Decimal;
        }
        self
    }

    pub(super) fn has_leading_zero(&self) -> bool {
        self.first.len() > 1 && self.first.starts_with('0')
    }

    /// The whole and the broken part if `decimal_mark` is the decimal mark; `None` if the groups contradict it.
    fn split(&self, decimal_mark: DecimalMark) -> Option<(String, &str)> {
        let is_decimal = |mark: Mark| match mark {
            Mark::Dot => decimal_mark == DecimalMark::Dot,
            Mark::Comma => decimal_mark == DecimalMark::Comma,
            Mark::Thousands => false,
            Mark::Decimal => true,
        };
        let (whole_groups, broken) = match self.groups.split_last() {
            Some(((mark, broken), before)) if is_decimal(*mark) => (before, broken.as_str()),
            _ => (self.groups.as_slice(), ""),
        };
        let mut whole = self.first.clone();
        for (index, (mark, digits)) in whole_groups.iter().enumerate() {
            // Groups of three; in India groups of two before the last one.
            let is_last = index + 1 == whole_groups.len();
            let is_group = digits.len() == 3 || (digits.len() == 2 && !is_last);
            if is_decimal(*mark) || !is_group || *mark != whole_groups[0].0 {
                return None;
            }
            whole.push_str(digits);
        }
        if !whole_groups.is_empty() && (self.first.len() > 3 || self.first.starts_with('0')) {
            return None;
        }
        Some((whole, broken))
    }

    /// The number, if `decimal_mark` is the decimal mark.
    pub(super) fn to_decimal(&self, decimal_mark: DecimalMark) -> Option<Decimal> {
        let (whole, broken) = self.split(decimal_mark)?;
        Decimal::of_digits(self.negative, &whole, broken)
    }

    /// The number in a column of numbers. One that contradicts the mark of its column is none, unless it is written with a dot,
    /// as in `1.5` among `2,25`: there is no other way to understand that.
    pub(super) fn to_number(&self, decimal_mark: DecimalMark) -> Option<Decimal> {
        let is_plain = |number: &Decimal| self.groups.len() == 1 && number.n_decimals() > 0;
        let with_dot = || self.to_decimal(DecimalMark::Dot).filter(is_plain);
        self.to_decimal(decimal_mark).or_else(with_dot)
    }

    /// The number in a column of prices. In a column of several currencies the mark is that of most values, and others may be
    /// written otherwise: there a mark before three digits parts thousands, as prices do not have three decimals. A
    /// value that contradicts the mark of its column is read with the other one.
    pub(super) fn to_price(&self, decimal_mark: DecimalMark, is_mixed: bool) -> Option<Decimal> {
        let other = match decimal_mark {
            DecimalMark::Dot => DecimalMark::Comma,
            DecimalMark::Comma => DecimalMark::Dot,
        };
        let has_three = || self.split(decimal_mark).is_some_and(|(_, broken)| broken.len() == 3);
        let as_thousands = || self.to_decimal(other).filter(|_| has_three());
        let whole = if is_mixed { as_thousands() } else { None };
        whole.or_else(|| self.to_decimal(decimal_mark)).or_else(|| self.to_decimal(other))
    }
}

/// What the numbers of a column say about its decimal mark: how many of them say what.
#[derive(Default)]
pub(super) struct MarkVotes {
    /// Numbers that make sense only with a dot, only with a comma.
    only_dot: usize,
    only_comma: usize,
    /// Numbers such as 1.299 and 1,299, which make sense either way.
    open_dot: usize,
    open_comma: usize,
    /// Numbers that have decimals under each mark.
    with_decimals_by_dot: usize,
    with_decimals_by_comma: usize,
}

impl MarkVotes {
    pub(super) fn add(&mut self, amount: &Amount) {
        let (dot, comma) = (amount.split(DecimalMark::Dot), amount.split(DecimalMark::Comma));
        let is_broken = |split: &Option<(String, &str)>| split.as_ref().is_some_and(|(_, broken)| !broken.is_empty());
        let (dot_broken, comma_broken) = (is_broken(&dot), is_broken(&comma));
        self.with_decimals_by_dot += usize::from(dot_broken);
        self.with_decimals_by_comma += usize::from(comma_broken);
        match (dot.is_some(), comma.is_some()) {
            (true, false) => self.only_dot += 1,
            (false, true) => self.only_comma += 1,
            // One mark before three digits: decimals by one interpretation, thousands by the other.
            (true, true) if dot_broken != comma_broken => {
                self.open_dot += usize::from(dot_broken);
                self.open_comma += usize::from(comma_broken);
            }
            _ => {}
        }
    }

    pub(super) fn decide(&self, is_money: bool) -> DecimalMark {
        if self.only_dot != self.only_comma {
            return if self.only_dot > self.only_comma { DecimalMark::Dot } else { DecimalMark::Comma };
        }
        // Prices do not have three decimals. Elsewhere a dot before three digits is more often a decimal mark, and a
        // comma a thousands mark.
        if is_money && self.open_dot > self.open_comma { DecimalMark::Comma } else { DecimalMark::Dot }
    }

    pub(super) fn has_decimals(&self, mark: DecimalMark) -> bool {
        match mark {
            DecimalMark::Dot => self.with_decimals_by_dot > 0,
            DecimalMark::Comma => self.with_decimals_by_comma > 0,
        }
    }
}
