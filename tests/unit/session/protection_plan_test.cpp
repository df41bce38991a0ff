#include "core/session/protection_plan.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <deque>
#include <optional>
#include <random>

using namespace evenkeel;

namespace {

constexpr LocalTime t0{1000s};
constexpr Duration interval = 33'333'333ns;

/// A call at 30 fps whose packets are lost at random, in bursts of a mean length, and whose losses are told a round
/// trip later. Both can be changed while it runs.
class Call {
 public:
  explicit Call(unsigned seed = 1, const ProtectionConfig& config = {}) : plan(config), random_(seed) {}

  void run(Duration time) {
    for (const LocalTime end = now_ + time; now_ < end; now_ += interval) {
      while (!reports_.empty() && reports_.front().first <= now_) {
        plan.on_lost(reports_.front().second);
        reports_.pop_front();
      }
      while (withdrawn_after && !late_.empty() && late_.front().first <= now_) {
        plan.on_found(late_.front().second);
        late_.pop_front();
      }
      plan.update(path, now_);
      shares_ += plan.share();
      ++updates_;
      send_frame();
      highest_share = std::max(highest_share, plan.share());
    }
  }
  /// All that counted as lost by mistake comes now.
  void take_back() {
    for (const auto& [time, number] : late_) plan.on_found(number);
    late_.clear();
  }
  double mean_share() const { return shares_ / updates_; }
  /// The next `count` packets are lost, whatever else is.
  void lose(int count) { burst_ = count; }

  ProtectionPlan plan;
  ProtectionPlan::Path path{100ms, interval, false};
  double loss = 0;                          // of the packets
  double mean_burst = 1;                    // packets
  double wrong = 0;                         // of the packets, that count as lost and come after all
  std::optional<Duration> withdrawn_after;  // in reports; nullopt: by take_back()
  int packets = 9;                          // per frame, and up to two more
  double highest_share = 0;

 private:
  double uniform() { return static_cast<double>(random_()) / 4294967296.0; }
  bool is_lost() {
    if (burst_ > 0) return burst_-- > 0;
    bad_ = uniform() < (bad_ && mean_burst > 1 ? 1 - 1 / mean_burst : loss / mean_burst);
    return bad_;
  }
  void send_frame() {
    const int count = packets + (packets > 2 ? static_cast<int>(random_() % 3) : 0);
    plan.on_frame({next_, count, 0, bytes(1228) * count, next_ == 0, now_});
    for (int i = 0; i < count; ++i, ++next_) {
      const LocalTime told = now_ + *path.round_trip_time + 5ms;
      if (is_lost()) {
        reports_.emplace_back(told, next_);
      } else if (wrong > 0 && uniform() < wrong) {
        reports_.emplace_back(told, next_);
        late_.emplace_back(told + withdrawn_after.value_or(0ms), next_);
      }
    }
  }

  std::mt19937 random_;
  LocalTime now_ = t0;
  std::int64_t next_ = 0;
  int burst_ = 0;
  bool bad_ = false;
  std::deque<std::pair<LocalTime, std::int64_t>> reports_;
  std::deque<std::pair<LocalTime, std::int64_t>> late_;
  double shares_ = 0;
  int updates_ = 0;
};

}  // namespace

TEST_CASE("Without losses there is no repair but behind important frames") {
  Call call;
  call.run(60s);
  CHECK(call.highest_share == 0);
  CHECK(call.plan.important_share() == 0.25);
}

TEST_CASE("Within two seconds of 3 % random loss beginning the share is 11 % or more") {
  int enough = 0;
  for (unsigned seed = 1; seed <= 100; ++seed) {
    Call call(seed);
    call.run(20s);
    call.loss = 0.03;
    call.run(2s + call.path.round_trip_time.value());
    INFO(seed);
    CHECK(call.plan.share() >= 0.08);  // few packets happened to be lost
    enough += call.plan.share() >= 0.11 ? 1 : 0;
  }
  CHECK(enough >= 95);
}

TEST_CASE("The share that losses need in the long run") {
  struct Row {
    const char* what;
    double loss;
    double burst;
    Duration round_trip;
    int packets;
    double least;
    double most;
  };
  const auto row = GENERATE(values<Row>({
      {"1 %", 0.01, 1, 100ms, 8, 0.05, 0.11},
      {"3 %", 0.03, 1, 100ms, 8, 0.11, 0.18},
      {"5 %", 0.05, 1, 100ms, 8, 0.14, 0.28},
      {"3 %, a wider window", 0.03, 1, 300ms, 8, 0.08, 0.18},
      {"1 % in bursts of four", 0.01, 4, 100ms, 8, 0.14, 0.34},
      {"as beside a TCP", 0.003, 1, 400ms, 4, 0.03, 0.14},
      {"one packet per frame", 0.03, 1, 100ms, 1, 0.11, 0.34},
  }));
  const auto seed = GENERATE(range(1u, 6u));
  INFO(row.what << ", seed " << seed);
  Call call(seed);
  call.path.round_trip_time = row.round_trip;
  call.packets = row.packets;
  call.loss = row.loss;
  call.mean_burst = row.burst;
  call.run(60s);
  CHECK(call.plan.share() >= row.least);
  CHECK(call.plan.share() <= row.most);
}

