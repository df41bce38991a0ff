#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include "tests/gui_system/call_fixture.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

/// Only so many descriptors more than there are, for the whole process.
class FewDescriptors {
 public:
  explicit FewDescriptors(int more) {
    getrlimit(RLIMIT_NOFILE, &before_);
    const int free = open("/dev/null", O_RDONLY | O_CLOEXEC);
    close(free);
    const rlimit few{static_cast<rlim_t>(free + more), before_.rlim_max};
    setrlimit(RLIMIT_NOFILE, &few);
  }
  ~FewDescriptors() { setrlimit(RLIMIT_NOFILE, &before_); }

 private:
  rlimit before_{};
};

void start_demo(CallFixture& f, const std::string& source) {
  StartCall call;
  call.source = source;
  f.window->driver().start(call);
}

}  // namespace

TEST_CASE("a call for which the machine has no descriptors left is said in words, and the next one works") {
  CallFixture f;
  for (int more = 0; more < 8; ++more) {
    const FewDescriptors few(more);
    const std::uint64_t before = f.status().run;
    start_demo(f, "test");
    REQUIRE(f.within(8s, [&] { return f.status().run > before && f.status().phase == CallStatus::Phase::ended; }));
    CHECK_THAT(f.status().text, Catch::Contains("Too many open files"));
    CHECK(f.shows("Too many open files"));
  }
  start_demo(f, "test");
  REQUIRE(f.within(8s, [&] { return f.in_call(); }));
  f.run_until(500ms);
}

TEST_CASE("a video file that cannot be read is said in words, and the window goes on") {
  CallFixture f;
  start_demo(f, f.path(QString(300, 'a')));
  REQUIRE(f.within(8s, [&] { return f.status().phase == CallStatus::Phase::ended; }));
  CHECK_THAT(f.status().text, Catch::Contains("File name too long"));
  CHECK(f.window->isVisible());
}
