#include "core/signal/sdp_candidate.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/signal/call_address.h"
#include "core/signal/ip_text.h"
#include "core/signal/sdp_text.h"

namespace evenkeel {
namespace {

using Kind = SdpAnswer::CandidateKind;

std::optional<Kind> kind_of(std::string_view word) {
  constexpr std::array<std::pair<std::string_view, Kind>, 4> kinds{{{"host", Kind::host},
                                                                    {"srflx", Kind::server_reflexive},
                                                                    {"prflx", Kind::peer_reflexive},
                                                                    {"relay", Kind::relayed}}};
  for (const auto& [name, kind] : kinds) {
    if (word == name) return kind;
  }
  return std::nullopt;
}

// A name of mDNS, or of a host: "typ" and a port are behind it as behind an address.
bool is_name(std::string_view word) {
  return word.find_first_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") != std::string_view::npos &&
         word.find(':') == std::string_view::npos;
}

void keep(const SdpAnswer::Candidate& candidate, SdpAnswer& answer) {
  const auto same = [&](const SdpAnswer::Candidate& other) { return other.endpoint == candidate.endpoint; };
  if (std::ranges::any_of(answer.candidates, same)) return;
  if (answer.candidates.size() < SdpAnswer::max_candidates) {
    answer.candidates.push_back(candidate);
  } else {
    ++answer.passed_over.surplus;
  }
}

}  // namespace

void read_sdp_candidate(std::string_view value, SdpAnswer& answer) {
  take_word(value);  // its foundation: of use only to who freezes checks
  const std::string_view component = take_word(value);
  const std::string_view transport = take_word(value);
  const auto priority = parse_decimal(take_word(value), UINT32_MAX);
  const std::string_view host = take_word(value);
  const auto port = parse_decimal(take_word(value), UINT16_MAX);
  const bool has_kind = take_word(value) == "typ";
  const auto kind = kind_of(take_word(value));
  const bool whole = priority && port && has_kind && kind && component == "1";
  if (!transport.empty() && !same_word(transport, "udp")) {
    ++answer.passed_over.tcp;
  } else if (whole && is_name(host)) {
    ++answer.passed_over.hidden;
  } else {
    const auto address = parse_ip(host);
    const Endpoint endpoint{address.value_or(IpAddress{}), static_cast<std::uint16_t>(port.value_or(0))};
    if (!whole || !address || !is_callable(endpoint)) {
      ++answer.passed_over.other;
    } else {
      keep({endpoint, *kind, *priority}, answer);
    }
  }
}

}  // namespace evenkeel
