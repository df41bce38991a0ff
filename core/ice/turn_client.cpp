#include "core/ice/turn_client.h"

#include <algorithm>
#include <utility>

#include "core/base/address_scope.h"
#include "core/base/byte_reader.h"
#include "core/ice/stun_attributes.h"

namespace evenkeel {
namespace {

constexpr std::uint32_t udp = 17u << 24;  // of REQUESTED-TRANSPORT
constexpr std::uint32_t ipv4_family = 1u << 24, ipv6_family = 2u << 24;
// What is asked for, one after the other where a server does not know the family: both, IPv4, IPv6 (RFC 8656, section
// 7.1).
constexpr unsigned both_families = 0, ipv4_alone = 1, ipv6_alone = 2, family_plans = ipv6_alone + 1;

constexpr unsigned max_challenges = 3;
constexpr Duration min_lifetime = 30s, usual_lifetime = 10min, max_lifetime = 1h;
constexpr Duration refresh_ahead = 1min;  // before the end of an allocation
constexpr Duration refresh_retry = 5s;    // after an error, as long as it lasts
// A server that lends and takes back at once is asked as seldom as one that refuses.
constexpr Duration min_life = 10s;
constexpr Duration first_retry_wait = 2s, max_retry_wait = 1min;
constexpr unsigned release_transmissions = 3;
// Of a server that has several addresses: one that does not answer is passed over after 1.5 s, which doubles from round
// to round.
constexpr unsigned try_transmissions = 2;
constexpr Duration first_try_wait = 1s;

// Whether one host may be there that a server can name: not this machine, unless the server is on it as well.
bool may_be_server(const Endpoint& named, const Endpoint& by) {
  const IpAddress& address = named.address;
  const bool ipv4 = is_ipv4(address);
  const bool of_many = ipv4 ? address[12] == 0 || address[12] >= 224 : address[0] == 0xFF || address == IpAddress{};
  return named.port != 0 && ipv4 == is_ipv4(by) && !of_many && (!is_loopback(address) || is_loopback(by.address));
}

std::string describe_error(int code) {
  switch (code) {
    case stun_error::unauthenticated:
    case stun_error::wrong_credentials:
      return "it does not take the user name or the password (" + std::to_string(code) + ")";
    case stun_error::forbidden:
      return "it forbids us to use it (403)";
    case stun_error::allocation_mismatch:
      return "it takes us for somebody that it knows no more (437)";
    case stun_error::unsupported_transport:
      return "it relays no UDP (442)";
    case stun_error::address_family_not_supported:
      return "it has no address to lend, of either family (440)";
    case stun_error::allocation_quota_reached:
      return "this user has as many addresses of it as the server allows (486)";
    case stun_error::insufficient_capacity:
      return "it has no address left to lend (508)";
    default:
      return "it answered with the error " + std::to_string(code);
  }
}

}  // namespace

TurnClient::TurnClient(const TurnServer& server, const Cryptography& cryptography, const RandomBytes& random,
                       LocalTime now)
    : servers_(server.servers),
      username_(server.username),
      password_(server.password),
      cryptography_(cryptography),
      random_(random),
      retry_wait_(first_retry_wait) {
  begin(now);
}

TurnClient::~TurnClient() {
  wipe(password_);
  wipe(key_);
}

// Whatever was known of a server that was asked before may have changed.
void TurnClient::begin(LocalTime now) {
  state_ = State::allocating;
  families_ = both_families;
  moved_ = released_ = false;
  tried_ = 0;
  use(servers_[first_]);
  start(Request::allocate, now);
}

void TurnClient::use(const Endpoint& server) {
  server_ = server;
  unsigned_ = false;
  wipe(key_);
  key_.clear();
}

// No answer tells that nobody is there, so an address is given less time where there are others.
StunTransaction::Effort TurnClient::effort(Request what) const {
  if (what == Request::release) return {.transmissions = release_transmissions};
  if (what == Request::refresh || !key_.empty() || servers_.size() == 1) return {};
  return {try_transmissions, first_try_wait * (retry_wait_ / first_retry_wait)};
}

StunTransactionId TurnClient::new_id() {
  StunTransactionId id{};
  random_(id);
  return id;
}

// Signed as soon as the server has said by which realm.
std::vector<std::uint8_t> TurnClient::finish(StunWriter& writer) const {
  if (key_.empty()) return writer.finish();
  writer.text(stun_attribute::username, username_);
  writer.text(stun_attribute::realm, realm_);
  writer.text(stun_attribute::nonce, nonce_);
  return writer.finish(key_, cryptography_);
}

void TurnClient::start(Request what, LocalTime now) {
  asked_ = what;
  ++requests_;
  const StunTransactionId id = new_id();
  const bool allocates = what == Request::allocate;
  StunWriter writer(StunClass::request, id, allocates ? turn_method::allocate : turn_method::refresh);
  if (allocates) writer.number(turn_attribute::requested_transport, udp);
  if (what == Request::release) writer.number(turn_attribute::lifetime, 0);
  if (allocates && families_ == both_families)
    writer.number(turn_attribute::additional_address_family, ipv6_family);
  else if (allocates)
    writer.number(turn_attribute::requested_address_family, families_ == ipv4_alone ? ipv4_family : ipv6_family);
  std::vector<std::uint8_t> request = finish(writer);
  if (request.empty()) return fail("its realm and nonce are too long", now);
  request_.start(id, std::move(request), now, effort(what));
}

TurnClient::Received TurnClient::on_datagram(std::span<std::uint8_t> datagram, const Route& route, LocalTime now) {
  if (route.to != server_ || route.relayed || datagram.empty()) return {};
  const std::uint8_t first = datagram.front();
  if (first >= 0x40 && first <= 0x4F) return on_channel_data(datagram, now);
  return is_stun(datagram) ? on_stun(datagram, now) : Received{};
}

TurnClient::Received TurnClient::on_channel_data(std::span<std::uint8_t> datagram, LocalTime now) {
  ByteReader reader(datagram);
  TurnChannels::Entry* entry = channels_.find(reader.u16());
  const std::size_t size = reader.u16();
  if (!reader.ok() || size > reader.left() || !entry || !entry->bound) return {Kind::handled};
  entry->last_used = now;
  return {Kind::relayed, datagram.subspan(channel_header_size, size), entry->channel.peer};
}

TurnClient::Received TurnClient::on_stun(std::span<std::uint8_t> datagram, LocalTime now) {
  const auto message = parse_stun(datagram);
  if (!message || message->method == stun_binding_method) return {};
  if (message->message_class == StunClass::indication) return on_indication(*message, datagram);
  if (message->message_class == StunClass::request) return {};
  return {on_answer(*message, now) || on_bind_answer(*message, now) ? Kind::handled : Kind::not_ours};
}

// From a peer whose address has a permission, by another port than its channel is bound to.
TurnClient::Received TurnClient::on_indication(const StunMessage& message, std::span<std::uint8_t> datagram) const {
  const bool is_data = message.method == turn_method::data && message.peer_address && message.data;
  if (!is_data || message.unknown_count > 0 || relayed_.empty()) return {Kind::handled};
  const auto offset = static_cast<std::size_t>(message.data->data() - datagram.data());
  return {Kind::relayed, datagram.subspan(offset, message.data->size()), *message.peer_address};
}

// Before there is a key nothing can be.
bool TurnClient::is_signed(const StunMessage& answer) const {
  return !key_.empty() && has_integrity(answer, key_, cryptography_);
}

// Before there is a key no error is signed, and then only what asks for another one (RFC 8489, section 9.2.5).
bool TurnClient::is_believable(const StunMessage& error) const {
  const bool asks = error.error_code == stun_error::unauthenticated || error.error_code == stun_error::stale_nonce;
  return error.error_code != 0 && (key_.empty() || is_signed(error) || (asks && error.integrity.empty()));
}

bool TurnClient::on_answer(const StunMessage& answer, LocalTime now) {
  if (!request_.matches(answer.id)) return false;
  const std::uint16_t method = asked_ == Request::allocate ? turn_method::allocate : turn_method::refresh;
  if (answer.method != method || answer.unknown_count > 0) return false;
  if (answer.message_class == StunClass::error) {
    if (!is_believable(answer)) return false;
    request_.end();
    on_error(answer, now);
    return true;
  }
  if (!is_signed(answer)) {
    unsigned_ = unsigned_ || key_.empty();
    return false;
  }
  if (asked_ == Request::allocate && answer.relayed_count == 0) return false;
  request_.end();
  on_success(answer, now);
  return true;
}

void TurnClient::on_success(const StunMessage& answer, LocalTime now) {
  challenges_ = 0;
  switch (asked_) {
    case Request::allocate:
      return on_allocated(answer, now);
    case Request::refresh:
      // A channel may have told meanwhile that the allocation is gone.
      if (state_ != State::allocated) return start(Request::allocate, now);
      if (now >= allocated_at_ + min_life) retry_wait_ = first_retry_wait;
      return set_refresh(answer, now);
    case Request::release:
      if (state_ != State::closed) start(Request::allocate, now);
  }
}

void TurnClient::set_refresh(const StunMessage& answer, LocalTime now) {
  const Duration told = std::chrono::seconds(answer.lifetime.value_or(usual_lifetime / 1s));
  const Duration lifetime = std::clamp(told, min_lifetime, max_lifetime);
  allocation_ends_ = now + lifetime;
  next_refresh_ = now + std::max(lifetime - refresh_ahead, lifetime / 2);
}

void TurnClient::on_allocated(const StunMessage& answer, LocalTime now) {
  const auto addresses = std::span(answer.relayed).first(answer.relayed_count);
  relayed_.assign(addresses.begin(), addresses.end());
  state_ = State::allocated;
  failure_.clear();
  allocated_at_ = now;
  released_ = false;
  channels_.start_anew(now);
  set_refresh(answer, now);
}

void TurnClient::authenticate(const StunMessage& challenge) {
  nonce_ = *challenge.nonce;
  if (challenge.realm) realm_ = *challenge.realm;
  std::string text = username_ + ':' + realm_ + ':' + password_;
  Md5Digest digest = cryptography_.md5({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
  wipe(text);
  wipe(key_);
  key_.assign(reinterpret_cast<const char*>(digest.data()), digest.size());
  wipe(digest);
}

// 401 asks for credentials where there were none, and refuses them else, unless the server knows us by another realm or
// nonce since it was started again; 438 only wants the newer nonce (RFC 8489, section 9.2.5).
bool TurnClient::answer_challenge(const StunMessage& answer, LocalTime now) {
  const bool stale = answer.error_code == stun_error::stale_nonce && !key_.empty();
  const bool unknown = answer.error_code == stun_error::unauthenticated && answer.realm &&
                       (key_.empty() || answer.realm != realm_ || answer.nonce != nonce_);
  if (!(stale || unknown) || !answer.nonce || ++challenges_ > max_challenges) return false;
  authenticate(answer);
  start(asked_, now);
  return true;
}

// Another server, another family, or once the old allocation out of the way.
bool TurnClient::try_otherwise(const StunMessage& answer, LocalTime now) {
  const int code = answer.error_code;
  if (code == stun_error::try_alternate && answer.alternate_server &&
      may_be_server(*answer.alternate_server, server_) && !std::exchange(moved_, true)) {
    use(*answer.alternate_server);
  } else if (code == stun_error::address_family_not_supported && families_ + 1 < family_plans) {
    ++families_;
  } else if (code == stun_error::allocation_mismatch && !key_.empty() && !std::exchange(released_, true)) {
    start(Request::release, now);
    return true;
  } else {
    return false;
  }
  start(Request::allocate, now);
  return true;
}

void TurnClient::on_error(const StunMessage& answer, LocalTime now) {
  if (answer_challenge(answer, now)) return;
  challenges_ = 0;
  if (state_ == State::closed) return;
  if (asked_ == Request::release) return start(Request::allocate, now);
  if (asked_ == Request::refresh) return on_refresh_error(answer, now);
  if (try_otherwise(answer, now)) return;
  fail(describe_error(answer.error_code), now);
  // A server that took them before may only have lost its users for a while.
  const bool known = allocated_at_ != LocalTime::min();
  const bool refuses =
      answer.error_code == stun_error::unauthenticated || answer.error_code == stun_error::wrong_credentials;
  if (!refuses || known) return;
  state_ = State::refused;
  retry_at_ = LocalTime::max();
}

// An allocation lasts for the time that was told, whatever else is wrong.
void TurnClient::on_refresh_error(const StunMessage& answer, LocalTime now) {
  const bool lasts = answer.error_code != stun_error::allocation_mismatch && now + refresh_retry < allocation_ends_;
  if (!lasts) return restart(describe_error(answer.error_code), now);
  next_refresh_ = now + refresh_retry;
}

void TurnClient::on_timeout(LocalTime now) {
  const bool others = asked_ == Request::allocate && key_.empty() && !moved_ && ++tried_ < servers_.size();
  if (!others) return fail(unsigned_ ? "it does not ask for the password" : "it does not answer", now);
  use(servers_[(first_ + tried_) % servers_.size()]);
  start(Request::allocate, now);
}

void TurnClient::fail(const std::string& why, LocalTime now) {
  request_.end();
  lose(why, now);
  retry_later(now);
}

// What was lent is gone.
void TurnClient::lose(const std::string& why, LocalTime now) {
  failure_ = why;
  if (state_ == State::closed) return;
  state_ = State::allocating;
  channels_.end_all(now);
  relayed_.clear();
}

void TurnClient::restart(const std::string& why, LocalTime now) {
  if (now < allocated_at_ + min_life) return fail(why, now);
  retry_wait_ = first_retry_wait;
  lose(why, now);
  if (state_ == State::allocating) start(Request::allocate, now);
}

void TurnClient::retry_later(LocalTime now) {
  if (state_ == State::closed) return;
  state_ = State::waiting;
  first_ = (first_ + 1) % servers_.size();
  retry_at_ = now + retry_wait_;
  retry_wait_ = std::min(2 * retry_wait_, max_retry_wait);
}

void TurnClient::on_addresses_changed(LocalTime now) {
  if (state_ == State::allocated && !request_.is_under_way()) start(Request::refresh, now);
  if (state_ == State::waiting) retry_at_ = now;
}

void TurnClient::close(LocalTime now) {
  if (state_ == State::closed) return;
  const bool has_something = state_ == State::allocated || (state_ == State::allocating && !key_.empty());
  state_ = State::closed;
  channels_.clear();
  relayed_.clear();
  request_.end();
  out_.clear();
  if (has_something) start(Request::release, now);
}

std::optional<TurnClient::Outgoing> TurnClient::poll(LocalTime now) {
  if (request_.take_timeout(now)) on_timeout(now);
  if (state_ == State::waiting && now >= retry_at_) begin(now);
  if (state_ == State::allocated) {
    if (!request_.is_under_way() && now >= next_refresh_) start(Request::refresh, now);
    start_binds(now);
  }
  if (const auto* due = request_.poll(now)) return Outgoing{*due, server_};
  for (TurnChannels::Entry& entry : channels_)
    if (const auto* due = entry.request.poll(now)) return Outgoing{*due, server_};
  if (out_.empty()) return std::nullopt;
  Outgoing out = std::move(out_.front());
  out_.pop_front();
  return out;
}

LocalTime TurnClient::next_wake() const {
  if (!out_.empty()) return LocalTime::min();
  LocalTime wake = request_.next_wake();
  if (state_ == State::waiting) wake = std::min(wake, retry_at_);
  if (state_ != State::allocated) return wake;
  if (!request_.is_under_way()) wake = std::min(wake, next_refresh_);
  for (const TurnChannels::Entry& entry : channels_) {
    if (!entry.kept) continue;
    wake = std::min(wake, entry.request.is_under_way() ? entry.request.next_wake() : entry.next_bind);
  }
  return wake;
}

}  // namespace evenkeel
