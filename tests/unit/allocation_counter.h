#pragma once

#include <atomic>
#include <cstdlib>
#include <new>

// Counts what the whole program allocates. Replaces the global operator new: to be included by one file of a program.

namespace evenkeel::test {

inline std::atomic<bool> counting_allocations{true};
inline std::atomic<long> allocations{0};

}  // namespace evenkeel::test

void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  if (evenkeel::test::counting_allocations) ++evenkeel::test::allocations;
  return std::malloc(size > 0 ? size : 1);
}
void* operator new(std::size_t size) {
  if (void* memory = operator new(size, std::nothrow)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, const std::nothrow_t&) noexcept { std::free(memory); }
