#include <algorithm>

#include "core/ice/stun_attributes.h"
#include "core/ice/turn_client.h"

namespace evenkeel {
namespace {

constexpr std::size_t max_waiting = 4;  // datagrams of one peer, for its channel
constexpr std::size_t max_out = 64;     // for poll(), which the owner drains after each call

}  // namespace

void TurnClient::send(std::span<const std::uint8_t> datagram, const Endpoint& peer, LocalTime now) {
  if (state_ != State::allocated || datagram.size() > max_stun_size) return;
  TurnChannels::Entry* entry = channels_.keep(peer, now);
  if (!entry) return;
  entry->last_used = now;
  if (entry->bound) return push(*entry, datagram);
  if (entry->waiting.size() >= max_waiting) entry->waiting.pop_front();
  entry->waiting.emplace_back(datagram.begin(), datagram.end());
}

void TurnClient::push(const TurnChannels::Entry& entry, std::span<const std::uint8_t> datagram) {
  if (out_.size() >= max_out) return;
  const ChannelHeader header = channel_header(entry.channel.number, datagram.size());
  std::vector<std::uint8_t> framed(header.begin(), header.end());
  framed.insert(framed.end(), datagram.begin(), datagram.end());
  out_.push_back({std::move(framed), server_});
}

// Asks for the channels that are wanted and not there, and again for those that would end.
void TurnClient::start_binds(LocalTime now) {
  for (TurnChannels::Entry& entry : channels_) {
    if (!entry.kept) continue;
    if (entry.request.take_timeout(now)) {
      channels_.on_timeout(entry, now);
    } else if (!entry.request.is_under_way() && now >= entry.next_bind) {
      const bool idle = now >= entry.last_used + TurnChannels::idle_time;
      idle ? channels_.give_up(entry) : bind(entry, now);
    }
  }
}

void TurnClient::bind(TurnChannels::Entry& entry, LocalTime now) {
  ++requests_;
  const StunTransactionId id = new_id();
  StunWriter writer(StunClass::request, id, turn_method::channel_bind);
  writer.number(turn_attribute::channel_number, std::uint32_t{entry.channel.number} << 16);
  writer.xor_address(turn_attribute::xor_peer_address, entry.channel.peer);
  std::vector<std::uint8_t> request = finish(writer);
  if (request.empty()) return channels_.refuse(entry, now);
  entry.request.start(id, std::move(request), now, {});
}

bool TurnClient::on_bind_answer(const StunMessage& answer, LocalTime now) {
  TurnChannels::Entry* entry = channels_.find(answer.id);
  if (!entry || answer.method != turn_method::channel_bind || answer.unknown_count > 0) return false;
  const bool failed = answer.message_class == StunClass::error;
  if (failed ? !is_believable(answer) : !is_signed(answer)) return false;
  entry->request.end();
  failed ? on_bind_error(*entry, answer, now) : on_bound(*entry, now);
  return true;
}

void TurnClient::on_bound(TurnChannels::Entry& entry, LocalTime now) {
  channels_.set_bound(entry, now);
  for (const auto& datagram : entry.waiting) push(entry, datagram);
  entry.waiting.clear();
}

void TurnClient::on_bind_error(TurnChannels::Entry& entry, const StunMessage& answer, LocalTime now) {
  switch (answer.error_code) {
    case stun_error::stale_nonce:
      // The nonce of one answer is new, that of others under way was as old as ours.
      if (!answer.nonce || entry.challenges++ >= TurnChannels::max_challenges) return channels_.refuse(entry, now);
      authenticate(answer);
      return bind(entry, now);
    case stun_error::bad_request:  // the number or the peer is bound otherwise there
      if (entry.renumbered) return channels_.refuse(entry, now);
      channels_.renumber(entry);
      return bind(entry, now);
    case stun_error::allocation_mismatch:
      return restart("it has lost what it lent us (437)", now);
    default:
      return channels_.refuse(entry, now);
  }
}

}  // namespace evenkeel
