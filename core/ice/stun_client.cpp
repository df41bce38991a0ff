#include "core/ice/stun_client.h"

#include <algorithm>

namespace evenkeel {
namespace {

// An address that a datagram can have come from, of the family that it came by.
bool is_plausible(const Endpoint& mapped, const Endpoint& server) {
  return mapped.port != 0 && mapped.address != IpAddress{} && mapped.address != any_ipv4 &&
         is_ipv4(mapped) == is_ipv4(server);
}

}  // namespace

bool StunClient::on_stun(std::span<const std::uint8_t> datagram, const Route& route, LocalTime now) {
  if (!request_.is_under_way() || route.to != server_) return false;
  const auto message = parse_stun(datagram);
  if (!message || message->method != stun_binding_method || !request_.matches(message->id)) return false;
  const bool answers = message->message_class == StunClass::success && message->mapped_address &&
                       message->unknown_count == 0 && is_plausible(*message->mapped_address, server_);
  if (!answers && message->message_class != StunClass::error) return false;
  request_.end();
  next_request_ = now + refresh_interval;
  unanswered_ = !answers;
  if (answers) mapped_ = message->mapped_address;
  return true;
}

void StunClient::on_addresses_changed(LocalTime now) {
  request_.end();
  next_request_ = now;
}

std::optional<StunClient::Outgoing> StunClient::poll(LocalTime now) {
  if (request_.take_timeout(now)) {
    unanswered_ = true;
    next_request_ = now + refresh_interval;
  }
  if (!request_.is_under_way() && now >= next_request_) {
    StunTransactionId id{};
    random_(id);
    request_.start(id, StunWriter(StunClass::request, id).finish(), now, {.transmissions = transmissions});
  }
  const auto* due = request_.poll(now);
  if (due == nullptr) return std::nullopt;
  return Outgoing{*due, server_};
}

LocalTime StunClient::next_wake() const { return request_.is_under_way() ? request_.next_wake() : next_request_; }

}  // namespace evenkeel
