#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/bench/arrivals.h"
#include "core/base/parsed.h"

namespace evenkeel::bench {

// The protocol between a sender and `evenkeel bench receive`, over TCP: lines of ASCII, at most longest_line bytes,
// words separated by one space.
//
//   sender                       receiver
//   start VERSION PACKET ...     ready PORT, or: refused SENTENCE
//   alive                        (once a second, while it sends to UDP port PORT)
//   end START                    result PACKETS ..., then the arrivals, arrival_size bytes each
//
// Then both close. Anything unexpected ends the connection; nothing here throws.

constexpr std::uint16_t default_receiver_port = 5006;
constexpr std::size_t longest_line = 300;
constexpr std::size_t arrival_size = 16;

/// What the receiver must know before the first packet arrives.
struct StartRequest {
  DataSize packet;         ///< 36 B to 1500 B, the IP packet
  DataRate rate;           ///< the largest of the test, at most 100 Gbps
  Duration duration{};     ///< at most one hour
  Duration resolution{};   ///< at most 1 s
  std::uint32_t test = 0;  ///< below 2^24; part of every packet
  std::string clock;       ///< clock_id(test); "-" if unknown
};
std::string to_line(const StartRequest& request);
std::optional<StartRequest> parse_start(std::string_view line);

std::string ready_line(std::uint16_t port);
/// The UDP port, or the sentence that says why the receiver refused: printable ASCII, at most 250 characters.
Parsed<std::uint16_t> parse_ready(std::string_view line);

/// Says that the sender is done, and began at `start` on its own clock.
std::string end_line(LocalTime start);
std::optional<LocalTime> parse_end(std::string_view line);

struct TestResult {
  std::int64_t packets = 0;
  std::int64_t reordered = 0;
  std::int64_t dropped = 0;  ///< by the kernel, because the socket's buffer was full
  bool same_clock = false;   ///< times count from the sender's start; otherwise from the first arrival
  Duration resolution{};     ///< final resolution of the arrivals
  std::size_t arrivals = 0;  ///< that follow, at most ArrivalRecorder::max_arrivals
};
std::string to_line(const TestResult& result);
std::optional<TestResult> parse_result(std::string_view line);

std::vector<std::uint8_t> encode(const std::vector<Arrival>& arrivals);
/// Returns nullopt if times decrease or numbers are negative.
std::optional<std::vector<Arrival>> decode(std::span<const std::uint8_t> bytes);

/// The first bytes of every packet: its test, and its number in the test.
constexpr std::size_t stamp_size = 8;
struct Stamp {
  std::uint32_t test = 0;     ///< below 2^24
  std::int64_t sequence = 0;  ///< below 2^40
};
void write_stamp(const Stamp& stamp, std::span<std::uint8_t> packet);
std::optional<Stamp> read_stamp(std::span<const std::uint8_t> packet);

}  // namespace evenkeel::bench
