#pragma once

#include <memory>
#include <string>

#include "core/base/time.h"
#include "core/net/realtime.h"

namespace evenkeel {

/// Asks RealtimeKit (org.freedesktop.RealtimeKit1 on the system's D-Bus) for SCHED_RR for threads of this process. It
/// is on every Debian desktop, and gives the class to whoever limits the processor time of real-time threads
/// (RLIMIT_RTTIME, which is set here at the first request) and does not pass the class on to new threads.
///
/// A thread of its own asks, only while there is something to ask, so that nobody waits for a bus that does not answer;
/// it gives up after `patience`. A thread that uses all of the processor time in one go returns to the normal class:
/// the kernel would end the program otherwise.
class RealtimeKit final : public RealtimeHelper {
 public:
  static constexpr Duration default_patience = 2s;

  explicit RealtimeKit(Duration patience = default_patience);
  ~RealtimeKit() override;

  void request(pid_t thread) override;
  void withdraw(pid_t thread) override;
  std::string failure() const override;

 private:
  struct Queue;
  std::shared_ptr<Queue> queue_;  // also of the thread, which is left behind if the bus hangs
};

/// From now on threads of calls ask it. To be called once, in main().
void use_realtime_kit();

}  // namespace evenkeel
