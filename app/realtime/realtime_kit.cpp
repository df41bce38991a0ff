#include "app/realtime/realtime_kit.h"

#include <gio/gio.h>
#include <sched.h>
#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <csignal>
#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>

#include "app/process/program_end.h"

namespace evenkeel {
namespace {

constexpr const char* service = "org.freedesktop.RealtimeKit1";
constexpr const char* object = "/org/freedesktop/RealtimeKit1";
constexpr std::uint32_t priority = 10;          // as where SCHED_FIFO is allowed; 20 is the most that it gives
constexpr rlim_t default_time_limit = 200'000;  // us, its own default

struct Release {
  void operator()(GError* p) const { g_error_free(p); }
  void operator()(GVariant* p) const { g_variant_unref(p); }
  void operator()(gchar* p) const { g_free(p); }
  void operator()(GMainContext* p) const { g_main_context_unref(p); }
  void operator()(GSource* p) const { g_source_unref(p); }
  void operator()(GCancellable* p) const { g_object_unref(p); }
  void operator()(GDBusConnection* p) const {
    g_dbus_connection_close(p, nullptr, nullptr, nullptr);
    g_object_unref(p);
  }
};
template <class T>
using Handle = std::unique_ptr<T, Release>;

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

std::string words(const GError* error) {
  if (error == nullptr) return "RealtimeKit does not answer";
  if (g_error_matches(error, G_IO_ERROR, G_IO_ERROR_TIMED_OUT) != FALSE ||
      g_error_matches(error, G_IO_ERROR, G_IO_ERROR_CANCELLED) != FALSE ||
      g_error_matches(error, G_DBUS_ERROR, G_DBUS_ERROR_NO_REPLY) != FALSE)
    return "RealtimeKit does not answer";
  if (g_error_matches(error, G_DBUS_ERROR, G_DBUS_ERROR_SERVICE_UNKNOWN) != FALSE ||
      g_error_matches(error, G_DBUS_ERROR, G_DBUS_ERROR_NAME_HAS_NO_OWNER) != FALSE)
    return "RealtimeKit is not installed (package rtkit)";
  return g_dbus_error_is_remote_error(error) != FALSE ? "RealtimeKit refuses it"
                                                      : "there is no system bus to ask RealtimeKit";
}

struct Opening {
  GDBusConnection* bus = nullptr;
  GError* error = nullptr;
  bool done = false;
};

void on_open(GObject*, GAsyncResult* result, gpointer data) {
  auto& opening = *static_cast<Opening*>(data);
  opening.bus = g_dbus_connection_new_for_address_finish(result, &opening.error);
  opening.done = true;
}

/// GIO knows no time limit for it.
Handle<GDBusConnection> open_bus(Duration patience, std::string& failure) {
  GError* raw = nullptr;
  const Handle<gchar> address(g_dbus_address_get_for_bus_sync(G_BUS_TYPE_SYSTEM, nullptr, &raw));
  Opening opening;
  opening.error = raw;
  if (address) {
    const Handle<GMainContext> context(g_main_context_new());
    const Handle<GCancellable> cancellable(g_cancellable_new());
    g_main_context_push_thread_default(context.get());
    const auto ms = static_cast<guint>(std::chrono::duration_cast<std::chrono::milliseconds>(patience).count());
    const Handle<GSource> limit(g_timeout_source_new(ms));
    const auto cancel = +[](gpointer to) -> gboolean {
      g_cancellable_cancel(static_cast<GCancellable*>(to));
      return G_SOURCE_REMOVE;
    };
    g_source_set_callback(limit.get(), cancel, cancellable.get(), nullptr);
    g_source_attach(limit.get(), context.get());
    constexpr auto flags = static_cast<GDBusConnectionFlags>(G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT |
                                                             G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION);
    g_dbus_connection_new_for_address(address.get(), flags, nullptr, cancellable.get(), on_open, &opening);
    while (!opening.done) g_main_context_iteration(context.get(), TRUE);
    g_source_destroy(limit.get());
    g_main_context_pop_thread_default(context.get());
  }
  const Handle<GError> error(opening.error);
  if (opening.bus == nullptr) failure = words(error.get());
  return Handle<GDBusConnection>(opening.bus);
}

/// What it holds in common, as a number; nullopt if it does not say.
std::optional<std::int64_t> property(GDBusConnection* bus, const char* name, int ms, std::string& failure) {
  GError* raw = nullptr;
  const Handle<GVariant> answer(g_dbus_connection_call_sync(
      bus, service, object, "org.freedesktop.DBus.Properties", "Get", g_variant_new("(ss)", service, name),
      G_VARIANT_TYPE("(v)"), G_DBUS_CALL_FLAGS_NONE, ms, nullptr, &raw));
  const Handle<GError> error(raw);
  if (!answer) {
    failure = words(error.get());
    return std::nullopt;
  }
  GVariant* inner = nullptr;
  g_variant_get(answer.get(), "(v)", &inner);
  const Handle<GVariant> value(inner);
  if (g_variant_is_of_type(inner, G_VARIANT_TYPE_INT64) != FALSE) return g_variant_get_int64(inner);
  if (g_variant_is_of_type(inner, G_VARIANT_TYPE_INT32) != FALSE) return g_variant_get_int32(inner);
  return std::nullopt;
}

/// One connection to RealtimeKit.
class Asking {
 public:
  explicit Asking(Duration patience)
      : ms_(static_cast<int>(std::chrono::duration_cast<std::chrono::milliseconds>(patience).count())),
        bus_(open_bus(patience, failure_)) {
    if (!bus_) return;
    const auto time = property(bus_.get(), "RTTimeUSecMax", ms_, failure_);
    if (!failure_.empty()) return;
    if (!limit_time(time && *time > 0 ? static_cast<rlim_t>(*time) : default_time_limit))
      failure_ = "the time of real-time threads cannot be limited (RLIMIT_RTTIME)";
  }

  /// Returns why not, or an empty string.
  std::string ask(pid_t thread) {
    if (!failure_.empty()) return failure_;
    GError* raw = nullptr;
    const Handle<GVariant> answer(
        g_dbus_connection_call_sync(bus_.get(), service, object, service, "MakeThreadRealtime",
                                    g_variant_new("(tu)", static_cast<guint64>(thread), priority), nullptr,
                                    G_DBUS_CALL_FLAGS_NONE, ms_, nullptr, &raw));
    const Handle<GError> error(raw);
    const std::string failed = answer ? "" : words(error.get());
    const bool stays = error && g_dbus_error_is_remote_error(error.get()) != FALSE;
    if (!answer && !stays) failure_ = failed;  // each further question would take its time too
    return failed;
  }

 private:
  int ms_;
  std::string failure_;
  Handle<GDBusConnection> bus_;
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
