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

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz({data, size});
  return 0;
}
