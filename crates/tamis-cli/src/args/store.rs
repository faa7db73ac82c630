//! `--store`: where templates are kept.

use crate::failure::failure;
use anyhow::Result;
use std::path::Path;
use tamis::site::{self, TemplateStore};
use tamis::source::is_address;

/// Opens the store that was named, else one that forgets everything at the end.
pub(crate) fn open(location: Option<&str>) -> Result<Box<dyn TemplateStore>> {
    if location.is_some_and(is_address) {
        return Err(failure(
            "a store of templates is a file or a PostgreSQL database, not an address of the web",
            "give a file, as in --store shop.tamis, or postgres://user:password@host/database",
        ));
    }
    Ok(site::open_store(location).map_err(tamis::Error::from)?)
}

/// Opens a store to look at it: one that is not there is a mistake, and not made.
pub(crate) fn open_existing(location: &str) -> Result<Box<dyn TemplateStore>> {
    if !location.contains("://") && !Path::new(location).exists() {
        return Err(failure(format!("there is no store {location}"), "`tamis site SRC --store FILE` makes one"));
    }
    open(Some(location))
}
