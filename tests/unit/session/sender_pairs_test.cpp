#include <array>
#include <catch2/catch.hpp>

#include "joined_call.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

using Datagram = std::span<const std::uint8_t>;

constexpr DataRate rate = megabits_per_second(1);
constexpr Duration tick = 100us;  // how often it is polled

/// At a steady rate with pairs or without.
class PairController final : public RateController {
 public:
  explicit PairController(std::optional<Duration> interval, std::optional<DataSize> window = std::nullopt)
      : RateController({"pairs", "of this test"}), interval_(interval), window_(window) {}
  void visit_parameters(ParameterVisitor&) override {}
  RateUpdate start(const RateLimits&, std::uint64_t, LocalTime) override { return {rate, rate, window_, interval_}; }
  void on_sent(const SentPacket&) override {}
  std::optional<RateUpdate> on_report(const PathReport&) override { return std::nullopt; }
  std::optional<RateUpdate> on_tick(LocalTime) override { return std::nullopt; }
  std::optional<LocalTime> next_tick() const override { return std::nullopt; }

 private:
  std::optional<Duration> interval_;
  std::optional<DataSize> window_;
};

/// A started sender whose first report has left.
std::unique_ptr<Sender> sender_with(std::optional<Duration> interval, std::string_view loop = "rmc",
                                    std::optional<DataSize> window = std::nullopt) {
  auto sender =
      std::make_unique<Sender>(sender_config(), std::make_unique<PairController>(interval, window), make_pacer(loop));
  sender->start(t0);
  drain(*sender, t0);
  return sender;
}

/// Sends what is due, `batch` datagrams at most at a time; returns how many of them were media.
int send_due(Sender& sender, LocalTime now, std::size_t batch = 64) {
  int media = 0;
  std::array<Datagram, 64> out;
  while (const std::size_t count = sender.poll_batch(now, std::span(out).first(batch))) {
    for (std::size_t i = 0; i < count; ++i) media += is_rtcp(out[i]) ? 0 : 1;
    sender.on_batch_sent(count, now);
  }
  return media;
}

/// Each time that packets left, and how many at once.
struct Departure {
  LocalTime time;
  int packets = 0;
  bool operator==(const Departure&) const = default;
};

std::vector<Departure> departures(Sender& sender, LocalTime from, LocalTime to, std::size_t batch = 64) {
  std::vector<Departure> all;
  for (LocalTime now = from; now < to; now += tick) {
    if (const int packets = send_due(sender, now, batch)) all.push_back({now, packets});
  }
  return all;
}

int packets_of(const std::vector<Departure>& all) {
  int sum = 0;
  for (const Departure& d : all) sum += d.packets;
  return sum;
}

std::vector<LocalTime> times_of_pairs(const std::vector<Departure>& all) {
  std::vector<LocalTime> times;
  for (const Departure& d : all) {
    if (d.packets == 2) times.push_back(d.time);
  }
  return times;
}

bool none_together(const std::vector<Departure>& all) {
  return std::all_of(all.begin(), all.end(), [](const Departure& d) { return d.packets == 1; });
}

/// What a packet of the queue takes at the rate; frames are cut into packets of one size.
Duration packet_time(Sender& sender) {
  const SendQueue& queue = sender.queue();
  return queue.size() / rate / static_cast<std::int64_t>(queue.packets());
}

/// Past the 3000 bytes that a loop lets go at once after a pause.
constexpr LocalTime settled = t0 + 100ms;

}  // namespace

