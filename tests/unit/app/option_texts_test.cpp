#include "app/cli/option_texts.h"

#include <catch2/catch.hpp>
#include <filesystem>

#include "app/cli/stun_options.h"
#include "temporary_folder.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

std::string write_secret(const TemporaryFolder& folder, const std::string& text) {
  const std::string path = folder.write("password", text);
  std::filesystem::permissions(path, std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
  return path;
}

CallOptions told() {
  CallOptions options;
  options.bind = "0.0.0.0:6000";
  options.limits.maximum = megabits_per_second(3);
  return options;
}

}  // namespace

TEST_CASE("Texts change what they name, the rest is as it was told") {
  const auto options = with_texts(told(), {{"min-bitrate", "100kbps"}, {"size", "640x360"}, {"map-port", "true"}});
  REQUIRE(options.error == "");
  CHECK(options.value->bind == "0.0.0.0:6000");
  CHECK(options.value->limits.maximum == megabits_per_second(3));
  CHECK(options.value->limits.minimum == kilobits_per_second(100));
  CHECK(options.value->video.width == 640);
  CHECK(options.value->map_port);
  CHECK(with_texts(told(), {}).value->limits.minimum == CallOptions().limits.minimum);
}

TEST_CASE("What is wrong with a text, or with two, is reported with the option's name") {
  CHECK(with_texts(told(), {{"fps", "0"}}).error.starts_with("--fps: '0' is not a frame rate"));
  CHECK(with_texts(told(), {{"min-bitrate", "4Mbps"}}).error ==
        "--min-bitrate (4Mbps) is above --max-bitrate (3Mbps).");
  CHECK(with_texts(told(), {{"start-bitrate", "4Mbps"}}).error ==
        "--start-bitrate (4Mbps) is above --max-bitrate (3Mbps).");
  CHECK(with_texts(told(), {{"gone", "1"}}).error == "There is no option --gone.");
  CHECK(with_texts(told(), {{"set", "ldcc.w=20kbps"}}).error == "There is no option --set.");
}

TEST_CASE("The password of a TURN server is read from the file that is named, and that file is kept") {
  const TemporaryFolder folder;
  const std::string path = write_secret(folder, "secret\n");
  const OptionTexts texts{{"turn", "192.0.2.1"}, {"turn-user", "me"}, {"turn-password-file", path}};
  const auto options = with_texts(told(), texts);
  REQUIRE(options.error == "");
  CHECK(options.value->turn_password->text == "secret");
  std::filesystem::remove(path);
  CHECK(with_texts(told(), texts).error.find("--turn-password-file") != std::string::npos);
  const auto again = with_texts(*options.value, {{"fps", "25"}});  // it may have been a pipe
  REQUIRE(again.error == "");
  CHECK(again.value->turn_password == options.value->turn_password);
}

TEST_CASE("Options are described as they were told") {
  const auto all = describe_options(told());
  CHECK(all.size() > 40);
  for (const OptionInfo& one : all) {
    CHECK_FALSE(one.help.empty());
    CHECK(one.name != "set");
    if (one.name == "bind") CHECK(one.base == "0.0.0.0:6000");
    if (one.name == "stun") CHECK_FALSE(one.base.has_value());
  }
}

TEST_CASE("What was kept holds again, but the command line wins over it") {
  const auto result = take_kept(told(), {"max-bitrate"}, {{"max-bitrate", "1Mbps"}, {"fps", "25"}});
  CHECK(result.options.limits.maximum == megabits_per_second(3));
  CHECK(result.options.video.fps == 25);
  CHECK(result.taken == OptionTexts{{"fps", "25"}});
  CHECK(result.notice == "");
}

TEST_CASE("What was kept and does not fit any longer is left out, the rest holds") {
  struct Row {
    const char* what;
    OptionTexts kept;
    const char* left_out;
  };
  const auto row = GENERATE(values<Row>({
      {"an option that is gone", {{"fps", "25"}, {"gone", "1"}}, "'gone'"},
      {"a text that is none", {{"fps", "25"}, {"size", "huge"}}, "'size'"},
      {"a limit below one that was told", {{"fps", "25"}, {"min-bitrate", "9Mbps"}}, "'min-bitrate'"},
      {"a server without a password",
       {{"fps", "25"}, {"stun", "192.0.2.1"}, {"turn", "192.0.2.1"}, {"turn-user", "me"}},
       "'turn', 'turn-user'"},
      {"a password whose file is gone",
       {{"fps", "25"}, {"turn", "192.0.2.1"}, {"turn-user", "me"}, {"turn-password-file", "/gone/password"}},
       "'turn-password-file', 'turn', 'turn-user'"},
  }));
  INFO(row.what);
  const auto result = take_kept(told(), {}, row.kept);
  CHECK(result.options.video.fps == 25);
  CHECK(check_options(result.options) == "");
  CHECK(result.taken.contains("fps"));
  CHECK(result.notice == "Settings that do not fit any longer are left out: " + std::string(row.left_out) + ".");
}
