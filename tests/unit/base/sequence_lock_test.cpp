#include "core/base/sequence_lock.h"

#include <atomic>
#include <catch2/catch.hpp>
#include <thread>

using namespace evenkeel;

namespace {

struct Value {
  std::uint64_t a = 0;
  std::uint32_t b = 0;
  std::uint64_t c = 0;
};

}  // namespace

TEST_CASE("What was written last is read, with the number of writes") {
  SequenceLock<Value> lock;
  CHECK_FALSE(lock.try_read());
  lock.write({1, 2, 3});
  lock.write({4, 5, 6});
  const auto read = lock.try_read();
  REQUIRE(read);
  CHECK(read->value.a == 4);
  CHECK(read->value.b == 5);
  CHECK(read->value.c == 6);
  CHECK(read->version == 2);
}

TEST_CASE("A reader on another thread never has parts of two values, nor an older one than before") {
  SequenceLock<Value> lock;
  constexpr std::uint64_t last = 200'000;
  std::atomic<std::uint64_t> reads{0}, torn{0}, older{0};
  std::thread reader([&] {
    std::uint64_t before = 0;
    while (before < last) {
      const auto read = lock.try_read();
      if (!read) continue;
      const auto& [a, b, c] = read->value;
      if (a != read->version || b != static_cast<std::uint32_t>(a) || c != ~a) ++torn;
      if (a < before) ++older;
      before = a;
      ++reads;
    }
  });
  for (std::uint64_t i = 1; i <= last; ++i) lock.write({i, static_cast<std::uint32_t>(i), ~i});
  reader.join();
  CHECK(reads > 0);
  CHECK(torn == 0);
  CHECK(older == 0);
}
