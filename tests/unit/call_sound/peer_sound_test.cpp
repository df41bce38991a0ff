#include "app/call/peer_sound.h"

#include <catch2/catch.hpp>

using namespace evenkeel;
using Sends = PeerSound::Sends;

namespace {

constexpr LocalTime t0{1000s};

PeerSound::Seen in_call(bool comes, bool taken) {
  PeerSound::Seen seen;
  seen.in_call = true;
  seen.comes = comes;
  seen.taken = taken;
  return seen;
}

PeerSound::Seen over() {
  PeerSound::Seen seen;
  seen.over = true;
  return seen;
}

}  // namespace

TEST_CASE("A peer without sound is reported after three seconds, once in a call") {
  PeerSound sound;
  sound.step(over(), t0);
  sound.step(in_call(false, false), t0);
  auto news = sound.step(in_call(false, false), t0 + 3s);
  CHECK_FALSE(news.sends_none);
  CHECK_FALSE(news.takes_none);
  CHECK(sound.sends() == Sends::unknown);
  CHECK_FALSE(sound.takes_none());

  news = sound.step(in_call(false, false), t0 + 3001ms);
  CHECK(news.sends_none);
  CHECK(news.takes_none);
  CHECK(sound.sends() == Sends::none);
  CHECK(sound.takes_none());
  news = sound.step(in_call(false, false), t0 + 4s);
  CHECK_FALSE(news.sends_none);
  CHECK_FALSE(news.takes_none);
  CHECK(sound.told().takes_none);

  sound.step(over(), t0 + 5s);
  CHECK_FALSE(sound.takes_none());
  CHECK(sound.told().takes_none);  // of the summary
  sound.step(in_call(false, true), t0 + 6s);
  CHECK_FALSE(sound.told().takes_none);
  news = sound.step(in_call(false, true), t0 + 10s);
  CHECK(news.sends_none);
  CHECK_FALSE(news.takes_none);
}

TEST_CASE("What nobody misses is not told: of a peer to whom sound goes one way") {
  const bool listens = GENERATE(false, true), speaks = GENERATE(false, true);
  PeerSound sound;
  sound.step(over(), t0);
  auto seen = in_call(false, false);
  seen.listens = listens;
  seen.speaks = speaks;
  sound.step(seen, t0);
  const auto news = sound.step(seen, t0 + 4s);
  CHECK(news.sends_none == listens);
  CHECK(news.takes_none == speaks);
  CHECK(sound.told().sends_none == listens);
  CHECK(sound.told().takes_none == speaks);
}

TEST_CASE("Sound that comes is known at once, and whether it is muted") {
  PeerSound sound;
  auto seen = in_call(true, true);
  CHECK_FALSE(sound.step(seen, t0).sends_none);
  CHECK(sound.sends() == Sends::heard);
  seen.muted = true;
  sound.step(seen, t0 + 1s);
  CHECK(sound.sends() == Sends::muted);
  seen.comes = false;
  CHECK(sound.step(seen, t0 + 10s).sends_none);
}

TEST_CASE("Who falls silent is not said to have no sound") {
  PeerSound sound;
  sound.step(in_call(true, true), t0);
  sound.step(in_call(true, true), t0 + 10s);
  CHECK_FALSE(sound.step({}, t0 + 11s).sends_none);
  CHECK(sound.sends() == Sends::unknown);
  CHECK_FALSE(sound.step(in_call(false, true), t0 + 20s).sends_none);  // it has just returned
  CHECK(sound.step(in_call(false, true), t0 + 24s).sends_none);
}

TEST_CASE("That a peer mutes itself is reported each time, and not again when it returns") {
  PeerSound sound;
  auto muted = in_call(true, true);
  muted.muted = true;
  auto heard = in_call(true, true);
  heard.muted = false;
  CHECK_FALSE(sound.step(heard, t0).mutes);
  CHECK(sound.step(muted, t0 + 1s).mutes == true);
  CHECK_FALSE(sound.step(muted, t0 + 2s).mutes);
  CHECK_FALSE(sound.step({}, t0 + 3s).mutes);  // silent
  CHECK_FALSE(sound.step(muted, t0 + 4s).mutes);
  CHECK(sound.step(heard, t0 + 5s).mutes == false);
  CHECK(sound.step(muted, t0 + 6s).mutes == true);

  sound.step(over(), t0 + 7s);
  CHECK_FALSE(sound.step(heard, t0 + 8s).mutes);  // another call
}

TEST_CASE("Who is muted, falls silent and returns has not been heard, although its sound comes before it says so") {
  PeerSound sound;
  auto muted = in_call(true, true);
  muted.muted = true;
  const auto untold = in_call(true, true);
  CHECK(sound.step(muted, t0).mutes == true);
  sound.step({}, t0 + 3s);  // silent
  CHECK_FALSE(sound.step(untold, t0 + 4s).mutes);
  CHECK(sound.sends() == Sends::muted);
  CHECK_FALSE(sound.step(muted, t0 + 5s).mutes);

  sound.step({}, t0 + 6s);
  auto heard = untold;
  heard.muted = false;
  CHECK_FALSE(sound.step(untold, t0 + 7s).mutes);
  CHECK(sound.step(heard, t0 + 8s).mutes == false);  // it was unmuted in the silence
  CHECK(sound.sends() == Sends::heard);
}
