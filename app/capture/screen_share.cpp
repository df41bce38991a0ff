#include "app/capture/screen_share.h"

#include <gio/gio.h>
#include <gio/gunixfdlist.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <optional>
#include <utility>

#include "app/process/program_end.h"
#include "core/net/clock.h"

namespace evenkeel {
namespace {

constexpr Duration patience = 2min;  // with whoever chooses
constexpr int call_limit_ms = 5000;  // of the portal itself
const char* const portal = "org.freedesktop.portal.Desktop";
const char* const portal_path = "/org/freedesktop/portal/desktop";
const char* const screen_cast = "org.freedesktop.portal.ScreenCast";
const char* const request_interface = "org.freedesktop.portal.Request";
const char* const session_interface = "org.freedesktop.portal.Session";

constexpr std::uint32_t screens_and_windows = 1 | 2;
constexpr std::uint32_t cursor_in_the_picture = 2;

struct FreeVariant {
  void operator()(GVariant* variant) const { g_variant_unref(variant); }
};
using Variant = std::unique_ptr<GVariant, FreeVariant>;
struct FreeObject {
  void operator()(gpointer object) const { g_object_unref(object); }
};
template <class Object>
using Owned = std::unique_ptr<Object, FreeObject>;

/// GIO's words name what few people know, as dbus-launch: they are for G_MESSAGES_DEBUG=all alone.
void log_and_free(GError* error) {
  if (error == nullptr) return;
  g_debug("screen: %s", error->message);
  g_error_free(error);
}

/// Of a request or a session: two may be under way in one program.
std::string new_token() {
  static std::atomic<int> tokens{0};
  return "evenkeel" + std::to_string(++tokens);
}

/// What the portal answers to a request: 0, somebody agreed; 1, they did not; 2, it ended otherwise.
struct Response {
  std::uint32_t code = 2;
  Variant results{};
};

void on_response(GDBusConnection*, const char*, const char*, const char*, const char*, GVariant* parameters,
                 gpointer data) {
  auto& response = *static_cast<std::optional<Response>*>(data);
  GVariant* results = nullptr;
  Response came;
  g_variant_get(parameters, "(u@a{sv})", &came.code, &results);
  came.results.reset(results);
  response = std::move(came);
}

/// Signals come to the thread that waits for them, by a main context of its own.
class OwnContext {
 public:
  OwnContext() : context_(g_main_context_new()) { g_main_context_push_thread_default(context_); }
  ~OwnContext() {
    g_main_context_pop_thread_default(context_);
    g_main_context_unref(context_);
  }
  OwnContext(const OwnContext&) = delete;
  OwnContext& operator=(const OwnContext&) = delete;
  void step() { g_main_context_iteration(context_, FALSE); }

 private:
  GMainContext* context_;
};

}  // namespace

class ScreenShare::Session {
 public:
  explicit Session(std::function<bool()> given_up) : given_up_(std::move(given_up)) {}
  ~Session() {
    if (!path_.empty()) close(path_.c_str(), session_interface);
  }

  /// Returns why there is nothing to show, or an empty string.
  std::string begin() {
    GError* failure = nullptr;
    bus_.reset(g_bus_get_sync(G_BUS_TYPE_SESSION, nullptr, &failure));
    log_and_free(failure);
    if (!bus_) return "this session has no D-Bus, by which the desktop would be asked what to show";
    auto created = request("CreateSession", "()", [](GVariantBuilder& options) {
      g_variant_builder_add(&options, "{sv}", "session_handle_token", g_variant_new_string(new_token().c_str()));
    });
    const char* path = nullptr;
    if (!created.results || !g_variant_lookup(created.results.get(), "session_handle", "&s", &path))
      return why(created);
    path_ = path;
    const auto selected = request("SelectSources", "(o)", [this](GVariantBuilder& options) {
      g_variant_builder_add(&options, "{sv}", "types", g_variant_new_uint32(screens_and_windows));
      if (shows_cursor()) {
        g_variant_builder_add(&options, "{sv}", "cursor_mode", g_variant_new_uint32(cursor_in_the_picture));
      }
    });
    if (selected.code != 0) return why(selected);
    const auto started = request("Start", "(os)", [](GVariantBuilder&) {});
    return started.code == 0 && take_node(started) ? "" : why(started);
  }

  /// -1 on failure.
  int connect() {
    GUnixFDList* list = nullptr;
    GVariantBuilder options;
    g_variant_builder_init(&options, G_VARIANT_TYPE_VARDICT);
    const Variant reply(g_dbus_connection_call_with_unix_fd_list_sync(
        bus_.get(), portal, portal_path, screen_cast, "OpenPipeWireRemote",
        g_variant_new("(oa{sv})", path_.c_str(), &options), G_VARIANT_TYPE("(h)"), G_DBUS_CALL_FLAGS_NONE,
        call_limit_ms, nullptr, &list, nullptr, nullptr));
    const Owned<GUnixFDList> fds(list);
    if (!reply || !fds) return -1;
    gint32 index = 0;
    g_variant_get(reply.get(), "(h)", &index);
    return g_unix_fd_list_get(fds.get(), index, nullptr);
  }

  std::uint32_t node() const { return node_; }

