//! str0m refuses to write a USERNAME above 128 bytes (RFC 8489 allows 508). It is given a short name for the listener, and
//! what it sends and gets is signed again here, with the knock in its place.

use hmac::{Hmac, Mac};
use sha1::Sha1;

const USERNAME: u16 = 0x0006;
const MESSAGE_INTEGRITY: u16 = 0x0008;
const FINGERPRINT: u16 = 0x8028;
const HEADER: usize = 20;

/// Whether it is a binding request (RFC 8489, sections 5 and 18.2).
pub fn is_request(datagram: &[u8]) -> bool {
    datagram.len() >= HEADER && datagram[..2] == [0, 1] && datagram[4..8] == [0x21, 0x12, 0xa4, 0x42]
}

fn attributes(message: &[u8]) -> Vec<(u16, &[u8])> {
    let (mut found, mut rest) = (Vec::new(), &message[HEADER..]);
    while rest.len() >= 4 {
        let size = u16::from_be_bytes([rest[2], rest[3]]) as usize;
        let Some(value) = rest.get(4..4 + size) else { break };
        found.push((u16::from_be_bytes([rest[0], rest[1]]), value));
        rest = rest.get(4 + size.next_multiple_of(4)..).unwrap_or_default();
    }
    found
}

fn append(message: &mut Vec<u8>, kind: u16, value: &[u8]) {
    message.extend(kind.to_be_bytes());
    message.extend((value.len() as u16).to_be_bytes());
    message.extend(value);
    message.resize(message.len().next_multiple_of(4), 0);
}

/// The header counts what is about to follow (section 14.5).
fn count(message: &mut [u8], more: usize) {
    let size = (message.len() - HEADER + more) as u16;
    message[2..4].copy_from_slice(&size.to_be_bytes());
}

/// Reflected, with the polynomial of ITU-T V.42.
fn crc32(data: &[u8]) -> u32 {
    !data.iter().fold(u32::MAX, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| (crc >> 1) ^ (0xedb8_8320 & (crc & 1).wrapping_neg()))
    })
}

/// The request with another name in USERNAME, signed by this password.
pub fn rename(request: &[u8], from: &str, to: &str, password: &str) -> Vec<u8> {
    let mut renamed = request[..HEADER].to_vec();
    for (kind, value) in attributes(request) {
        match kind {
            MESSAGE_INTEGRITY | FINGERPRINT => {}
            USERNAME => {
                let name = String::from_utf8_lossy(value);
                let parts: Vec<&str> = name.split(':').map(|part| if part == from { to } else { part }).collect();
                append(&mut renamed, USERNAME, parts.join(":").as_bytes());
            }
            _ => append(&mut renamed, kind, value),
        }
    }
    count(&mut renamed, 24);
    let key = Hmac::<Sha1>::new_from_slice(password.as_bytes()).expect("any size");
    let tag = key.chain_update(&renamed).finalize().into_bytes();
    append(&mut renamed, MESSAGE_INTEGRITY, &tag);
    count(&mut renamed, 8);
    let sum = crc32(&renamed) ^ 0x5354_554e;
    append(&mut renamed, FINGERPRINT, &sum.to_be_bytes());
    renamed
}
