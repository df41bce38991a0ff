#include "core/rtp/repair_decoder.h"

#include <algorithm>
#include <catch2/catch.hpp>

#include "tests/unit/rtp/repair_stream.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

using Indexes = std::set<std::size_t>;

std::set<std::size_t> random_losses(std::mt19937& random, std::size_t count, std::size_t below) {
  Indexes lost;
  while (lost.size() < count) lost.insert(random() % below);
  return lost;
}

}  // namespace

TEST_CASE("As many packets come back as repair packets come, in any order and mixture") {
  const auto losses = GENERATE(1u, 2u, 3u, 4u, 5u, 6u);
  const auto seed = GENERATE(range(1u, 21u));
  std::mt19937 random(seed);
  RepairSender sender(seed, static_cast<std::uint16_t>(random()));
  for (int i = 0; i < 30; ++i) sender.send(12 + random() % 1205);
  const Indexes lost = random_losses(random, losses, 30);

  std::vector<Bytes> repairs;
  for (std::size_t i = 0; i < losses; ++i) repairs.push_back(sender.repair(0, 30));
  std::vector<std::size_t> arrivals;  // media below 30, repair from there on
  for (std::size_t i = 0; i < 30 + losses; ++i) {
    if (!lost.count(i)) arrivals.push_back(i);
  }
  std::shuffle(arrivals.begin() + 1, arrivals.end(), random);  // a first packet must tell where the stream is

  RepairReceiver receiver(sender);
  for (const std::size_t i : arrivals) i < 30 ? receiver.media(i) : receiver.repair(repairs[i - 30]);
  CHECK(receiver.have().size() == 30);
  CHECK(receiver.decoder().deficit() == 0);
  CHECK(receiver.stats().implausible == 0);
}

TEST_CASE("Seven lost packets need seven of repair or media") {
  RepairSender sender;
  sender.send_many(40, 1200);
  const Indexes lost{1, 4, 5, 6, 20, 30, 39};
  RepairReceiver receiver(sender);
  receiver.media(0, 40, lost);
  for (int i = 0; i < 6; ++i) receiver.repair(sender.repair(0, 40));
  CHECK(receiver.recovered().empty());
  CHECK(receiver.decoder().deficit() == 1);
  SECTION("a seventh of repair") {
    receiver.repair(sender.repair(0, 40));
    CHECK(receiver.recovered() == lost);
  }
  SECTION("an original that comes late") {
    receiver.media(20);
    CHECK(receiver.recovered() == Indexes{1, 4, 5, 6, 30, 39});
  }
  SECTION("one that another window brings back") {
    receiver.repair(sender.repair(25, 10));
    CHECK(receiver.recovered() == lost);
  }
  CHECK(receiver.decoder().deficit() == 0);
}

TEST_CASE("Windows that overlap help each other") {
  RepairSender sender;
  sender.send_many(30, 1000);
  RepairReceiver receiver(sender);
  receiver.media(0, 30, {3, 4, 12, 13, 22});
  receiver.repair(sender.repair(0, 10));   // 3, 4
  receiver.repair(sender.repair(5, 15));   // 12, 13
  receiver.repair(sender.repair(4, 10));   // 4, 12, 13
  receiver.repair(sender.repair(10, 20));  // 12, 13, 22
  CHECK(receiver.recovered().empty());
  CHECK(receiver.decoder().deficit() == 1);
  receiver.repair(sender.repair(20, 10));  // 22
  CHECK(receiver.recovered() == Indexes{3, 4, 12, 13, 22});
}

