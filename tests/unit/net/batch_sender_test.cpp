#include "core/net/batch_sender.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <numeric>
#include <random>

#include "fake_kernel.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

/// Of the given sizes; no two alike where they are not empty.
struct Packets {
  explicit Packets(const std::vector<std::size_t>& sizes) {
    std::uint8_t value = 0;
    for (const std::size_t size : sizes) bytes.emplace_back(size, value++);
    for (const Bytes& b : bytes) all.emplace_back(b);
  }
  std::vector<Bytes> first(std::size_t count) const {
    return {bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(count)};
  }
  std::vector<Bytes> bytes;
  std::vector<DatagramSink::Datagram> all;
};

struct Fixture {
  FakeKernel kernel;
  SendCounters counters;
  BatchSender sender{counters, [this](int s, mmsghdr* m, unsigned n) { return kernel(s, m, n); }};

  std::size_t send(const Packets& packets) { return sender.send(3, packets.all, nullptr, 0); }
};

using Calls = std::vector<std::vector<std::size_t>>;

}  // namespace

TEST_CASE("Runs of equal size become one message, of which the last datagram may be smaller") {
  struct Row {
    std::vector<std::size_t> sizes;
    std::vector<std::size_t> messages;
  };
  const auto row = GENERATE(values<Row>({
      {{100}, {1}},
      {{100, 100}, {2}},
      {{100, 100, 40}, {3}},
      {{100, 40}, {2}},
      {{100, 40, 40}, {2, 1}},
      {{40, 100}, {1, 1}},
      {{100, 100, 40, 100, 100}, {3, 2}},
      {{100, 0, 100}, {1, 1, 1}},  // an empty one has no place in a message
      {{0, 0}, {1, 1}},
      {std::vector<std::size_t>(65, 10), {64, 1}},
      {std::vector<std::size_t>(50, 1472), {44, 6}},  // 65,507 bytes hold 44
      {{40'000, 40'000}, {1, 1}},
      {{32'753, 32'753, 32'754, 32'754}, {2, 1, 1}},  // 65,506 and 65,508 bytes
      {{70'000, 10}, {1, 1}},
  }));
  CAPTURE(row.sizes);
  Fixture f;
  const Packets packets(row.sizes);
  CHECK(f.send(packets) == row.sizes.size());
  CHECK(f.kernel.calls == Calls{row.messages});
  CHECK(f.kernel.sent == packets.bytes);
  CHECK(f.counters.system_calls == 1);
  CHECK(f.counters.lost == 0);
}

TEST_CASE("Without segmentation each datagram is a message") {
  Fixture f;
  f.sender.set_segmentation(false);
  const Packets packets({100, 100, 100, 40});
  CHECK(f.send(packets) == 4);
  CHECK(f.kernel.calls == Calls{{1, 1, 1, 1}});
  CHECK(f.kernel.sent == packets.bytes);
}

TEST_CASE("More than one system call holds go by several") {
  Fixture f;
  f.sender.set_segmentation(GENERATE(true, false));
  const Packets packets(std::vector<std::size_t>(1000, 20));
  CHECK(f.send(packets) == 1000);
  CHECK(f.kernel.sent == packets.bytes);
  CHECK(f.counters.system_calls == f.kernel.calls.size());
  for (const auto& call : f.kernel.calls) {
    CHECK(call.size() <= BatchSender::max_messages);
    CHECK(std::accumulate(call.begin(), call.end(), std::size_t{0}) <= BatchSender::max_datagrams);
  }
}

TEST_CASE("A full buffer ends the batch: what went before is taken, the rest is not") {
  const int error = GENERATE(EAGAIN, ENOBUFS);
  Fixture f;
  const Packets packets({100, 100, 50, 60, 70, 80, 90});  // 3, 1, 1, 1, 1
  f.kernel.script = {{2, 0}, {-1, error}};
  CHECK(f.send(packets) == 4);
  CHECK(f.kernel.sent == packets.first(4));
  CHECK(f.counters.lost == 0);
  CHECK(f.counters.last_error == 0);
  f.kernel.script = {{-1, error}};
  CHECK(f.send(packets) == 0);
}

TEST_CASE("An error for good costs one datagram, also within a message") {
  Fixture f;
  const Packets packets({100, 100, 100, 200, 200});
  SECTION("of an unreachable network") {
    f.kernel.script = {{-1, ENETUNREACH}, {-1, EPERM}};
    CHECK(f.send(packets) == 5);
    CHECK(f.kernel.sent == std::vector<Bytes>(packets.bytes.begin() + 2, packets.bytes.end()));
    CHECK(f.counters.lost == 2);
    CHECK(f.counters.last_error == EPERM);
    CHECK(f.counters.refusals == 0);
  }
  SECTION("of a peer that is not there") {
    f.kernel.script = {{1, 0}, {-1, ECONNREFUSED}};
    CHECK(f.send(packets) == 5);
    CHECK(f.kernel.sent.size() == 4);
    CHECK(f.kernel.sent.back() == packets.bytes.back());
    CHECK(f.counters.lost == 1);
    CHECK(f.counters.refusals == 1);
    CHECK(f.counters.last_error == 0);
  }
  SECTION("of each") {
    f.kernel.script = std::deque<FakeKernel::Answer>(5, {-1, EHOSTUNREACH});
    CHECK(f.send(packets) == 5);
    CHECK(f.kernel.sent.empty());
    CHECK(f.counters.lost == 5);
  }
  CHECK(f.sender.largest_segment() > 1500);
}

TEST_CASE("An interrupted call is made again") {
  Fixture f;
  f.kernel.script = {{-1, EINTR}, {-1, EINTR}};
  const Packets packets({100, 100});
  CHECK(f.send(packets) == 2);
  CHECK(f.kernel.sent == packets.bytes);
  CHECK(f.counters.lost == 0);
  CHECK(f.counters.system_calls == 3);
}

TEST_CASE("Where segments are refused, datagrams go one by one from then on, and none is lost or sent twice") {
  const int error = GENERATE(EIO, EINVAL, ENOPROTOOPT, EOPNOTSUPP);
  Fixture f;
  f.kernel.segmentation_error = error;
  const Packets packets({50, 100, 100, 100, 100});  // 1, 4: the first goes
  CHECK(f.send(packets) == 5);
  CHECK(f.kernel.calls == Calls{{1, 4}, {4}, {1, 1, 1, 1}});
  CHECK(f.kernel.sent == packets.bytes);
  CHECK(f.sender.largest_segment() == 0);
  CHECK(f.counters.lost == 0);
  CHECK(f.counters.last_error == 0);
  f.kernel.calls.clear();
  CHECK(f.send(packets) == 5);
  CHECK(f.kernel.calls == Calls{{1, 1, 1, 1, 1}});
  f.kernel.segmentation_error = 0;
  f.kernel.calls.clear();
  f.sender.set_segmentation(true);  // tries again
  CHECK(f.send(packets) == 5);
  CHECK(f.kernel.calls == Calls{{1, 4}});
}

TEST_CASE("Where segments are too large for the path, smaller ones still go by the message") {
  Fixture f;
  const Packets large({1473, 1473, 1473});
  f.kernel.script = {{-1, EMSGSIZE}};
  CHECK(f.send(large) == 3);
  CHECK(f.sender.largest_segment() == 1472);
  CHECK(f.kernel.calls == Calls{{3}, {1, 1, 1}});
  f.kernel.calls.clear();
  CHECK(f.send(Packets({1472, 1472, 1473, 1473})) == 4);
  CHECK(f.kernel.calls == Calls{{2, 1, 1}});
  CHECK(f.counters.lost == 0);
}

TEST_CASE(
    "Kernels before 6.13 say of segments that are too large what they say where there are none: both are found out") {
  Fixture f;
  f.kernel.largest_segment = 1472;
  f.kernel.oversize_error = EINVAL;
  const Packets large({1473, 1473, 1473});
  CHECK(f.send(large) == 3);
  CHECK(f.kernel.calls == Calls{{3}, {1, 1, 1}});
  CHECK(f.kernel.sent == large.bytes);
  CHECK(f.sender.largest_segment() == 1472);
  f.kernel.calls.clear();
  CHECK(f.send(Packets({1472, 1472, 1473, 1473})) == 4);
  CHECK(f.kernel.calls == Calls{{2, 1, 1}});

  f.kernel.segmentation_error = EINVAL;  // another route, whose device has none
  f.kernel.calls.clear();
  CHECK(f.send(Packets({1400, 1400, 1201, 1201})) == 4);
  CHECK(f.sender.largest_segment() == 1200);
  CHECK(f.send(Packets({1200, 1200, 100})) == 3);
  CHECK(f.sender.largest_segment() == 0);
  f.kernel.calls.clear();
  CHECK(f.send(Packets({100, 100})) == 2);
  CHECK(f.kernel.calls == Calls{{1, 1}});
  CHECK(f.counters.lost == 0);
}

TEST_CASE("A single datagram that is too large is lost, and says nothing of segments") {
  Fixture f;
  f.kernel.script = {{-1, EMSGSIZE}};
  CHECK(f.send(Packets({70'000, 10, 10})) == 3);
  CHECK(f.counters.lost == 1);
  CHECK(f.counters.last_error == EMSGSIZE);
  CHECK(f.sender.largest_segment() > 1500);
}

TEST_CASE("Whatever the kernel answers, what it took and what is lost are the first ones, each once") {
  std::mt19937 random(7);
  const auto below = [&](unsigned n) { return std::uniform_int_distribution<unsigned>(0, n - 1)(random); };
  constexpr std::array errors{EAGAIN, ENOBUFS, ECONNREFUSED, EPERM, EINTR, EIO, EMSGSIZE};
  for (int round = 0; round < 2000; ++round) {
    Fixture f;
    std::vector<std::size_t> sizes(1 + below(120));
    for (auto& size : sizes) size = below(4) == 0 ? below(40) : 40;
    for (unsigned i = below(12); i > 0; --i) {
      if (below(2) == 0) {
        f.kernel.script.push_back({static_cast<int>(1 + below(4)), 0});
      } else {
        f.kernel.script.push_back({-1, errors[below(errors.size())]});
      }
    }
    const Packets packets(sizes);
    const std::size_t taken = f.send(packets);
    REQUIRE(taken <= sizes.size());
    REQUIRE(f.kernel.sent.size() + f.counters.lost == taken);
    auto at = packets.bytes.begin();  // each that was sent is found behind the one before, among those taken
    const auto end = at + static_cast<std::ptrdiff_t>(taken);
    for (const Bytes& sent : f.kernel.sent) {
      at = std::find(at, end, sent);
      REQUIRE(at != end);
      ++at;
    }
    REQUIRE(f.counters.system_calls == f.kernel.calls.size());
  }
}
