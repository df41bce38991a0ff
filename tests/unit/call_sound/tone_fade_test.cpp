#include "app/sound/tone_fade.h"

#include <catch2/catch.hpp>
#include <vector>

namespace evenkeel {

TEST_CASE("a tone that ends fades within 20 ms, and is silent then") {
  ToneFade fade;
  std::vector<std::int16_t> heard;
  for (int i = 0; i < 5; ++i) {
    SoundBlock block;
    block.fill(9600);
    if (i == 1) fade.begin();
    fade.apply(block);
    heard.insert(heard.end(), block.begin(), block.end());
  }
  CHECK(heard[479] == 9600);
  for (std::size_t i = 1; i < heard.size(); ++i) {
    CHECK(heard[i] <= heard[i - 1]);
    CHECK(heard[i - 1] - heard[i] <= 10);
  }
  CHECK(heard[480 + 480] == 4800);
  CHECK(heard[480 + 960] == 0);
  CHECK(heard.back() == 0);
}

}  // namespace evenkeel
