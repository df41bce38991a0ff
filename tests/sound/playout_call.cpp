#include "tests/sound/playout_call.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <random>

#include "codecs/opus_encoder.h"
#include "tests/sound/speech.h"

namespace evenkeel::test {
namespace {

constexpr LocalTime begin{1h};
constexpr Duration link_delay = 50ms;
constexpr int packet_samples = 960;
constexpr std::uint32_t first_timestamp = 0xFFFF'0000;  // wraps in the call

struct Arrival {
  std::uint32_t timestamp = 0;
  int packet = 0;
};

std::multimap<LocalTime, Arrival> arrivals_of(const PlayoutCall& call) {
  std::multimap<LocalTime, Arrival> arrivals;
  for (int n = 0; n < call.seconds * 50 + 50; ++n) {  // beyond the end: the loudspeaker may be slow
    const auto delay = call.link(n);
    const auto timestamp = first_timestamp + static_cast<std::uint32_t>(n) * packet_samples;
    if (delay) arrivals.emplace(begin + (n + 1) * Duration(20ms) + *delay, Arrival{timestamp, n});
  }
  return arrivals;
}

// Of all packets: those that were lost although the next one came, which had no copy of them.
double pauses_lost(const std::vector<std::vector<std::uint8_t>>& packets, int count,
                   const std::multimap<LocalTime, Arrival>& arrivals) {
  const OpusDecoder decoder;
  std::vector<bool> came(static_cast<std::size_t>(count) + 1);
  for (const auto& [at, arrival] : arrivals) {
    if (arrival.packet <= count) came[static_cast<std::size_t>(arrival.packet)] = true;
  }
  int lost = 0;
  for (std::size_t n = 0; n + 1 < came.size(); ++n)
    lost += !came[n] && came[n + 1] && !decoder.has_copy_of_previous(packets[(n + 1) % packets.size()]) ? 1 : 0;
  return static_cast<double>(lost) / count;
}

}  // namespace

const std::vector<std::vector<std::uint8_t>>& speech_packets(int seconds, double expected_loss) {
  static std::map<std::pair<int, double>, std::vector<std::vector<std::uint8_t>>> made;
  auto& packets = made[{seconds, expected_loss}];
  if (!packets.empty()) return packets;
  OpusEncoder encoder;
  encoder.set_expected_loss(expected_loss);
  Speech voice(1);
  std::vector<std::int16_t> samples(packet_samples);
  for (int n = 0; n < seconds * 50; ++n) {
    std::generate(samples.begin(), samples.end(), [&] { return voice.next(); });
    const auto packet = encoder.encode(samples);
    packets.emplace_back(packet.begin(), packet.end());
  }
  return packets;
}

PlayoutCall::Result PlayoutCall::run() const {
  const auto& packets = speech_packets(std::min(seconds, 60), expected_loss);
  const auto arrivals = arrivals_of(*this);
  OpusDecoder decoder;
  SonicStretch stretch;
  const auto playout = std::make_unique<AudioPlayout>(decoder, stretch, start);
  Result result;
  auto arrival = arrivals.begin();
  const int pulls = seconds * 100;
  int measured = 0;
  for (int pull = 0; pull < pulls; ++pull) {
    const LocalTime now = begin + from_seconds(0.01 * pull / loudspeaker_speed) + 3ms;
    for (; arrival != arrivals.end() && arrival->first <= now; ++arrival) {
      const auto n = static_cast<std::size_t>(arrival->second.packet);
      const auto& packet = packets[n % packets.size()];
      SoundCopy copy;
      if (copies && n > 0 && !decoder.has_copy_of_previous(packet)) copy = {packets[(n - 1) % packets.size()], 960};
      playout->on_packet(arrival->second.timestamp, packet, arrival->first, true, copy);
    }
    SoundBlock block;
    playout->pull(now, block);
    result.played.insert(result.played.end(), block.begin(), block.end());
    after_pull(now, *playout);
    if (pull < pulls / 2) continue;
    ++measured;
    result.mean_target_ms += to_milliseconds(playout->target_delay());
    result.mean_held_ms += to_milliseconds(playout->held());
    result.max_held_ms = std::max(result.max_held_ms, to_milliseconds(playout->held()));
  }
  result.stats = playout->stats();
  result.mean_target_ms /= measured;
  result.mean_held_ms /= measured;
  result.concealed_share =
      static_cast<double>(result.stats.concealed_samples) / static_cast<double>(result.stats.total_samples_received);
  if (!copies) result.pause_share = pauses_lost(packets, seconds * 50, arrivals);
  return result;
}

double largest_step(const std::vector<std::int16_t>& samples) {
  double largest = 0;
  for (std::size_t i = 1; i < samples.size(); ++i)
    largest = std::max(largest, std::abs(static_cast<double>(samples[i]) - samples[i - 1]));
  return largest;
}

double largest_decoded_step(const std::vector<std::vector<std::uint8_t>>& packets) {
  OpusDecoder decoder;
  std::vector<std::int16_t> samples(packets.size() * packet_samples);
  for (std::size_t i = 0; i < packets.size(); ++i)
    decoder.decode(packets[i], std::span(samples).subspan(i * packet_samples, packet_samples));
  return largest_step(samples);
}

std::function<std::optional<Duration>(int)> constant_link(Duration delay) {
  return [delay](int) { return delay; };
}

std::function<std::optional<Duration>(int)> jittering_link(Duration sigma, unsigned seed) {
  return [sigma, random = std::mt19937(seed)](int) mutable {
    std::normal_distribution<double> normal(0, to_seconds(sigma));
    return link_delay + from_seconds(std::abs(normal(random)));
  };
}

std::function<std::optional<Duration>(int)> lossy_link(double share, unsigned seed, Duration sigma) {
  return [share, delays = jittering_link(sigma, seed), random = std::mt19937(seed + 1)](int n) mutable {
    const auto delay = delays(n);
    const bool lost = std::uniform_real_distribution<double>(0, 1)(random) < share;
    return lost ? std::nullopt : delay;
  };
}

std::function<std::optional<Duration>(int)> bursty_link(double share, int length, int packets_between, unsigned seed) {
  return [=, left = 0, delays = jittering_link(1ms, seed), random = std::mt19937(seed + 1)](int n) mutable {
    bool lost = false;
    for (int i = 0; i <= packets_between; ++i) {
      const double begins = share / (length * (1 - share));
      if (left > 0)
        --left;
      else if (std::uniform_real_distribution<double>(0, 1)(random) < begins)
        left = length;
      lost = left > 0;
    }
    const auto delay = delays(n);
    return lost ? std::nullopt : delay;
  };
}

std::function<std::optional<Duration>(int)> reordering_link(int every, Duration late) {
  return [=](int n) { return n % every == every - 1 ? link_delay + late : link_delay; };
}

std::function<std::optional<Duration>(int)> starting_link(Duration most) {
  return [=](int n) {
    const Duration sent = (n + 1) * Duration(20ms);
    const double share = sent < 800ms ? to_seconds(sent - 400ms) / 0.4 : to_seconds(1200ms - sent) / 0.4;
    return link_delay + from_seconds(std::max(0.0, share) * to_seconds(most));
  };
}

std::function<std::optional<Duration>(int)> growing_link(Duration per_second) {
  return [=](int n) {
    const double grown = std::clamp(to_seconds((n + 1) * Duration(20ms)) - 5, 0.0, 2.0);
    return link_delay + from_seconds(grown * to_seconds(per_second));
  };
}

std::function<std::optional<Duration>(int)> standing_link(Duration from, Duration duration) {
  return [=](int n) {
    const Duration sent = (n + 1) * Duration(20ms);
    const bool stands = sent + link_delay >= from && sent + link_delay < from + duration;
    return stands ? from + duration - sent : link_delay;
  };
}

}  // namespace evenkeel::test
