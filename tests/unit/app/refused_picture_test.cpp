#include "app/call/refused_picture.h"

#include <catch2/catch.hpp>

#include "temporary_folder.h"

using namespace evenkeel;
using namespace evenkeel::test;

TEST_CASE("Of refused pictures people hear the size, the limit, and what to do") {
  const std::string text = refused_picture_text({2560, 1440}, {1920, 1200});
  CHECK(text ==
        "Pictures of 2560x1440 came and are not shown, as they are larger than 1920x1200; "
        "to see them start with --largest-picture 2560x1440.");
  CHECK(is_one_sentence(text));
}

TEST_CASE("A size that --largest-picture does not take is not recommended") {
  const std::string text = refused_picture_text({16383, 16383}, {1920, 1200});
  CHECK_THAT(text, Catch::Contains("16383x16383") && !Catch::Contains("--largest-picture"));
  CHECK(is_one_sentence(text));
}
