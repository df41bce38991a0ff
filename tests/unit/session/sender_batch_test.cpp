#include <array>
#include <catch2/catch.hpp>
#include <random>

#include "joined_call.h"
#include "window_controller.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

using Datagram = std::span<const std::uint8_t>;
using Datagrams = std::vector<std::vector<std::uint8_t>>;

SenderConfig fast_config() {
  SenderConfig config = sender_config();
  config.limits.maximum = config.limits.start = megabits_per_second(50);
  return config;
}

std::unique_ptr<Sender> fast_sender(std::string_view loop = "rmc") {
  return std::make_unique<Sender>(fast_config(), make_controller("fixed"), make_pacer(loop));
}

Datagrams copied(std::span<const Datagram> datagrams) {
  Datagrams out;
  for (const Datagram& d : datagrams) out.emplace_back(d.begin(), d.end());
  return out;
}

/// With the report out of the way and a frame of about 87 packets to send, of which the loop lets 5 go each 1 ms.
std::unique_ptr<Sender> sender_with_frame() {
  auto sender = fast_sender();
  sender->start(t0);
  drain(*sender, t0);
  sender->push_frame(frame(100'000, t0), t0);
  drain(*sender, t0);
  return sender;
}

std::uint16_t number_of(const Datagram& datagram) { return parse_rtp(datagram)->header.sequence_number; }

constexpr std::uint16_t first_number = 65'500;

}  // namespace

TEST_CASE("By the batch the same datagrams leave at the same times as one by one") {
  const std::string loop = GENERATE("rmc", "rfc3448", "rfc3448-burst", "rfc3448-nominal");
  CAPTURE(loop);
  std::mt19937 random(11);
  std::array<Datagram, 300> out;
  auto single = fast_sender(loop);
  auto batched = fast_sender(loop);
  single->start(t0);
  batched->start(t0);
  std::size_t largest = 0;
  for (LocalTime now = t0; now < t0 + 3s; now += 1ms) {
    if ((now - t0) % 33ms == Duration::zero()) {
      single->push_frame(frame(200'000, now), now);
      batched->push_frame(frame(200'000, now), now);
    }
    Datagrams sent;
    while (const std::size_t count = batched->poll_batch(now, std::span(out).first(1 + random() % out.size()))) {
      for (auto& d : copied(std::span(out).first(count))) sent.push_back(std::move(d));
      batched->on_batch_sent(count, now);
      largest = std::max(largest, count);
    }
    REQUIRE(sent == drain(*single, now));
    REQUIRE(batched->next_wake() == single->next_wake());
  }
  Sample a;
  Sample b;
  single->sample(t0 + 3s, a);
  batched->sample(t0 + 3s, b);
  CHECK(a.packets_sent == b.packets_sent);
  CHECK(a.outstanding_bytes == b.outstanding_bytes);
  CHECK(a.data_mismatch_bytes == b.data_mismatch_bytes);
  CHECK(*a.packets_sent > 2000);
  if (loop == "rfc3448") {
    CHECK(largest == 1);  // decides anew after each packet
  } else {
    CHECK(largest > (loop == "rmc" ? 4 : 1));
  }
}

TEST_CASE("A batch that is taken in part leaves the rest at the head") {
  auto sender = sender_with_frame();
  const std::size_t queued = sender->queue().packets();
  const auto sent_before = sender->path().history().packets_sent();
  const LocalTime now = t0 + 1ms;
  std::array<Datagram, 64> out;
  const std::size_t count = sender->poll_batch(now, out);
  REQUIRE(count > 3);
  const Datagrams given = copied(std::span(out).first(count));
  const auto taken = static_cast<std::size_t>(GENERATE(0, 1, 3));
  sender->on_batch_sent(taken, now);
  sender->on_refused(now);
  CHECK(sender->queue().packets() == queued - taken);
  CHECK(sender->path().history().packets_sent() == sent_before + static_cast<std::int64_t>(taken));
  CHECK(sender->poll_batch(now, out) == 0);
  CHECK(sender->next_wake() == now + 1ms);
  REQUIRE(sender->poll_batch(now + 1ms, out) >= count - taken);
  CHECK(copied(std::span(out).first(count - taken)) ==
        Datagrams(given.begin() + static_cast<std::ptrdiff_t>(taken), given.end()));
}

TEST_CASE("However the socket takes them, all leave once and in order") {
  std::mt19937 random(5);
  auto sender = sender_with_frame();
  sender->push_frame(frame(100'000, t0), t0);
  std::array<Datagram, 20> out;
  auto expected = static_cast<std::uint16_t>(first_number + sender->path().history().packets_sent());
  for (LocalTime now = t0; now < t0 + 500ms; now += 1ms) {
    while (const std::size_t count = sender->poll_batch(now, out)) {
      const std::size_t taken = random() % (count + 1);
      for (std::size_t i = 0; i < taken; ++i) REQUIRE(number_of(out[i]) == expected++);
      sender->on_batch_sent(taken, now);
      if (taken < count) sender->on_refused(now);
    }
  }
  CHECK(sender->queue().packets() == 0);
  CHECK(sender->path().history().packets_sent() == static_cast<std::uint16_t>(expected - first_number));
}

TEST_CASE("A report comes alone, before the packets of its time") {
  auto sender = fast_sender();
  sender->start(t0);
  sender->push_frame(frame(50'000, t0), t0);
  std::array<Datagram, 64> out;
  REQUIRE(sender->poll_batch(t0 + 10ms, out) == 1);
  CHECK(is_rtcp(out[0]));
  sender->on_batch_sent(0, t0 + 10ms);
  sender->on_refused(t0 + 10ms);
  REQUIRE(sender->poll_batch(t0 + 11ms, out) == 1);
  CHECK(is_rtcp(out[0]));
  sender->on_batch_sent(1, t0 + 11ms);
  CHECK(sender->poll_batch(t0 + 11ms, out) > 3);
  CHECK_FALSE(is_rtcp(out[0]));
}

TEST_CASE("A batch ends where the controller's window does") {
  Sender sender(sender_config(), std::make_unique<WindowController>(bytes(3000)), make_pacer("rmc"));
  sender.start(t0);
  drain(sender, t0);
  sender.push_frame(frame(20'000, t0), t0);
  std::array<Datagram, 64> out;
  const LocalTime now = t0 + 100ms;
  REQUIRE(sender.poll_batch(now, out) == 3);  // the third reaches the window
  sender.on_batch_sent(2, now);
  REQUIRE(sender.poll_batch(now, out) == 1);
  CHECK(number_of(out[0]) == static_cast<std::uint16_t>(first_number + 2));
  sender.on_batch_sent(1, now);
  CHECK(sender.poll_batch(now, out) == 0);
  CHECK(sender.path().history().in_flight() >= bytes(3000));
}

TEST_CASE("What was given and not confirmed comes again, and nothing is confirmed twice") {
  auto sender = sender_with_frame();
  const LocalTime now = t0 + 1ms;
  std::array<Datagram, 64> out;
  const std::size_t count = sender->poll_batch(now, out);
  const Datagrams first = copied(std::span(out).first(count));
  REQUIRE(sender->poll_batch(now, out) == count);
  CHECK(copied(std::span(out).first(count)) == first);
  const std::size_t queued = sender->queue().packets();
  sender->on_batch_sent(count + 100, now);
  sender->on_batch_sent(count, now);
  CHECK(sender->queue().packets() == queued - count);
  CHECK(sender->poll_batch(now, {}) == 0);
  sender->on_batch_sent(1, now);
  CHECK(sender->queue().packets() == queued - count);
}

TEST_CASE("A batch survives a change of the send loop, and ends with the call") {
  auto sender = sender_with_frame();
  const LocalTime now = t0 + 1ms;
  std::array<Datagram, 64> out;
  const std::size_t count = sender->poll_batch(now, out);
  const std::uint16_t number = number_of(out[0]);
  const std::size_t queued = sender->queue().packets();
  SECTION("another loop") {
    sender->set_pacer(make_pacer("rfc3448"), now);
    sender->on_batch_sent(2, now);
    CHECK(sender->queue().packets() == queued - 2);
    REQUIRE(sender->poll_batch(now + 1s - 2ms, out) == 1);
    CHECK(number_of(out[0]) == static_cast<std::uint16_t>(number + 2));
  }
  SECTION("the end") {
    const auto sent = sender->path().history().packets_sent();
    sender->suspend();
    sender->on_batch_sent(count, now);
    CHECK(sender->path().history().packets_sent() == sent);
  }
}
