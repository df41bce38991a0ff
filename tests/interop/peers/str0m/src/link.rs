//! Reads the link of a call, seals the knock and writes the listener's answer, by docs/secure-calls.md alone.

use aes_gcm::aead::{Aead, AeadCore, KeyInit, OsRng};
use aes_gcm::{Aes128Gcm, Key};
use base64ct::{Base64Unpadded, Base64UrlUnpadded, Encoding};
use hkdf::Hkdf;
use hmac::{Hmac, Mac};
use sha2::{Digest, Sha256};
use std::net::{IpAddr, SocketAddr};

const TRANSPORT_WIDE: &str = "http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-cc-extensions-01";

pub type Fault = Box<dyn std::error::Error>;

pub struct Link {
    secret: Vec<u8>,
    pub fingerprint: Vec<u8>,
    pub addresses: Vec<SocketAddr>,
}

fn read_addresses(mut rest: &[u8]) -> Option<Vec<SocketAddr>> {
    let mut addresses = Vec::new();
    while !rest.is_empty() {
        let size = if rest[0] == 4 { 4 } else { 16 };
        let (host, port) = (rest.get(1..=size)?, rest.get(size + 1..size + 3)?);
        let ip = match <[u8; 4]>::try_from(host) {
            Ok(octets) => IpAddr::from(octets),
            Err(_) => IpAddr::from(<[u8; 16]>::try_from(host).ok()?),
        };
        addresses.push(SocketAddr::new(ip, u16::from_be_bytes([port[0], port[1]])));
        rest = &rest[size + 3..];
    }
    Some(addresses)
}

impl Link {
    /// Takes a whole link or what follows its "#".
    pub fn read(text: &str) -> Result<Link, Fault> {
        let fragment = text.trim().rsplit('#').next().unwrap_or_default();
        let data = fragment.strip_prefix("e1.").ok_or("this is no link of a call")?;
        let all = Base64UrlUnpadded::decode_vec(data).map_err(|_| "this link is damaged")?;
        let body = &all[..all.len().saturating_sub(4)];
        let digest = Sha256::new().chain_update(b"evenkeel e1 checksum").chain_update(body).finalize();
        if body.len() < 58 || digest[..4] != all[body.len()..] || body[0] != 1 {
            return Err("this link is damaged, or of a newer version".into());
        }
        let addresses = read_addresses(&body[51..]).ok_or("this link is damaged")?;
        Ok(Link { secret: body[2..18].to_vec(), fingerprint: body[18..50].to_vec(), addresses })
    }

    fn derive<const SIZE: usize>(&self, info: &str) -> [u8; SIZE] {
        let mut key = [0; SIZE];
        Hkdf::<Sha256>::new(None, &self.secret).expand(info.as_bytes(), &mut key).expect("a short key");
        key
    }

    /// The listener's ice-pwd.
    pub fn password(&self) -> String {
        Base64Unpadded::encode_string(&self.derive::<24>("evenkeel e1 ice-pwd"))
    }

    pub fn knock(&self, offer: &Offer) -> String {
        let mut plain = [0; 72];
        plain[0] = 1;
        plain[1..33].copy_from_slice(&offer.fingerprint);
        plain[33..33 + offer.password.len()].copy_from_slice(offer.password.as_bytes());
        plain[65] = offer.vp8;
        plain[66] = offer.rtx;
        plain[68] = offer.transport_wide_id << 4;
        plain[69] = 2; // transport-wide feedback
        plain[70] = 1 | 2; // sends and receives video
        let key = self.derive::<16>("evenkeel e1 knock");
        let nonce = Aes128Gcm::generate_nonce(&mut OsRng);
        let sealed = Aes128Gcm::new(Key::<Aes128Gcm>::from_slice(&key)).encrypt(&nonce, &plain[..]);
        Base64Unpadded::encode_string(&[&nonce[..], &sealed.expect("72 bytes")].concat())
    }

