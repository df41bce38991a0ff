#include "app/process/heap.h"

#include <malloc.h>

namespace evenkeel {

void return_large_blocks() { mallopt(M_MMAP_THRESHOLD, 256 * 1024); }

}  // namespace evenkeel
