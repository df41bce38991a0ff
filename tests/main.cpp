#define CATCH_CONFIG_RUNNER
#include <catch2/catch.hpp>

#include "tests/skip.h"

#ifdef __SANITIZE_THREAD__
/// Debian's libraries are not instrumented: between GLib's allocator of one thread and GStreamer's muxer in another,
/// ThreadSanitizer does not see the lock.
extern "C" const char* __tsan_default_suppressions();
extern "C" const char* __tsan_default_suppressions() { return "race:libgstmatroska.so\n"; }
#endif

int main(int argc, char** argv) { return evenkeel::test::exit_status(Catch::Session().run(argc, argv)); }
