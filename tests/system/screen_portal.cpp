// A desktop's portal for tests: org.freedesktop.portal.ScreenCast on the session's D-Bus, which shows a node of
// PipeWire without asking anybody, or refuses, or never answers.
//
//   system_screen_portal NODE accept|refuse|wait
//
// Prints a line per call; "Close" is that of a session, "Request.Close" that of a request. With SIGUSR1 it shows
// nothing any more.
#include <gio/gio.h>
#include <gio/gunixfdlist.h>
#include <glib-unix.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "app/capture/pipewire_socket.h"

using namespace evenkeel;

namespace {

const char* const interface_xml = R"(<node>
<interface name="org.freedesktop.portal.ScreenCast">
<method name="CreateSession"><arg type="a{sv}" direction="in"/><arg type="o" direction="out"/></method>
<method name="SelectSources"><arg type="o" direction="in"/><arg type="a{sv}" direction="in"/><arg type="o" direction="out"/></method>
<method name="Start"><arg type="o" direction="in"/><arg type="s" direction="in"/><arg type="a{sv}" direction="in"/><arg type="o" direction="out"/></method>
<method name="OpenPipeWireRemote"><arg type="o" direction="in"/><arg type="a{sv}" direction="in"/><arg type="h" direction="out"/></method>
<property name="AvailableCursorModes" type="u" access="read"/>
</interface>
<interface name="org.freedesktop.portal.Session"><method name="Close"/></interface>
<interface name="org.freedesktop.portal.Request"><method name="Close"/></interface>
</node>)";

struct Portal {
  std::uint32_t node = 0;
  bool accepts = true;
  bool waits = false;  ///< its dialog is open
  bool shows = true;
  GDBusNodeInfo* interfaces = nullptr;
} portal;

std::string option(GVariant* options, const char* name) {
  const char* text = "";
  g_variant_lookup(options, name, "&s", &text);
  return text;
}

std::string request_path(const char* sender, GVariant* options) {
  std::string name = sender + 1;
  std::ranges::replace(name, '.', '_');
  return "/org/freedesktop/portal/desktop/request/" + name + '/' + option(options, "handle_token");
}

/// Answers with the path of the request, and then by its signal.
void answer(GDBusConnection* bus, const char* sender, GDBusMethodInvocation* call, GVariant* options,
            std::uint32_t code, GVariant* results) {
  const std::string path = request_path(sender, options);
  g_dbus_method_invocation_return_value(call, g_variant_new("(o)", path.c_str()));
  g_dbus_connection_emit_signal(bus, sender, path.c_str(), "org.freedesktop.portal.Request", "Response",
                                g_variant_new("(u@a{sv})", code, results), nullptr);
}

GVariant* dictionary(const char* name, GVariant* value) {
  GVariantBuilder builder;
  g_variant_builder_init(&builder, G_VARIANT_TYPE_VARDICT);
  if (value != nullptr) g_variant_builder_add(&builder, "{sv}", name, value);
  return g_variant_builder_end(&builder);
}

GVariant* streams() {
  GVariantBuilder list, properties;
  g_variant_builder_init(&properties, G_VARIANT_TYPE_VARDICT);
  g_variant_builder_init(&list, G_VARIANT_TYPE("a(ua{sv})"));
  g_variant_builder_add(&list, "(ua{sv})", portal.node, &properties);
  return g_variant_builder_end(&list);
}

void open_remote(GDBusMethodInvocation* call) {
  const auto socket = portal.shows ? PipewireSocket::connect() : std::nullopt;
  if (!socket) {
    g_dbus_method_invocation_return_dbus_error(call, "org.freedesktop.DBus.Error.AccessDenied", "Invalid session");
    return;
  }
  GUnixFDList* list = g_unix_fd_list_new();
  g_unix_fd_list_append(list, socket->fd(), nullptr);
  g_dbus_method_invocation_return_value_with_unix_fd_list(call, g_variant_new("(h)", 0), list);
  g_object_unref(list);
}

void on_request(GDBusConnection*, const char*, const char*, const char*, const char* method, GVariant*,
                GDBusMethodInvocation* call, gpointer) {
  std::printf("Request.%s\n", method);
  g_dbus_method_invocation_return_value(call, nullptr);
}

/// The dialog stays open: there is a request, and no answer.
void wait(GDBusConnection* bus, const char* sender, GDBusMethodInvocation* call, GVariant* options) {
  static const GDBusInterfaceVTable table{on_request, nullptr, nullptr, {}};
  const std::string path = request_path(sender, options);
  g_dbus_connection_register_object(bus, path.c_str(), portal.interfaces->interfaces[2], &table, nullptr, nullptr,
                                    nullptr);
  g_dbus_method_invocation_return_value(call, g_variant_new("(o)", path.c_str()));
}

void on_call(GDBusConnection* bus, const char* sender, const char* path, const char*, const char* method,
             GVariant* parameters, GDBusMethodInvocation* call, gpointer) {
  std::printf("%s\n", method);
  const std::string name = method;
  if (name == "Close") return g_dbus_method_invocation_return_value(call, nullptr);
  if (name == "OpenPipeWireRemote") return open_remote(call);
  GVariant* options = g_variant_get_child_value(parameters, g_variant_n_children(parameters) - 1);
  if (name == "CreateSession") {
    const std::string session = std::string(path) + "/session/" + option(options, "session_handle_token");
    static const GDBusInterfaceVTable table{on_call, nullptr, nullptr, {}};
    const guint made = g_dbus_connection_register_object(bus, session.c_str(), portal.interfaces->interfaces[1], &table,
                                                         nullptr, nullptr, nullptr);
    answer(bus, sender, call, options, made != 0 ? 0 : 2,
           dictionary("session_handle", g_variant_new_string(session.c_str())));
  } else if (name == "Start" && portal.waits) {
    wait(bus, sender, call, options);
  } else if (name == "Start" && portal.accepts) {
    answer(bus, sender, call, options, 0, dictionary("streams", streams()));
  } else {
    answer(bus, sender, call, options, name == "Start" ? 1 : 0, dictionary("", nullptr));
  }
  g_variant_unref(options);
}

GVariant* on_get(GDBusConnection*, const char*, const char*, const char*, const char*, GError**, gpointer) {
  return g_variant_new_uint32(1 | 2);
}

void on_bus(GDBusConnection* bus, const char*, gpointer) {
  static const GDBusInterfaceVTable table{on_call, on_get, nullptr, {}};
  g_dbus_connection_register_object(bus, "/org/freedesktop/portal/desktop", portal.interfaces->interfaces[0], &table,
                                    nullptr, nullptr, nullptr);
}

void on_name(GDBusConnection*, const char*, gpointer) { std::printf("ready\n"); }

gboolean stop_showing(gpointer) {
  portal.shows = false;
  return G_SOURCE_CONTINUE;
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 3) return 2;
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  portal.node = static_cast<std::uint32_t>(std::atoi(arguments[1]));
  portal.accepts = std::string(arguments[2]) == "accept";
  portal.waits = std::string(arguments[2]) == "wait";
  portal.interfaces = g_dbus_node_info_new_for_xml(interface_xml, nullptr);
  g_unix_signal_add(SIGUSR1, stop_showing, nullptr);
  g_bus_own_name(G_BUS_TYPE_SESSION, "org.freedesktop.portal.Desktop", G_BUS_NAME_OWNER_FLAGS_NONE, on_bus, on_name,
                 nullptr, nullptr, nullptr);
  g_main_loop_run(g_main_loop_new(nullptr, FALSE));
}
