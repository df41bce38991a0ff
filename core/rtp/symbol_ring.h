#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/rtp/repair_symbol.h"

namespace evenkeel {

/// The symbols of the last packets, by unwrapped sequence number. All memory is taken at the start.
class SymbolRing {
 public:
  /// `capacity` is a power of two: of packets that are further apart only the newer one is held.
  explicit SymbolRing(std::size_t capacity) : slots_(capacity) {}

  /// Holds the symbol from now on. False where it is older than what the ring holds in its place.
  bool put(std::int64_t sequence, const RepairSymbol& symbol) {
    Slot& slot = slot_of(sequence);
    if (slot.sequence && *slot.sequence > sequence) return false;
    slot.sequence = sequence;
    slot.symbol = symbol;
    return true;
  }
  /// Null where it is not held.
  const RepairSymbol* find(std::int64_t sequence) const {
    const Slot& slot = slots_[static_cast<std::size_t>(sequence) & (slots_.size() - 1)];
    return slot.sequence == sequence ? &slot.symbol : nullptr;
  }
  void clear() {
    for (Slot& slot : slots_) slot.sequence.reset();
  }

 private:
  struct Slot {
    std::optional<std::int64_t> sequence;
    RepairSymbol symbol;
  };
  Slot& slot_of(std::int64_t sequence) { return slots_[static_cast<std::size_t>(sequence) & (slots_.size() - 1)]; }

  std::vector<Slot> slots_;
};

}  // namespace evenkeel
