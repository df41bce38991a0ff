#pragma once

#include <pthread.h>

namespace evenkeel {

/// A mutex that lends its holder the priority of the thread that waits for it (PTHREAD_PRIO_INHERIT). With a plain
/// mutex the pacer thread, which runs under SCHED_FIFO, would wait for a holder that does not get a processor for as
/// long as any other thread keeps it busy. To be used with std::lock_guard and the like.
class PriorityMutex {
 public:
  PriorityMutex();
  ~PriorityMutex() { pthread_mutex_destroy(&mutex_); }
  PriorityMutex(const PriorityMutex&) = delete;
  PriorityMutex& operator=(const PriorityMutex&) = delete;

  void lock() { pthread_mutex_lock(&mutex_); }
  bool try_lock() { return pthread_mutex_trylock(&mutex_) == 0; }
  void unlock() { pthread_mutex_unlock(&mutex_); }

 private:
  pthread_mutex_t mutex_;
};

}  // namespace evenkeel
