#include "core/signal/ip_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <span>

namespace evenkeel {
namespace {

constexpr std::size_t longest_ip = 45;  // of IPv6 with an IPv4 tail
constexpr std::size_t ipv4_begin = 12;
constexpr std::size_t ipv6_groups = 8;

/// Ipv6Bytes of an address as they are read; more than 16 are none.
struct Ipv6Bytes {
  IpAddress bytes{};
  std::size_t size = 0;

  bool add(std::uint8_t byte) {
    if (size == bytes.size()) return false;
    bytes[size++] = byte;
    return true;
  }
};

std::optional<unsigned> number_of(std::string_view text, int base, std::size_t most_digits) {
  unsigned number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, base);
  if (text.size() > most_digits || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

// Up to the separator, which goes as well; `last` where there is none.
std::string_view take_part(std::string_view& text, char separator, bool& last) {
  const auto end = text.find(separator);
  const std::string_view part = text.substr(0, end);
  last = end == std::string_view::npos;
  text.remove_prefix(last ? text.size() : end + 1);
  return part;
}

// "010" is 8 to some and 10 to others.
bool read_ipv4(std::string_view text, Ipv6Bytes& out) {
  bool last = false;
  for (int i = 0; i < 4; ++i) {
    const std::string_view part = take_part(text, '.', last);
    const auto number = number_of(part, 10, 3);
    const bool leading_zero = part.size() > 1 && part.front() == '0';
    if (!number || *number > 255 || leading_zero || last != (i == 3)) return false;
    if (!out.add(static_cast<std::uint8_t>(*number))) return false;
  }
  return true;
}

// Groups with colons between them; the last may be an IPv4 address. No text is no group.
bool read_groups(std::string_view text, bool may_end_in_ipv4, Ipv6Bytes& out) {
  bool last = text.empty();
  while (!last) {
    const std::string_view part = take_part(text, ':', last);
    if (last && may_end_in_ipv4 && part.find('.') != std::string_view::npos) return read_ipv4(part, out);
    const auto group = number_of(part, 16, 4);
    if (!group || !out.add(static_cast<std::uint8_t>(*group >> 8)) || !out.add(static_cast<std::uint8_t>(*group))) {
      return false;
    }
  }
  return true;
}

std::optional<IpAddress> parse_ipv6(std::string_view text) {
  const auto gap = text.find("::");
  Ipv6Bytes head, tail;
  if (gap == std::string_view::npos) {
    if (!read_groups(text, true, head) || head.size != head.bytes.size()) return std::nullopt;
    return head.bytes;
  }
  if (!read_groups(text.substr(0, gap), false, head) || !read_groups(text.substr(gap + 2), true, tail)) {
    return std::nullopt;
  }
  if (head.size + tail.size > head.bytes.size() - 2) return std::nullopt;  // the gap stands for one group at least
  std::copy_n(tail.bytes.begin(), tail.size, head.bytes.end() - static_cast<std::ptrdiff_t>(tail.size));
  return head.bytes;
}

std::string format_ipv4(std::span<const std::uint8_t> bytes) {
  std::string text;
  for (const std::uint8_t byte : bytes) text += (text.empty() ? "" : ".") + std::to_string(byte);
  return text;
}

unsigned group_of(const IpAddress& address, std::size_t index) {
  return static_cast<unsigned>(address[2 * index] << 8 | address[2 * index + 1]);
}

/// The first of the longest runs of zeros.
struct Run {
  std::size_t begin = ipv6_groups, size = 0;
};
Run longest_zeros(const IpAddress& address) {
  Run longest;
  for (std::size_t begin = 0; begin < ipv6_groups; ++begin) {
    std::size_t end = begin;
    while (end < ipv6_groups && group_of(address, end) == 0) ++end;
    if (end - begin > longest.size) longest = {begin, end - begin};
  }
  return longest.size >= 2 ? longest : Run();  // a single one is written
}

}  // namespace

std::optional<IpAddress> parse_ip(std::string_view text) {
  if (text.size() > longest_ip) return std::nullopt;
  if (text.find(':') != std::string_view::npos) return parse_ipv6(text);
  Ipv6Bytes ipv4{any_ipv4, ipv4_begin};
  if (!read_ipv4(text, ipv4)) return std::nullopt;
  return ipv4.bytes;
}

std::string format_ip(const IpAddress& address) {
  if (is_ipv4(address)) return format_ipv4(std::span(address).subspan(ipv4_begin));
  const Run zeros = longest_zeros(address);
  std::string text;
  for (std::size_t i = 0; i < ipv6_groups; ++i) {
    if (i == zeros.begin) {
      text += "::";
      i += zeros.size - 1;
      continue;
    }
    std::array<char, 4> digits;
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), group_of(address, i), 16).ptr;
    if (!text.empty() && text.back() != ':') text += ':';
    text.append(digits.data(), end);
  }
  return text;
}

}  // namespace evenkeel
