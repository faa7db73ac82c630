//! Records out of what was fetched.

use super::record::{HttpResponse, NewRecord, one_line};
use super::writer::{WarcWriter, Written};
use crate::address::without_credentials;
use crate::http::{Exchange, Fetched, timestamp};
use std::io::{self, Write};
use url::{Position, Url};

/// Writes the request and the response of each exchange, the redirects first.
///
/// Bodies are stored as they were sent, in their content coding and with their chunks put together. What came out of the
/// cache has the date at which it was fetched. There are no credentials in it.
///
/// ```no_run
/// use std::path::Path;
/// use tamis_fetch::http::{Client, ClientOptions};
/// use tamis_fetch::warc::{WarcWriter, store};
/// use url::Url;
///
/// let fetched = Client::new(ClientOptions::default())?.get(&Url::parse("https://lamps.example/")?)?;
/// let mut writer = WarcWriter::append(Path::new("lamps.warc.gz"))?;
/// store(&mut writer, &fetched)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If writing fails; see [`WarcWriter::write`].
pub fn store<W: Write>(writer: &mut WarcWriter<W>, fetched: &Fetched) -> io::Result<Vec<Written>> {
    let mut written = Vec::with_capacity(fetched.exchanges.len() * 2);
    for exchange in &fetched.exchanges {
        let request = writer.write(&request_record(exchange))?;
        let response = response_record(exchange).with_field("WARC-Concurrent-To", format!("<{}>", request.id));
        written.push(request);
        written.push(writer.write(&response)?);
    }
    Ok(written)
}

fn request_record(exchange: &Exchange) -> NewRecord {
    let target = target(&exchange.url);
    let path = &target[Position::BeforePath..];
    let mut message = format!("GET {path} HTTP/1.1\r\n");
    for (name, value) in &exchange.request {
        message.push_str(&format!("{}: {}\r\n", one_line(name), one_line(value)));
    }
    message.push_str("\r\n");
    with_machine(NewRecord::request(target.as_str(), timestamp(exchange.at), message), exchange)
}

fn response_record(exchange: &Exchange) -> NewRecord {
    let Exchange { status, headers, body, .. } = exchange;
    let response = HttpResponse { status: *status, headers, body };
    let record = NewRecord::coded_response(target(&exchange.url).into(), timestamp(exchange.at), response);
    with_machine(record, exchange)
}

fn with_machine(record: NewRecord, exchange: &Exchange) -> NewRecord {
    match exchange.ip {
        Some(ip) => record.with_field("WARC-IP-Address", ip.to_string()),
        None => record,
    }
}

/// What a server is asked for: an address without its fragment.
fn target(url: &Url) -> Url {
    let mut target = without_credentials(url);
    target.set_fragment(None);
    target
}
