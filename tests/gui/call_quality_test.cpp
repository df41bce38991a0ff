#include <catch2/catch.hpp>

#include "gui/call/call_quality.h"
#include "gui/call/picture_light.h"
#include "gui/call/still_watch.h"
#include "tests/gui/call_pictures.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

constexpr QualityContext talking{.in_call = true};

QString words(const CallConditions& conditions, const QualityContext& context = talking) {
  return quality_words(judge(conditions, context));
}

Quality fair(const char* reason) { return {QualityLevel::fair, reason}; }

}  // namespace

TEST_CASE("each condition is good, fair or poor from its limits on, with its reason") {
  CHECK(words({.concealed = 0.009}) == "Good");
  CHECK(words({.concealed = 0.012}) == "Fair: 1 % of the sound is missing");
  CHECK(words({.concealed = 0.05}) == "Poor: 5 % of the sound is missing");
  CHECK(words({.frozen = 0.019}) == "Good");
  CHECK(words({.frozen = 0.03}) == "Fair: the picture stands still for 3 % of the time");
  CHECK(words({.frozen = 0.5}) == "Poor: the picture stands still for 50 % of the time");
  CHECK(words({.lost_incoming = 0.03}) == "Fair: 3 % of packets lost on the way to you");
  CHECK(words({.lost_outgoing = 0.2}) == "Poor: 20 % of packets lost on the way to the other side");
  CHECK(words({.delay_ms = 249}) == "Good");
  CHECK(words({.delay_ms = 304}) == "Fair: it takes 300 ms until you see the other side");
  CHECK(words({.delay_ms = 401}) == "Poor: it takes 400 ms until you see the other side");
  CHECK(words({.round_trip_ms = 600}) == "Fair: it takes 600 ms to the other side and back");
  CHECK(words({.target_bps = 300e3}) == "Good");
  CHECK(words({.target_bps = 250e3}) == "Fair: the connection takes only 250 kbit/s from you");
  CHECK(words({.target_bps = 80e3}) == "Poor: the connection takes only 80 kbit/s from you");
}

TEST_CASE("few pictures are fair or poor, with who leaves them out where that is known") {
  CHECK(words({.received_fps = 30, .shown_fps = 30, .sent_fps = 24}) == "Good");
  CHECK(words({.received_fps = 30, .shown_fps = 20}) == "Good");
  CHECK(words({.sent_fps = 15, .encoding = 0.3}) == "Fair: only 15 pictures a second go to the other side");
  CHECK(words({.sent_fps = 9, .skipped_fps = 6, .encoding = 0.3}) ==
        "Poor: only 9 pictures a second go to the other side: the connection is too slow for more");
  // Of a demo on a slow machine both ends are this computer.
  CHECK(words({.received_fps = 12, .shown_fps = 12, .sent_fps = 12, .encoding = 0.9}) ==
        "Fair: only 12 pictures a second go to the other side: this computer is too busy");
}

TEST_CASE("this computer is too busy to show pictures only where that is measured") {
  const QString busy = "Fair: only 12 of 30 pictures a second are shown: this computer is too busy";
  CHECK(words({.received_fps = 30.2, .shown_fps = 12.3, .overtaken_fps = 17}) == busy);
  CHECK(words({.received_fps = 30.2, .shown_fps = 12.3, .lost_fps = 1, .decoding = 0.95}) == busy);
  CHECK(words({.received_fps = 20, .shown_fps = 8, .overtaken_fps = 12}).startsWith("Poor: only 8 of 20 "));
  // A reference was lost: what refers to it comes, and is not shown.
  const QString lost = "Fair: only 12 pictures a second are shown: others are lost on the way";
  CHECK(words({.received_fps = 30, .shown_fps = 12, .overtaken_fps = 0, .lost_fps = 18, .decoding = 0.1}) == lost);
  CHECK(words({.received_fps = 30, .shown_fps = 12, .overtaken_fps = 3, .lost_fps = 15}) == lost);
  CHECK(words({.received_fps = 30, .shown_fps = 12, .lost_fps = 18, .decoding = 0.9}) == lost);
  CHECK(words({.received_fps = 12, .shown_fps = 12, .lost_fps = 18}) == lost);  // none of them came whole
  // They are larger than this end takes, which another sentence says.
  CHECK(words({.received_fps = 30, .shown_fps = 0, .overtaken_fps = 0, .lost_fps = 0, .decoding = 0}) ==
        "Poor: only 0 of 30 pictures a second are shown");
}

TEST_CASE("few pictures that the peer sends are fair where it sent more, and no matter otherwise") {
  const auto of = [](double fps, std::optional<double> expected) {
    return words({.round_trip_ms = 50, .received_fps = fps, .shown_fps = fps, .lost_fps = 0, .expected_fps = expected});
  };
  CHECK(of(17, 30) == "Fair: only 17 pictures a second come from the other side");
  CHECK(of(8, 30) == "Fair: only 8 pictures a second come from the other side");
  CHECK(of(0, 30) == "Fair: no pictures come from the other side");
  CHECK(of(22, 30) == "Good");
  CHECK(of(2, std::nullopt) == "Good");  // of a desktop
  CHECK(of(12, 15) == "Good");
}

TEST_CASE("few pictures are no matter where no more are meant to come or to go") {
  const CallConditions few{.round_trip_ms = 50, .received_fps = 5, .shown_fps = 5, .expected_fps = 30};
  CHECK(words(few, {.in_call = true, .remote_still = true}) == "Good");
  CHECK(words({.round_trip_ms = 50, .sent_fps = 5}, {.in_call = true, .own_irregular = true}) == "Good");
  const QualityContext slow{.in_call = true, .own_fps = 10};
  CHECK(words({.round_trip_ms = 50, .sent_fps = 9}, slow) == "Good");
  CHECK(words({.round_trip_ms = 50, .sent_fps = 6}, slow) == "Fair: only 6 pictures a second go to the other side");
  CHECK(words({.round_trip_ms = 50, .sent_fps = 3}, slow).startsWith("Poor: "));
}

