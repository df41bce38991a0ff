#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <map>

#include "core/rtp/gf256.h"
#include "tests/unit/rtp/repair_stream.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

using Indexes = std::set<std::size_t>;

struct Path {
  const char* what;
  int loss_percent;
  int burst;
  int share_percent;
  int duplicates_percent;
  int delay;  // in packets, of up to so many
};

struct Repair {
  Bytes payload;
  std::size_t from = 0;
  std::size_t count = 0;
};

bool percent(std::mt19937& random, int of) { return static_cast<int>(random() % 100) < of; }

// What Gauss' algorithm on the coefficients alone finds determined, all equations at once.
Indexes determined(const std::vector<Repair>& repairs, const Indexes& missing) {
  const std::vector<std::size_t> columns(missing.begin(), missing.end());
  std::vector<Bytes> rows;
  for (const Repair& repair : repairs) {
    Bytes all(repair.count);
    repair_coefficients(parse_repair(repair.payload)->key, all);
    Bytes row;
    for (const std::size_t c : columns) {
      row.push_back(c >= repair.from && c < repair.from + repair.count ? all[c - repair.from] : std::uint8_t{0});
    }
    rows.push_back(row);
  }
  std::size_t rank = 0;
  for (std::size_t c = 0; c < columns.size(); ++c) {
    const auto pivot = std::find_if(rows.begin() + static_cast<std::ptrdiff_t>(rank), rows.end(),
                                    [&](const Bytes& row) { return row[c] != 0; });
    if (pivot == rows.end()) continue;
    std::swap(rows[rank], *pivot);
    for (std::size_t r = 0; r < rows.size(); ++r) {
      const auto factor = gf256_multiply(rows[r][c], gf256_inverse(rows[rank][c]));
      if (r == rank || factor == 0) continue;
      for (std::size_t i = 0; i < columns.size(); ++i) rows[r][i] ^= gf256_multiply(factor, rows[rank][i]);
    }
    ++rank;
  }
  Indexes found;
  for (std::size_t r = 0; r < rank; ++r) {
    if (std::count(rows[r].begin(), rows[r].end(), 0) + 1 != std::ssize(rows[r])) continue;
    const auto c = std::find_if(rows[r].begin(), rows[r].end(), [](auto x) { return x != 0; }) - rows[r].begin();
    found.insert(columns[static_cast<std::size_t>(c)]);
  }
  return found;
}

/// A stream with repair packets over a path: what arrives, by the time in packets.
struct Passage {
  std::multimap<std::size_t, std::size_t> media;  // indexes
  std::multimap<std::size_t, Repair> repair;
};

template <class Item>
void pass(std::mt19937& random, const Path& path, std::multimap<std::size_t, Item>& arrivals, std::size_t now,
          const Item& item) {
  const auto delay = [&] { return path.delay > 0 ? random() % static_cast<unsigned>(path.delay + 1) : 0; };
  arrivals.emplace(now + delay(), item);
  if (percent(random, path.duplicates_percent)) arrivals.emplace(now + delay(), item);
}

Passage send(std::mt19937& random, const Path& path, RepairSender& sender, std::size_t packets) {
  Passage passage;
  int bad = 0;
  const auto is_lost = [&] {
    if (bad == 0 && percent(random, path.loss_percent)) bad = path.burst;
    return bad > 0 && bad-- > 0;
  };
  for (std::size_t i = 0; i < packets; ++i) {
    sender.send(12 + random() % (percent(random, 50) ? 1205 : 50));
    if (i == 0 || !is_lost()) pass(random, path, passage.media, i, i);
    if (!percent(random, path.share_percent)) continue;
    const std::size_t count = 1 + random() % std::min<std::size_t>(i + 1, 60);
    const Repair repair{sender.repair(i + 1 - count, count), i + 1 - count, count};
    if (!is_lost()) pass(random, path, passage.repair, i, repair);
  }
  return passage;
}

std::vector<Repair> receive(const Passage& passage, std::size_t end, RepairReceiver& receiver) {
  std::vector<Repair> came;
  for (std::size_t now = 0; now < end; ++now) {
    const auto [first, last] = passage.media.equal_range(now);
    for (auto it = first; it != last; ++it) receiver.media(it->second);
    const auto [first_repair, last_repair] = passage.repair.equal_range(now);
    for (auto it = first_repair; it != last_repair; ++it) {
      receiver.repair(it->second.payload);
      came.push_back(it->second);
    }
  }
  return came;
}

const std::vector<Path> paths{{"loss", 3, 1, 10, 0, 0},
                              {"loss and reordering", 5, 1, 15, 0, 30},
                              {"bursts", 3, 4, 20, 0, 0},
                              {"bursts, duplicates and reordering", 3, 6, 30, 20, 50},
                              {"much loss", 30, 1, 40, 10, 10}};

}  // namespace

TEST_CASE("Whatever the path does, all that is given out is as it was sent, and all that can be known is given out") {
  const auto path = GENERATE(from_range(paths));
  const auto seed = GENERATE(range(0u, 25u));
  INFO(path.what << ", seed " << seed);
  std::mt19937 random(seed);
  RepairSender sender(seed, static_cast<std::uint16_t>(random()));
  constexpr std::size_t packets = 150;  // few enough to be remembered, and for less than 64 to be missing
  const Passage passage = send(random, path, sender, packets);
  RepairReceiver receiver(sender);
  const auto repairs = receive(passage, packets + 60, receiver);

  Indexes missing;
  for (std::size_t i = 0; i < packets; ++i) missing.insert(i);
  for (const auto& [time, index] : passage.media) missing.erase(index);
  REQUIRE(missing.size() < RepairSolver::max_unknowns);
  Indexes expected = receiver.have();
  expected.merge(determined(repairs, missing));
  CHECK(receiver.have() == expected);
  CHECK(receiver.stats().implausible == 0);
}

TEST_CASE("Long streams come back as short ones do") {
  const auto path = GENERATE(from_range(paths));
  INFO(path.what);
  std::mt19937 random(7);
  RepairSender sender(7, 60'000);
  constexpr std::size_t packets = 10'000;
  const Passage passage = send(random, path, sender, packets);
  RepairReceiver receiver(sender);
  receive(passage, packets + 60, receiver);
  CHECK(receiver.stats().implausible == 0);
  const std::size_t lost = packets - (receiver.have().size() - receiver.recovered().size());
  INFO(receiver.recovered().size() << " of " << lost);
  // Ranges of random length leave some packets uncovered.
  if (path.burst == 1 && path.loss_percent < 10) CHECK(receiver.recovered().size() > lost * 3 / 4);
  CHECK(receiver.recovered().size() > 0);
}

TEST_CASE("It takes one more repair packet than packets are lost in one case of about 250") {
  RepairSender sender;
  sender.send_many(20, 12);
  int not_enough = 0;
  for (int run = 0; run < 5000; ++run) {
    RepairReceiver receiver(sender);
    receiver.media(0, 20, {3, 4, 10, 11});
    for (int i = 0; i < 4; ++i) receiver.repair(sender.repair(0, 20));
    if (receiver.recovered().size() == 4) continue;
    ++not_enough;
    receiver.repair(sender.repair(0, 20));
  }
  CHECK(not_enough > 5);
  CHECK(not_enough < 40);
}
