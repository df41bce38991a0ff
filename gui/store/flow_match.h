#pragma once

#include "gui/store/sample_store.h"

namespace evenkeel {

/// The flow of a run that is to be held against `wanted` of another: the same one, else the one of the same direction
/// ("outgoing" and "a-b" are what this side sent, "incoming" and "b-a" what it received), else the first.
FlowName matching_flow(const SampleStore& store, const FlowName& wanted);

}  // namespace evenkeel
