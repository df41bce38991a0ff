#pragma once

#include <string>

namespace evenkeel::bench {

/// Whether this process can run on the processor.
bool has_processor(int cpu);
/// Returns an empty string, or one sentence that says what failed.
std::string check_processor(int cpu);
/// Pins the calling thread, and what it starts, to this processor. Returns false if there is no such processor.
bool pin_to_processor(int cpu);

}  // namespace evenkeel::bench
