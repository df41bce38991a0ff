#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <vector>

#include "codecs/opus_decoder.h"
#include "codecs/stretch/sonic_stretch.h"
#include "core/session/audio_playout.h"

namespace evenkeel::test {

/// Packets of 20 ms, as Opus makes them of a voice; encoded once for each set of arguments.
const std::vector<std::vector<std::uint8_t>>& speech_packets(int seconds, double expected_loss);

/// One way of sound in virtual time: packets of a voice over a link with the delays and losses given, an AudioPlayout
/// with the real decoder and stretcher, and a loudspeaker that takes 10 ms each 10 ms of its clock.
struct PlayoutCall {
  int seconds = 60;
  double expected_loss = 0;
  bool copies = false;           ///< of packets that the codec makes none of, as two Evenkeels send them (RFC 2198)
  Duration start{};              ///< as AudioPlayout has it
  double loudspeaker_speed = 1;  ///< of its clock, by the sender's
  /// Of packet n: the delay on the link, or nullopt for a lost one.
  std::function<std::optional<Duration>(int n)> link = [](int) { return Duration(50ms); };
  std::function<void(LocalTime, AudioPlayout&)> after_pull = [](LocalTime, AudioPlayout&) {};

  struct Result {
    AudioPlayoutStats stats;
    double concealed_share = 0;
    double pause_share = 0;     ///< of it: lost pauses between words, of which nobody makes copies
    double mean_target_ms = 0;  ///< of the second half
    double mean_held_ms = 0;
    double max_held_ms = 0;  ///< of the second half
    std::vector<std::int16_t> played;
  };
  Result run() const;
};

/// The largest step between samples, relative to the largest in what the decoder gives of all packets.
double largest_step(const std::vector<std::int16_t>& samples);
double largest_decoded_step(const std::vector<std::vector<std::uint8_t>>& packets);

// Links.

std::function<std::optional<Duration>(int)> constant_link(Duration delay = 50ms);
/// Normally distributed on top of the delay, its absolute value; packets are not put in order.
std::function<std::optional<Duration>(int)> jittering_link(Duration sigma, unsigned seed);
std::function<std::optional<Duration>(int)> lossy_link(double share, unsigned seed, Duration sigma = 1ms);
/// Bursts of `length` packets of a link that carries `packets_between` others for each of sound.
std::function<std::optional<Duration>(int)> bursty_link(double share, int length, int packets_between, unsigned seed);
/// Every so many packets one comes that much later, after its followers.
std::function<std::optional<Duration>(int)> reordering_link(int every, Duration late);
/// The queue that a controller makes at the start of a call: it grows from 0.4 s on to `most`, and is gone at 1.2 s.
std::function<std::optional<Duration>(int)> starting_link(Duration most);
/// A queue that grows from 5 s on, for 2 s, by so much per second, and then stands.
std::function<std::optional<Duration>(int)> growing_link(Duration per_second);
/// Nothing arrives between the two times, and then all at once.
std::function<std::optional<Duration>(int)> standing_link(Duration from, Duration duration);

}  // namespace evenkeel::test
