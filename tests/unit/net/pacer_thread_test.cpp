#include "core/net/pacer_thread.h"

#include <catch2/catch.hpp>
#include <future>
#include <memory>
#include <thread>

#include "core/control/factory/controller_factory.h"
#include "core/net/clock.h"
#include "core/pacing/pacer_factory.h"
#include "core/rtp/rtp_packet.h"

using namespace evenkeel;

namespace {

class Nowhere final : public DatagramSink {
 public:
  bool send(Datagram, const Route&, std::uint8_t) override { return true; }
};

/// Keeps which of the peer's reference times the last sender report answered, and in which order they were answered.
class Answers final : public DatagramSink {
 public:
  bool send(Datagram datagram, const Route&, std::uint8_t) override {
    RtcpCompound rtcp;
    if (!is_rtcp(datagram) || !parse_rtcp(datagram, rtcp) || rtcp.reference_time_answers.empty()) return true;
    if (first < 0) first = static_cast<int>(rtcp.reference_time_answers.front().last_rr);
    last = static_cast<int>(rtcp.reference_time_answers.front().last_rr);
    return true;
  }
  std::atomic<int> first{-1};
  std::atomic<int> last{-1};
};

bool soon(const std::function<bool()>& condition) {
  const LocalTime end = monotonic_now() + 5s;
  bool holds = condition();  // asked no more once it holds: asking may do something
  for (; !holds && monotonic_now() < end; holds = condition()) std::this_thread::sleep_for(1ms);
  return holds;
}

}  // namespace

TEST_CASE("However many commands wait, the start and the end of the call are carried out") {
  Nowhere sink;
  PacerThread pacer({"out", monotonic_now(), false, {}},
                    std::make_unique<Sender>(SenderConfig{}, make_controller("fixed"), make_pacer("rmc")), sink);
  const auto with_full_queue = [&](const std::function<void()>& act) {
    std::promise<void> go_on;
    std::shared_future<void> wait = go_on.get_future().share();
    pacer.post([wait](Sender&, LocalTime) { wait.wait(); });
    while (pacer.post([](Sender&, LocalTime) {})) {
    }
    act();
    go_on.set_value();
  };
  with_full_queue([&] { pacer.start({}); });
  CHECK(soon([&] { return pacer.signals().running.load(); }));
  with_full_queue([&] { pacer.suspend(); });
  CHECK(soon([&] { return !pacer.signals().running; }));
  with_full_queue([&] {
    pacer.suspend();
    pacer.start({});
    pacer.suspend();
  });
  std::atomic<int> running = -1;
  const auto ask = [&](Sender& sender, LocalTime) { running = sender.running() ? 1 : 0; };
  CHECK(soon([&] { return pacer.post(ask); }));
  CHECK(soon([&] { return running >= 0; }));
  CHECK(running == 0);
}

TEST_CASE("However many reports wait, what is due leaves between them, and none is lost") {
  constexpr int count = 1000;
  Answers sink;
  PacerThread pacer({"out", monotonic_now(), false, {}},
                    std::make_unique<Sender>(SenderConfig{}, make_controller("fixed"), make_pacer("rmc")), sink);
  std::promise<void> go_on;
  std::shared_future<void> wait = go_on.get_future().share();
  pacer.post([wait](Sender& sender, LocalTime) {
    wait.wait();
    sender.start(monotonic_now());  // a sender report is due at once, and answers the last that was taken
  });
  for (std::uint64_t i = 0; i < count; ++i) {
    ReceivedRtcp rtcp;
    rtcp.compound.reference_time = ReferenceTime{7, i << 16};
    rtcp.arrival = monotonic_now();
    pacer.on_rtcp(std::move(rtcp));
  }
  go_on.set_value();
  CHECK(soon([&] { return sink.last == count - 1; }));
  CHECK(sink.first < 20);
}

namespace {

class SoundHeard final : public DatagramSink {
 public:
  bool send(Datagram datagram, const Route&, std::uint8_t) override {
    if (!is_rtcp(datagram) && parse_rtp(datagram)->header.payload_type == audio_payload_type) ++packets;
    return true;
  }
  std::atomic<int> packets{0};
};

EncodedSound talk(std::int64_t sample) {
  EncodedSound sound;
  sound.sample = sample;
  sound.samples = 960;
  sound.captured = monotonic_now();
  sound.size = 80;
  return sound;
}

}  // namespace

