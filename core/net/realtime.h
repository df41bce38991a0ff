#pragma once

#include <sys/types.h>

#include <atomic>
#include <string>

namespace evenkeel {

/// Asks for the real-time scheduling class SCHED_FIFO for the calling thread. False where it is not allowed.
bool enter_realtime_class();

/// What gives the real-time class to threads of a process that may not take it by itself: RealtimeKit, on desktops.
/// All may be called from any thread, real-time ones included, and none of them waits.
class RealtimeHelper {
 public:
  virtual ~RealtimeHelper() = default;
  /// A thread of this process, by its id (gettid); it gets the class some time later, or never.
  virtual void request(pid_t thread) = 0;
  /// That thread ends, or no longer wants the class.
  virtual void withdraw(pid_t thread) = 0;
  /// A clause about why it gave the class to none of the last ones; empty if it did, or has not answered yet.
  virtual std::string failure() const = 0;
};

/// Null: nobody helps. To be called before there are threads; it must outlive them.
void set_realtime_helper(RealtimeHelper* helper);
/// See RealtimeHelper::failure(); empty without one.
std::string realtime_failure();

enum class SchedulingClass { normal, fifo, round_robin };

/// The thread's wish for the real-time class: from enter() to leave() or the end of this object.
class RealtimeThread {
 public:
  RealtimeThread() = default;
  ~RealtimeThread() { leave(); }
  RealtimeThread(const RealtimeThread&) = delete;
  RealtimeThread& operator=(const RealtimeThread&) = delete;

  /// For the calling thread: at once where that is allowed, else the helper is asked. Whether it has it already.
  bool enter();
  /// From the thread that entered, or once that has ended.
  void leave();
  /// As the kernel has it now. From any thread.
  SchedulingClass scheduling() const;

 private:
  std::atomic<pid_t> thread_{0};
};

/// The same for a thread of someone else's, at its beginning and its end. Both to be called on it.
void enter_realtime_class_by_help();
void leave_realtime_class();
SchedulingClass scheduling_of(pid_t thread);

}  // namespace evenkeel
