//! DERIN and its baselines on pages whose records are known, in the layout of the paper's Tables 9 to 14.
//!
//! The paper counted by hand on two collections that are not ours (WEBV, 23 pages; WEBT, 220 pages), so its figures
//! stand beside ours and not against them. Records and attributes are counted by the
//! [referee](crate::metrics::records). The main region is right when the rows are all in the range of the page that
//! holds the true records, and the region that the method names holds them all (`region`); TPS's when it keeps them and
//! hardly anything else, as the paper asks of it.

mod contestants;
mod measure;
mod published;
mod region;

pub use contestants::{Contestant, ablations, contestants};
pub use measure::{DomainFigures, Figures, Measurement, measure};
pub use published::{PublishedTotal, totals};
pub use region::{Region, TruePlaces};
