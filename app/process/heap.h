#pragma once

namespace evenkeel {

/// Large blocks are given back to the system as soon as they are freed. To be called before any thread starts.
///
/// glibc raises the size from which it does that with each such block it frees, up to 32 MB (mallopt(3),
/// M_MMAP_THRESHOLD). From the second call of a window on, queues and pictures came from heaps that small objects keep
/// from shrinking: 120 MB of free memory after twelve calls.
void return_large_blocks();

}  // namespace evenkeel
