#include "core/net/secure/sealing_sink.h"

#include <catch2/catch.hpp>
#include <map>

#include "core/session/paced_queue.h"
#include "reference_srtp.h"
#include "secure_peers.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

constexpr SrtpProfile profile = SrtpProfile::aead_aes_128_gcm;
const Route peer(Endpoint{{}, 5004});

// Takes as many as it is told to, and looks at all that is offered: which nonce has which bytes.
class Behind final : public DatagramSink {
 public:
  bool send(Datagram datagram, const Route& to, std::uint8_t ecn) override {
    return send_batch({&datagram, 1}, to, ecn) == 1;
  }
  std::size_t send_batch(std::span<const Datagram> datagrams, const Route&, std::uint8_t ecn) override {
    batches.push_back(datagrams.size());
    last_ecn = ecn;
    const std::size_t fitting = std::min(room, datagrams.size());
    for (std::size_t i = 0; i < datagrams.size(); ++i) look_at({datagrams[i].begin(), datagrams[i].end()}, i < fitting);
    room -= fitting;
    return fitting;
  }

  std::size_t room = 1'000'000;
  std::vector<Bytes> taken;
  std::vector<std::size_t> batches;
  std::uint8_t last_ecn = 0;
  int nonces_used_twice = 0;

 private:
  void look_at(const Bytes& bytes, bool is_taken) {
    const bool rtcp = bytes[1] == 201;  // the nonce is made of SSRC and index, or of SSRC and number
    const Bytes nonce = rtcp ? Bytes(bytes.end() - 4, bytes.end()) : Bytes(bytes.begin() + 2, bytes.begin() + 12);
    const auto [known, fresh] = sealed.emplace(nonce, bytes);
    if (!fresh && known->second != bytes) ++nonces_used_twice;
    if (is_taken) taken.push_back(bytes);
  }
  std::map<Bytes, Bytes> sealed;
};

struct Setup {
  Behind behind;
  SealingSink sink{behind};
  SrtpOpener opener{profile, some_key(profile)};
  std::uint16_t next = 0;

  Setup() { sink.set_sealer(std::make_unique<SrtpSealer>(profile, some_key(profile))); }

  std::vector<Bytes> packets(std::size_t count, std::size_t payload = 100) {
    std::vector<Bytes> made;
    for (std::size_t i = 0; i < count; ++i) {
      made.push_back(rtp_packet(5, next, payload, static_cast<std::uint8_t>(next)));
      ++next;
    }
    return made;
  }
  std::size_t offer(const std::vector<Bytes>& packets, std::uint8_t ecn = 0) {
    const std::vector<DatagramSink::Datagram> views(packets.begin(), packets.end());
    return sink.send_batch(views, peer, ecn);
  }
  std::vector<Bytes> opened() {
    std::vector<Bytes> plain;
    for (Bytes bytes : behind.taken) {
      const auto one = opener.open(bytes);
      if (one.verdict == SrtpOpener::Verdict::opened) plain.emplace_back(one.plain.begin(), one.plain.end());
    }
    return plain;
  }
};

std::vector<Bytes> without_first(std::vector<Bytes> packets, std::size_t count) {
  packets.erase(packets.begin(), packets.begin() + static_cast<std::ptrdiff_t>(count));
  return packets;
}
std::vector<Bytes> joined(std::vector<Bytes> a, const std::vector<Bytes>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

}  // namespace

TEST_CASE("A batch leaves sealed as one batch, sizes as equal as they were") {
  Setup setup;
  const auto packets = setup.packets(PacedQueue::largest_batch);
  CHECK(setup.offer(packets, 1) == packets.size());
  CHECK(setup.behind.batches == std::vector<std::size_t>{packets.size()});
  CHECK(setup.behind.last_ecn == 1);
  for (const Bytes& sealed : setup.behind.taken) CHECK(sealed.size() == packets[0].size() + srtp_tag_size(profile));
  CHECK(setup.opened() == packets);
}

TEST_CASE("A larger batch than any goes in several") {
  Setup setup;
  const auto packets = setup.packets(600);
  CHECK(setup.offer(packets) == 600);
  CHECK(setup.behind.batches == std::vector<std::size_t>{256, 256, 88});
  CHECK(setup.opened() == packets);
}

TEST_CASE("Without keys all is lost, and nothing leaves") {
  Setup setup;
  setup.sink.set_sealer(nullptr);
  CHECK(setup.offer(setup.packets(10)) == 10);
  CHECK(setup.sink.send(rtcp_packet(5), peer));
  CHECK(setup.behind.batches.empty());
}

TEST_CASE("What is refused and offered again leaves with the same sealed bytes, once") {
  Setup setup;
  auto packets = setup.packets(10);
  setup.behind.room = 3;
  CHECK(setup.offer(packets) == 3);
  packets = without_first(packets, 3);
  for (int i = 0; i < 3; ++i) CHECK(setup.offer(packets) == 0);
  setup.behind.room = 2;
  const auto more = joined(packets, setup.packets(5));
  CHECK(setup.offer(more) == 2);
  setup.behind.room = 100;
  CHECK(setup.offer(without_first(more, 2)) == 10);
  CHECK(setup.behind.nonces_used_twice == 0);
  CHECK(setup.opened().size() == 15);
}

