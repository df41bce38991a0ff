#include <array>
#include <catch2/catch.hpp>
#include <random>

#include "core/net/batch_sender.h"
#include "fake_kernel.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

constexpr IpAddress ipv4{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 192, 0, 2, 7};
constexpr IpAddress ipv6{0x20, 0x01, 0x0d, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7};
constexpr IpAddress none{};

struct Fixture {
  FakeKernel kernel;
  SendCounters counters;
  BatchSender sender{counters, [this](int s, mmsghdr* m, unsigned n) { return kernel(s, m, n); }};

  std::size_t send(const std::vector<Bytes>& packets, const IpFields& fields) {
    const std::vector<DatagramSink::Datagram> datagrams(packets.begin(), packets.end());
    return sender.send(3, datagrams, nullptr, 0, fields);
  }
};

using Calls = std::vector<std::vector<std::size_t>>;
using Sources = std::vector<IpAddress>;

const std::vector<Bytes> run{Bytes(100, 1), Bytes(100, 2), Bytes(100, 3), Bytes(200, 4)};  // 3, 1

}  // namespace

TEST_CASE("All of a batch have its source, with segments and marks beside it") {
  const bool is_ipv6 = GENERATE(false, true);
  const auto ecn = static_cast<std::uint8_t>(GENERATE(0, 1));
  const IpAddress source = is_ipv6 ? ipv6 : ipv4;
  Fixture f;
  CHECK(f.send(run, {ecn, !is_ipv6, source}) == 4);
  CHECK(f.kernel.calls == Calls{{3, 1}});
  CHECK(f.kernel.sent == run);
  CHECK(f.kernel.sources == Sources(4, source));
  CHECK(f.counters.source_fallbacks == 0);
}

TEST_CASE("A source that the machine does not have costs one system call and no datagram") {
  const int error = GENERATE(EINVAL, EADDRNOTAVAIL, ENETUNREACH);
  Fixture f;
  f.kernel.source_error = error;
  CHECK(f.send(run, {0, true, ipv4}) == 4);
  CHECK(f.kernel.calls == Calls{{3, 1}, {3, 1}});
  CHECK(f.kernel.sent == run);
  CHECK(f.kernel.sources == Sources(4, none));
  CHECK(f.counters.source_fallbacks == 4);
  CHECK(f.counters.lost == 0);
  CHECK(f.counters.last_error == 0);
  CHECK(f.sender.largest_segment() > 1500);  // it was not the segments
  f.kernel.source_error = 0;                 // the address is back
  f.kernel.sources.clear();
  CHECK(f.send(run, {0, true, ipv4}) == 4);
  CHECK(f.kernel.sources == Sources(4, ipv4));
  CHECK(f.counters.source_fallbacks == 4);
}

TEST_CASE("An address that goes in the middle of a batch: what is left goes without it") {
  Fixture f;
  f.kernel.script = {{1, 0}, {-1, EINVAL}};
  CHECK(f.send(run, {0, false, ipv6}) == 4);
  CHECK(f.kernel.sent == run);
  CHECK(f.kernel.sources == Sources{ipv6, ipv6, ipv6, none});
  CHECK(f.counters.source_fallbacks == 1);
}

TEST_CASE("Segments that are refused by the same error do not cost the source") {
  Fixture f;
  f.kernel.segmentation_error = EINVAL;
  CHECK(f.send(run, {0, true, ipv4}) == 4);
  CHECK(f.kernel.calls == Calls{{3, 1}, {3, 1}, {1, 1, 1, 1}});
  CHECK(f.kernel.sent == run);
  CHECK(f.kernel.sources == Sources(4, ipv4));
  CHECK(f.counters.source_fallbacks == 0);
  CHECK(f.sender.largest_segment() == 0);
}

TEST_CASE("Both the source and the segments are refused: each datagram goes") {
  Fixture f;
  f.kernel.segmentation_error = GENERATE(EINVAL, EIO);
  f.kernel.source_error = EINVAL;
  CHECK(f.send(run, {2, true, ipv4}) == 4);
  CHECK(f.kernel.sent == run);
  CHECK(f.kernel.sources == Sources(4, none));
  CHECK(f.counters.source_fallbacks == 4);
  CHECK(f.counters.lost == 0);
}

TEST_CASE("What fails also without its source is lost, once") {
  Fixture f;
  f.kernel.script = {{-1, EINVAL}, {-1, EINVAL}};
  CHECK(f.send({Bytes(10), Bytes()}, {0, true, ipv4}) == 2);
  CHECK(f.kernel.sent == std::vector<Bytes>{Bytes()});
  CHECK(f.counters.lost == 1);
  CHECK(f.counters.last_error == EINVAL);
}

TEST_CASE("A full buffer while the source is refused loses nothing") {
  Fixture f;
  f.kernel.source_error = EINVAL;
  f.kernel.script = {{4, 0}, {-1, EAGAIN}};
  CHECK(f.send(run, {0, true, ipv4}) == 0);
  CHECK(f.kernel.sent.empty());
  CHECK(f.counters.lost == 0);
  CHECK(f.counters.source_fallbacks == 0);
}

TEST_CASE("A source of the other family than the receiver's is none") {
  Fixture f;
  f.kernel.segmentation_error = EIO;
  CHECK(f.send(run, {0, true, ipv6}) == 4);
  CHECK(f.send(run, {0, false, ipv4}) == 4);
  CHECK(f.kernel.sources == Sources(8, none));
  CHECK(f.counters.source_fallbacks == 8);
}

TEST_CASE("Whatever the kernel says of a source, each datagram that was taken was sent or lost, once and in order") {
  std::mt19937 random(11);
  const auto below = [&](unsigned n) { return std::uniform_int_distribution<unsigned>(0, n - 1)(random); };
  constexpr std::array errors{EINVAL, EADDRNOTAVAIL, EAGAIN, EINTR, EIO, EMSGSIZE, ENETUNREACH, EHOSTUNREACH};
  for (int round = 0; round < 2000; ++round) {
    Fixture f;
    if (below(3) == 0) f.kernel.source_error = EINVAL;
    if (below(4) == 0) f.kernel.segmentation_error = EINVAL;
    for (unsigned i = below(12); i > 0; --i) {
      const bool takes = below(2) == 0;
      f.kernel.script.push_back(takes ? FakeKernel::Answer{static_cast<int>(1 + below(4)), 0}
                                      : FakeKernel::Answer{-1, errors[below(errors.size())]});
    }
    std::vector<Bytes> packets;
    for (unsigned i = 0, n = 1 + below(100); i < n; ++i) {
      packets.emplace_back(below(4) == 0 ? below(40) : 40, static_cast<std::uint8_t>(i));
    }
    const std::size_t taken = f.send(packets, {1, true, ipv4});
    REQUIRE(taken <= packets.size());
    REQUIRE(f.kernel.sent.size() + f.counters.lost == taken);
    REQUIRE(std::count(f.kernel.sources.begin(), f.kernel.sources.end(), none) ==
            static_cast<std::ptrdiff_t>(f.counters.source_fallbacks));
    auto at = packets.begin();
    const auto end = at + static_cast<std::ptrdiff_t>(taken);
    for (const Bytes& sent : f.kernel.sent) {
      at = std::find(at, end, sent);
      REQUIRE(at != end);
      ++at;
    }
  }
}
