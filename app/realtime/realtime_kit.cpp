#include "app/realtime/realtime_kit.h"

#include <sched.h>
#include <sys/resource.h>
#include <systemd/sd-bus.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <deque>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

#include "app/process/program_end.h"
#include "core/net/clock.h"

namespace evenkeel {
namespace {

constexpr const char* service = "org.freedesktop.RealtimeKit1";
constexpr const char* object = "/org/freedesktop/RealtimeKit1";
constexpr std::uint32_t priority = 10;          // as where SCHED_FIFO is allowed; 20 is the most that it gives
constexpr rlim_t default_time_limit = 200'000;  // us, its own default

// Of libsystemd and not of GIO, which starts a thread for a connection and ends the program where there is none.
struct Release {
  void operator()(sd_bus* p) const { sd_bus_close_unref(p); }
};
using Bus = std::unique_ptr<sd_bus, Release>;

/// Why a call failed.
class BusError {
 public:
  BusError() = default;
  ~BusError() { sd_bus_error_free(&error_); }
  BusError(const BusError&) = delete;
  BusError& operator=(const BusError&) = delete;

  sd_bus_error* get() { return &error_; }
  bool is(const char* name) const { return sd_bus_error_has_name(&error_, name) != 0; }
  bool no_answer() const { return is(SD_BUS_ERROR_NO_REPLY) || is(SD_BUS_ERROR_TIMEOUT) || error_.name == nullptr; }
  /// The service itself, or the bus in its place, has answered.
  bool is_answer() const {
    return !no_answer() && !is(SD_BUS_ERROR_DISCONNECTED) &&
           !std::string_view(error_.name).starts_with("System.Error.");
  }
  std::string words() const {
    if (no_answer()) return "RealtimeKit does not answer";
    if (is(SD_BUS_ERROR_SERVICE_UNKNOWN) || is(SD_BUS_ERROR_NAME_HAS_NO_OWNER))
      return "RealtimeKit is not installed (package rtkit)";
    return is_answer() ? "RealtimeKit refuses it" : no_bus;
  }

  static constexpr const char* no_bus = "there is no system bus to ask RealtimeKit";

 private:
  sd_bus_error error_{};  // SD_BUS_ERROR_NULL, which is C
};

// What the kernel's signal about the time limit is to find: it may come at any instant.
std::array<std::atomic<pid_t>, 64> granted{};

void give_up_class(int) {
  const sched_param none{};
  for (std::atomic<pid_t>& thread : granted)
    if (thread != 0) sched_setscheduler(thread, SCHED_OTHER, &none);
}

void remember(pid_t thread) {
  for (std::atomic<pid_t>& place : granted) {
    pid_t nobody = 0;
    if (place.compare_exchange_strong(nobody, thread)) return;
  }
}

void forget(pid_t thread) {
  for (std::atomic<pid_t>& place : granted) {
    pid_t one = thread;
    place.compare_exchange_strong(one, 0);
  }
}

/// The kernel asks at half of the time, and ends the program at the whole.
bool limit_time(rlim_t most) {
  struct sigaction action {};
  action.sa_handler = give_up_class;
  action.sa_flags = SA_RESTART;
  sigaction(SIGXCPU, &action, nullptr);
  rlimit limit{};
  if (getrlimit(RLIMIT_RTTIME, &limit) != 0) return false;
  limit.rlim_max = std::min(limit.rlim_max, most);
  limit.rlim_cur = std::min(limit.rlim_cur, limit.rlim_max / 2);
  return setrlimit(RLIMIT_RTTIME, &limit) == 0;
}

/// Null where there is none, or it has not answered in time; `failure` says which.
Bus open_bus(Duration patience, std::string& failure) {
  sd_bus* raw = nullptr;
  if (sd_bus_open_system(&raw) < 0) {
    failure = BusError::no_bus;
    return nullptr;
  }
  Bus bus(raw);
  const auto microseconds = [](Duration d) {
    return static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::microseconds>(d).count());
  };
  sd_bus_set_method_call_timeout(raw, microseconds(patience));
  const LocalTime end = monotonic_now() + patience;
  while (sd_bus_is_ready(raw) == 0) {
    const LocalTime now = monotonic_now();
    if (now >= end) failure = "RealtimeKit does not answer";
    if (now >= end) return nullptr;
    const int more = sd_bus_process(raw, nullptr);
    if (more == 0) sd_bus_wait(raw, microseconds(end - now));
    if (more >= 0) continue;
    failure = BusError::no_bus;
    return nullptr;
  }
  return bus;
}

/// One connection to RealtimeKit.
class Asking {
 public:
  explicit Asking(Duration patience) : bus_(open_bus(patience, failure_)) {
    if (!bus_) return;
    BusError error;
    std::int64_t time = 0;
    const int status =
        sd_bus_get_property_trivial(bus_.get(), service, object, service, "RTTimeUSecMax", error.get(), 'x', &time);
    if (status < 0 && status != -ENXIO && !is_of_another_type(error)) failure_ = error.words();
    if (!failure_.empty()) return;
    if (!limit_time(time > 0 ? static_cast<rlim_t>(time) : default_time_limit))
      failure_ = "the time of real-time threads cannot be limited (RLIMIT_RTTIME)";
  }

