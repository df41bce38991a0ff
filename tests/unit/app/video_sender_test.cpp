#include "app/call/video_sender.h"

#include <boost/asio/io_context.hpp>
#include <catch2/catch.hpp>
#include <thread>
#include <utility>
#include <vector>

#include "core/control/factory/controller_factory.h"
#include "core/net/clock.h"
#include "core/net/udp_socket.h"
#include "core/pacing/pacer_factory.h"

using namespace evenkeel;

namespace {

/// What was asked of an encoder.
struct Asked {
  std::atomic<int> restarts{0};
  std::atomic<int> restarts_below_start_rate{0};
};

/// Tells what it spent in all after each frame; it may leave every picture out instead.
class TimedEncoder final : public VideoEncoder {
 public:
  TimedEncoder(std::vector<Duration>& spent, bool encodes, Asked& asked)
      : spent_(spent), encodes_(encodes), asked_(asked) {
    spent_ = {0ns};
  }

  bool encode(const Picture& picture, EncodedFrame& out) override {
    const LocalTime begin = monotonic_now();
    out.data.assign(100, 0x10);
    out.key_frame = true;
    out.capture_time = picture.capture_time;
    if (!encodes_) return false;
    ++state_.frames_encoded;
    spent_.push_back(spent_.back() + (monotonic_now() - begin));
    return true;
  }
  void set_target(DataRate target) override {
    if (std::exchange(restarted_, false) && target < RateLimits{}.start / 2) ++asked_.restarts_below_start_rate;
  }
  void request_key_frame() override {}
  void restart() override {
    restarted_ = true;
    ++asked_.restarts;
  }
  EncoderState state() const override { return state_; }

 private:
  std::vector<Duration>& spent_;
  bool encodes_;
  Asked& asked_;
  bool restarted_ = false;
  EncoderState state_;
};

/// A call into the void: its packets go back to the socket that they come from, which nobody reads.
struct SendingHalf {
  LocalTime begin = monotonic_now();
  boost::asio::io_context io;
  UdpSocket socket{io};
  std::unique_ptr<PacerThread> pacer;
  std::vector<Duration> spent;  // by frames encoded
  Asked asked;
  std::unique_ptr<VideoSender> sender;

  explicit SendingHalf(bool encodes) {
    REQUIRE(socket.open(*resolve("127.0.0.1:0", 0)).empty());
    pacer = std::make_unique<PacerThread>(
        PacerThread::Config{"out", monotonic_now(), false, {}},
        std::make_unique<Sender>(SenderConfig{}, make_controller("fixed"), make_pacer("rmc")), socket);
    pacer->start({socket.local()});
    while (!pacer->signals().running) std::this_thread::yield();
    sender = std::make_unique<VideoSender>("out", begin, std::make_unique<TimedEncoder>(spent, encodes, asked), *pacer);
  }
  ~SendingHalf() {
    sender->stop();
    pacer->stop();
  }

  void show(Duration age = 0ms) {
    auto picture = std::make_shared<Picture>();
    picture->resize(16, 16);
    picture->capture_time = monotonic_now() - age;
    sender->on_picture(std::move(picture));
  }

  /// The first row, of pictures that are `age` old as they come.
  Sample row_of(Duration age) {
    for (;;) {
      show(age);
      if (const auto row = sender->samples().pop()) {
        sender->stop();
        return *row;
      }
      std::this_thread::yield();
    }
  }
};

}  // namespace

TEST_CASE("A row has the time spent on encoding, and for how long pictures waited for the encoder") {
  SendingHalf half(true);
  const LocalTime begin = monotonic_now();
  const Sample row = half.row_of(50ms);
  REQUIRE(*row.frames_encoded > 0);
  CHECK(*row.total_encode_time_s >= to_seconds(half.spent[static_cast<std::size_t>(*row.frames_encoded)]));
  CHECK(*row.total_encode_time_s < to_seconds(monotonic_now() - begin));
  CHECK(*row.capture_wait_ms >= 50);
}

TEST_CASE("Pictures that give no frame take no time of encoding") {
  SendingHalf half(false);
  const Sample row = half.row_of(50ms);
  CHECK(row.frames_encoded == 0.0);
  CHECK(row.total_encode_time_s == 0.0);
  CHECK_FALSE(row.capture_wait_ms);
}

// Also where the next caller comes before the next picture does.
TEST_CASE("With each call the encoder begins anew, at the rate at which calls start") {
  SendingHalf half(true);
  const auto show_until_restart = [&](int number) {
    while (half.asked.restarts < number) half.show();
  };
  show_until_restart(1);
  half.pacer->suspend();
  half.pacer->start({half.socket.local()});
  show_until_restart(2);
  half.pacer->suspend();
  while (half.pacer->signals().running) half.show();
  half.pacer->start({half.socket.local()});
  show_until_restart(3);
  half.row_of(0ms);
  CHECK(half.asked.restarts == 3);
  CHECK(half.asked.restarts_below_start_rate == 0);
}

TEST_CASE("While nobody is there a row has no values of the last call but its counters") {
  SendingHalf half(true);
  const auto row_where = [&](auto condition) {
    for (;;) {
      half.show();
      if (const auto row = half.sender->samples().pop(); row && condition(*row)) return *row;
      std::this_thread::yield();
    }
  };
  const Sample in_call = row_where([](const Sample& row) { return row.frame_width.has_value(); });
  CHECK(in_call.quantizer);
  CHECK(*in_call.frames_per_second > 0);
  half.pacer->suspend();
  while (half.pacer->signals().in_call) std::this_thread::yield();
  const Duration suspended = monotonic_now() - half.begin;
  const Sample row = row_where([&](const Sample& late) { return late.time > suspended; });
  half.sender->stop();
  CHECK_FALSE(row.frame_width);
  CHECK_FALSE(row.frame_height);
  CHECK_FALSE(row.quantizer);
  CHECK_FALSE(row.frames_per_second);
  CHECK(row.frames_encoded >= in_call.frames_encoded);
}
