//! Where a store is, as people write it: a folder, or the address of an object store.
//!
//! Credentials come from the environment or from the provider's own chain (a role of the machine, of
//! the pod, ...), never from the address: an address is written to logs.

mod provider;

use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use url::{Host, Url};

use super::{LocalStore, Store};

/// Where S3's endpoint is set, for stores that speak its protocol elsewhere.
const ENDPOINTS: [&str; 3] = ["AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL", "AWS_ENDPOINT"];

/// A store cannot be opened. No variant holds the address itself: it may have a password in it.
#[derive(Debug, thiserror::Error)]
pub enum AddressError {
    /// It is no address.
    #[error("the store's address cannot be read: {0}")]
    Malformed(url::ParseError),
    /// It is of a kind that no program of ours knows.
    #[error("{0}:// is no store: give a folder, file://, s3://, gs:// or az://")]
    Scheme(String),
    /// It is of a kind that this program was built without.
    #[error("{scheme}:// needs a program built with the cargo feature `{feature}`")]
    Feature {
        /// What was asked for.
        scheme: String,
        /// What is missing.
        feature: &'static str,
    },
    /// It has a user, a password or a query in it.
    #[error(
        "the store's address must hold no credentials and no query: they are read from the \
         environment or from the provider's own chain"
    )]
    Credentials,
    /// An endpoint over plain HTTP on another machine.
    #[error("{variable}: plain http:// is for this machine alone, not for {host}: use https://")]
    PlainHttp {
        /// The variable of the environment.
        variable: &'static str,
        /// The endpoint's host.
        host: String,
    },
    /// The provider's settings are not whole.
    #[error("the store at {place} cannot be opened")]
    Provider {
        /// The bucket and the prefix.
        place: String,
        /// Why.
        source: io::Error,
    },
}

/// A store's address, read and found fit.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Address {
    Folder(PathBuf),
    Remote(Url),
}

impl Address {
    fn parse(text: &str) -> Result<Address, AddressError> {
        if !text.contains("://") {
            return Ok(Address::Folder(PathBuf::from(text)));
        }
        let url = Url::parse(text).map_err(AddressError::Malformed)?;
        let secret = !url.username().is_empty() || url.password().is_some();
        if secret || url.query().is_some() || url.fragment().is_some() {
            return Err(AddressError::Credentials);
        }
        match url.scheme() {
            "file" => match url.to_file_path() {
                Ok(path) => Ok(Address::Folder(path)),
                Err(()) => Err(AddressError::Malformed(
                    url::ParseError::InvalidDomainCharacter,
                )),
            },
            "s3" | "gs" | "az" => Ok(Address::Remote(url)),
            scheme => Err(AddressError::Scheme(scheme.to_owned())),
        }
    }
}

/// Opens the store at a folder, `file://`, `s3://BUCKET/PREFIX`, `gs://BUCKET/PREFIX` or
/// `az://CONTAINER/PREFIX`. The latter three need the cargo features `s3`, `gcs`, `azure`.
///
/// # Errors
/// [`AddressError`]; it never repeats the address.
pub fn open_store(address: &str) -> Result<Arc<dyn Store>, AddressError> {
    match Address::parse(address)? {
        Address::Folder(path) => Ok(Arc::new(LocalStore::new(path))),
        Address::Remote(url) => {
            let local = plain_http(&|name| std::env::var(name).ok())?;
            provider::open(&url, local)
        }
    }
}

/// Whether an endpoint of S3 set in the environment is one of this machine over plain HTTP; an error
/// for one elsewhere.
fn plain_http(environment: &dyn Fn(&str) -> Option<String>) -> Result<bool, AddressError> {
    let mut plain = false;
    for variable in ENDPOINTS {
        let Some(endpoint) = environment(variable) else {
            continue;
        };
        let url = Url::parse(&endpoint).map_err(AddressError::Malformed)?;
        if url.scheme() != "http" {
            continue;
        }
        let loopback = match url.host() {
            Some(Host::Domain(name)) => name == "localhost",
            Some(Host::Ipv4(address)) => address.is_loopback(),
            Some(Host::Ipv6(address)) => address.is_loopback(),
            None => false,
        };
        if !loopback {
            return Err(AddressError::PlainHttp {
                variable,
                host: url.host_str().unwrap_or_default().to_owned(),
            });
        }
        plain = true;
    }
    Ok(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_folders_or_known_schemes_without_secrets() {
        let folder = |path: &str| Address::Folder(PathBuf::from(path));
        assert_eq!(Address::parse("runs/a").unwrap(), folder("runs/a"));
        assert_eq!(Address::parse("file:///data/a").unwrap(), folder("/data/a"));
        assert!(matches!(Address::parse("s3://b/p"), Ok(Address::Remote(_))));
        let refused = [
            ("s3://key:hunter2@bucket/p", "environment"),
            ("s3://hunter2@bucket/p", "environment"),
            ("s3://bucket/p?secret=hunter2", "environment"),
            ("ftp://bucket/p", "ftp:// is no store"),
            ("https://hunter2.example/p", "https:// is no store"),
            ("s3://[hunter2/p", "cannot be read"),
        ];
        for (address, expected) in refused {
            let error = Address::parse(address).unwrap_err();
            let text = format!("{error} {error:?}");
            assert!(text.contains(expected), "{address}: {text}");
            assert!(!text.contains("hunter2"), "{address}: {text}");
        }
    }

    #[test]
    fn plain_http_is_for_this_machine_alone() {
        let check = |name: &str, value: &str| {
            plain_http(&|asked| (asked == name).then(|| value.to_owned()))
        };
        assert!(!plain_http(&|_| None).unwrap());
        for local in [
            "http://127.0.0.1:9000",
            "http://localhost:9000",
            "http://[::1]:9000",
        ] {
            assert!(check("AWS_ENDPOINT_URL", local).unwrap(), "{local}");
        }
        for variable in ENDPOINTS {
            assert!(!check(variable, "https://minio:9000").unwrap());
            let error = check(variable, "http://minio:9000")
                .unwrap_err()
                .to_string();
            assert!(
                error.contains(variable) && error.contains("minio"),
                "{error}"
            );
        }
    }
}
