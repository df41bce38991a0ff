#include "core/session/stuck_datagram.h"

#include <catch2/catch.hpp>
#include <random>

#include "joined_call.h"

using namespace evenkeel;
using namespace evenkeel::test;

TEST_CASE("What the socket does not take counts as lost after 100 ms") {
  StuckDatagram stuck;
  CHECK_FALSE(stuck.on_refused(1200, t0));
  CHECK_FALSE(stuck.on_refused(1200, t0 + 99ms));
  stuck.on_taken(1200);
  CHECK_FALSE(stuck.on_refused(1200, t0 + 150ms));
  CHECK(stuck.on_refused(1200, t0 + 250ms));
  CHECK_FALSE(stuck.on_refused(1200, t0 + 251ms));  // the next one, which has its time as well
  CHECK_FALSE(stuck.too_large());
}

TEST_CASE("Where smaller datagrams are taken, others of the size that is not do not wait") {
  StuckDatagram stuck;
  stuck.on_refused(1200, t0);
  REQUIRE(stuck.on_refused(1200, t0 + 100ms));
  for (int i = 0; i < StuckDatagram::least_smaller; ++i) stuck.on_taken(120);
  CHECK_FALSE(stuck.too_large());
  CHECK(stuck.on_refused(1200, t0 + 110ms));
  CHECK_FALSE(stuck.on_refused(1100, t0 + 111ms));
  stuck.on_taken(1100);
  CHECK(stuck.on_refused(1250, t0 + 120ms));
  CHECK(stuck.too_large() == 1200);
  stuck.on_taken(1200);  // the device takes them again
  CHECK_FALSE(stuck.too_large());
  CHECK_FALSE(stuck.on_refused(1200, t0 + 130ms));
}

namespace {

/// A socket before a device that takes no RTP packets above `largest` bytes.
struct NarrowDevice {
  Sender& sender;
  std::size_t largest;
  int taken = 0;

  void run(LocalTime now) {
    std::array<Sender::Datagram, 16> batch;
    while (const std::size_t count = sender.poll_batch(now, batch)) {
      std::size_t went = 0;
      while (went < count && batch[went].size() <= largest) ++went;
      sender.on_batch_sent(went, now);
      taken += static_cast<int>(went);
      if (went == count) continue;
      sender.on_refused(now);
      return;
    }
  }
};

EncodedSound sound_of(std::int64_t sample, std::size_t size, LocalTime captured) {
  EncodedSound sound;
  sound.sample = sample;
  sound.samples = 960;
  sound.captured = captured;
  sound.size = static_cast<std::uint16_t>(size);
  return sound;
}

/// Sound and 30 frames a second over such a device.
std::unique_ptr<Sender> call_over(std::size_t largest, Duration length, int& taken) {
  auto sender = make_sender();
  Negotiated negotiated;
  negotiated.features = PeerFeatures{.retransmission = true, .sound = true};
  sender->set_negotiated(negotiated);
  sender->start(t0);
  NarrowDevice device{*sender, largest};
  LocalTime frame_due = t0, sound_due = t0;
  std::int64_t sample = 0;
  for (LocalTime now = t0; now < t0 + length; now += 1ms) {
    if (now >= frame_due) {
      sender->push_frame(frame(7000, now, sender->take_key_frame_request()), now);
      frame_due += 33ms;
    }
    if (now >= sound_due) {
      sender->push_sound(sound_of(sample += 960, 80, now), now);
      sound_due += 20ms;
    }
    device.run(now);
  }
  taken = device.taken;
  return sender;
}

}  // namespace

TEST_CASE("A device that never takes large datagrams stops neither sound nor, for long, the picture") {
  int taken = 0;
  const auto sender = call_over(1100, 3s, taken);
  CHECK(sender->transport().counters().packets_given_up >= 3);
  CHECK(sender->transport().counters().packets_given_up < 60);
  CHECK(sender->packet_size_limit() == 1000);
  CHECK(sender->transport().counters().sound_packets > 140);
  CHECK(taken > 300);
}

