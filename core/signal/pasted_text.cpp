#include "core/signal/pasted_text.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "core/signal/base64.h"
#include "core/signal/plain_text.h"

namespace evenkeel {
namespace {

using Text = std::string_view;

constexpr std::size_t checksum_size = 4;
constexpr std::size_t max_candidates = 32;
constexpr std::size_t max_data_size = 640;   // more than any link or reply code has
constexpr std::size_t max_tag_size = 300;    // of HTML
constexpr std::size_t plain_data_size = 40;  // what is as long needs no "#" before it
constexpr std::size_t goes_on_size = 8;
constexpr std::size_t max_glued_size = 24;

bool is_blank(char c) { return c == ' ' || c == '\n'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_alphanumeric(char c) { return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_data(char c) { return is_alphanumeric(c) || c == '-' || c == '_' || c == dash; }
// What stands between the lines of a quoted or decorated text.
bool is_decoration(char c) { return is_blank(c) || c == '>' || c == '|' || c == '*' || c == '`' || c == '~'; }

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

struct Candidate {
  int version = 0;
  bool marked = false;  ///< by the "#" of a link, or since nothing stands before it
  std::string data;     ///< of one piece, or of several lines
  std::size_t first_piece = 0;
  bool has_strange_character = false;  ///< in its midst
};

// "e1." at the front; the size of it, or 0.
std::size_t take_version(Text text, char letter, int& version) {
  if (text.empty() || lower(text.front()) != letter) return 0;
  const std::size_t stop = text.substr(0, 5).find('.');
  if (stop == Text::npos || stop < 2 || stop > 3 || text[1] == '0') return 0;
  const auto [end, error] = std::from_chars(text.data() + 1, text.data() + stop, version);
  return error == std::errc() && end == text.data() + stop && version >= 1 ? stop + 1 : 0;
}

// A line break of HTML, or what it has between letters.
std::size_t tag_size(Text text) {
  if (text.size() < 2 || text.front() != '<' || (text[1] != '/' && !is_alphanumeric(text[1]))) return 0;
  const std::size_t end = text.substr(0, max_tag_size).find('>');
  return end == Text::npos ? 0 : end + 1;
}

void read_data(Text text, Candidate& candidate) {
  bool in_one_piece = true;
  while (!text.empty() && candidate.data.size() < max_data_size) {
    const std::size_t tag = tag_size(text);
    if (tag == 0 && is_data(text.front())) {
      candidate.data += text.front();
      if (in_one_piece) ++candidate.first_piece;
    } else if (tag == 0 && !is_decoration(text.front())) {
      break;
    } else {
      in_one_piece = false;
    }
    text.remove_prefix(std::max<std::size_t>(tag, 1));
  }
  constexpr Text ends = "?&/#)]}\"',;!";  // of a link
  if (text.empty() || ends.find(text.front()) != Text::npos) return;
  do {
    text.remove_prefix(1);
  } while (!text.empty() && (text.front() & 0xC0) == 0x80);  // the rest of the character
  const std::size_t next = static_cast<std::size_t>(std::ranges::find_if_not(text, is_data) - text.begin());
  candidate.has_strange_character = in_one_piece && next >= goes_on_size;
}

void add_candidate(Text text, std::size_t at, char letter, std::vector<Candidate>& found) {
  if (at > 0 && is_alphanumeric(text[at - 1])) return;
  Candidate candidate;
  const std::size_t size = take_version(text.substr(at), letter, candidate.version);
  const Text behind = text.substr(at + size);
  if (size == 0 || std::ranges::all_of(behind, is_decoration)) return;
  const bool is_begin = std::ranges::none_of(text.substr(0, at), is_alphanumeric);
  const bool behind_mark = at > 0 && text[at - 1] == '#';
  candidate.marked = behind_mark || (is_begin && candidate.version == 1);  // "e2.example.org" is a host
  read_data(behind, candidate);
  found.push_back(std::move(candidate));
}

std::vector<Candidate> candidates_in(Text text, char letter) {
  std::vector<Candidate> found;
  for (std::size_t at = 0; at < text.size() && found.size() < max_candidates; ++at)
    if (lower(text[at]) == letter) add_candidate(text, at, letter, found);
  return found;
}

// A line may have ended anywhere, also behind the "#".
std::vector<Candidate> all_candidates(const std::string& plain, char letter) {
  std::vector<Candidate> found = candidates_in(plain, letter);
  std::string joined;
  std::ranges::copy_if(plain, std::back_inserter(joined), [](char c) { return !is_decoration(c); });
  if (!joined.empty() && joined.front() == letter) add_candidate(joined, 0, letter, found);
  const std::string start = std::string("#") + letter;
  for (std::size_t at = 0; found.size() < max_candidates && (at = joined.find(start, at)) != std::string::npos; ++at)
    add_candidate(joined, at + 1, letter, found);
  return found;
}

std::array<std::uint8_t, checksum_size> checksum_of(std::span<const std::uint8_t> bytes, Text purpose,
                                                    const Cryptography& cryptography) {
  std::vector<std::uint8_t> summed(purpose.begin(), purpose.end());
  summed.insert(summed.end(), bytes.begin(), bytes.end());
  std::array<std::uint8_t, checksum_size> sum{};
  std::copy_n(cryptography.sha256(summed).begin(), checksum_size, sum.begin());
  return sum;
}

// Without the checksum; empty where that is wrong.
std::vector<std::uint8_t> unpack(Text data, Text purpose, const Cryptography& cryptography) {
  std::vector<std::uint8_t> bytes(base64_byte_count(data.size()));
  if (bytes.size() <= checksum_size || data.size() != base64_text_size(bytes.size())) return {};
  if (!decode_base64(data, Base64::url, bytes)) return {};
  const auto summed = std::span(bytes).first(bytes.size() - checksum_size);
  if (!std::ranges::equal(checksum_of(summed, purpose, cryptography), std::span(bytes).last(checksum_size))) return {};
  bytes.resize(summed.size());
  return bytes;
}

// Words that follow may have been taken for data: so all that it may be is tried, the longest first.
bool unpack_any_length(Text data, std::size_t min_size, Text purpose, const Cryptography& cryptography,
                       Pasted& pasted) {
  for (std::size_t size = data.size(); size >= std::max(min_size, checksum_size); --size) {
    pasted.bytes = unpack(data.substr(0, size), purpose, cryptography);
    if (pasted.bytes.empty()) continue;
    pasted.data = data.substr(0, size);
    return true;
  }
  return false;
}

// A word processor makes a dash of two hyphens, or of one.
bool unpack_with_dashes(const Candidate& candidate, Text purpose, const Cryptography& cryptography, Pasted& pasted) {
  const std::string& data = candidate.data;
  const bool has_dash = data.find(dash) != std::string::npos;
  // What is in one piece is of the link, but for a word without a blank before it.
  const std::size_t min_size = candidate.first_piece - std::min(candidate.first_piece, max_glued_size);
  for (const Text hyphens : {"--", "-"}) {
    std::string written;
    for (const char c : data) c == dash ? written += hyphens : written += c;
    if (unpack_any_length(written, min_size, purpose, cryptography, pasted)) return true;
    if (!has_dash) break;
  }
  return false;
}

std::string_view damage_of(const Candidate& candidate) {
  if (candidate.has_strange_character) return "it holds a character that does not belong there";
  const std::size_t bytes = base64_byte_count(candidate.data.size());
  const bool fits = bytes > checksum_size && candidate.data.size() == base64_text_size(bytes);
  return fits ? "a part of it is missing or mistyped" : "a part of it is missing";
}

}  // namespace

std::string pack(std::span<const std::uint8_t> bytes, std::string_view purpose, const Cryptography& cryptography) {
  std::vector<std::uint8_t> all(bytes.begin(), bytes.end());
  const auto sum = checksum_of(bytes, purpose, cryptography);
  all.insert(all.end(), sum.begin(), sum.end());
  return encode_base64(all, Base64::url);
}

Pasted find_pasted(std::string_view text, char letter, std::string_view purpose, const Cryptography& cryptography) {
  if (text.size() > max_pasted_size) return {};
  const std::vector<Candidate> found = all_candidates(plain_text(text), letter);
  Pasted pasted;
  for (const Candidate& candidate : found) {
    if (candidate.version > 1 || !unpack_with_dashes(candidate, purpose, cryptography, pasted)) continue;
    pasted.kind = Pasted::Kind::whole;
    pasted.version = 1;
    return pasted;
  }
  const auto likeliest = std::ranges::max_element(found, {}, [](const Candidate& c) { return c.data.size(); });
  if (likeliest == found.end()) return {};
  if (likeliest->version > 1) return {Pasted::Kind::newer, likeliest->version};
  return {Pasted::Kind::damaged, 1, damage_of(*likeliest)};
}

bool looks_pasted(std::string_view text, char letter) {
  if (text.size() > max_pasted_size) return false;
  return std::ranges::any_of(all_candidates(plain_text(text), letter), [](const Candidate& candidate) {
    return candidate.marked || candidate.first_piece >= plain_data_size;
  });
}

}  // namespace evenkeel
