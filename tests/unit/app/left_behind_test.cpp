#include "app/window/left_behind.h"

#include <catch2/catch.hpp>

using namespace evenkeel;

TEST_CASE("Work that nobody wants any longer goes on, and the program knows it until it ends") {
  CHECK_FALSE(is_work_left());
  std::promise<void> let_go;
  const std::shared_future<void> gone = let_go.get_future().share();
  LeftBehind<int> answer([gone] { return gone.wait(), 42; });
  CHECK(answer.wanted());
  CHECK_FALSE(answer.take());
  answer.forget();
  CHECK_FALSE(answer.wanted());
  CHECK(is_work_left());
  let_go.set_value();
  while (is_work_left()) std::this_thread::yield();
}

TEST_CASE("What it works out is taken once, and what it throws as well") {
  LeftBehind<int> answer([] { return 42; });
  std::optional<int> taken;
  while (!taken) taken = answer.take();
  CHECK(taken == 42);
  CHECK_FALSE(answer.wanted());
  LeftBehind<int> failing([]() -> int { throw std::runtime_error("no"); });
  const auto take_all = [&] {
    while (!failing.take()) {
    }
  };
  CHECK_THROWS_WITH(take_all(), "no");
  while (is_work_left()) std::this_thread::yield();
}
