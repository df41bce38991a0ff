#include "core/signal/ice_url.h"

#include <algorithm>
#include <array>

#include "core/signal/ip_text.h"
#include "core/signal/sdp_text.h"

namespace evenkeel {
namespace {

using Text = std::string_view;

constexpr Text name_characters = "abcdefghijklmnopqrstuvwxyz0123456789.-_";
constexpr std::size_t longest_name = 253;  // RFC 1035
constexpr std::uint16_t plain_port = 3478, secure_port = 5349;

struct Scheme {
  Text name;
  IceUrl::Kind kind;
  bool secure;
};
constexpr std::array<Scheme, 4> schemes{{{"stun", IceUrl::Kind::stun, false},
                                         {"stuns", IceUrl::Kind::stun, true},
                                         {"turn", IceUrl::Kind::turn, false},
                                         {"turns", IceUrl::Kind::turn, true}}};

const Scheme* scheme_of(Text text) {
  const auto colon = text.find(':');
  if (colon == Text::npos) return nullptr;
  const auto found =
      std::ranges::find_if(schemes, [&](const Scheme& one) { return same_word(text.substr(0, colon), one.name); });
  return found == schemes.end() ? nullptr : &*found;
}

std::string lower(Text text) {
  std::string made(text);
  std::ranges::transform(made, made.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return made;
}

bool is_name(Text host) {
  return !host.empty() && host.size() <= longest_name && host.find_first_not_of(name_characters) == Text::npos &&
         host.find_first_not_of("0123456789") != Text::npos;  // a resolver would take a number for an address
}

// Cuts off the name, or the address in brackets.
bool take_host(Text& text, IceUrl& url) {
  const bool bracketed = text.starts_with('[');
  const auto end = text.find(bracketed ? ']' : ':');
  if (bracketed && end == Text::npos) return false;
  const Text host = bracketed ? text.substr(1, end - 1) : text.substr(0, end);
  text.remove_prefix(bracketed ? end + 1 : host.size());
  url.host = lower(host);
  return bracketed ? host.find(':') != Text::npos && parse_ip(host).has_value() : is_name(url.host);
}

// What is left: nothing, or a colon and a port.
bool take_port(Text text, IceUrl& url) {
  url.port = url.secure ? secure_port : plain_port;
  if (text.empty()) return true;
  if (!text.starts_with(':')) return false;
  const auto port = parse_decimal(text.substr(1), UINT16_MAX);
  url.port = static_cast<std::uint16_t>(port.value_or(0));
  return url.port != 0;
}

bool take_transport(Text query, IceUrl& url) {
  constexpr Text name = "transport=";
  if (!same_word(query.substr(0, name.size()), name) || query.size() == name.size()) return false;
  const Text transport = query.substr(name.size());
  url.transport = same_word(transport, "udp")   ? IceUrl::Transport::udp
                  : same_word(transport, "tcp") ? IceUrl::Transport::tcp
                                                : IceUrl::Transport::other;
  return true;
}

}  // namespace

std::optional<IceUrl> parse_ice_url(std::string_view text) {
  const Scheme* scheme = scheme_of(text);
  if (scheme == nullptr) return std::nullopt;
  IceUrl url;
  url.kind = scheme->kind;
  url.secure = scheme->secure;
  text.remove_prefix(scheme->name.size() + 1);
  const auto question = text.find('?');
  if (url.secure) url.transport = IceUrl::Transport::tcp;  // RFC 7065, section 3.1 with RFC 5928, section 3
  if (question != Text::npos && !take_transport(text.substr(question + 1), url)) return std::nullopt;
  text = text.substr(0, question);
  if (!take_host(text, url) || !take_port(text, url)) return std::nullopt;
  return url;
}

bool has_ice_scheme(std::string_view text) { return scheme_of(text) != nullptr; }

std::string address_text(const IceUrl& url) {
  const bool is_ipv6 = url.host.find(':') != std::string::npos;
  return (is_ipv6 ? '[' + url.host + ']' : url.host) + ':' + std::to_string(url.port);
}

}  // namespace evenkeel
