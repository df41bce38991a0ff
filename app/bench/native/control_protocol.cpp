#include "app/bench/native/control_protocol.h"

#include <array>
#include <charconv>
#include <cmath>

#include "app/bench/native/arrival_recorder.h"

namespace evenkeel::bench {
namespace {

constexpr std::int64_t version = 1;
constexpr std::int64_t one_hour = Duration(1h).count();
constexpr std::size_t longest_sentence = 250;
constexpr std::int64_t max_packets = std::int64_t{1} << 40;

/// Parses a line word by word; after the first error everything fails.
class Words {
 public:
  explicit Words(std::string_view line) : rest_(line) {}

  std::string_view word() {
    const auto space = rest_.find(' ');
    const std::string_view word = rest_.substr(0, space);
    rest_ = space == std::string_view::npos ? std::string_view() : rest_.substr(space + 1);
    valid_ = valid_ && !word.empty();
    return word;
  }
  void expect(std::string_view wanted) { valid_ = word() == wanted && valid_; }
  std::int64_t number(std::int64_t minimum, std::int64_t maximum) {
    const std::string_view digits = word();
    std::int64_t value = 0;
    const auto result = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    valid_ = valid_ && result.ec == std::errc() && result.ptr == digits.data() + digits.size();
    valid_ = valid_ && value >= minimum && value <= maximum;
    return valid_ ? value : 0;
  }
  bool complete() const { return valid_ && rest_.empty(); }

 private:
  std::string_view rest_;
  bool valid_ = true;
};

std::string words(std::string_view first, std::initializer_list<std::int64_t> numbers) {
  std::string line(first);
  for (const std::int64_t number : numbers) line += " " + std::to_string(number);
  return line;
}

template <class T>
std::optional<T> if_complete(const Words& line, T value) {
  return line.complete() ? std::optional(std::move(value)) : std::nullopt;
}

/// Only printable ASCII, and no longer than a sentence needs.
std::string printable(std::string_view text) {
  std::string kept;
  for (const char c : text) {
    if (kept.size() == longest_sentence) break;
    if (c >= ' ' && c <= '~') kept += c;
  }
  return kept;
}

void put(std::uint64_t value, std::size_t size, std::uint8_t* out) {
  for (std::size_t i = 0; i < size; ++i) out[i] = static_cast<std::uint8_t>(value >> (8 * i));
}

std::uint64_t get(const std::uint8_t* in, std::size_t size) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < size; ++i) value |= static_cast<std::uint64_t>(in[i]) << (8 * i);
  return value;
}

}  // namespace

std::string to_line(const StartRequest& request) {
  return words("start", {version, request.packet.bytes(), std::llround(request.rate.bps()), request.duration.count(),
                         request.resolution.count(), request.test}) +
         " " + (request.clock.empty() ? "-" : request.clock);
}

std::optional<StartRequest> parse_start(std::string_view line) {
  Words in(line);
  StartRequest request;
  in.expect("start");
  in.number(version, version);
  request.packet = bytes(in.number(36, 1500));
  request.rate = bits_per_second(static_cast<double>(in.number(0, 100'000'000'000)));
  request.duration = Duration(in.number(0, one_hour));
  request.resolution = Duration(in.number(0, Duration(1s).count()));
  request.test = static_cast<std::uint32_t>(in.number(0, (1 << 24) - 1));
  request.clock = in.word().substr(0, 64);
  return if_complete(in, request);
}

std::string ready_line(std::uint16_t port) { return words("ready", {port}); }

Parsed<std::uint16_t> parse_ready(std::string_view line) {
  if (line.starts_with("refused ")) {
    const std::string why = printable(line.substr(8));
    return {std::nullopt, why.empty() ? "The receiver refused the test: try another one." : why};
  }
  Words in(line);
  in.expect("ready");
  const auto port = static_cast<std::uint16_t>(in.number(1, 65535));
  if (in.complete()) return {port, {}};
  return {std::nullopt, "The receiver does not understand us: run `evenkeel bench receive` of the same version."};
}

std::string end_line(LocalTime start) { return words("end", {start.time_since_epoch().count()}); }

std::optional<LocalTime> parse_end(std::string_view line) {
  Words in(line);
  in.expect("end");
  const LocalTime start(Duration(in.number(0, std::int64_t{1} << 60)));
  return if_complete(in, start);
}

std::string to_line(const TestResult& result) {
  return words("result", {result.packets, result.reordered, result.dropped, result.same_clock ? 1 : 0,
                          result.resolution.count(), static_cast<std::int64_t>(result.arrivals)});
}

std::optional<TestResult> parse_result(std::string_view line) {
  Words in(line);
  TestResult result;
  in.expect("result");
  result.packets = in.number(0, max_packets);
  result.reordered = in.number(0, max_packets);
  result.dropped = in.number(0, max_packets);
  result.same_clock = in.number(0, 1) == 1;
  result.resolution = Duration(in.number(0, one_hour));
  result.arrivals = static_cast<std::size_t>(in.number(0, ArrivalRecorder::max_arrivals));
  return if_complete(in, result);
}

std::vector<std::uint8_t> encode(const std::vector<Arrival>& arrivals) {
  std::vector<std::uint8_t> out(arrivals.size() * arrival_size);
  std::uint8_t* at = out.data();
  for (const Arrival& arrival : arrivals) {
    put(static_cast<std::uint64_t>(arrival.time.count()), 8, at);
    put(static_cast<std::uint64_t>(arrival.bytes), 5, at + 8);
    put(static_cast<std::uint64_t>(arrival.packets), 3, at + 13);
    at += arrival_size;
  }
  return out;
}

std::optional<std::vector<Arrival>> decode(std::span<const std::uint8_t> in) {
  if (in.size() % arrival_size != 0) return std::nullopt;
  std::vector<Arrival> arrivals(in.size() / arrival_size);
  const std::uint8_t* at = in.data();
  Duration last{};
  for (Arrival& arrival : arrivals) {
    arrival.time = Duration(static_cast<std::int64_t>(get(at, 8)));
    arrival.bytes = static_cast<std::int64_t>(get(at + 8, 5));
    arrival.packets = static_cast<std::int32_t>(get(at + 13, 3));
    if (arrival.time < last || arrival.time.count() > 2 * one_hour) return std::nullopt;
    last = arrival.time;
    at += arrival_size;
  }
  return arrivals;
}

void write_stamp(const Stamp& stamp, std::span<std::uint8_t> packet) {
  if (packet.size() < stamp_size) return;
  put(static_cast<std::uint64_t>(stamp.sequence), 5, packet.data());
  put(stamp.test, 3, packet.data() + 5);
}

std::optional<Stamp> read_stamp(std::span<const std::uint8_t> packet) {
  if (packet.size() < stamp_size) return std::nullopt;
  return Stamp{static_cast<std::uint32_t>(get(packet.data() + 5, 3)), static_cast<std::int64_t>(get(packet.data(), 5))};
}

}  // namespace evenkeel::bench
