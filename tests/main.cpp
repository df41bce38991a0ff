#define CATCH_CONFIG_RUNNER
#include <catch2/catch.hpp>

#include "tests/skip.h"

#ifdef __SANITIZE_THREAD__
/// GLib and GStreamer are not instrumented, and GLib's mutexes are futexes: ThreadSanitizer does not see what they
/// order.
extern "C" const char* __tsan_default_suppressions();
extern "C" const char* __tsan_default_suppressions() { return "race:libgst\nrace:libglib-2.0\n"; }
#endif

int main(int argc, char** argv) { return evenkeel::test::exit_status(Catch::Session().run(argc, argv)); }
