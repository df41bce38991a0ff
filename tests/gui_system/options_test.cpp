#include <fstream>

#include "app/window/preparation.h"
#include "app/window/window_options.h"
#include "tests/gui_system/call_fixture.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

CallOptions told() {
  CallOptions options = small_pictures();
  options.limits.maximum = megabits_per_second(3);
  return options;
}

struct Fixture {
  QTemporaryDir folder;
  CallService calls{told(), {"evenkeel"}};
  WindowOptions options{calls, {"max-bitrate"}};

  std::string write(const std::string& text) const {
    const std::string path = folder.filePath("file.toml").toStdString();
    std::ofstream(path) << text;
    return path;
  }
  Parsed<Configuration> load(const std::string& text) {
    return options.load(write(text), [](auto&&) { return ConfigurationPart::everything; });
  }
};

}  // namespace

TEST_CASE("what is chosen in the settings is what the next call has, over what the program was told") {
  Fixture f;
  REQUIRE(f.options.choose({{"fps", "25"}, {"bind", "127.0.0.1:6000"}}) == "");
  CHECK(f.calls.options().video.fps == 25);
  CHECK(f.calls.options().limits.maximum == megabits_per_second(3));
  CHECK(f.options.port() == 6000);
  CHECK(f.options.text_of("fps") == "25");
  CHECK(f.options.choose({{"min-bitrate", "4Mbps"}}) == "--min-bitrate (4Mbps) is above --max-bitrate (3Mbps).");
  CHECK(f.calls.options().video.fps == 25);
  REQUIRE(f.options.choose({}) == "");
  CHECK(f.calls.options().video.fps == told().video.fps);
}

TEST_CASE("what was kept is chosen at the start, but for what the command line names") {
  Fixture f;
  CHECK(f.options.restore({{"max-bitrate", "1Mbps"}, {"fps", "25"}}) == "");
  CHECK(f.calls.options().limits.maximum == megabits_per_second(3));
  CHECK(f.calls.options().video.fps == 25);
  CHECK(f.options.chosen() == OptionTexts{{"fps", "25"}});
}

TEST_CASE("a loaded file takes the place of what was chosen, and settings are chosen over it") {
  Fixture f;
  REQUIRE(f.options.choose({{"fps", "25"}}) == "");
  const auto loaded = f.load("max-bitrate = \"2Mbps\"\nno-page = true\nfoo = 1\n[bar]\nx = 1\n");
  REQUIRE(loaded.error == "");
  CHECK(loaded.value->notice == "Not known here, and left out: 'foo', 'bar.x'.");
  CHECK(f.options.chosen().empty());
  CHECK(f.calls.options().video.fps == told().video.fps);
  REQUIRE(f.options.choose({{"fps", "20"}}) == "");
  CHECK(f.calls.options().limits.maximum == megabits_per_second(2));
  CHECK(f.load("send-only = true\nreceive-only = true\n").error.find("--send-only and --receive-only") !=
        std::string::npos);
  CHECK(f.calls.options().video.fps == 20);
}

TEST_CASE("a loaded file names its shadow controllers") {
  Fixture f;
  CHECK(f.load("shadow = \"gcc,arc\"\n").value->shadows == std::vector<std::string>{"gcc", "arc"});
  CHECK(f.load("fps = 25\n").value->shadows == std::vector<std::string>());
}

TEST_CASE("another port leaves the address that waiting was told") {
  CallOptions told;
  StartCall start;
  start.kind = CallKind::listen;
  start.address = ":6000";
  for (const auto& [bind, expected] :
       {std::pair("127.0.0.1:5004", "127.0.0.1:6000"), std::pair("[::1]", "[::1]:6000"),
        std::pair("[::1]:5004", "[::1]:6000"), std::pair("192.0.2.7", "192.0.2.7:6000")}) {
    told.bind = bind;
    CHECK(options_of(start, told).bind == expected);
  }
  start.address = "127.0.0.1:7000";
  CHECK(options_of(start, told).bind == "127.0.0.1:7000");
}

TEST_CASE("a call has the direction of the start page and the link of the panel, unless the command line names one") {
  CallOptions told;
  told.receive_only = true;
  StartCall start;
  start.kind = CallKind::listen;
  CHECK(options_of(start, told).receive_only);
  start.direction = Direction::send;
  start.link = LinkSettings{};
  told.record = "received.ivf";
  const CallOptions sending = options_of(start, told);
  CHECK((sending.send_only && !sending.receive_only && !sending.record));
  CHECK(check_options(sending) == "");
  REQUIRE(link_of(sending, std::nullopt).value->has_value());
  CHECK(link_of(sending, std::nullopt).value->value().propagation_delay == LinkSettings{}.delay);
  start.direction = Direction::both;
  told.link = "delay=7ms";
  CHECK(options_of(start, told).link == "delay=7ms");
  CHECK_FALSE(options_of(start, told).receive_only);
  start.kind = CallKind::demo;
  CHECK(options_of(start, told).receive_only);
}

TEST_CASE("places and permissions that are chosen stay when a file is loaded, and the file sets none") {
  Fixture f;
  REQUIRE(f.options.choose({{"bind", "127.0.0.1:6000"}, {"answer", "ask"}, {"fps", "20"}}) == "");
  REQUIRE(f.load("bind = \"0.0.0.0:1\"\nanswer = \"always\"\n"));
  CHECK(f.calls.options().bind == "127.0.0.1:6000");
  CHECK(f.calls.options().answer == "ask");
  REQUIRE(f.load("bind = \"0.0.0.0:1\"\nsend-only = true\n"));
  CHECK(f.calls.options().bind == "127.0.0.1:6000");
  CHECK(f.calls.options().video.fps == told().video.fps);
  CHECK(f.options.chosen() == OptionTexts{{"bind", "127.0.0.1:6000"}, {"answer", "ask"}});
}

TEST_CASE("a file with tuning alone changes the tuning alone") {
  Fixture f;
  REQUIRE(f.load("fps = 25\nmax-bitrate = \"2Mbps\"\n[arc]\nk = 0.25\n"));
  REQUIRE(f.options.choose({{"size", "320x240"}, {"min-bitrate", "70kbps"}}) == "");
  const auto loaded =
      f.options.load(f.write("controller = \"ldcc\"\nstart-bitrate = \"500kbps\"\n"), [](auto&&) -> ConfigurationPart {
        FAIL("nobody has to be asked");
        return ConfigurationPart::nothing;
      });
  REQUIRE(loaded.error == "");
  CHECK(loaded.value->tuning_only);
  CHECK(f.calls.options().video.fps == 25);
  CHECK(f.calls.options().video.width == 320);
  CHECK(f.options.chosen() == OptionTexts{{"size", "320x240"}});
  CHECK(f.calls.options().limits.start == kilobits_per_second(500));
  CHECK(f.calls.options().limits.maximum == megabits_per_second(3));  // that the program was told
  CHECK(f.calls.options().limits.minimum == CallOptions().limits.minimum);
  CHECK(f.calls.options().settings.empty());
}

TEST_CASE("who loads a file is asked about all that it changes of calls, also what it does not name") {
  Fixture f;
  REQUIRE(f.options.choose({{"size", "320x240"}}) == "");
  std::vector<std::string> names;
  REQUIRE(f.options.load(f.write("fps = 25\n"), [&](const std::vector<ConfigurationChange>& changes) {
    for (const ConfigurationChange& one : changes) names.push_back(one.name);
    return ConfigurationPart::everything;
  }));
  CHECK(names == std::vector<std::string>{"size", "fps"});
  CHECK(f.calls.options().video.width == told().video.width);
}