TEST_CASE("Sound goes through the pacer thread while a peer receives it, be it without a picture") {
  SoundHeard sink;
  PacerThread pacer({"out", monotonic_now(), false, {}},
                    std::make_unique<Sender>(SenderConfig{}, make_controller("fixed"), make_pacer("rmc")), sink);
  CHECK_FALSE(pacer.signals().sound_wanted);
  CHECK(pacer.push_sound(talk(0)));  // nobody is there
  PacerThread::CallStart start;
  start.negotiated.peer_receives_video = GENERATE(false, true);
  start.negotiated.features = PeerFeatures{.sound = true};
  pacer.start(start);
  REQUIRE(soon([&] { return pacer.signals().sound_wanted.load(); }));
  CHECK(pacer.signals().running == start.negotiated.peer_receives_video);
  CHECK(pacer.signals().in_call);
  CHECK(pacer.signals().sound_target_bps == 32'000);
  CHECK(Duration(pacer.signals().sound_packet_ns) == 20ms);
  CHECK_FALSE(pacer.signals().video_paused);
  for (int i = 1; i <= 5; ++i) CHECK(soon([&] { return pacer.push_sound(talk(960 * i)); }));
  CHECK(soon([&] { return sink.packets >= 5; }));  // and the one before, if the thread looks late
  pacer.suspend();
  CHECK(soon([&] { return !pacer.signals().sound_wanted; }));
}

TEST_CASE("Sound that piles up before the pacer thread is refused") {
  SoundHeard sink;
  PacerThread pacer({"out", monotonic_now(), false, {}},
                    std::make_unique<Sender>(SenderConfig{}, make_controller("fixed"), make_pacer("rmc")), sink);
  std::promise<void> go_on;
  std::shared_future<void> wait = go_on.get_future().share();
  pacer.post([wait](Sender&, LocalTime) { wait.wait(); });
  int taken = 0;
  while (taken < 1000 && pacer.push_sound(talk(960 * taken))) ++taken;
  CHECK(taken >= 16);
  CHECK(taken < 40);
  go_on.set_value();
  CHECK(soon([&] { return pacer.push_sound(talk(0)); }));
}

TEST_CASE("A call that begins anew has the overhead of the route that it begins with") {
  SoundHeard sink;
  PacerThread pacer({"out", monotonic_now(), false, {}},
                    std::make_unique<Sender>(SenderConfig{}, make_controller("fixed"), make_pacer("rmc")), sink);
  std::promise<void> go_on;
  std::shared_future<void> wait = go_on.get_future().share();
  pacer.post([wait](Sender&, LocalTime) { wait.wait(); });
  pacer.change_route({Route(), bytes(64), 0ms});  // which the thread has not taken when the call begins there
  PacerThread::CallStart start;
  start.ip_overhead = bytes(64);
  pacer.start(start);
  go_on.set_value();
  REQUIRE(soon([&] { return pacer.signals().in_call.load(); }));
  std::promise<std::int64_t> overhead;
  pacer.post([&](Sender& sender, LocalTime) { overhead.set_value(sender.transport().config().ip_overhead.bytes()); });
  CHECK(overhead.get_future().get() == 64);
}

TEST_CASE("What others bring to the pacer thread they free themselves: its allocator's lock lends no priority") {
  Nowhere sink;
  PacerThread pacer({"out", monotonic_now(), false, {}},
                    std::make_unique<Sender>(SenderConfig{}, make_controller("fixed"), make_pacer("rmc")), sink);
  std::atomic<int> carried_out{0};
  std::atomic<int> freed_elsewhere{0};
  const auto here = std::this_thread::get_id();
  // Its own copy of the command frees it.
  const auto command = [&] {
    const std::shared_ptr<int> memory(new int(0), [&freed_elsewhere, here](const int* one) {
      if (std::this_thread::get_id() != here) ++freed_elsewhere;
      delete one;
    });
    return [memory, &carried_out](Sender&, LocalTime) { ++carried_out; };
  };
  for (int i = 1; i <= 20; ++i) {
    REQUIRE(pacer.post(command()));
    REQUIRE(soon([&] { return carried_out == i; }));
  }
  pacer.stop();
  CHECK(freed_elsewhere == 0);
}
