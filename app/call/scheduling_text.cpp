#include "app/call/scheduling_text.h"

#include <algorithm>

namespace evenkeel {
namespace {

std::string name_of(SchedulingClass scheduling) {
  return scheduling == SchedulingClass::fifo ? "SCHED_FIFO" : "SCHED_RR, by RealtimeKit";
}

}  // namespace

bool all_realtime(const CallScheduling& classes) {
  return std::min(classes.packets, classes.sound.value_or(classes.packets)) != SchedulingClass::normal;
}

std::string scheduling_text(const CallScheduling& classes, const std::string& failure) {
  const bool packets = classes.packets == SchedulingClass::normal;
  const bool sound = classes.sound == SchedulingClass::normal;
  if (!packets && !sound) return "the call runs with real-time priority (" + name_of(classes.packets) + ")";
  const std::string what = packets && sound ? "packets and sound" : packets ? "packets" : "sound";
  const std::string why = failure.empty() ? "SCHED_FIFO is not allowed" : "SCHED_FIFO is not allowed, and " + failure;
  return "no real-time priority for " + what + " (" + why + "): " + (packets ? "they" : "it") +
         " may be late while other programs are busy";
}

}  // namespace evenkeel
