//! Whose certificates are trusted.

use super::error::FetchError;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use ureq::tls::{Certificate, PemItem, RootCerts, TlsConfig, parse_pem};

/// Mozilla's roots, or those of a file: the option, or else `SSL_CERT_FILE`. A file takes the place of the others, as it
/// does for OpenSSL and curl: whoever names one may want to trust nobody else.
pub(super) fn tls_config(certificates: Option<&Path>) -> Result<TlsConfig, FetchError> {
    let from_environment = || env::var_os("SSL_CERT_FILE").filter(|path| !path.is_empty()).map(PathBuf::from);
    let roots = match certificates.map(Path::to_owned).or_else(from_environment) {
        Some(path) => RootCerts::new_with_certs(&read(&path)?),
        None => RootCerts::WebPki,
    };
    Ok(TlsConfig::builder().root_certs(roots).build())
}

fn read(path: &Path) -> Result<Vec<Certificate<'static>>, FetchError> {
    let failed =
        |reason: String| FetchError::Options { what: format!("the certificates in {}", path.display()), reason };
    let text = fs::read(path).map_err(|error| failed(error.to_string()))?;
    let mut certificates = Vec::new();
    for item in parse_pem(&text) {
        match item {
            Ok(PemItem::Certificate(certificate)) => certificates.push(certificate),
            Ok(_) => {}
            Err(error) => return Err(failed(error.to_string())),
        }
    }
    if certificates.is_empty() {
        return Err(failed("there is no certificate (PEM) in it".to_owned()));
    }
    Ok(certificates)
}
