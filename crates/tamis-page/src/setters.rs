//! Setters of options, written once.

/// Writes a setter for each row: `with_tabs tabs: usize = tabs, "Sets how many pages are rendered at the same time.";`.
#[doc(hidden)]
#[macro_export]
macro_rules! setters {
    ($options:ident; $($setter:ident $field:ident: $type:ty = $value:expr, $doc:literal;)*) => {
        impl $options {
            $(
                #[doc = $doc]
                #[must_use]
                pub fn $setter(mut self, $field: $type) -> $options {
                    self.$field = $value;
                    self
                }
            )*
        }
    };
}
