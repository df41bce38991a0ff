#include "app/call/source_watch.h"

#include <catch2/catch.hpp>

using namespace evenkeel;
using Kind = SourceState::Kind;

namespace {

SourceState state(Kind kind, const std::string& text) {
  SourceState made;
  made.kind = kind;
  made.text = text;
  return made;
}

}  // namespace

TEST_CASE("A device that is known to be missing is not said to be starting, but to be there once it is") {
  SourceWatch watch;
  watch.know_loss();
  CHECK_FALSE(watch.step(state(Kind::starting, "the system's loudspeaker is starting")));
  CHECK_FALSE(watch.step(state(Kind::lost, "the system's loudspeaker is lost")));
  const auto news = watch.step(state(Kind::running, "the system's loudspeaker"));
  REQUIRE(news);
  CHECK(news->of_note);
}

TEST_CASE("A device that starts is said to do so") {
  SourceWatch watch;
  CHECK(watch.step(state(Kind::starting, "a camera is starting")));
  CHECK_FALSE(watch.step(state(Kind::starting, "a camera is starting")));
}
