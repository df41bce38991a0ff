#pragma once

#include <string>

namespace evenkeel::bench {

/// Whether this process may run on the processor.
bool has_processor(int cpu);
/// Nothing, or one sentence.
std::string check_processor(int cpu);
/// The calling thread runs on this processor only; what it starts inherits that. False where there is none such.
bool pin_to_processor(int cpu);

}  // namespace evenkeel::bench
