//! How a box stands to those around it: taken out of the flow or not, and cutting its content off or not.

macro_rules! keywords {
    ($(#[$enum_doc:meta])* $name:ident, else $other:ident, $($(#[$doc:meta])* $variant:ident = $($css:literal)|+,)*) => {
        $(#[$enum_doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
        #[repr(u8)]
        pub enum $name { $($(#[$doc])* $variant,)* }

        impl $name {
            const ALL: &[$name] = &[$($name::$variant,)*];

            /// The value that CSS writes so; the initial one for what is not known here.
            pub fn from_css(value: &str) -> $name {
                match value { $($($css)|+ => $name::$variant,)* _ => $name::$other }
            }

            fn from_number(number: u8) -> $name {
                $name::ALL.get(usize::from(number)).copied().unwrap_or_default()
            }
        }
    };
}

// The order of both is part of the snapshot format: new values go to the end.
keywords! {
    /// Whether and from where a box is moved: the computed value of `position`.
    Position, else Static,
    /// It stands in the flow.
    #[default]
    Static = "static",
    /// In the flow, then moved; what is taken out of the flow inside is placed by it.
    Relative = "relative",
    /// Taken out of the flow and placed by the next box above that is not static.
    Absolute = "absolute",
    /// Placed by the window.
    Fixed = "fixed",
    /// In the flow, and moved while the page is scrolled.
    Sticky = "sticky" | "-webkit-sticky",
}

keywords! {
    /// What becomes of content that is larger than its box: the computed value of `overflow-x` or `overflow-y`.
    Overflow, else Visible,
    /// It sticks out and can be seen.
    #[default]
    Visible = "visible",
    /// It is cut off.
    Hidden = "hidden" | "clip",
    /// It is cut off, but a reader can scroll to it.
    Scroll = "scroll" | "auto" | "overlay",
}

impl Overflow {
    /// Whether content is cut off at the edge of the box.
    pub fn clips(self) -> bool {
        self != Overflow::Visible
    }
}

/// How a box stands to those around it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Placement {
    /// Whether it is taken out of the flow.
    pub position: Position,
    /// What becomes of content that is wider.
    pub overflow_x: Overflow,
    /// What becomes of content that is higher.
    pub overflow_y: Overflow,
    /// Whether everything inside is placed by it, even what is fixed: it has a `transform`, a `filter` or the like.
    pub holds_fixed: bool,
}

impl Placement {
    /// In a byte: three bits of position, two of each overflow, one for the last field.
    pub(super) fn to_byte(self) -> u8 {
        self.position as u8
            | (self.overflow_x as u8) << 3
            | (self.overflow_y as u8) << 5
            | u8::from(self.holds_fixed) << 7
    }

    pub(super) fn from_byte(byte: u8) -> Placement {
        Placement {
            position: Position::from_number(byte & 0b111),
            overflow_x: Overflow::from_number(byte >> 3 & 0b11),
            overflow_y: Overflow::from_number(byte >> 5 & 0b11),
            holds_fixed: byte >> 7 != 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_placement_fits_into_a_byte() {
        for &position in Position::ALL {
            for (&overflow_x, &overflow_y) in
                Overflow::ALL.iter().flat_map(|x| Overflow::ALL.iter().map(move |y| (x, y)))
            {
                for holds_fixed in [false, true] {
                    let placement = Placement { position, overflow_x, overflow_y, holds_fixed };
                    assert_eq!(Placement::from_byte(placement.to_byte()), placement);
                }
            }
        }
        assert_eq!(Placement::default().to_byte(), 0);
        assert_eq!(Placement::from_byte(0b0111_1111).position, Position::Static);
    }

    #[test]
    fn keywords_are_those_of_css() {
        assert_eq!(Overflow::from_css("auto"), Overflow::Scroll);
        assert_eq!(Overflow::from_css("clip"), Overflow::Hidden);
        assert_eq!(Position::from_css("sticky"), Position::Sticky);
        assert_eq!((Overflow::from_css(""), Position::from_css("")), (Overflow::Visible, Position::Static));
    }
}
