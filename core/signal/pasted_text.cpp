#include "core/signal/pasted_text.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "core/signal/base64.h"

namespace evenkeel {
namespace {

constexpr std::size_t checksum_size = 4;
constexpr std::array<std::string_view, 16> around{"<", ">", "(", ")", "\"", "'", ".", ",",
                                                  ";", "“", "”", "„", "‘",  "’", "«", "»"};

bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

// Takes one of those off at each end; false where there is none.
bool strip(std::string_view& text) {
  const auto before = text.size();
  for (const std::string_view mark : around) {
    if (text.starts_with(mark)) text.remove_prefix(mark.size());
    if (text.ends_with(mark)) text.remove_suffix(mark.size());
  }
  return text.size() != before;
}

std::array<std::uint8_t, checksum_size> checksum_of(std::span<const std::uint8_t> bytes, std::string_view purpose,
                                                    const Cryptography& cryptography) {
  std::vector<std::uint8_t> summed(purpose.begin(), purpose.end());
  summed.insert(summed.end(), bytes.begin(), bytes.end());
  std::array<std::uint8_t, checksum_size> sum{};
  std::copy_n(cryptography.sha256(summed).begin(), checksum_size, sum.begin());
  return sum;
}

}  // namespace

std::string tidy(std::string_view text) {
  if (text.size() > max_pasted_size) return {};
  std::string all;
  std::ranges::copy_if(text, std::back_inserter(all), [](char c) { return !is_blank(c); });
  std::string_view rest = all;
  while (strip(rest)) {
  }
  return std::string(rest);
}

std::optional<VersionedText> split_version(std::string_view text, char letter) {
  if (!text.starts_with(letter)) return std::nullopt;
  text.remove_prefix(1);
  const std::size_t stop = text.find('.');
  if (stop == 0 || stop > 3 || text.front() == '0') return std::nullopt;
  VersionedText split;
  const auto [end, error] = std::from_chars(text.data(), text.data() + stop, split.version);
  if (error != std::errc() || end != text.data() + stop || split.version < 1) return std::nullopt;
  split.data = text.substr(stop + 1);
  return split;
}

std::string pack(std::span<const std::uint8_t> bytes, std::string_view purpose, const Cryptography& cryptography) {
  std::vector<std::uint8_t> all(bytes.begin(), bytes.end());
  const auto sum = checksum_of(bytes, purpose, cryptography);
  all.insert(all.end(), sum.begin(), sum.end());
  return encode_base64(all, Base64::url);
}

Unpacked unpack(std::string_view data, std::string_view purpose, const Cryptography& cryptography) {
  if (!is_base64(data, Base64::url)) return {{}, "it holds a character that does not belong there"};
  std::vector<std::uint8_t> bytes(base64_byte_count(data.size()));
  if (bytes.size() <= checksum_size || data.size() != base64_text_size(bytes.size())) {
    return {{}, "a part of it is missing"};
  }
  const bool canonical = decode_base64(data, Base64::url, bytes);
  const std::span<const std::uint8_t> summed = std::span(bytes).first(bytes.size() - checksum_size);
  if (!canonical ||
      !std::ranges::equal(checksum_of(summed, purpose, cryptography), std::span(bytes).last(checksum_size))) {
    return {{}, "a part of it is missing or mistyped"};
  }
  bytes.resize(summed.size());
  return {std::move(bytes), {}};
}

}  // namespace evenkeel
