#include "core/link/mahimahi.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>

namespace evenkeel {
namespace {

std::string_view trimmed(std::string_view line) {
  constexpr std::string_view kSpace = " \t\r";
  auto begin = line.find_first_not_of(kSpace);
  if (begin == std::string_view::npos) return {};
  return line.substr(begin, line.find_last_not_of(kSpace) - begin + 1);
}

bool parse_number(std::string_view word, std::uint32_t& value) {
  auto end = word.data() + word.size();
  auto result = std::from_chars(word.data(), end, value);
  return result.ec == std::errc() && result.ptr == end;
}

std::string at_line(std::size_t number, std::string_view what) {
  return "line " + std::to_string(number) + ": " + std::string(what);
}

// Appends what the line says; the answer is what is wrong with it, empty if nothing.
std::string_view parse_line(std::string_view line, std::vector<std::uint32_t>& milliseconds) {
  auto word = trimmed(line);
  if (word.empty()) return {};
  std::uint32_t value = 0;
  if (!parse_number(word, value)) return "expected a whole number of milliseconds below 2^32 and nothing else";
  if (!milliseconds.empty() && value < milliseconds.back()) return "the time is before that of the line above";
  if (milliseconds.size() == max_opportunities) return "there are more than ten million times";
  milliseconds.push_back(value);
  return {};
}

bool valid(const std::vector<std::uint32_t>& milliseconds) {
  return !milliseconds.empty() && milliseconds.back() > 0 && std::is_sorted(milliseconds.begin(), milliseconds.end());
}

}  // namespace

MahimahiTrace::MahimahiTrace(std::vector<std::uint32_t> milliseconds) : milliseconds_(std::move(milliseconds)) {
  if (!valid(milliseconds_)) std::abort();
}

std::int64_t MahimahiTrace::opportunities_until(Duration t) const {
  if (t < Duration::zero()) return 0;
  auto rounds = t / period();
  auto within = std::chrono::floor<std::chrono::milliseconds>(t % period()).count();
  auto next = std::upper_bound(milliseconds_.begin(), milliseconds_.end(), within);
  return rounds * std::ssize(milliseconds_) + (next - milliseconds_.begin());
}

Duration MahimahiTrace::time_of(std::int64_t opportunity) const {
  auto rounds = opportunity / std::ssize(milliseconds_);
  auto index = static_cast<std::size_t>(opportunity % std::ssize(milliseconds_));
  return rounds * period() + std::chrono::milliseconds(milliseconds_[index]);
}

ParsedTrace parse_mahimahi(std::string_view text) {
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";  // Windows' editors put it first
  if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
  std::vector<std::uint32_t> milliseconds;
  for (std::size_t number = 1; !text.empty(); ++number) {
    auto end = std::min(text.find('\n'), text.size());
    auto wrong = parse_line(text.substr(0, end), milliseconds);
    if (!wrong.empty()) return at_line(number, wrong);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  if (milliseconds.empty()) return "the trace has no line with a time";
  if (milliseconds.back() == 0) return "the trace must last longer than 0 ms";
  return MahimahiTrace(std::move(milliseconds));
}

}  // namespace evenkeel