TEST_CASE("Offered again in smaller batches, what is kept behind them stays kept") {
  Setup setup;
  const auto packets = setup.packets(10);
  setup.behind.room = 0;
  CHECK(setup.offer(packets) == 0);
  setup.behind.room = 100;
  for (std::size_t i = 0; i < 10; ++i) CHECK(setup.sink.send(packets[i], peer));
  CHECK(setup.opened() == packets);
}

TEST_CASE("What the sender gives up is forgotten, and what is kept behind it leaves") {
  Setup setup;
  const auto packets = setup.packets(10);
  setup.behind.room = 0;
  CHECK(setup.offer(packets) == 0);
  setup.behind.room = 100;
  CHECK(setup.offer(without_first(packets, 4)) == 6);
  CHECK(setup.opened() == without_first(packets, 4));
}

TEST_CASE("Other bytes under a number that was sealed are lost: no nonce seals two plaintexts") {
  Setup setup;
  auto packets = setup.packets(3);
  setup.behind.room = 1;
  CHECK(setup.offer(packets) == 1);
  packets = without_first(packets, 1);
  packets[0].back() ^= 1;
  setup.behind.room = 100;
  const auto fresh = setup.packets(2);
  CHECK(setup.offer(joined(packets, fresh)) == 4);
  CHECK(setup.behind.nonces_used_twice == 0);
  const auto opened = setup.opened();
  CHECK(std::vector(opened.end() - 2, opened.end()) == fresh);
  CHECK(opened.size() == 3);  // the one that was given up is lost, and so is the one behind it
}

TEST_CASE("A report between refused media and their next offer leaves them as they are") {
  Setup setup;
  const auto packets = setup.packets(5);
  setup.behind.room = 0;
  CHECK(setup.offer(packets) == 0);
  CHECK_FALSE(setup.sink.send(rtcp_packet(5), peer));
  setup.behind.room = 1;
  CHECK(setup.sink.send(rtcp_packet(5), peer));
  setup.behind.room = 100;
  CHECK(setup.offer(packets) == 5);
  CHECK(setup.opened().size() == 6);
  CHECK(setup.behind.nonces_used_twice == 0);
}

TEST_CASE("Reports and media in one batch leave in their order") {
  Setup setup;
  const auto media = setup.packets(4);
  const std::vector<Bytes> mixed{media[0],       rtcp_packet(5), media[1], media[2],
                                 rtcp_packet(6), rtcp_packet(6), media[3]};
  CHECK(setup.offer(mixed) == 7);
  CHECK(setup.opened() == mixed);
}

TEST_CASE("What libsrtp refuses counts as taken and lost, the rest leaves") {
  Setup setup;
  auto packets = setup.packets(5);
  packets[0].resize(5);
  packets[2] = packets[1];
  packets[4].resize(5);
  CHECK(setup.offer(packets) == 5);
  CHECK(setup.behind.batches == std::vector<std::size_t>{2});
  CHECK(setup.opened() == std::vector{packets[1], packets[3]});
  setup.behind.room = 0;
  const Bytes broken(5, 0x80);
  const auto good = setup.packets(1);
  CHECK(setup.offer({broken, good[0], broken}) == 1);
  setup.behind.room = 100;
  CHECK(setup.offer({good[0], broken}) == 2);
  CHECK(setup.offer({broken}) == 1);
}

TEST_CASE("New keys forget what was kept") {
  Setup setup;
  const auto packets = setup.packets(5);
  setup.behind.room = 0;
  CHECK(setup.offer(packets) == 0);
  setup.sink.set_sealer(std::make_unique<SrtpSealer>(profile, some_key(profile, 1)));
  setup.behind.room = 100;
  CHECK(setup.offer(packets) == 5);
  SrtpOpener opener(profile, some_key(profile, 1));
  for (Bytes bytes : setup.behind.taken) CHECK(opener.open(bytes).verdict == SrtpOpener::Verdict::opened);
}

TEST_CASE("Whatever the sink behind refuses: each packet arrives once, in order, and no nonce is used twice") {
  std::mt19937 random(5);
  for (int run = 0; run < 30; ++run) {
    Setup setup;
    std::vector<Bytes> waiting, all;
    for (int i = 0; i < 100; ++i) {
      const auto more = setup.packets(random() % 20, 20 + random() % 3);
      waiting = joined(waiting, more);
      all = joined(all, more);
      if (random() % 10 == 0) setup.sink.send(rtcp_packet(5), peer);
      setup.behind.room = random() % 16;
      const std::size_t offered = std::min<std::size_t>({waiting.size(), 1 + random() % 300, 256});
      waiting = without_first(waiting, setup.offer({waiting.begin(), waiting.begin() + static_cast<long>(offered)}));
    }
    setup.behind.room = 1'000'000;
    while (!waiting.empty()) waiting = without_first(waiting, setup.offer(waiting));
    auto opened = setup.opened();
    std::erase_if(opened, [](const Bytes& packet) { return packet[1] == 201; });
    REQUIRE(opened == all);
    REQUIRE(setup.behind.nonces_used_twice == 0);
  }
}
