#include <catch2/catch.hpp>

#include "joined_call.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

/// 1 Mbit/s for the encoder, and what the test says for the rest.
class StockController final : public RateController {
 public:
  StockController(DataRate pacing, std::optional<double> idle_share) : RateController({"stock", "of this test"}) {
    update_.target = megabits_per_second(1);
    update_.pacing = pacing;
    update_.idle_share = idle_share;
  }
  void visit_parameters(ParameterVisitor&) override {}
  RateUpdate start(const RateLimits&, std::uint64_t, LocalTime) override { return update_; }
  void on_sent(const SentPacket&) override {}
  std::optional<RateUpdate> on_report(const PathReport&) override { return std::nullopt; }
  std::optional<RateUpdate> on_tick(LocalTime) override { return std::nullopt; }
  std::optional<LocalTime> next_tick() const override { return std::nullopt; }

 private:
  RateUpdate update_;
};

std::unique_ptr<Sender> sender_with(DataRate pacing, std::optional<double> idle_share,
                                    const SenderConfig& config = sender_config()) {
  return std::make_unique<Sender>(config, std::make_unique<StockController>(pacing, idle_share), make_pacer("rmc"));
}

/// After 5 s of frames of one size.
double target_after(std::unique_ptr<Sender> sender, std::size_t frame_size) {
  JoinedCall call(std::move(sender));
  call.frame_size = frame_size;
  call.sender->start(t0);
  call.run(5s);
  return call.sender->media_target().kbps();
}

}  // namespace

TEST_CASE("What waits for a pacer that is held back for a moment counts at the target") {
  const auto sender = sender_with(kilobits_per_second(500), {});
  sender->start(t0);
  sender->push_frame(frame(12'000, t0), t0);
  const DataSize queued = sender->queue().size();
  CHECK(queued > bytes(12'000));
  CHECK(sender->pacer_queue() == queued / megabits_per_second(1));
}

TEST_CASE("What waits for a pacer that is faster than the target counts at its own rate") {
  const auto sender = sender_with(megabits_per_second(2), {});
  sender->start(t0);
  sender->push_frame(frame(12'000, t0), t0);
  CHECK(sender->pacer_queue() == sender->queue().size() / megabits_per_second(2));
}

TEST_CASE("An encoder that is a little short of its rate is asked for more where the controller wants the pacer busy") {
  const DataRate rate = megabits_per_second(1);
  const std::size_t nine_tenths = 3600;
  const double usual = target_after(sender_with(rate, {}), nine_tenths);
  CHECK(target_after(sender_with(rate, 0.01), nine_tenths) / usual == Approx(1.12 / 1.04).epsilon(0.005));
  // Where it may be idle all the time, nothing is put in store.
  CHECK(target_after(sender_with(rate, 1), nine_tenths) / usual == Approx(1 / 1.04).epsilon(0.005));
}

TEST_CASE("A sender that is faster than its frames keeps no stock, whatever the controller wants") {
  SenderConfig config = sender_config();
  config.pacing_gain = 2.5;
  const DataRate rate = megabits_per_second(1);
  CHECK(target_after(sender_with(rate, 0.01, config), 3600) == target_after(sender_with(rate, {}, config), 3600));
}
