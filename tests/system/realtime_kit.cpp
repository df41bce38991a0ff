// RealtimeKit for tests: org.freedesktop.RealtimeKit1 on the bus of DBUS_SYSTEM_BUS_ADDRESS, which gives threads the
// class as the real one does, or refuses, or never answers; or a bus that never answers.
//
//   system_realtime_kit give|refuse|wait
//   system_realtime_kit hang SOCKET
//
// Prints "ready", and a line per request for a thread.
#include <gio/gio.h>
#include <sched.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <string>

namespace {

const char* const interface_xml = R"(<node><interface name="org.freedesktop.RealtimeKit1">
<method name="MakeThreadRealtime"><arg type="t" direction="in"/><arg type="u" direction="in"/></method>
<property name="RTTimeUSecMax" type="x" access="read"/>
<property name="MaxRealtimePriority" type="i" access="read"/>
</interface></node>)";

std::string mode;

// As the real one: SCHED_RR, which new threads do not get.
void on_call(GDBusConnection*, const char*, const char*, const char*, const char* method, GVariant* parameters,
             GDBusMethodInvocation* call, gpointer) {
  guint64 thread = 0;
  guint32 priority = 0;
  g_variant_get(parameters, "(tu)", &thread, &priority);
  std::printf("%s %u\n", method, priority);
  if (mode == "wait") return;
  sched_param parameter{};
  parameter.sched_priority = static_cast<int>(priority);
  if (mode == "give" &&
      sched_setscheduler(static_cast<pid_t>(thread), SCHED_RR | SCHED_RESET_ON_FORK, &parameter) == 0) {
    return g_dbus_method_invocation_return_value(call, nullptr);
  }
  g_dbus_method_invocation_return_dbus_error(call, "org.freedesktop.DBus.Error.AccessDenied", "no");
}

GVariant* on_get(GDBusConnection*, const char*, const char*, const char*, const char* name, GError**, gpointer) {
  return std::string(name) == "RTTimeUSecMax" ? g_variant_new_int64(200'000) : g_variant_new_int32(20);
}

void on_bus(GDBusConnection* bus, const char*, gpointer) {
  static const GDBusInterfaceVTable table{on_call, on_get, nullptr, {}};
  GDBusNodeInfo* const interfaces = g_dbus_node_info_new_for_xml(interface_xml, nullptr);
  g_dbus_connection_register_object(bus, "/org/freedesktop/RealtimeKit1", interfaces->interfaces[0], &table, nullptr,
                                    nullptr, nullptr);
}

void on_name(GDBusConnection*, const char*, gpointer) { std::printf("ready\n"); }

int hang(const char* path) {
  const int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::strncpy(address.sun_path, path, sizeof address.sun_path - 1);
  if (bind(listener, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0 || listen(listener, 8) != 0)
    return 1;
  std::printf("ready\n");
  for (;;) pause();
}

}  // namespace

int main(int count, char** arguments) {
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  if (count < 2) return 2;
  mode = arguments[1];
  if (mode == "hang") return count == 3 ? hang(arguments[2]) : 2;
  g_bus_own_name(G_BUS_TYPE_SYSTEM, "org.freedesktop.RealtimeKit1", G_BUS_NAME_OWNER_FLAGS_NONE, on_bus, on_name,
                 nullptr, nullptr, nullptr);
  g_main_loop_run(g_main_loop_new(nullptr, FALSE));
}