TEST_CASE("Packets come back over the wrap of the sequence numbers") {
  RepairSender sender(1, 65'530);
  sender.send_many(12, 500);
  RepairReceiver receiver(sender);
  const Indexes lost = GENERATE(Indexes{4, 5}, Indexes{5, 6}, Indexes{6, 7}, Indexes{0, 11});
  receiver.media(0, 12, lost);
  receiver.repair(sender.repair(0, 12));
  receiver.repair(sender.repair(0, 12));
  CHECK(receiver.recovered() == lost);
}

TEST_CASE("A small packet that comes back from among large ones serves in a window of small ones") {
  RepairSender sender;
  sender.send(1200);
  sender.send(50);
  sender.send_many(3, 60);
  RepairReceiver receiver(sender);
  receiver.media(0, 5, {1, 3});
  receiver.repair(sender.repair(0, 3));
  CHECK(receiver.recovered() == Indexes{1});
  receiver.repair(sender.repair(1, 4));
  CHECK(receiver.recovered() == Indexes{1, 3});
  CHECK(receiver.stats().implausible == 0);
}

TEST_CASE("Repair packets that overtake all media wait for it") {
  RepairSender sender;
  sender.send_many(10, 700);
  RepairReceiver receiver(sender);
  receiver.media(0);
  receiver.repair(sender.repair(1, 9));
  CHECK(receiver.decoder().deficit() == 8);
  receiver.media(1, 10, {5});
  CHECK(receiver.recovered() == Indexes{5});
}

TEST_CASE("Repair packets that tell nothing new are discarded") {
  RepairSender sender;
  sender.send_many(20, 700);
  RepairReceiver receiver(sender);
  receiver.media(0, 20, {5, 6});
  const Bytes repair = sender.repair(0, 20);
  receiver.repair(repair);
  receiver.repair(repair);
  CHECK(receiver.stats().discarded == 1);
  receiver.repair(sender.repair(7, 10));
  CHECK(receiver.stats().discarded == 2);
  receiver.repair(sender.repair(0, 20));
  CHECK(receiver.recovered() == Indexes{5, 6});
  receiver.repair(sender.repair(0, 20));
  CHECK(receiver.stats().discarded == 3);
  CHECK(receiver.stats().used == 2);
}

TEST_CASE("Up to 64 packets of a range may be missing") {
  RepairSender sender;
  sender.send_many(128, 100);
  const auto losses = GENERATE(64u, 65u);
  RepairReceiver receiver(sender);
  receiver.media(losses, 128);
  for (unsigned i = 0; i < losses; ++i) receiver.repair(sender.repair(0, 128));
  CHECK(receiver.recovered().size() == (losses == 64 ? 64 : 0));
  CHECK(receiver.stats().discarded == (losses == 64 ? 0 : 65));
}

TEST_CASE("The oldest missing packets give way to newer ones, and leave no harm") {
  RepairSender sender;
  RepairReceiver receiver(sender);
  // Of each 10 packets 4 are lost, and 2 repair packets come.
  for (std::size_t first = 0; first < 1000; first += 10) {
    sender.send_many(10, 100);
    receiver.media(first, first + 10, {first, first + 1, first + 2, first + 3});
    receiver.repair(sender.repair(first, 10));
    receiver.repair(sender.repair(first, 10));
    REQUIRE(receiver.decoder().deficit() <= 32);
  }
  CHECK(receiver.recovered().empty());
  CHECK(receiver.decoder().deficit() == 32);
  // The last 16 groups are still held: their other half brings them back.
  receiver.media(990);
  receiver.media(991);
  CHECK(receiver.recovered() == Indexes{992, 993});
  receiver.media(840);
  receiver.media(841);
  CHECK(receiver.recovered() == Indexes{842, 843, 992, 993});
  receiver.media(830);
  receiver.media(831);
  CHECK(receiver.recovered() == Indexes{842, 843, 992, 993});
}

TEST_CASE("An unknown that gives way takes one equation along and no more") {
  RepairSender sender;
  sender.send_many(128, 100);
  RepairReceiver receiver(sender);
  Indexes lost{0};
  for (std::size_t i = 65; i < 128; ++i) lost.insert(i);
  receiver.media(0, 128, lost);
  sender.set_key(1000);                                                 // keys by which none is determined by chance
  for (int i = 0; i < 63; ++i) receiver.repair(sender.repair(0, 128));  // 64 unknowns, 63 equations
  REQUIRE(receiver.recovered().empty());
  CHECK(receiver.decoder().deficit() == 1);
  sender.send_many(2, 100);
  receiver.media(129);                     // 128 is missing
  receiver.repair(sender.repair(128, 2));  // determines it; 0 gives way all the same
  CHECK(receiver.recovered() == Indexes{128});
  CHECK(receiver.decoder().deficit() == 1);  // 63 unknowns, 62 equations
  receiver.media(65);
  lost.erase(0);
  lost.erase(65);
  lost.insert(128);
  CHECK(receiver.recovered() == lost);
}

TEST_CASE("Ranges must lie near the highest sequence number") {
  RepairSender sender;
  RepairReceiver receiver(sender);
  sender.send_many(10, 100);
  const Bytes old = sender.repair(0, 10);
  const auto later = GENERATE(383u, 384u);
  sender.send_many(later - 9, 100);
  receiver.media(0, 10, {3});
  receiver.media(10, later + 1);
  receiver.repair(old);
  CHECK(receiver.recovered() == (later == 383 ? Indexes{3} : Indexes{}));

  Bytes ahead = old;
  const auto base = static_cast<std::uint16_t>(sender.number(later) + 119);
  ahead[0] = static_cast<std::uint8_t>(base >> 8);
  ahead[1] = static_cast<std::uint8_t>(base);
  const auto used = receiver.stats().used;
  receiver.repair(ahead);
  CHECK(receiver.stats().used == used + 1);
  ++ahead[1];
  receiver.repair(ahead);
  CHECK(receiver.stats().used == used + 1);
}

TEST_CASE("A new source starts from nothing") {
  RepairSender sender;
  sender.send_many(10, 100);
  RepairReceiver receiver(sender);
  receiver.media(0, 10, {2, 3});
  receiver.repair(sender.repair(0, 10));
  const bool starts = GENERATE(true, false);
  starts ? receiver.decoder().start(media_ssrc, media_payload_type) : receiver.decoder().reset();
  CHECK(receiver.decoder().deficit() == 0);
  receiver.media(4, 10);
  receiver.repair(sender.repair(3, 7));
  CHECK(receiver.recovered() == (starts ? Indexes{3} : Indexes{}));
  CHECK(receiver.stats().received == 2);
}
