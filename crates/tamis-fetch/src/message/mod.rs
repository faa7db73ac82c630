//! An HTTP message as bytes: where its head ends, what its fields say, and its body as it was before it was sent.
//!
//! Servers and crawlers write all kinds of messages, and an archive keeps them for decades. So nothing here refuses a
//! message: a line that is no field is left out, and a body that is not what its fields say is taken as it is. The one thing
//! that ends in an error is a body that grows beyond the limit.

mod body;
mod coding;
mod head;
mod media_types;

#[cfg(feature = "network")]
pub(crate) use body::decoded;
pub(crate) use body::decoded_body;
#[cfg(feature = "network")]
pub(crate) use coding::gunzip_up_to;
pub(crate) use coding::inflated_start;
pub(crate) use head::Head;
pub(crate) use head::{MAX_RETURNS, fields, head_end, text_of};
pub use media_types::MediaTypes;
