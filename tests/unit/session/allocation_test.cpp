#include <atomic>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <new>

#include "joined_call.h"

namespace {

std::atomic<bool> counting{false};
std::atomic<long> allocations{0};

}  // namespace

void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  if (counting) ++allocations;
  return std::malloc(size > 0 ? size : 1);
}
void* operator new(std::size_t size) {
  if (void* memory = operator new(size, std::nothrow)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, const std::nothrow_t&) noexcept { std::free(memory); }

using namespace evenkeel;
using namespace evenkeel::test;

TEST_CASE("The send path allocates nothing once it is warm") {
  const auto controller = GENERATE("fixed", "ldcc", "arc");
  CAPTURE(controller);
  JoinedCall call(make_sender(sender_config(), controller));
  call.sender->start(t0);
  call.run(5s);
  call.before_calls = [] { counting = true; };
  call.after_calls = [] { counting = false; };
  allocations = 0;
  const int before = call.media;
  call.run(10s);
  CHECK(call.media > before + 500);
  CHECK(allocations == 0);
}
