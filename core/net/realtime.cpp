#include "core/net/realtime.h"

#include <pthread.h>
#include <sched.h>
#include <unistd.h>

#include <algorithm>

namespace evenkeel {
namespace {

std::atomic<RealtimeHelper*> realtime_helper{nullptr};

}  // namespace

bool enter_realtime_class() {
  sched_param parameters{};
  parameters.sched_priority = 10;
  return pthread_setschedparam(pthread_self(), SCHED_FIFO, &parameters) == 0;
}

void set_realtime_helper(RealtimeHelper* helper) { realtime_helper = helper; }

std::string realtime_failure() {
  const RealtimeHelper* helper = realtime_helper;
  return helper != nullptr ? helper->failure() : "";
}

SchedulingClass scheduling_of(pid_t thread) {
  const int policy = thread == 0 ? SCHED_OTHER : std::max(sched_getscheduler(thread), 0) & ~SCHED_RESET_ON_FORK;
  if (policy == SCHED_FIFO) return SchedulingClass::fifo;
  return policy == SCHED_RR ? SchedulingClass::round_robin : SchedulingClass::normal;
}

void enter_realtime_class_by_help() {
  RealtimeHelper* helper = realtime_helper;
  if (!enter_realtime_class() && helper != nullptr) helper->request(gettid());
}

// Whatever gave it: giving it up is always allowed.
void leave_realtime_class() {
  if (RealtimeHelper* helper = realtime_helper) helper->withdraw(gettid());
  const sched_param none{};
  pthread_setschedparam(pthread_self(), SCHED_OTHER, &none);
}

bool RealtimeThread::enter() {
  thread_ = gettid();
  enter_realtime_class_by_help();
  return scheduling() != SchedulingClass::normal;
}

void RealtimeThread::leave() {
  const pid_t thread = thread_.exchange(0);
  RealtimeHelper* helper = realtime_helper;
  if (thread != 0 && helper != nullptr) helper->withdraw(thread);
}

SchedulingClass RealtimeThread::scheduling() const { return scheduling_of(thread_); }

}  // namespace evenkeel
