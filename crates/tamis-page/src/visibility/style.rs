//! What a `style` attribute says of whether its element is shown.

use super::Sight;

/// What the markup of one element says.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Markup<'d> {
    pub(crate) sight: Sight,
    /// The `display` of its `style` attribute; empty where there is none.
    pub(crate) display: &'d str,
    /// Whether the `hidden` or the `style` attribute hides it, and nothing else.
    pub(crate) is_by_attribute: bool,
}

/// The properties of a `style` attribute that hide and show. The last declaration counts, an important one more.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct InlineStyle<'d> {
    display: Property<'d>,
    visibility: Property<'d>,
}

impl<'d> InlineStyle<'d> {
    pub(super) fn of(style: &'d str) -> InlineStyle<'d> {
        let mut found = InlineStyle::default();
        for declaration in style.split(';') {
            let Some((property, value)) = declaration.split_once(':') else { continue };
            let property = property.trim_ascii();
            if property.eq_ignore_ascii_case("display") {
                found.display.set(value);
            } else if property.eq_ignore_ascii_case("visibility") {
                found.visibility.set(value);
            }
        }
        found
    }

    /// Whether it hides its element, one way or the other.
    pub(super) fn hides(&self) -> bool {
        self.is_none() || self.is_hidden()
    }

    /// Whether it makes no box.
    pub(super) fn is_none(&self) -> bool {
        self.display.is("none")
    }

    /// Whether its box cannot be seen.
    pub(super) fn is_hidden(&self) -> bool {
        self.visibility.is("hidden") || self.visibility.is("collapse")
    }

    /// Whether it can be seen in something that cannot.
    pub(super) fn is_visible(&self) -> bool {
        self.visibility.is("visible")
    }

    pub(super) fn display(&self) -> &'d str {
        self.display.value
    }
}

/// The value a property has so far.
#[derive(Clone, Copy, Debug, Default)]
struct Property<'d> {
    value: &'d str,
    is_important: bool,
}

impl<'d> Property<'d> {
    fn set(&mut self, value: &'d str) {
        let (value, is_important) = match value.split_once('!') {
            Some((value, _)) => (value, true),
            None => (value, false),
        };
        if is_important || !self.is_important {
            *self = Property { value: value.trim_ascii(), is_important };
        }
    }

    fn is(&self, value: &str) -> bool {
        self.value.eq_ignore_ascii_case(value)
    }
}
