#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>

#include "core/base/byte_reader.h"

/// A property that must hold for every input; the fuzzer keeps the input where it does not.
inline void require(bool condition) {
  if (!condition) std::abort();
}

void fuzz(std::span<const std::uint8_t> input);

// Freed memory is kept for longer than one input lasts, not for 256 MB, which no cache holds; and of where it came from
// a few calls are noted. To see more of them: ASAN_OPTIONS=malloc_context_size=30 with the input that was found.
extern "C" const char* __asan_default_options() { return "quarantine_size_mb=1:malloc_context_size=3"; }

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz({data, size});
  return 0;
}