TEST_CASE("Once losses end the share goes down step by step, and is 0 after 70 seconds") {
  const auto seed = GENERATE(range(1u, 11u));
  INFO(seed);
  Call call(seed);
  call.loss = 0.03;
  call.run(40s);
  call.loss = 0;
  call.run(1s);
  const double before = call.plan.share();
  double share = before;
  int steps = 0;
  for (int i = 0; i < 25; ++i) {  // as long as some losses are remembered
    call.run(1s);
    CHECK(share - call.plan.share() <= 0.06 + 1e-9);
    if (call.plan.share() < share) ++steps;
    share = call.plan.share();
    CHECK(share > 0);
  }
  CHECK(steps <= 3);
  CHECK(share <= before);
  call.run(44s);
  CHECK(call.plan.share() == 0);
}

TEST_CASE("One loss in 30 seconds needs no repair where it can be sent again") {
  struct Row {
    Duration round_trip;
    double least;
    double most;
  };
  const auto row = GENERATE(values<Row>({{100ms, 0, 0}, {130ms, 0, 0}, {131ms, 0.03, 0.11}, {400ms, 0.03, 0.05}}));
  Call call;
  call.path.round_trip_time = row.round_trip;
  call.run(20s);
  call.lose(1);
  call.run(2s);
  CHECK(call.plan.share() >= row.least);
  CHECK(call.plan.share() <= row.most);
  call.run(40s);
  CHECK(call.plan.share() == 0);
}

TEST_CASE("Bursts that a share can mend get it, and those that none can get little") {
  struct Row {
    int burst;
    double least;
    double most;
  };
  const auto row =
      GENERATE(values<Row>({{1, 0.03, 0.08}, {4, 0.08, 0.28}, {13, 0.22, 0.34}, {30, 0, 0.18}, {200, 0, 0.18}}));
  INFO(row.burst);
  Call call;
  call.path.round_trip_time = 200ms;
  call.run(20s);
  for (int i = 0; i < 5; ++i) {
    call.lose(row.burst);
    call.run(5s);
  }
  CHECK(call.plan.share() >= row.least);
  CHECK(call.plan.share() <= row.most);
}

TEST_CASE("Beside others the share is at least 9 %") {
  Call call;
  call.path.in_competition = true;
  call.run(2s);
  CHECK(call.plan.share() == 0.09);
  CHECK(call.plan.important_share() == 0.25);
  call.loss = 0.05;
  call.run(20s);
  CHECK(call.plan.share() > 0.09);
  CHECK(call.plan.important_share() == Approx(2 * call.plan.share()));
  call.loss = 0;
  call.path.in_competition = false;
  call.run(70s);
  CHECK(call.plan.share() == 0);
}

TEST_CASE("A share that is fixed stays whatever happens") {
  const double fixed = GENERATE(0.0, 0.1, 0.34);
  Call call(1, {fixed});
  call.loss = 0.05;
  call.path.in_competition = true;
  call.run(10s);
  CHECK(call.plan.share() == fixed);
  CHECK(call.plan.important_share() == fixed);
}

TEST_CASE("The window is a round trip and a frame, and at least 12 packets of small frames") {
  struct Row {
    std::optional<Duration> round_trip;
    Duration interval;
    int packets;
    std::size_t window;
  };
  const auto row = GENERATE(values<Row>({
      {{}, 33'333'333ns, 9, 2},
      {0ms, 33'333'333ns, 9, 2},
      {33ms, 33'333'333ns, 9, 2},
      {40ms, 33'333'333ns, 9, 3},
      {100ms, 33'333'333ns, 9, 4},
      {110ms, 33'333'333ns, 9, 5},
      {200ms, 33'333'333ns, 9, 6},
      {2s, 33'333'333ns, 9, 6},
      {100ms, 66'666'667ns, 9, 3},
      {100ms, 0ns, 9, 6},
      {40ms, 33'333'333ns, 3, 3},
      {40ms, 33'333'333ns, 2, 6},
      {200ms, 33'333'333ns, 2, 6},
      {40ms, 33'333'333ns, 1, 12},
  }));
  ProtectionPlan plan({});
  for (std::int64_t i = 0; i < 60; ++i) {
    plan.on_frame({i * row.packets, row.packets, 0, bytes(1000), false, t0 + i * 33ms});
  }
  plan.update({row.round_trip, row.interval, false}, t0 + 2s);
  CHECK(plan.window() == row.window);
}

TEST_CASE("A reset forgets losses, not what is fixed") {
  Call call;
  call.loss = 0.05;
  call.run(10s);
  call.plan.reset();
  CHECK(call.plan.share() == 0);
  Call fixed(1, {0.1});
  fixed.plan.reset();
  CHECK(fixed.plan.share() == 0.1);
}

TEST_CASE("What was raised for losses that were none is gone at once, what others need stays") {
  const double real = GENERATE(0.0, 0.03);
  Call call;
  call.loss = real;
  call.run(30s);
  const double needed = call.plan.share();
  call.wrong = 0.1;
  call.run(5s);
  CHECK(call.highest_share >= 0.18);
  call.wrong = 0;
  call.take_back();
  call.loss = 0;
  call.run(1s);
  CHECK(call.plan.share() <= needed + 0.03);
  if (real > 0) CHECK(call.plan.share() >= 0.05);
}

TEST_CASE("Packets that all come late raise nothing for longer than they are late") {
  Call call;
  call.wrong = 0.1;
  call.withdrawn_after = 20ms;
  call.run(60s);
  CHECK(call.mean_share() <= 0.01);
}
