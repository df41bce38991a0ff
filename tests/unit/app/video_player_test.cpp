#include "app/call/video_player.h"

#include <algorithm>
#include <boost/asio/io_context.hpp>
#include <catch2/catch.hpp>
#include <thread>

#include "core/control/factory/controller_factory.h"
#include "core/net/clock.h"
#include "core/pacing/pacer_factory.h"
#include "gui/backend/picture_slot.h"

using namespace evenkeel;

namespace {

/// A picture whose every byte is the frame's first.
class PlainDecoder : public VideoDecoder {
 public:
  bool decode(std::span<const std::uint8_t> frame, Picture& out) override {
    out.resize(320, 180);
    std::fill(out.data.begin(), out.data.end(), frame[0]);
    return true;
  }
};

/// Its first frame takes until `go`, and says that it waits.
class HeldUpDecoder final : public PlainDecoder {
 public:
  HeldUpDecoder(std::atomic<bool>& waits, std::atomic<bool>& go, std::atomic<int>& decoded)
      : waits_(waits), go_(go), decoded_(decoded) {}

  bool decode(std::span<const std::uint8_t> frame, Picture& out) override {
    waits_ = true;
    while (!go_) std::this_thread::yield();
    ++decoded_;
    return PlainDecoder::decode(frame, out);
  }

 private:
  std::atomic<bool>& waits_;
  std::atomic<bool>& go_;
  std::atomic<int>& decoded_;
};

/// Takes no picture whose first byte is above 100, and says so.
class PickyDecoder final : public PlainDecoder {
 public:
  explicit PickyDecoder(std::atomic<int>& seen) : seen_(seen) {}
  bool decode(std::span<const std::uint8_t> frame, Picture& out) override {
    refused_ = frame[0] > 100;
    ++seen_;
    return !refused_ && PlainDecoder::decode(frame, out);
  }
  std::optional<PictureSize> refused() const override {
    return refused_ ? std::optional(PictureSize{2560, 1440}) : std::nullopt;
  }

 private:
  std::atomic<int>& seen_;
  bool refused_ = false;
};

/// The threads of a listener that nobody calls; its frames come from the test.
struct Listener {
  boost::asio::io_context io;
  UdpSocket socket{io};
  std::unique_ptr<PacerThread> pacer;
  std::unique_ptr<NetworkThread> network;

  Listener() {
    REQUIRE(socket.open(*resolve("127.0.0.1:0", 0)).empty());
    pacer = std::make_unique<PacerThread>(
        PacerThread::Config{"out", monotonic_now(), false, {}},
        std::make_unique<Sender>(SenderConfig{}, make_controller("fixed"), make_pacer("rmc")), socket);
    NetworkThread::Config config;
    config.run_start = monotonic_now();
    network = std::make_unique<NetworkThread>(config, io, socket, socket, *pacer);
  }
  ~Listener() {
    network->hang_up();
    pacer->stop();
  }

  void receive(std::uint8_t number, LocalTime completed = monotonic_now()) {
    ReceivedFrame frame;
    frame.data.assign(10, number);
    frame.rtp_timestamp = number * 90U;  // of 1 ms
    frame.completed = completed;
    CHECK(network->frames().push(std::move(frame)));
  }
};

Sample next_row(VideoPlayer& player) {
  for (;;) {
    if (const auto row = player.samples().pop()) return *row;
    std::this_thread::yield();
  }
}

}  // namespace

// What is read while the next picture is decoded into it would show as two values; ThreadSanitizer sees as well whether
// memory comes back from the screen's thread in an order that holds on every processor.
TEST_CASE("A picture that the screen's thread reads is never written to") {
  constexpr int count = 200;
  Listener listener;
  PictureSlot screen;
  std::atomic<int> shown{0};
  VideoPlayer::Callbacks callbacks;
  callbacks.on_picture = [&](std::shared_ptr<const Picture> picture, std::uint32_t, LocalTime) {
    screen.put(std::move(picture));
    ++shown;
  };
  VideoPlayer player({"in", monotonic_now(), true}, std::make_unique<PlainDecoder>(), *listener.network, callbacks);
  for (int number = 1; number <= count; ++number) {
    listener.receive(static_cast<std::uint8_t>(number));
    int torn = 0;
    while (shown < number - 1) std::this_thread::yield();
    if (const auto entry = screen.take()) {
      const auto& bytes = entry->picture->data;
      torn = static_cast<int>(std::count_if(bytes.begin(), bytes.end(), [&](auto b) { return b != bytes[0]; }));
    }
    REQUIRE(torn == 0);
  }
  player.stop();
  CHECK(shown >= count - 1);
  CHECK_FALSE(player.pictures().pop());  // not asked for
}

