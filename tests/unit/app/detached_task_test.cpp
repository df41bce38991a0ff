#include "app/process/detached_task.h"

#include <catch2/catch.hpp>

using namespace evenkeel;

TEST_CASE("Work that nobody wants any longer goes on, and the program knows it until it ends") {
  CHECK_FALSE(has_detached_work());
  std::promise<void> let_go;
  const std::shared_future<void> gone = let_go.get_future().share();
  DetachedTask<int> answer([gone] { return gone.wait(), 42; });
  CHECK(answer.wanted());
  CHECK_FALSE(answer.take());
  answer.forget();
  CHECK_FALSE(answer.wanted());
  CHECK(has_detached_work());
  let_go.set_value();
  while (has_detached_work()) std::this_thread::yield();
}

TEST_CASE("What it works out is taken once, and what it throws as well") {
  DetachedTask<int> answer([] { return 42; });
  std::optional<int> taken;
  while (!taken) taken = answer.take();
  CHECK(taken == 42);
  CHECK_FALSE(answer.wanted());
  DetachedTask<int> failing([]() -> int { throw std::runtime_error("no"); });
  const auto take_all = [&] {
    while (!failing.take()) {
    }
  };
  CHECK_THROWS_WITH(take_all(), "no");
  while (has_detached_work()) std::this_thread::yield();
}