 private:
  /// The cursor is left out where the desktop cannot paint it.
  bool shows_cursor() {
    const Variant reply(g_dbus_connection_call_sync(bus_.get(), portal, portal_path, "org.freedesktop.DBus.Properties",
                                                    "Get", g_variant_new("(ss)", screen_cast, "AvailableCursorModes"),
                                                    G_VARIANT_TYPE("(v)"), G_DBUS_CALL_FLAGS_NONE, call_limit_ms,
                                                    nullptr, nullptr));
    if (!reply) return false;
    GVariant* raw = nullptr;
    g_variant_get(reply.get(), "(v)", &raw);
    const Variant modes(raw);
    return g_variant_is_of_type(raw, G_VARIANT_TYPE_UINT32) && (g_variant_get_uint32(raw) & cursor_in_the_picture) != 0;
  }

  /// Where the answer will come, by the rules of org.freedesktop.portal.Request.
  std::string answer_path(const std::string& token) const {
    std::string sender = g_dbus_connection_get_unique_name(bus_.get()) + 1;  // without the colon
    std::ranges::replace(sender, '.', '_');
    return std::string(portal_path) + "/request/" + sender + '/' + token;
  }

  GVariant* arguments(const std::string& form, GVariantBuilder& options) const {
    if (form == "()") return g_variant_new("(a{sv})", &options);
    if (form == "(o)") return g_variant_new("(oa{sv})", path_.c_str(), &options);
    return g_variant_new("(osa{sv})", path_.c_str(), "", &options);
  }

  /// Calls a method of the portal and waits for what it answers by a signal. `form`: of what goes before the options:
  /// nothing, the session, or the session and no window of ours.
  template <class AddOptions>
  Response request(const char* method, const std::string& form, AddOptions add_options) {
    OwnContext context;
    const std::string token = new_token();
    std::optional<Response> response;
    const guint subscription = g_dbus_connection_signal_subscribe(
        bus_.get(), portal, request_interface, "Response", answer_path(token).c_str(), nullptr,
        G_DBUS_SIGNAL_FLAGS_NONE, on_response, &response, nullptr);
    GVariantBuilder options;
    g_variant_builder_init(&options, G_VARIANT_TYPE_VARDICT);
    g_variant_builder_add(&options, "{sv}", "handle_token", g_variant_new_string(token.c_str()));
    add_options(options);
    GError* failure = nullptr;
    const Variant handle(g_dbus_connection_call_sync(bus_.get(), portal, portal_path, screen_cast, method,
                                                     arguments(form, options), G_VARIANT_TYPE("(o)"),
                                                     G_DBUS_CALL_FLAGS_NONE, call_limit_ms, nullptr, &failure));
    log_and_free(failure);
    if (!handle) failure_ = "this desktop has no portal that answers (xdg-desktop-portal)";
    const LocalTime end = monotonic_now() + patience;
    while (handle && !response && !is_over(end)) {
      context.step();
      sleep_for_a_moment();
    }
    if (handle && !response) close_request(*handle);
    g_dbus_connection_signal_unsubscribe(bus_.get(), subscription);
    while (g_main_context_pending(g_main_context_get_thread_default()))
      context.step();  // what may still name `response`
    if (handle && !response) failure_ = why_over();
    return response ? std::move(*response) : Response{};
  }

  static void sleep_for_a_moment() { g_usleep(20'000); }

  bool is_given_up() const { return given_up_ && given_up_(); }
  bool is_over(LocalTime end) const { return stop_requested() || is_given_up() || monotonic_now() > end; }
  std::string why_over() const {
    if (stop_requested()) return "the program ends";
    return is_given_up() ? "it was given up" : "nobody chose within two minutes";
  }

  /// With the dialog that it may have opened.
  void close_request(GVariant& handle) {
    const char* path = nullptr;
    g_variant_get(&handle, "(&o)", &path);
    close(path, request_interface);
  }

  void close(const char* path, const char* interface) {
    g_dbus_connection_call(bus_.get(), portal, path, interface, "Close", nullptr, nullptr, G_DBUS_CALL_FLAGS_NONE,
                           call_limit_ms, nullptr, nullptr, nullptr);
    g_dbus_connection_flush_sync(bus_.get(), nullptr, nullptr);
  }

  std::string why(const Response& response) const {
    if (!failure_.empty()) return failure_;
    return response.code == 1 ? "nothing was chosen" : "the desktop did not agree";
  }

  bool take_node(const Response& response) {
    GVariant* raw = g_variant_lookup_value(response.results.get(), "streams", G_VARIANT_TYPE("a(ua{sv})"));
    const Variant streams(raw);
    if (!streams || g_variant_n_children(raw) == 0) return false;
    g_variant_get_child(raw, 0, "(u@a{sv})", &node_, nullptr);
    return true;
  }

  std::function<bool()> given_up_;
  Owned<GDBusConnection> bus_;
  std::string path_, failure_;
  std::uint32_t node_ = 0;
};

ScreenShare::ScreenShare(std::unique_ptr<Session> session) : session_(std::move(session)) {}

ScreenShare::~ScreenShare() {
  if (fd_ >= 0) close(fd_);
}

std::unique_ptr<ScreenShare> ScreenShare::ask(std::string& error, const std::function<bool()>& given_up) {
  auto session = std::make_unique<Session>(given_up);
  error = session->begin();
  if (error.empty()) return std::unique_ptr<ScreenShare>(new ScreenShare(std::move(session)));
  error = "Cannot show a screen or a window: " + error + ". Give --source a camera, a video file or 'test'.";
  return nullptr;
}

int ScreenShare::connect() {
  if (fd_ >= 0) close(fd_);
  fd_ = session_->connect();
  return fd_;
}

std::uint32_t ScreenShare::node() const { return session_->node(); }

}  // namespace evenkeel
