//! Reads any bytes as a tablebase or a certificate; whatever is accepted must round-trip.
#![no_main]

use libfuzzer_sys::fuzz_target;
use meeple_ai::chomp::Tablebase;
use meeple_games::chomp::Certificate;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(table) = Tablebase::from_bytes(bytes) {
        let mut written = Vec::new();
        table.write_to(&mut written).expect("memory can be written");
        assert_eq!(written, bytes);
    }
    let certificate = str::from_utf8(bytes).ok().and_then(|text| text.parse::<Certificate>().ok());
    if let Some(certificate) = certificate {
        assert_eq!(certificate.to_string().parse().as_ref(), Ok(&certificate));
        if let Ok(proof) = certificate.check() {
            assert_eq!(proof.positions, certificate.lost.len());
        }
    }
});