TEST_CASE("Of frames that come together all are decoded and the newest two are shown") {
  constexpr int count = 20;
  Listener listener;
  std::atomic<bool> go{false};
  std::atomic<bool> waits{false};
  std::atomic<int> decoded{0};
  std::atomic<int> shown{0};
  std::atomic<int> newest{0};
  VideoPlayer::Callbacks callbacks;
  callbacks.on_picture = [&](std::shared_ptr<const Picture> picture, std::uint32_t, LocalTime) {
    newest = picture->data[0];
    ++shown;
  };
  VideoPlayer player({"in", monotonic_now(), true, true}, std::make_unique<HeldUpDecoder>(waits, go, decoded),
                     *listener.network, callbacks);
  const LocalTime begin = monotonic_now() - 1s;  // they waited for the first
  for (int number = 1; number <= count; ++number) {
    listener.receive(static_cast<std::uint8_t>(number), begin + number * 1ms);
  }
  while (!waits) std::this_thread::yield();
  const LocalTime waits_since = monotonic_now();
  while (monotonic_now() == waits_since) std::this_thread::yield();
  const Duration held_up = monotonic_now() - waits_since;
  go = true;
  while (newest < count) std::this_thread::yield();
  Sample row = next_row(player);
  while (*row.frames_decoded < count) row = next_row(player);
  player.stop();
  CHECK(decoded == count);
  CHECK(shown == 2);
  CHECK(row.pictures_overtaken == count - 2.0);
  CHECK(*row.total_decode_time_s >= to_seconds(held_up));
  for (std::uint32_t number = 1; number <= count; ++number) {
    const auto record = player.pictures().pop();
    REQUIRE(record);
    CHECK(record->rtp_timestamp == number * 90);
    CHECK(record->shown.has_value() == (number >= count - 1));
    CHECK_FALSE(record->captured);  // nobody is in the call
  }
  CHECK_FALSE(player.pictures().pop());
}

TEST_CASE("While nobody is there no picture has a size or a rate, but counters go on") {
  Listener listener;
  std::atomic<int> shown{0};
  VideoPlayer::Callbacks callbacks;
  callbacks.on_picture = [&](std::shared_ptr<const Picture>, std::uint32_t, LocalTime) { ++shown; };
  VideoPlayer player({"in", monotonic_now(), true}, std::make_unique<PlainDecoder>(), *listener.network, callbacks);
  listener.receive(1);
  while (shown < 1) std::this_thread::yield();
  Sample row = next_row(player);
  while (*row.frames_decoded < 1) row = next_row(player);
  row = next_row(player);
  player.stop();
  CHECK_FALSE(row.frame_width);
  CHECK_FALSE(row.frame_height);
  CHECK_FALSE(row.frames_per_second);
  CHECK(row.frames_decoded == 1.0);
}

TEST_CASE("The size of refused pictures is known to other threads, also when others follow") {
  Listener listener;
  std::atomic<int> seen{0};
  VideoPlayer player({"in", monotonic_now(), true}, std::make_unique<PickyDecoder>(seen), *listener.network, {});
  listener.receive(1);
  while (seen < 1) std::this_thread::yield();
  CHECK_FALSE(player.refused_picture());
  for (const std::uint8_t number : {std::uint8_t{101}, std::uint8_t{2}}) listener.receive(number);
  while (seen < 3) std::this_thread::yield();
  player.stop();
  CHECK(player.refused_picture() == PictureSize{2560, 1440});
}
