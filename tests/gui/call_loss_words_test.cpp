#include <catch2/catch.hpp>

#include "gui/call/loss_words.h"

using namespace evenkeel;

namespace {

struct Case {
  LossOutcome loss;
  const char* words;
};

}  // namespace

TEST_CASE("what became of a loss is said in words") {
  const Case cases[] = {
      {{}, ""},
      {{.lost = 0, .repaired = 0, .sent_again = 0, .asked_for = 0, .jumps = 0, .key_frames = 0}, ""},
      {{.lost = 1}, "1 packet lost"},
      {{.lost = 3}, "3 packets lost"},
      {{.lost = 1, .repaired = 1}, "1 packet lost, repaired"},
      {{.lost = 3, .repaired = 3}, "3 packets lost, all repaired"},
      {{.lost = 3, .repaired = 2, .sent_again = 1}, "3 packets lost, 2 repaired, 1 sent again"},
      {{.lost = 2, .repaired = 0, .sent_again = 2}, "2 packets lost, all sent again"},
      // Packets that were repaired and came late, were sent again as well, or twice.
      {{.lost = 58, .repaired = 59, .sent_again = 0}, "58 packets lost, all repaired"},
      {{.lost = 58, .repaired = 59}, "58 packets lost, all repaired"},
      {{.lost = 72, .repaired = 72, .sent_again = 67}, "72 packets lost, all mended"},
      {{.lost = 9, .repaired = 7, .sent_again = 3, .key_frames = 1}, "9 packets lost, all mended"},
      {{.lost = 1, .repaired = 1, .sent_again = 1}, "1 packet lost, mended"},
      {{.lost = 9, .repaired = 7, .sent_again = 3, .jumps = 1}, "9 packets lost, mended by a jump"},
      {{.lost = 2, .sent_again = 4}, "2 packets lost, all sent again"},
      {{.lost = 1, .sent_again = 2}, "1 packet lost, sent again"},
      {{.lost = 0, .repaired = 2, .sent_again = 1}, "2 packets repaired, 1 sent again"},
      {{.lost = 1, .repaired = 0, .sent_again = 0, .jumps = 1}, "1 packet lost, mended by a jump"},
      {{.lost = 9, .repaired = 4, .jumps = 2}, "9 packets lost, 4 repaired, mended by 2 jumps"},
      {{.lost = 4, .jumps = 0, .key_frames = 1}, "4 packets lost, mended by a key frame"},
      {{.lost = 4, .jumps = 1, .key_frames = 1}, "4 packets lost, mended by a jump"},
      // A key frame that has nothing to do with the loss.
      {{.lost = 2, .repaired = 1, .sent_again = 1, .key_frames = 1}, "2 packets lost, 1 repaired, 1 sent again"},
      // A receiver does not know how many were lost.
      {{.repaired = 2, .asked_for = 1}, "2 packets repaired, 1 asked for again"},
      {{.repaired = 0, .asked_for = 1}, "1 packet asked for again"},
      // Both ends of a demo count: what was asked for is what was sent again.
      {{.lost = 2, .repaired = 1, .sent_again = 1, .asked_for = 1}, "2 packets lost, 1 repaired, 1 sent again"},
      // A jump or key frame alone is no loss.
      {{.lost = 0, .jumps = 1, .key_frames = 1}, ""},
  };
  for (const Case& one : cases) {
    CAPTURE(one.words);
    const QString words = one.words;
    CHECK(loss_words(one.loss, {}) == (words.isEmpty() ? QString() : "Incoming: " + words));
    CHECK(loss_words({}, one.loss) == (words.isEmpty() ? QString() : "Outgoing: " + words));
  }
}

TEST_CASE("the losses of both directions are one line") {
  CHECK(loss_words({.repaired = 2}, {.lost = 1, .jumps = 1}) ==
        "Incoming: 2 packets repaired · outgoing: 1 packet lost, mended by a jump");
}
