//! In builds without the network addresses are known, and an error.

use super::sources::NamedSource;
use super::{FindError, Input, Origin, SourceError, SourceNotes, SourceOptions};
use crate::batch::Readiness;
use std::path::Path;
use url::Url;

/// None.
#[derive(Debug, Default)]
pub(super) struct Addresses {}

#[expect(clippy::unused_self, clippy::unnecessary_wraps, reason = "as where addresses can be fetched")]
impl Addresses {
    pub(super) fn add(&mut self, address: &str, _: &SourceOptions) -> Result<NamedSource, FindError> {
        let mut url = Url::parse(address).map_err(|error| FindError::BadAddress {
            address: "what was named".to_owned(),
            message: error.to_string(),
        })?;
        // An http address has a host, so that it can be without credentials.
        let _ = url.set_username("");
        let _ = url.set_password(None);
        let origin = Origin::Address(url);
        let error = SourceError::NotBuilt { origin: origin.clone(), feature: "network" };
        Ok(NamedSource::Failed(origin, Box::new(error)))
    }

    pub(super) fn add_listing(&mut self, _: &Path, _: &SourceOptions) -> Result<bool, FindError> {
        Ok(false)
    }

    pub(super) fn add_list(&mut self, _: &SourceOptions) -> Result<Vec<NamedSource>, FindError> {
        Ok(Vec::new())
    }

    pub(super) fn prepare(&mut self, _: &SourceOptions) -> Result<(), FindError> {
        Ok(())
    }

    pub(super) fn lend(&self, input: Input, _: &SourceOptions) -> Input {
        input
    }

    pub(super) fn first_is_list(&self) -> bool {
        false
    }

    pub(super) fn begin(&mut self) {}

    pub(super) fn is_open(&self) -> bool {
        false
    }

    pub(super) fn next(&mut self, _: &SourceOptions, _: &SourceNotes) -> Option<Input> {
        None
    }

    pub(super) fn goes_on(&mut self, _: &SourceNotes) -> bool {
        false
    }

    pub(super) fn readiness(&self) -> Readiness {
        Readiness::default()
    }
}
