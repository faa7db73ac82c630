//! A wrapper that answers for pages as a method does.

use super::Findings;
use crate::page::Page;
use std::sync::Arc;
use tamis_page::budget;
use tamis_sites::wrapper::{Applied, ApplyLimits, CompiledWrapper, Wrapper, WrapperError};

/// A wrapper that was checked and runs on any number of pages, on any number of threads. A clone is another handle to it.
#[derive(Clone, Debug)]
pub struct ReadyWrapper(Arc<CompiledWrapper<'static>>);

impl ReadyWrapper {
    /// Checks a wrapper.
    ///
    /// # Errors
    /// A selector cannot be read, as [`Wrapper::compile`] says.
    #[expect(clippy::needless_pass_by_value, reason = "it is kept")]
    pub fn new(wrapper: Wrapper) -> Result<ReadyWrapper, WrapperError> {
        Ok(ReadyWrapper(Arc::new(wrapper.compile()?.into_owned())))
    }

    /// The wrapper itself.
    pub fn wrapper(&self) -> &Wrapper {
        self.0.wrapper()
    }

    pub(crate) fn compiled(&self) -> &CompiledWrapper<'static> {
        &self.0
    }

    /// The records of a page as the wrapper has them, as a table like that of any method. No method runs: nothing is derived
    /// from the page but what the selectors select. A page without the region, or without a record in it, is an empty answer
    /// with the reason. [`Limits`](crate::Limits) count as elsewhere.
    pub fn apply(&self, page: &Page) -> Findings {
        let document = page.document();
        // The walks over the page that parsing it has cost already.
        budget::spend(document.len());
        let limits = ApplyLimits { max_rows: page.limits().max_rows, max_bytes: page.max_output() };
        let Applied { mut table, next, .. } = self.0.apply_within(document, limits);
        let reason = match &table {
            None => Some(self.no_region()),
            Some(table) if table.rows.is_empty() && table.n_left_out == 0 => {
                Some("the wrapper's region is on the page, and no record is in it".to_owned())
            }
            Some(_) => None,
        };
        if reason.is_some() {
            table = None;
        }
        Findings::wrapped(page.clone(), self, table, next, reason)
    }

    fn no_region(&self) -> String {
        let wrapper = self.wrapper();
        let selector = wrapper.language.of(&wrapper.region).map_or("", |(_, selector)| selector);
        format!("the wrapper's region `{selector}` is not on the page")
    }
}
