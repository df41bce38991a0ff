#include "core/net/realtime.h"

#include <sys/prctl.h>
#include <unistd.h>
#include <catch2/catch.hpp>

#include <linux/capability.h>
#include <sys/syscall.h>

#include <mutex>
#include <set>
#include <thread>
#include <vector>

using namespace evenkeel;

namespace {

struct FakeHelper final : RealtimeHelper {
  void request(pid_t thread) override {
    const std::lock_guard lock(mutex);
    requested.push_back(thread);
  }
  void withdraw(pid_t thread) override {
    const std::lock_guard lock(mutex);
    withdrawn.insert(thread);
  }
  std::string failure() const override { return "it is made up"; }

  std::mutex mutex;
  std::vector<pid_t> requested;
  std::set<pid_t> withdrawn;
};

struct UsedHelper {
  FakeHelper helper;
  UsedHelper() { set_realtime_helper(&helper); }
  ~UsedHelper() { set_realtime_helper(nullptr); }
};

/// The calling thread may not take the real-time class by itself, as threads of ordinary users.
void give_up_rights() {
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  __user_cap_data_struct none[2]{};
  syscall(SYS_capset, &header, none);
}

}  // namespace

TEST_CASE("a thread that may not take the real-time class asks the helper for it, and takes the wish back at its end") {
  UsedHelper used;
  pid_t id = 0;
  bool allowed = false;
  RealtimeThread realtime;
  std::thread([&] {
    give_up_rights();
    id = gettid();
    allowed = enter_realtime_class();
    if (allowed) return;
    CHECK_FALSE(realtime.enter());
    CHECK(realtime.scheduling() == SchedulingClass::normal);
    realtime.leave();
  }).join();
  if (allowed) {
    WARN("SCHED_FIFO is allowed to everybody here: not tested");
    return;
  }
  CHECK(used.helper.requested == std::vector{id});
  CHECK(used.helper.withdrawn.contains(id));
  CHECK(realtime.scheduling() == SchedulingClass::normal);
  CHECK(realtime_failure() == "it is made up");
}

TEST_CASE("a thread that may take the real-time class asks nobody") {
  UsedHelper used;
  bool entered = false;
  std::thread([&] {
    RealtimeThread realtime;
    entered = realtime.enter();
    if (entered) CHECK(realtime.scheduling() == SchedulingClass::fifo);
  }).join();
  CHECK(used.helper.requested.size() == (entered ? 0 : 1));
}
