#pragma once

#include <malloc.h>
#include <sanitizer/asan_interface.h>

#include <cstddef>
#include <cstdlib>
#include <map>
#include <new>
#include <vector>

// Included once, by a target that makes large blocks for each input: AddressSanitizer gets those from the system anew
// each time, which takes longer than all that the input does. Here they are kept for the next input, poisoned while
// nobody has them, and end where they ended: steps behind the end and uses after the end are still seen.

namespace large_blocks {

constexpr std::size_t least_size = 100'000;

inline std::map<std::size_t, std::vector<void*>>& kept() {
  static auto* const by_size = new std::map<std::size_t, std::vector<void*>>();  // to the end: it keeps them reachable
  return *by_size;
}

inline void* take(std::size_t size) {
  std::vector<void*>& blocks = kept()[size];
  if (blocks.empty()) return nullptr;
  void* const block = blocks.back();
  blocks.pop_back();
  __asan_unpoison_memory_region(block, size);
  return block;
}

inline void keep(void* block, std::size_t size) {
  if (__asan_address_is_poisoned(block)) std::abort();  // given back twice
  kept()[size].push_back(block);
  __asan_poison_memory_region(block, size);
}

}  // namespace large_blocks

void* operator new(std::size_t size) {
  void* block = size >= large_blocks::least_size ? large_blocks::take(size) : nullptr;
  if (block == nullptr) block = std::malloc(size);
  if (block == nullptr) std::abort();
  return block;
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return operator new(size); }

void operator delete(void* block) noexcept {
  const std::size_t size = malloc_usable_size(block);
  size >= large_blocks::least_size ? large_blocks::keep(block, size) : std::free(block);
}
void operator delete(void* block, std::size_t) noexcept { operator delete(block); }
