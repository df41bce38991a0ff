#include <algorithm>

#include "core/session/secure_session.h"
#include "core/signal/call_address.h"

namespace evenkeel {

void SecureSession::set_own_addresses(const std::vector<Endpoint>& addresses) {
  std::vector<Endpoint> callable;
  std::ranges::copy_if(addresses, std::back_inserter(callable), is_callable);
  callable.resize(std::min(callable.size(), ReplyCode::max_addresses));
  own_addresses_ = std::move(callable);
  if (!offer_) return;
  const auto is_told = [&](const Endpoint& one) { return std::ranges::find(offer_->told, one) != offer_->told.end(); };
  // What is gone may come back, and is no reason to send another code.
  if (!std::ranges::all_of(own_addresses_, is_told)) write_offer();
}

const std::string& SecureSession::reply_code() const {
  static const std::string none;
  return offer_ ? offer_->code : none;
}

void SecureSession::tick_offer(LocalTime now) {
  if (state_ != CallState::connecting) return;
  if (!offer_) {
    const bool is_due = !offered_ && step_ == Step::check && now >= began_ + reply_code_after;
    if (is_due && !own_addresses_.empty()) begin_offer(now);
    return;
  }
  if (now >= offer_->began + reply_patience) return end_offer();
  try_offer(now);
}

void SecureSession::begin_offer(LocalTime now) {
  offered_ = true;
  offer_ = Offer{new_knock(), {}, {}, now};
  write_offer();
  try_offer(now);
}

void SecureSession::write_offer() {
  offer_->told = own_addresses_;
  const ReplyCode code{offer_->config.remote.ufrag, offer_->config.local.ufrag, own_addresses_};
  offer_->code = write_reply_code(code, link_keys_.reply_key, random_nonce(), *tools_.cryptography);
  note(Event::Kind::offers_reply_code);
}

// All attempts are by what the code tells. One that found a path and got no further is replaced by another: the
// listener may have been given the code again. While a knock shakes hands on the path that it found, there is none.
void SecureSession::try_offer(LocalTime now) {
  const auto is_shaking = [&](const Candidate& candidate) {
    const auto& since = candidate.attempt->shaking_since();
    return since && now < *since + handshake_timeout;
  };
  if (std::ranges::any_of(candidates_, is_shaking)) return;
  if (const Candidate* tried = find_by_reply_code()) {
    if (!tried->attempt->shaking_since()) return;
    candidates_.erase(candidates_.begin() + (tried - candidates_.data()));
  }
  call(offer_->config, true, now);
}

void SecureSession::end_offer() {
  if (!offer_) return;
  offer_.reset();
  std::erase_if(candidates_, [](const Candidate& candidate) { return candidate.by_reply_code; });
}

LocalTime SecureSession::offer_wake() const {
  if (!calling_ || state_ != CallState::connecting) return LocalTime::max();
  if (offer_) return offer_->began + reply_patience;
  const bool will_offer = !offered_ && step_ == Step::check && !own_addresses_.empty();
  return will_offer ? began_ + reply_code_after : LocalTime::max();
}

SecureSession::Candidate* SecureSession::find_by_reply_code() {
  const auto found = std::ranges::find_if(candidates_, &Candidate::by_reply_code);
  return found == candidates_.end() ? nullptr : &*found;
}

// The peer has keys as well, or had them: its reply code has done what it is for.
void SecureSession::spend_nonce() {
  if (current_nonce_) knocks_->spent.add(*current_nonce_);
  current_nonce_.reset();
}

// By a reply code; also where the caller comes by a knock of before, and nobody is to be told of the code any more.
bool SecureSession::is_searched_for(const Sha256Digest& caller) {
  const Candidate* search = find_by_reply_code();
  return search != nullptr && search->attempt->peer() == caller;
}

// A listener's, for whoever is to be found by a reply code: the user who gave it is told that it leads nowhere.
void SecureSession::end_search(std::string reason) {
  if (!listening_ || find_by_reply_code() == nullptr) return;
  std::erase_if(candidates_, [](const Candidate& candidate) { return candidate.by_reply_code; });
  note(Event::Kind::reply_code_unanswered, std::move(reason));
}

std::string SecureSession::failed_handshake_text() const {
  return "the handshake for the keys failed (" + failure_ + "): give it again while the caller still waits";
}

// Of a listener.
void SecureSession::forget_late_knocks(LocalTime now) {
  const Candidate* search = find_by_reply_code();
  if (search != nullptr && now >= forgotten_at(*search)) {
    end_search(search->attempt->found_path()
                   ? "the handshake for the keys did not end in time: give it again while the "
                     "caller still waits"
                   : "");
  }
  std::erase_if(candidates_, [&](const Candidate& candidate) { return now >= forgotten_at(candidate); });
}

// Why a reply code of this link leads nowhere now.
std::string SecureSession::why_not(const OpenedKnock& opened) const {
  if (current_ && current_->peer() == opened.knock.fingerprint) return "Whoever sent this reply code is here already.";
  if (current_)
    return "A call is on, or was lost less than half a minute ago: give the reply code again when it is over.";
  const auto is_of = [&](const Candidate& candidate) { return candidate.nonce == opened.nonce; };
  if (std::ranges::any_of(candidates_, is_of)) return "This reply code is being tried already: wait half a minute.";
  if (knocks_->spent.contains(opened.nonce)) {
    return "This reply code is of a call that has been: ask the caller to call again, and for the code that it gets.";
  }
  return {};
}

std::string SecureSession::take_reply_code(std::string_view text, LocalTime now) {
  if (is_caller()) return "A reply code is for the side that gave the link: send it there.";
  const auto code = read_reply_code(text, link_keys_.reply_key, *tools_.cryptography);
  if (!code) return code.error;
  const auto opened = open_knock(code.value->knock, link_keys_.knock_key, *tools_.cryptography);
  if (!opened) return "This reply code is damaged: what it says makes no sense; copy all of it again.";
  if (std::string error = why_not(*opened); !error.empty()) return error;
  // Its knock opens no second attempt where a check brings it as well.
  if (!knocks_->taken.contains(opened->nonce)) knocks_->taken.add(opened->nonce);
  std::erase_if(candidates_, [](const Candidate& candidate) { return candidate.by_reply_code; });
  const IceAgent::Config config = answering(*opened, code.value->knock, code.value->ufrag);
  auto agent = std::make_unique<IceAgent>(config, *tools_.cryptography, tools_.random, now);
  for (const Endpoint& address : code.value->addresses) agent->add_remote_candidate(address, now);
  agent->set_relayed_addresses(lent_, now);
  const Sha256Digest& caller = opened->knock.fingerprint;
  auto attempt = std::make_unique<SecureAttempt>(std::move(agent), tools_.make_handshake(caller), caller, now);
  candidates_.push_back({std::move(attempt), opened->knock, opened->nonce, true});
  return {};
}

}  // namespace evenkeel