  /// Returns why not, or an empty string.
  std::string ask(pid_t thread) {
    if (!failure_.empty()) return failure_;
    BusError error;
    const int status = sd_bus_call_method(bus_.get(), service, object, service, "MakeThreadRealtime", error.get(),
                                          nullptr, "tu", static_cast<std::uint64_t>(thread), priority);
    if (status >= 0) return {};
    std::string failed = error.words();
    if (!error.is_answer()) failure_ = failed;  // each further question would take its time too
    return failed;
  }

 private:
  static bool is_of_another_type(const BusError& error) { return error.is(SD_BUS_ERROR_INVALID_SIGNATURE); }

  std::string failure_;
  Bus bus_;
};

}  // namespace

struct RealtimeKit::Queue {
  Duration patience{};
  std::mutex mutex;
  std::deque<pid_t> waiting;
  pid_t asked = 0;  // whose answer has not come
  bool running = false;
  std::string failure;

  void run();
  pid_t next();
  void on_answer(pid_t thread, const std::string& failed);
};

/// Ends the thread by 0.
pid_t RealtimeKit::Queue::next() {
  const std::lock_guard lock(mutex);
  running = !waiting.empty();
  if (!running) return 0;
  asked = waiting.front();
  waiting.pop_front();
  return asked;
}

void RealtimeKit::Queue::on_answer(pid_t thread, const std::string& failed) {
  const std::lock_guard lock(mutex);
  const bool withdrawn = std::exchange(asked, 0) == 0;
  if (!withdrawn) failure = failed;
  if (!failed.empty()) return;
  if (!withdrawn) return remember(thread);
  const sched_param none{};
  sched_setscheduler(thread, SCHED_OTHER, &none);
}

void RealtimeKit::Queue::run() {
  Asking asking(patience);
  while (const pid_t thread = next()) on_answer(thread, asking.ask(thread));
}

RealtimeKit::RealtimeKit(Duration patience) : queue_(std::make_shared<Queue>()) { queue_->patience = patience; }

RealtimeKit::~RealtimeKit() = default;

// The thread does not inherit the class of the one that asks: RealtimeKit does not let it, and others have none.
void RealtimeKit::request(pid_t thread) {
  const std::lock_guard lock(queue_->mutex);
  queue_->waiting.push_back(thread);
  if (queue_->running) return;
  try {
    std::thread([queue = queue_, left = std::make_unique<DetachedWork>()] { queue->run(); }).detach();
    queue_->running = true;
  } catch (const std::exception&) {
    queue_->waiting.clear();
    queue_->failure = "there is no thread left to ask RealtimeKit";
  }
}

void RealtimeKit::withdraw(pid_t thread) {
  const std::lock_guard lock(queue_->mutex);
  std::erase(queue_->waiting, thread);
  if (queue_->asked == thread) queue_->asked = 0;
  forget(thread);
}

std::string RealtimeKit::failure() const {
  const std::lock_guard lock(queue_->mutex);
  const bool open = queue_->running && queue_->failure.empty();
  return open ? "RealtimeKit does not answer" : queue_->failure;
}

void use_realtime_kit() {
  static RealtimeKit& kit = *new RealtimeKit();  // also for threads that are left behind
  set_realtime_helper(&kit);
}

}  // namespace evenkeel
