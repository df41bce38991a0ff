#include "gui/store/event_words.h"

#include <catch2/catch.hpp>

using namespace evenkeel;

TEST_CASE("events spell quantities as the window does") {
  CHECK(event_words("capacity 2.5Mbps to 1Mbps, delay 50ms to 80ms") ==
        "capacity 2.5 Mbit/s to 1 Mbit/s, delay 50 ms to 80 ms");
  CHECK(event_words("ldcc.T_r = 80ms") == "ldcc.T_r = 80 ms");
  CHECK(event_words("loss 0% to 2.5%; jitter 0s to 3ms") == "loss 0 % to 2.5 %; jitter 0 s to 3 ms");
  CHECK(event_words("max-bitrate 500kbps,") == "max-bitrate 500 kbit/s,");
  CHECK(event_words("segment = 1.65kB, header 414B") == "segment = 1.65 kB, header 414 B");
}

TEST_CASE("messages spell quantities as the window does, also at the end of a sentence and in brackets") {
  CHECK(event_words("has reached its limit of 4GB (after 2h).") == "has reached its limit of 4 GB (after 2 h).");
  CHECK(event_words("It waits for 8s: no answer within 300ms.") == "It waits for 8 s: no answer within 300 ms.");
  CHECK(event_words("'my 5s film', '80parsec' and 5s") == "'my 5s film', '80parsec' and 5 s");
  CHECK(event_words("the peer's 5s") == "the peer's 5 s");
}

TEST_CASE("a note stays as it was written") {
  CHECK(event_words(RunEvent{{}, RunEvent::Kind::note, {}, "80ms"}) == "80ms");
  CHECK(event_words(RunEvent{{}, RunEvent::Kind::parameter, {}, "arc.a = 80ms"}) == "arc.a = 80 ms");
}

TEST_CASE("what only looks like a quantity in an event stays") {
  for (const char* text : {"", " ", "ms", "schedule 0s:2.5Mbps,10s:1Mbps", "trace /tmp/5ms.txt", "call 192.0.2.7:5004",
                           "note 3rd try", "12", "x264 lost"})
    CHECK(event_words(text) == text);
}