TEST_CASE("the worst condition is named, of several the one that is heard before those that are seen") {
  CHECK(words({.frozen = 0.3, .lost_incoming = 0.03}) == "Poor: the picture stands still for 30 % of the time");
  CHECK(words({.concealed = 0.02, .frozen = 0.03}) == "Fair: 2 % of the sound is missing");
}

TEST_CASE("nothing is said outside of a call, or where nothing is known") {
  CHECK(words({.concealed = 0.5}, {}).isEmpty());
  CHECK(words({}, {.in_call = true, .remote_dark = true}).isEmpty());
}

TEST_CASE("a dark camera makes a call fair, and a picture that is left out makes it poor") {
  const CallConditions good{.round_trip_ms = 50};
  CHECK(words(good, {.in_call = true, .remote_dark = true}) == "Fair: the other side's camera is dark");
  CHECK(words(good, {.in_call = true, .own_dark = true}) == "Fair: your camera is dark");
  CHECK(words(good, {.in_call = true, .video_paused = true}) == "Poor: the connection is too slow for your picture");
}

TEST_CASE("a picture that does not move cannot be seen to stand still") {
  CHECK(words({.frozen = 0.5, .round_trip_ms = 50}, {.in_call = true, .remote_still = true}) == "Good");
  CHECK(words({.concealed = 0.02, .frozen = 0.5}, {.in_call = true, .remote_still = true}) ==
        "Fair: 2 % of the sound is missing");
}

TEST_CASE("a screen that the peer shows does not stand still, and need not change often") {
  const QualityContext screen{.in_call = true, .remote_screen = true};
  CHECK(words({.frozen = 0.6, .round_trip_ms = 50}, screen) == "Good");
  CHECK(words({.frozen = 0.6, .round_trip_ms = 50}) == "Poor: the picture stands still for 60 % of the time");
  CHECK(words({.round_trip_ms = 50, .received_fps = 5, .shown_fps = 5, .expected_fps = 30}, screen) == "Good");
  CHECK(words({.frozen = 0.6, .lost_incoming = 0.03}, screen) == "Fair: 3 % of packets lost on the way to you");
}

TEST_CASE("sound that was not sent is not missing") {
  CHECK(words({.concealed = 1, .round_trip_ms = 50}, {.in_call = true, .remote_silent = true}) == "Good");
  CHECK(words({.concealed = 1, .frozen = 0.5}, {.in_call = true, .remote_silent = true}) ==
        "Poor: the picture stands still for 50 % of the time");
}

TEST_CASE("a path of which little is asked does not make a call poor") {
  CHECK(words({.round_trip_ms = 50, .target_bps = 50e3}, {.in_call = true, .own_muted = true}) == "Good");
}

TEST_CASE("pictures that show the same are still once there were enough, and one that differs ends it") {
  StillWatch watch;
  for (int i = 0; i < StillWatch::enough; ++i) watch.look(*half_white_picture(320, 180));
  CHECK_FALSE(watch.is_still());  // the first came after another
  watch.look(*half_white_picture(320, 180));
  CHECK(watch.is_still());
  watch.look(*grey_picture(320, 180, 16));
  CHECK_FALSE(watch.is_still());
  for (std::uint8_t level = 20; level < 180; level += 8) watch.look(*grey_picture(320, 180, level));
  CHECK_FALSE(watch.is_still());
}

TEST_CASE("what gets worse is said at once, what gets better after three seconds, a number once per second") {
  const Quality good{QualityLevel::good, {}};
  QualityWatch watch;
  CHECK(watch.look(1s, good) == good);
  CHECK(watch.look(1200ms, fair("3 %")) == fair("3 %"));
  CHECK(watch.look(1400ms, fair("4 %")) == fair("3 %"));
  CHECK(watch.look(2300ms, fair("4 %")) == fair("4 %"));
  CHECK(watch.look(3000ms, good) == fair("4 %"));
  CHECK(watch.look(5200ms, good) == fair("4 %"));
  CHECK(watch.look(5300ms, good) == good);
  CHECK(watch.look(5400ms, {}) == Quality{});
}

TEST_CASE("a call is summed up by its shares of time") {
  QualityWatch watch;
  CHECK(watch.summary().isEmpty());
  for (int i = 1; i <= 200; ++i) {
    const QualityLevel level = i > 180 ? QualityLevel::poor : i > 150 ? QualityLevel::fair : QualityLevel::good;
    watch.look(i * 100ms, {level, {}});
  }
  CHECK(watch.summary() == "It was good for 75 % of the time, poor for 10 %.");
  watch.look(1s, {QualityLevel::good, {}});  // another call
  CHECK(watch.summary().isEmpty());
}

TEST_CASE("a picture is dark where hardly anything in it is brighter than a dark grey") {
  Picture picture;
  CHECK_FALSE(is_dark(picture));
  picture.resize(640, 360);
  std::ranges::fill(picture.y(), std::uint8_t{20});
  CHECK(is_dark(picture));
  for (std::size_t i = 0; i < picture.luma_size(); i += 997) picture.y()[i] = 200;  // noise
  CHECK(is_dark(picture));
  for (std::size_t i = 0; i < picture.luma_size() / 20; ++i) picture.y()[i] = 200;  // a lit corner, or letters
  CHECK_FALSE(is_dark(picture));
  CHECK_FALSE(is_dark(*half_white_picture(640, 360)));
  picture.resize(1, 1);
  picture.y()[0] = 16;
  CHECK(is_dark(picture));
}