    /// The listener's, which nobody sends. `ufrag`: the knock, or what stands for it.
    pub fn answer(&self, offer: &Offer, ufrag: &str) -> String {
        let Offer { vp8, rtx, mid, transport_wide_id, .. } = offer;
        let pairs: Vec<String> = self.fingerprint.iter().map(|octet| format!("{octet:02X}")).collect();
        let mut lines = vec![
            "v=0".into(),
            "o=- 1 1 IN IP4 0.0.0.0".into(),
            "s=-".into(),
            "t=0 0".into(),
            format!("a=group:BUNDLE {mid}"),
            format!("m=video 9 UDP/TLS/RTP/SAVPF {vp8} {rtx}"),
            "c=IN IP4 0.0.0.0".into(),
            format!("a=mid:{mid}"),
            "a=sendrecv".into(),
            "a=rtcp-mux".into(),
            "a=rtcp-rsize".into(),
            format!("a=rtpmap:{vp8} VP8/90000"),
            format!("a=rtpmap:{rtx} rtx/90000"),
            format!("a=fmtp:{rtx} apt={vp8}"),
            format!("a=extmap:{transport_wide_id} {TRANSPORT_WIDE}"),
            format!("a=ice-ufrag:{ufrag}"),
            format!("a=ice-pwd:{}", self.password()),
            format!("a=fingerprint:sha-256 {}", pairs.join(":")),
            "a=setup:passive".into(),
        ];
        for feedback in ["transport-cc", "ccm fir", "nack", "nack pli"] {
            lines.push(format!("a=rtcp-fb:{vp8} {feedback}"));
        }
        for (i, address) in self.addresses.iter().enumerate() {
            let priority = (126 << 24) + ((65535 - i) << 8) + 255; // RFC 8445, section 5.1.2.1
            let (ip, port) = (address.ip(), address.port());
            lines.push(format!("a=candidate:{} 1 udp {priority} {ip} {port} typ host", i + 1));
        }
        lines.join("\r\n") + "\r\na=end-of-candidates\r\n"
    }

    /// PBKDF2-HMAC-SHA-256 (RFC 8018): one block is enough for twenty digits.
    pub fn number(&self, caller: &[u8]) -> String {
        let key = <Hmac<Sha256> as Mac>::new_from_slice(&[&self.fingerprint[..], caller].concat()).expect("any size");
        let mut round = key.clone().chain_update(b"evenkeel e1 number\0\0\0\x01").finalize().into_bytes();
        let mut derived = round;
        for _ in 1..1 << 17 {
            round = key.clone().chain_update(round).finalize().into_bytes();
            derived.iter_mut().zip(round).for_each(|(all, one)| *all ^= one);
        }
        let group = |four: &[u8]| u32::from_be_bytes(four.try_into().expect("four")) % 10_000;
        let groups: Vec<_> = derived[..20].chunks(4).map(|four| format!("{:04}", group(four))).collect();
        groups.join(" ")
    }
}

/// What the knock tells of an offer.
pub struct Offer {
    pub fingerprint: Vec<u8>,
    pub password: String,
    mid: String,
    pub vp8: u8,
    pub rtx: u8,
    transport_wide_id: u8,
}

impl Offer {
    pub fn read(sdp: &str) -> Option<Offer> {
        let values = |prefix: &str| -> Vec<&str> { sdp.lines().filter_map(|line| line.strip_prefix(prefix)).collect() };
        let first = |prefix: &str| values(prefix).first().map(|value| value.trim().to_string());
        let vp8 = values("a=rtpmap:").iter().find_map(|value| value.strip_suffix(" VP8/90000"))?;
        let rtx = values("a=fmtp:").iter().find_map(|value| value.strip_suffix(&format!(" apt={vp8}")))?;
        let extension =
            values("a=extmap:").iter().find_map(|value| value.strip_suffix(&format!(" {TRANSPORT_WIDE}")))?;
        let fingerprint = first("a=fingerprint:sha-256 ")?;
        let octets = fingerprint.split(':').map(|pair| u8::from_str_radix(pair, 16));
        Some(Offer {
            fingerprint: octets.collect::<Result<Vec<u8>, _>>().ok()?,
            password: first("a=ice-pwd:")?,
            mid: first("a=mid:")?,
            vp8: vp8.parse().ok()?,
            rtx: rtx.parse().ok()?,
            transport_wide_id: extension.parse().ok()?,
        })
    }
}
