#include "app/process/run_beside.h"

#include <catch2/catch.hpp>
#include <chrono>
#include <memory>
#include <thread>

#include "app/process/patient_work.h"
#include "no_threads.h"

using namespace evenkeel;
using namespace evenkeel::test;
using namespace std::chrono_literals;

TEST_CASE("work runs beside the caller, and what it holds may be moved into it") {
  const auto here = std::this_thread::get_id();
  auto place = run_beside([kept = std::make_unique<int>(1)] { return std::pair(std::this_thread::get_id(), *kept); });
  const auto [where, value] = place.get();
  CHECK(where != here);
  CHECK(value == 1);
}

TEST_CASE("without a thread the work is done by the caller: nothing is thrown where nobody would catch it") {
  const NoThreads full;
  REQUIRE_THROWS_AS(std::thread([] {}), std::system_error);  // else this tests nothing
  auto place = run_beside([] { return std::this_thread::get_id(); });
  CHECK(place.wait_for(0s) == std::future_status::ready);
  CHECK(place.get() == std::this_thread::get_id());
}

TEST_CASE("work that takes longer than the caller's patience goes on, and the end of the program waits for it") {
  std::promise<void> end;
  const auto ended = std::make_shared<std::shared_future<void>>(end.get_future().share());
  CHECK(do_within<int>(10s, "", [] { return 7; }) == 7);
  CHECK_FALSE(do_within<int>(1ms, "", [ended] {
    ended->wait();
    return 7;
  }));
  CHECK(has_detached_work());
  end.set_value();
  while (has_detached_work()) std::this_thread::yield();
}