TEST_CASE("Two packets leave together as often as the controller asks and the mean rate stays") {
  const std::string loop = GENERATE("rmc", "rfc3448-nominal", "token-bucket");
  const Duration interval = GENERATE(100ms, 300ms);
  const auto batch = static_cast<std::size_t>(GENERATE(1, 64));
  CAPTURE(loop, interval.count(), batch);
  auto with = sender_with(interval, loop);
  auto without = sender_with(std::nullopt, loop);
  for (Sender* sender : {with.get(), without.get()}) sender->push_frame(frame(500'000, t0), t0);
  const Duration time = packet_time(*with);
  const int before =
      packets_of(departures(*with, t0, settled, batch)) - packets_of(departures(*without, t0, settled, batch));
  const auto paired = departures(*with, settled, t0 + 3s, batch);
  const auto single = departures(*without, settled, t0 + 3s, batch);

  CHECK(none_together(single));
  for (const Departure& d : paired) REQUIRE(d.packets <= 2);
  // The next pair begins with the first packet after the interval; that may be two packet times later.
  const auto pairs = times_of_pairs(paired);
  CHECK(pairs.size() >= static_cast<std::size_t>(2900ms / (interval + 2 * time + tick)));
  CHECK(pairs.size() <= static_cast<std::size_t>(2900ms / interval) + 1);
  for (std::size_t i = 1; i < pairs.size(); ++i) {
    REQUIRE(pairs[i] - pairs[i - 1] >= interval);
    REQUIRE(pairs[i] - pairs[i - 1] <= interval + 2 * time + tick);
  }
  // The second one of a pair is early by one packet time, and no more.
  CHECK(std::abs(packets_of(paired) + before - packets_of(single)) <= 1);
}

TEST_CASE("After a pair the send loop waits for twice as long") {
  auto sender = sender_with(300ms);
  sender->push_frame(frame(200'000, t0), t0);
  const double time = to_milliseconds(packet_time(*sender));
  const auto all = departures(*sender, t0, t0 + 1s);
  int pairs = 0;
  for (std::size_t i = 0; i + 1 < all.size(); ++i) {
    if (all[i].time < settled) continue;
    const Duration gap = all[i + 1].time - all[i].time;
    pairs += all[i].packets == 2 ? 1 : 0;
    REQUIRE(to_milliseconds(gap) == Approx(all[i].packets * time).margin(0.1001));
  }
  CHECK(pairs == 3);  // at about 300, 600 and 900 ms
}

TEST_CASE("One packet polled at a time makes the same pairs as batches") {
  // From when the loop lets go of one packet at a time.
  auto batched = sender_with(100ms);
  auto single = sender_with(100ms);
  for (Sender* sender : {batched.get(), single.get()}) {
    sender->push_frame(frame(100'000, t0), t0);
    departures(*sender, t0, settled, 1);
  }
  const auto expected = departures(*batched, settled, t0 + 700ms);
  CHECK((departures(*single, settled, t0 + 700ms, 1) == expected));
  CHECK(times_of_pairs(expected).size() >= 4);  // 600/(100 + 20)
}

TEST_CASE("A pair's second packet makes the sender wake at once") {
  auto sender = sender_with(300ms);
  sender->push_frame(frame(100'000, t0), t0);
  const Duration time = packet_time(*sender);
  departures(*sender, t0, settled);
  LocalTime now = settled;
  bool found = false;
  for (int i = 0; i < 100 && !found; ++i) {
    now = std::max(now, sender->next_wake());
    if (!sender->poll(now)) continue;
    sender->on_sent(now);
    found = sender->next_wake() <= now;
  }
  REQUIRE(found);
  CHECK(now >= t0 + 300ms);  // the first pair was at the start
  CHECK(now <= t0 + 300ms + 3 * time);
  REQUIRE(sender->poll(now));
  sender->on_sent(now);
  CHECK_FALSE(sender->poll(now));
  // The pair is made up for: two packet times from its first one on.
  CHECK(to_milliseconds(sender->next_wake() - now) == Approx(2 * to_milliseconds(time)).margin(0.01));
}

TEST_CASE("A pair's second packet that is not confirmed or refused comes again") {
  auto sender = sender_with(300ms);
  sender->push_frame(frame(100'000, t0), t0);
  departures(*sender, t0, settled);
  LocalTime now = settled;
  for (int i = 0; i < 100; ++i) {
    now = std::max(now, sender->next_wake());
    if (!sender->poll(now)) continue;
    sender->on_sent(now);
    if (sender->next_wake() <= now) break;
  }
  const auto second = sender->poll(now);
  REQUIRE(second);
  const std::uint16_t number = parse_rtp(*second)->header.sequence_number;
  REQUIRE(sender->poll(now));
  sender->on_batch_sent(0, now);
  sender->on_refused(now);
  CHECK_FALSE(sender->poll(now));
  CHECK(sender->next_wake() == now + 1ms);
  const auto again = sender->poll(now + 1ms);
  REQUIRE(again);
  CHECK(parse_rtp(*again)->header.sequence_number == number);
  sender->on_sent(now + 1ms);
  CHECK_FALSE(sender->poll(now + 1ms));
}

TEST_CASE("No pair is made where nothing waits and the next packet that has one behind it makes it") {
  auto sender = sender_with(300ms);
  LocalTime now = settled;
  for (int i = 0; i < 20; ++i) {  // frames of one packet, each of which leaves alone
    sender->push_frame(frame(500, now), now);
    CHECK(none_together(departures(*sender, now, now + 50ms)));
    CHECK(sender->queue().packets() == 0);
    CHECK(sender->next_wake() > now + 50ms - tick);
    now += 50ms;
  }
  // What came alone has not to be paired with what comes much later.
  sender->push_frame(frame(500, now), now);
  CHECK(send_due(*sender, now) == 1);
  CHECK(send_due(*sender, now) == 0);
}

TEST_CASE("A pair that had to wait is made with the first two packets that there are") {
  // Of a frame after single packets some leave at once, 3000 bytes: its first two are the pair, and no third follows.
  const std::size_t batch = static_cast<std::size_t>(GENERATE(1, 64));
  auto with = sender_with(10s);
  auto without = sender_with(std::nullopt);
  std::vector<int> first;
  for (Sender* sender : {with.get(), without.get()}) {
    for (LocalTime now = settled; now < t0 + 500ms; now += 50ms) {
      sender->push_frame(frame(500, now), now);
      CHECK(none_together(departures(*sender, now, now + 50ms)));
    }
    sender->push_frame(frame(20'000, t0 + 500ms), t0 + 500ms);
    const auto all = departures(*sender, t0 + 500ms, t0 + 600ms, batch);
    REQUIRE_FALSE(all.empty());
    first.push_back(all.front().packets);
    CHECK(none_together({all.begin() + 1, all.end()}));
  }
  CHECK(first[0] >= 2);
  CHECK(first[0] == first[1]);
}

TEST_CASE("However often pairs are wanted no more than two packets leave together") {
  auto sender = sender_with(0ms);
  sender->push_frame(frame(200'000, t0), t0);
  const Duration time = packet_time(*sender);
  departures(*sender, t0, settled);
  const auto all = departures(*sender, settled, t0 + 1s);
  for (const Departure& d : all) REQUIRE(d.packets == 2);
  CHECK(static_cast<double>(all.size()) == Approx(900ms / (2 * time)).margin(1));
}

TEST_CASE("No pairs are made after another controller without them") {
  auto sender = sender_with(100ms);
  sender->push_frame(frame(200'000, t0), t0);
  CHECK_FALSE(times_of_pairs(departures(*sender, settled, t0 + 500ms)).empty());
  sender->set_controller(std::make_unique<PairController>(std::nullopt), t0 + 500ms);
  CHECK(none_together(departures(*sender, t0 + 500ms, t0 + 1400ms)));
  sender->set_controller(std::make_unique<PairController>(100ms), t0 + 1400ms);
  CHECK(times_of_pairs(departures(*sender, t0 + 1400ms, t0 + 1500ms)).size() == 1);  // at once
}

TEST_CASE("A pair that was begun before a pause is not ended after it") {
  auto sender = sender_with(300ms);
  sender->push_frame(frame(20'000, t0), t0);
  LocalTime now = t0;
  for (int i = 0; i < 100; ++i) {
    now = std::max(now, sender->next_wake());
    if (!sender->poll(now)) continue;
    sender->on_sent(now);
    if (sender->next_wake() <= now) break;
  }
  REQUIRE(sender->next_wake() <= now);  // for the second one
  sender->suspend();
  sender->start(t0 + 10s);
  drain(*sender, t0 + 10s);
  sender->push_frame(frame(5000, t0 + 10s), t0 + 10s);
  CHECK(sender->next_wake() > t0 + 10s);
  CHECK_FALSE(sender->poll(t0 + 10s));  // the loop begins anew, and waits for what its first packet takes
}

TEST_CASE("A pair does not go beyond the controller's window") {
  auto sender = sender_with(300ms, "rmc", bytes(1000));  // full with one packet, of which nobody reports
  sender->push_frame(frame(20'000, t0), t0);
  CHECK(packets_of(departures(*sender, t0, t0 + 200ms)) == 1);
  CHECK(sender->next_wake() > t0 + 200ms);
  CHECK(none_together(departures(*sender, t0 + 200ms, t0 + 900ms)));
}

TEST_CASE("Another send loop goes on with pairs") {
  auto sender = sender_with(100ms);
  sender->push_frame(frame(200'000, t0), t0);
  departures(*sender, t0, t0 + 500ms);
  sender->set_pacer(make_pacer("rfc3448"), t0 + 500ms);
  const auto pairs = times_of_pairs(departures(*sender, t0 + 600ms, t0 + 1600ms));
  CHECK(pairs.size() >= 8);  // 1000/(100 + 20)
  CHECK(pairs.size() <= 10);
}
