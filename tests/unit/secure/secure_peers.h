#pragma once

#include <memory>

#include "core/net/secure/dtls_handshake.h"
#include "strange_peer.h"
#include "wire.h"

namespace evenkeel::test {

/// A client and a server that expect each other.
struct Peers {
  Certificate client_certificate = Certificate::make();
  Certificate server_certificate = Certificate::make();
  std::unique_ptr<Handshake> client =
      make_dtls_handshake(DtlsRole::client, client_certificate, server_certificate.fingerprint());
  std::unique_ptr<Handshake> server =
      make_dtls_handshake(DtlsRole::server, server_certificate, client_certificate.fingerprint());

  bool both(Handshake::State state) const { return client->state() == state && server->state() == state; }
};

inline bool same(const SrtpKey& a, const SrtpKey& b) { return a.size == b.size && a.bytes == b.bytes; }
inline bool mirrored(const SrtpKeys& a, const SrtpKeys& b) {
  return a.profile == b.profile && same(a.local, b.remote) && same(a.remote, b.local);
}

inline Bytes rtp_packet(std::uint32_t ssrc, std::uint16_t number, std::size_t payload, std::uint8_t fill = 0x5a) {
  Bytes packet{0x80, 96, static_cast<std::uint8_t>(number >> 8), static_cast<std::uint8_t>(number), 0, 0, 0, 1};
  for (const int shift : {24, 16, 8, 0}) packet.push_back(static_cast<std::uint8_t>(ssrc >> shift));
  packet.resize(packet.size() + payload, fill);
  return packet;
}

/// An empty receiver report (RFC 3550, section 6.4.2).
inline Bytes rtcp_packet(std::uint32_t ssrc) {
  Bytes packet{0x80, 201, 0, 1};
  for (const int shift : {24, 16, 8, 0}) packet.push_back(static_cast<std::uint8_t>(ssrc >> shift));
  return packet;
}

}  // namespace evenkeel::test
