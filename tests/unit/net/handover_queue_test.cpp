#include "core/net/handover_queue.h"

#include <atomic>
#include <catch2/catch.hpp>
#include <memory>
#include <thread>
#include <vector>

using namespace evenkeel;

namespace {

/// Remembers which thread freed it.
class Memory {
 public:
  Memory() = default;
  Memory(int value, std::atomic<std::thread::id>& freed_by) : value_(value), freed_by_(&freed_by) {}
  Memory(Memory&& other) noexcept { *this = std::move(other); }
  Memory& operator=(Memory&& other) noexcept {
    std::swap(value_, other.value_);
    std::swap(freed_by_, other.freed_by_);
    return *this;
  }
  ~Memory() {
    if (freed_by_ != nullptr) *freed_by_ = std::this_thread::get_id();
  }
  int value() const { return value_; }

 private:
  int value_ = 0;
  std::atomic<std::thread::id>* freed_by_ = nullptr;
};

const auto ignore = [](const auto&) {};

}  // namespace

TEST_CASE("elements come out in their order, up to the limit") {
  HandoverQueue<std::unique_ptr<int>> queue(2);
  CHECK(queue.push(std::make_unique<int>(1)));
  CHECK(queue.push(std::make_unique<int>(2)));
  auto third = std::make_unique<int>(3);
  CHECK_FALSE(queue.push(std::move(third)));
  REQUIRE(third);  // refused, and unchanged
  std::vector<int> taken;
  const auto take = [&](const std::unique_ptr<int>& element) { taken.push_back(*element); };
  CHECK(queue.take(take));
  CHECK(queue.push(std::move(third)));
  while (queue.take(take)) {
  }
  CHECK(taken == std::vector{1, 2, 3});
  CHECK_FALSE(queue.take(take));
}

TEST_CASE("what one thread allocated, the thread that takes does not free") {
  std::atomic<std::thread::id> freed_by{}, of_second{};  // outlive the queue
  HandoverQueue<Memory> queue(4);
  REQUIRE(queue.push({1, freed_by}));
  std::thread([&] {
    CHECK(queue.take(ignore));
    CHECK_FALSE(queue.take(ignore));
    CHECK(freed_by.load() == std::thread::id());
  }).join();
  REQUIRE(queue.push({2, of_second}));  // which frees what was used
  CHECK(freed_by.load() == std::this_thread::get_id());
  CHECK(of_second.load() == std::thread::id());
}

TEST_CASE("one thread takes what two others bring, and frees none of it") {
  constexpr int each = 2000;
  std::vector<std::atomic<std::thread::id>> freed_by(2 * each);
  HandoverQueue<Memory> queue(8);
  std::vector<std::thread> producers;
  for (int p = 0; p < 2; ++p) {
    producers.emplace_back([&, p] {
      for (int i = 0; i < each; ++i) {
        Memory next(i, freed_by[static_cast<std::size_t>(p * each + i)]);
        while (!queue.push(std::move(next))) std::this_thread::yield();
      }
    });
  }
  std::thread::id taker;
  std::thread consumer([&] {
    taker = std::this_thread::get_id();
    for (int taken = 0; taken < 2 * each;) queue.take(ignore) ? static_cast<void>(++taken) : std::this_thread::yield();
  });
  for (std::thread& producer : producers) producer.join();
  consumer.join();
  for (const auto& freed : freed_by) REQUIRE(freed.load() != taker);
}
