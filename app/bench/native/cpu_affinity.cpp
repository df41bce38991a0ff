#include "app/bench/native/cpu_affinity.h"

#include <sched.h>
#include <unistd.h>

namespace evenkeel::bench {
namespace {

bool in_set(int cpu) { return cpu >= 0 && cpu < CPU_SETSIZE; }

}  // namespace

// Tries it instead of reading the mask: the mask of a pinned thread does not show the other processors.
bool has_processor(int cpu) {
  cpu_set_t before;
  CPU_ZERO(&before);
  if (sched_getaffinity(0, sizeof before, &before) != 0 || !pin_to_processor(cpu)) return false;
  return sched_setaffinity(0, sizeof before, &before) == 0;
}

std::string check_processor(int cpu) {
  if (has_processor(cpu)) return {};
  return "There is no processor " + std::to_string(cpu) + " to run on: choose one from 0 to " +
         std::to_string(sysconf(_SC_NPROCESSORS_ONLN) - 1) + ".";
}

bool pin_to_processor(int cpu) {
  if (!in_set(cpu)) return false;
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(static_cast<unsigned>(cpu), &set);
  return sched_setaffinity(0, sizeof set, &set) == 0;
}

}  // namespace evenkeel::bench
