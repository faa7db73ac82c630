//! Bodies in content codings, and bombs.

use libdeflater::{CompressionLvl, Compressor};

pub(crate) fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut compressor = Compressor::new(CompressionLvl::default());
    let mut out = vec![0; compressor.gzip_compress_bound(bytes.len())];
    let n_bytes = compressor.gzip_compress(bytes, &mut out).unwrap();
    out.truncate(n_bytes);
    out
}

pub(crate) fn zlib(bytes: &[u8]) -> Vec<u8> {
    let mut compressor = Compressor::new(CompressionLvl::default());
    let mut out = vec![0; compressor.zlib_compress_bound(bytes.len())];
    let n_bytes = compressor.zlib_compress(bytes, &mut out).unwrap();
    out.truncate(n_bytes);
    out
}

pub(crate) fn zstd(bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(zstd_safe::compress_bound(bytes.len()));
    zstd_safe::compress(&mut out, bytes, 3).unwrap();
    out
}

/// `lamp ` a thousand times, in brotli. There is no encoder among the libraries.
#[rustfmt::skip]
pub(crate) const BROTLI_LAMPS: [u8; 22] = [
    0x1b, 0x87, 0x13, 0xf8, 0x8d, 0x54, 0xb5, 0xbf, 0x0c, 0x63, 0x6b, 0x2b, 0x10, 0xb8, 0x78, 0x2d, 0x0a, 0xe8, 0x59, 0x00, 0xc8, 0x01,
];

/// How large the bombs are: 64 MiB of zeros.
pub(crate) const BOMB_BYTES: usize = 64 << 20;

/// A bomb in brotli, made with the encoder of the brotli crate (9.1, quality 9, window 22).
#[rustfmt::skip]
pub(crate) const BROTLI_BOMB: [u8; 102] = [
    0xcb, 0xff, 0xff, 0x3f, 0x00, 0x24, 0x00, 0xe2, 0xb1, 0x40, 0x72, 0xef, 0xff, 0xf8, 0xff, 0xff, 0x07, 0x80, 0x04, 0x40, 0x1c, 0x16,
    0x80, 0xee, 0xfd, 0x1f, 0xff, 0xff, 0xff, 0x00, 0x90, 0x00, 0x88, 0xc3, 0x02, 0xd0, 0xbd, 0xff, 0xe3, 0xff, 0xff, 0x1f, 0x00, 0x12,
    0x00, 0x71, 0x58, 0x00, 0xba, 0xf7, 0x7f, 0xfc, 0xff, 0xff, 0x03, 0x40, 0x02, 0x20, 0x0e, 0x0b, 0x40, 0xf7, 0xfe, 0x8f, 0xff, 0xff,
    0x7f, 0x00, 0x48, 0x00, 0xc4, 0x61, 0x01, 0xe8, 0xde, 0xff, 0xf1, 0xff, 0xff, 0x0f, 0x00, 0x09, 0x80, 0x38, 0x2c, 0x00, 0xdd, 0xfb,
    0x3f, 0xfe, 0xff, 0xff, 0x01, 0x20, 0x01, 0x10, 0x87, 0x05, 0xa0, 0x7b, 0xff, 0x37,
];

/// Each coding and a bomb in it; the last ones are bombs inside of bombs.
pub(crate) fn bombs() -> Vec<(&'static str, Vec<u8>)> {
    let zeros = vec![0; BOMB_BYTES];
    let once = gzip(&zeros);
    vec![
        ("deflate", zlib(&zeros)),
        ("br", BROTLI_BOMB.to_vec()),
        ("zstd", zstd(&zeros)),
        ("gzip, gzip", gzip(&once)),
        ("br, gzip", gzip(&BROTLI_BOMB)),
        ("gzip, zstd, gzip", gzip(&zstd(&once))),
        // A thousand members that are small.
        ("gzip", gzip(&zeros[..1 << 20]).repeat(1000)),
        ("zstd, zstd", zstd(&zstd(&zeros))),
        ("x-gzip", once),
    ]
}
