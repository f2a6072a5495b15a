//! The providers that this program was built with.

use std::sync::Arc;

use url::Url;

use super::AddressError;
use crate::store::Store;

/// Opens the store of a provider; `local` says that S3's endpoint is this machine, over plain HTTP.
#[cfg(any(feature = "s3", feature = "gcs", feature = "azure"))]
#[cfg_attr(
    not(feature = "s3"),
    expect(unused_variables, reason = "S3 alone has endpoints elsewhere")
)]
pub(super) fn open(url: &Url, local: bool) -> Result<Arc<dyn Store>, AddressError> {
    use std::io;

    use object_store::path::Path;
    use object_store::{ObjectStore, RetryConfig};

    use crate::store::RemoteStore;

    let place = url.as_str();
    let failed = |source: io::Error| AddressError::Provider {
        place: place.to_owned(),
        source,
    };
    // A call gives up soon: a worker then keeps what it has and comes again, see `cluster::spool`.
    let retry = RetryConfig {
        max_retries: 3,
        retry_timeout: std::time::Duration::from_secs(20),
        ..RetryConfig::default()
    };
    let inner: Arc<dyn ObjectStore> = match url.scheme() {
        #[cfg(feature = "s3")]
        "s3" => {
            let builder = object_store::aws::AmazonS3Builder::from_env()
                .with_url(place)
                .with_allow_http(local)
                .with_retry(retry);
            Arc::new(builder.build().map_err(|e| failed(io::Error::other(e)))?)
        }
        #[cfg(feature = "gcs")]
        "gs" => {
            let builder = object_store::gcp::GoogleCloudStorageBuilder::from_env()
                .with_url(place)
                .with_retry(retry);
            Arc::new(builder.build().map_err(|e| failed(io::Error::other(e)))?)
        }
        #[cfg(feature = "azure")]
        "az" => {
            let builder = object_store::azure::MicrosoftAzureBuilder::from_env()
                .with_url(place)
                .with_allow_http(false)
                .with_retry(retry);
            Arc::new(builder.build().map_err(|e| failed(io::Error::other(e)))?)
        }
        _ => return Err(missing(url)),
    };
    let prefix = Path::from_url_path(url.path()).map_err(|e| failed(io::Error::other(e)))?;
    let store = RemoteStore::new(inner, prefix, place).map_err(failed)?;
    Ok(Arc::new(store))
}

/// No provider was built in.
#[cfg(not(any(feature = "s3", feature = "gcs", feature = "azure")))]
pub(super) fn open(url: &Url, _local: bool) -> Result<Arc<dyn Store>, AddressError> {
    Err(missing(url))
}

/// The cargo feature that an address needs.
fn missing(url: &Url) -> AddressError {
    AddressError::Feature {
        scheme: url.scheme().to_owned(),
        feature: match url.scheme() {
            "s3" => "s3",
            "gs" => "gcs",
            _ => "azure",
        },
    }
}