TEST_CASE("A socket that takes nothing for a while loses a packet each 100 ms, and no size is held against it") {
  auto sender = make_sender();
  sender->start(t0);
  for (LocalTime now = t0; now < t0 + 550ms; now += 1ms) {
    if (now == t0) sender->push_frame(frame(30'000, now, true), now);
    std::array<Sender::Datagram, 16> batch;
    if (sender->poll_batch(now, batch) == 0) continue;
    if (is_rtcp(batch[0])) {
      sender->on_batch_sent(1, now);
      continue;
    }
    sender->on_batch_sent(0, now);
    sender->on_refused(now);
  }
  CHECK(sender->transport().counters().packets_given_up >= 3);
  CHECK(sender->transport().counters().packets_given_up <= 6);
  CHECK(sender->packet_size_limit() == 1200);
}

TEST_CASE("What is not taken at all while a size is known to be too large has its time as well") {
  StuckDatagram stuck;
  stuck.on_refused(1200, t0);
  REQUIRE(stuck.on_refused(1200, t0 + 100ms));
  for (int i = 0; i < StuckDatagram::least_smaller; ++i) stuck.on_taken(120);
  CHECK_FALSE(stuck.on_refused(80, t0 + 110ms));
  CHECK(stuck.on_refused(80, t0 + 210ms));
  CHECK_FALSE(stuck.on_refused(120, t0 + 211ms));
}

TEST_CASE("What a device never took is not held against the next path") {
  int taken = 0;
  const auto sender = call_over(1100, 3s, taken);
  REQUIRE(sender->packet_size_limit() == 1000);
  const auto given_up = sender->transport().counters().packets_given_up;
  sender->change_path(t0 + 3s);
  sender->transport().discard_video(t0 + 3s);  // cut for the path before
  sender->push_frame(frame(7000, t0 + 3s, true), t0 + 3s);
  bool refused = false;
  for (LocalTime now = t0 + 3s; now < t0 + 3500ms; now += 1ms) {
    Sender::Datagram datagram;
    while (sender->poll_batch(now, {&datagram, 1}) == 1) {
      const bool refuses = !refused && datagram.size() > 1100;
      sender->on_batch_sent(refuses ? 0 : 1, now);
      if (!refuses) continue;
      refused = true;
      sender->on_refused(now);
      break;
    }
  }
  REQUIRE(refused);
  CHECK(sender->transport().counters().packets_given_up == given_up);
  CHECK(sender->packet_size_limit() == 1200);
}

namespace {

/// A socket that has room for some datagrams, whatever their size, and passes one on each 3 ms but for 1.5 s.
struct StalledSocket {
  Sender& sender;
  double held = 0;

  void run(LocalTime now, bool stalled) {
    constexpr double room = 20;
    if (!stalled) held = std::max(held - 0.1 / 3, 0.0);
    std::array<Sender::Datagram, 64> batch;
    while (const std::size_t count = sender.poll_batch(now, batch)) {
      std::size_t went = 0;
      for (; went < count && held < room; ++went) ++held;
      sender.on_batch_sent(went, now);
      if (went == count) continue;
      sender.on_refused(now);
      return;
    }
  }
};

}  // namespace

TEST_CASE("A full socket that takes a little again gets what waits, as sound of many sizes does not show a limit") {
  auto sender = make_sender();
  Negotiated negotiated;
  negotiated.features = PeerFeatures{.retransmission = true, .sound = true};
  sender->set_negotiated(negotiated);
  sender->start(t0);
  StalledSocket socket{*sender};
  std::mt19937 random(7);
  LocalTime frame_due = t0, sound_due = t0;
  std::int64_t sample = 0;
  for (LocalTime now = t0; now < t0 + 4s; now += 100us) {
    if (now >= frame_due) {
      sender->push_frame(frame(7000, now, sender->take_key_frame_request()), now);
      frame_due += 33ms;
    }
    if (now >= sound_due) {
      sender->push_sound(sound_of(sample += 960, 60 + random() % 80, now), now);
      sound_due += 20ms;
    }
    socket.run(now, now > t0 + 1s && now < t0 + 2500ms);
  }
  CHECK(sender->transport().counters().packets_given_up > 5);
  CHECK(sender->transport().counters().packets_given_up < 15);  // one each 100 ms
  CHECK(sender->packet_size_limit() == 1200);
}
