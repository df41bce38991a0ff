#include "core/net/priority_mutex.h"

namespace evenkeel {

// Where the kernel has no priority inheritance this is a plain mutex.
PriorityMutex::PriorityMutex() {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_setprotocol(&attributes, PTHREAD_PRIO_INHERIT);
  if (pthread_mutex_init(&mutex_, &attributes) != 0) pthread_mutex_init(&mutex_, nullptr);
  pthread_mutexattr_destroy(&attributes);
}

}  // namespace evenkeel
