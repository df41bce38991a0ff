#pragma once

#include <map>
#include <set>

#include "core/ice/stun_attributes.h"
#include "core/ice/turn_channels.h"
#include "tests/unit/ice/stun_bytes.h"

namespace evenkeel::test {

inline const std::string turn_user = "somebody", turn_password = "a password", turn_realm = "example.org";

/// A TURN server as RFC 8656 wants it, for one or several clients: allocations, channels and permissions end when they
/// are not refreshed. Faults are set by the test. Its messages are written by StunWriter, those of the client are read
/// by parse_stun().
class FakeTurnServer {
 public:
  struct Sent {
    Endpoint from, to;
    Bytes datagram;
  };
  struct Allocation {
    struct Channel {
      Endpoint peer;
      LocalTime end{};
    };
    Endpoint relayed;
    std::map<unsigned, Channel> channels;
    std::map<IpAddress, LocalTime> permissions;  // and when they end
    LocalTime end{};
  };

  explicit FakeTurnServer(const Endpoint& own) : address(own), next_port_(49'152) {}

  /// A datagram came to an address of the server.
  std::vector<Sent> receive(const Bytes& datagram, const Endpoint& from, const Endpoint& to, LocalTime now) {
    std::erase_if(allocations, [&](const auto& one) { return now >= one.second.end; });
    for (auto& [client, allocation] : allocations) {
      std::erase_if(allocation.channels, [&](const auto& one) { return now >= one.second.end; });
      std::erase_if(allocation.permissions, [&](const auto& one) { return now >= one.second; });
    }
    if (to != address) return from_peer(datagram, from, to);
    if (datagram.size() >= 4 && datagram[0] >= 0x40 && datagram[0] <= 0x4F) return from_client(datagram, from);
    const auto message = parse_stun(datagram);
    if (!message || message->message_class != StunClass::request) return {};
    ++requests;
    const Bytes answer = answer_to(*message, datagram, from, now);
    if (answer.empty()) return {};
    return {{address, from, answer}};
  }

  Endpoint address;
  std::map<std::pair<IpAddress, std::uint16_t>, Allocation> allocations;  // by client
  std::string realm = turn_realm, nonce = "nonce-1";
  int refuse_with = 0;  ///< every signed request, or those of one method
  std::optional<std::uint16_t> refused_method;
  bool has_ipv6 = false;              ///< lends addresses of it as well
  std::optional<Endpoint> alternate;  ///< names another server
  std::set<IpAddress> forbidden;      ///< as peers
  unsigned requests = 0;
  Duration lifetime = 10min;

 private:
  std::string key() const {
    const std::string text = turn_user + ':' + realm + ':' + turn_password;
    const auto digest = openssl_cryptography().md5({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
    return {reinterpret_cast<const char*>(digest.data()), digest.size()};
  }
  static std::pair<IpAddress, std::uint16_t> id_of(const Endpoint& client) { return {client.address, client.port}; }

  // The value of an attribute that StunMessage does not keep.
  static std::optional<Bytes> raw(const Bytes& datagram, unsigned type) {
    for (std::size_t at = 20; at + 4 <= datagram.size();) {
      const unsigned found = datagram[at] * 256u + datagram[at + 1], size = datagram[at + 2] * 256u + datagram[at + 3];
      if (at + 4 + size > datagram.size()) return std::nullopt;
      const auto begin = datagram.begin() + static_cast<std::ptrdiff_t>(at + 4);
      if (found == type) return Bytes(begin, begin + static_cast<std::ptrdiff_t>(size));
      at += 4 + (size + 3) / 4 * 4;
    }
    return std::nullopt;
  }

  Bytes error(const StunMessage& request, int code, bool is_signed) {
    StunWriter writer(StunClass::error, request.id, request.method);
    writer.error(code);
    if (code == 401 || code == 438) writer.text(stun_attribute::realm, realm).text(stun_attribute::nonce, nonce);
    return is_signed ? writer.finish(key(), openssl_cryptography()) : writer.finish();
  }

  Bytes answer_to(const StunMessage& request, const Bytes& datagram, const Endpoint& from, LocalTime now) {
    if (request.method == stun_binding_method)
      return StunWriter(StunClass::success, request.id).mapped_address(from).finish();
    if (alternate) return alternate_answer(request);
    if (!has_integrity(request, key(), openssl_cryptography())) return error(request, 401, false);
    if (request.username != turn_user || request.realm != realm) return error(request, 401, false);
    if (request.nonce != nonce) return error(request, 438, false);
    if (refuse_with != 0 && refused_method.value_or(request.method) == request.method)
      return error(request, refuse_with, true);
    if (request.method == turn_method::allocate) return allocate(request, datagram, from, now);
    if (!allocations.contains(id_of(from))) return error(request, 437, true);
    if (request.method == turn_method::refresh) return refresh(request, datagram, from, now);
    if (request.method == turn_method::channel_bind) return bind(request, datagram, from, now);
    return error(request, 400, true);
  }

  Bytes alternate_answer(const StunMessage& request) {
    Bytes value{0, 1, static_cast<std::uint8_t>(alternate->port >> 8), static_cast<std::uint8_t>(alternate->port)};
    value.insert(value.end(), alternate->address.begin() + 12, alternate->address.end());
    const Bytes code{0, 0, 3, 0};
    RawStun raw_message(0x0113, 0);
    raw_message.add(attribute(0x0009, code)).add(attribute(0x8023, value));
    Bytes out = raw_message.bytes();
    std::copy(request.id.begin(), request.id.end(), out.begin() + 8);
    return out;
  }

  Bytes allocate(const StunMessage& request, const Bytes& datagram, const Endpoint& from, LocalTime now) {
    if (raw(datagram, 0x0019) != Bytes{17, 0, 0, 0}) return error(request, 442, true);
    if (allocations.contains(id_of(from))) return error(request, 437, true);
    if (raw(datagram, 0x0017) == Bytes{2, 0, 0, 0} && !has_ipv6) return error(request, 440, true);
    Allocation made;
    made.relayed = {address.address, next_port_++};
    made.end = now + lifetime;
    StunWriter writer(StunClass::success, request.id, request.method);
    writer.xor_address(turn_attribute::xor_relayed_address, made.relayed);
    if (has_ipv6 && raw(datagram, 0x8000)) {
      writer.xor_address(turn_attribute::xor_relayed_address,
                         {{0x20, 0x01, 0x0d, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x99}, made.relayed.port});
    }
    writer.number(turn_attribute::lifetime, static_cast<std::uint32_t>(lifetime / 1s)).mapped_address(from);
    allocations[id_of(from)] = made;
    return writer.finish(key(), openssl_cryptography());
  }

  Bytes refresh(const StunMessage& request, const Bytes& datagram, const Endpoint& from, LocalTime now) {
    const bool released = raw(datagram, 0x000D) == Bytes{0, 0, 0, 0};
    if (released)
      allocations.erase(id_of(from));
    else
      allocations[id_of(from)].end = now + lifetime;
    return StunWriter(StunClass::success, request.id, request.method)
        .number(turn_attribute::lifetime, released ? 0u : static_cast<std::uint32_t>(lifetime / 1s))
        .finish(key(), openssl_cryptography());
  }

  // RFC 8656, section 12.2: neither the number nor the peer is bound otherwise.
  Bytes bind(const StunMessage& request, const Bytes& datagram, const Endpoint& from, LocalTime now) {
    Allocation& allocation = allocations[id_of(from)];
    const auto number_bytes = raw(datagram, 0x000C);
    if (!number_bytes || !request.peer_address) return error(request, 400, true);
    const unsigned number = (*number_bytes)[0] * 256u + (*number_bytes)[1];
    if (number < 0x4000 || number > 0x4FFF) return error(request, 400, true);
    for (const auto& [other, channel] : allocation.channels)
      if ((other == number) != (channel.peer == *request.peer_address)) return error(request, 400, true);
    if (forbidden.contains(request.peer_address->address)) return error(request, 403, true);
    allocation.channels[number] = {*request.peer_address, now + 10min};
    allocation.permissions[request.peer_address->address] = now + 5min;
    return StunWriter(StunClass::success, request.id, request.method).finish(key(), openssl_cryptography());
  }

  std::vector<Sent> from_client(const Bytes& datagram, const Endpoint& from) {
    const auto found = allocations.find(id_of(from));
    if (found == allocations.end()) return {};
    const auto channel = found->second.channels.find(datagram[0] * 256u + datagram[1]);
    const std::size_t size = datagram[2] * 256u + datagram[3];
    if (channel == found->second.channels.end() || size + 4 > datagram.size()) return {};
    const Endpoint& peer = channel->second.peer;
    if (!found->second.permissions.contains(peer.address)) return {};
    return {{found->second.relayed, peer,
             Bytes(datagram.begin() + 4, datagram.begin() + 4 + static_cast<std::ptrdiff_t>(size))}};
  }

  std::vector<Sent> from_peer(const Bytes& datagram, const Endpoint& from, const Endpoint& to) {
    for (const auto& [client, allocation] : allocations) {
      if (allocation.relayed != to || !allocation.permissions.contains(from.address)) continue;
      const Endpoint back{client.first, client.second};
      for (const auto& [number, channel] : allocation.channels) {
        if (channel.peer != from) continue;
        const ChannelHeader header = channel_header(static_cast<std::uint16_t>(number), datagram.size());
        Bytes framed(header.begin(), header.end());
        framed.insert(framed.end(), datagram.begin(), datagram.end());
        return {{address, back, framed}};
      }
      const std::string_view text(reinterpret_cast<const char*>(datagram.data()), datagram.size());
      return {{address, back,
               StunWriter(StunClass::indication, {}, turn_method::data)
                   .xor_address(turn_attribute::xor_peer_address, from)
                   .text(turn_attribute::data, text)
                   .finish()}};
    }
    return {};
  }

  std::uint16_t next_port_;
};

}  // namespace evenkeel::test
