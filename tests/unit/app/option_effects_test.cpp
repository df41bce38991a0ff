#include "app/cli/option_effects.h"

#include <catch2/catch.hpp>

#include "temporary_folder.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

using Arguments = std::vector<std::string>;

const std::string link_of_nobody = "evenkeel:#e1.AQ";

Arguments operator+(Arguments all, const Arguments& more) {
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

}  // namespace

TEST_CASE("An option without an effect on this command is refused") {
  struct Row {
    Arguments arguments;
    const char* text;
  };
  const auto row = GENERATE(values<Row>({
      {{"demo", "--headless", "--record-pictures", "both"}, "--record-pictures needs --record FILE"},
      {{"listen", "--headless", "--record-format", "webm"}, "--record-format needs --record FILE"},
      {{"demo", "--headless", "--record-limit", "1MB"}, "--record-limit needs --record FILE"},
      {{"demo", "--record", "a.ivf", "--record-pictures", "both"}, "both needs a WebM file"},
      {{"demo", "--record", "/dev/null", "--record-pictures", "both"}, "both needs a WebM file"},
      {{"demo", "--headless", "--record", "a.webm", "--record-format", "ivf"}, "contradict each other"},
      {{"demo", "--record", "call"},
       "--record: a recording is a WebM file, or for tests an IVF file: write it as call.webm."},
      {{"demo", "--record", "a.webm", "--record-pictures", "both", "--receive-only"}, "pictures of this side"},
      {{"demo", "--headless", "--surface", "gpu"}, "--surface is for a window"},
      {{"listen", "--headless", "--ring", "none"}, "--ring is for a window"},
      {{"listen", "--headless", "--recordings", "x"}, "--recordings is for a window"},
      {{"demo", "--headless", "--keep-link"}, "--keep-link is for listen"},
      {{"demo", "--headless", "--link-file", "x"}, "--link-file is for listen"},
      {{"demo", "--headless", "--address", "192.0.2.1"}, "--address is for listen"},
      {{"call", "--headless", "--no-page", link_of_nobody}, "--no-page is for listen"},
      {{"call", "--headless", "--answer", "always", link_of_nobody}, "--answer is for listen"},
      {{"listen", "--insecure-rtp", "--answer", "ask"}, "--answer ask means nothing"},
      {{"listen", "--insecure-rtp", "--keep-link"}, "--keep-link means nothing: --insecure-rtp"},
      {{"listen", "--insecure-rtp", "--address", "192.0.2.1"}, "--address means nothing: --insecure-rtp"},
      {{"listen", "--headless", "--reply-code", "always"}, "--reply-code is for call"},
      {{"call", "--insecure-rtp", "--reply-code", "always", "192.0.2.1"}, "--reply-code means nothing: --insecure-rtp"},
      {{"call", "--whip", "https://media.example/a", "--reply-code", "always"}, "needs none"},
      {{"demo", "--headless", "--send-only", "--speaker", "heard.wav"}, "--speaker needs received sound"},
      {{"call", "--headless", "--whip", "https://media.example/a", "--speaker", "x"}, "--whip only sends"},
      {{"demo", "--link", "delay=5ms,capacity=1Mbps", "--link-schedule", "0s:2Mbps"}, "both say the capacity"},
      {{"tune", "--link", "capacity=1Mbps", "--link-trace", "x"}, "both say the capacity"},
  }));
  CAPTURE(row.arguments);
  const auto parsed = parse_command_line(row.arguments);
  CHECK(parsed.exit_status == 2);
  CHECK_THAT(parsed.text, Catch::Contains(row.text));
  CHECK(is_one_sentence(parsed.text));
}

TEST_CASE("An option that has an effect, or may have one later in a window, is taken") {
  const auto arguments = GENERATE(values<Arguments>({
      {"demo", "--record-pictures", "both"},
      {"demo", "--record-format", "ivf", "--record-limit", "1MB"},
      {"demo", "--headless", "--record", "a.webm", "--record-pictures", "both", "--record-limit", "1MB"},
      {"demo", "--headless", "--record", "/dev/null", "--record-format", "webm", "--record-pictures", "both"},
      {"demo", "--headless", "--record", "a.IVF", "--record-format", "ivf", "--record-pictures", "received"},
      {"demo", "--surface", "software", "--ring", "none", "--recordings", "x"},
      {"demo", "--keep-link", "--answer", "ask"},
      {"listen", "--headless", "--keep-link", "--no-page", "--answer", "always"},
      {"listen", "--headless", "--insecure-rtp", "--no-page"},
      {"call", "--headless", "--insecure-rtp", "--reply-code", "never", "192.0.2.1"},
      {"demo", "--headless", "--send-only", "--speaker", "none"},
      {"demo", "--link", "delay=5ms", "--link-schedule", "0s:2Mbps"},
  }));
  CAPTURE(arguments);
  CHECK(parse_command_line(arguments).text == "");
}

TEST_CASE("A configuration is for all commands: what one of them does not use is taken, and can be replaced") {
  const TemporaryFolder folder;
  const auto path = folder.write("c.toml", R"(
record-pictures = "both"
record-limit = "1MB"
surface = "gpu"
no-page = true
reply-code = "always"
link = "capacity=1Mbps,delay=20ms"
)");
  const Arguments demo{"demo", "--headless", "--config", path};
  CHECK(parse_command_line(demo).text == "");
  CHECK(parse_command_line(demo + Arguments{"--record", "a.ivf"}).text == "");
  const auto parsed = parse_command_line(demo + Arguments{"--link-schedule", "0s:2Mbps"});
  REQUIRE(parsed.value);
  const auto link = link_of(parsed.value->options, std::nullopt);
  REQUIRE(link);
  CHECK((*link)->capacity.rate_at(Duration::zero()) == megabits_per_second(2));
  CHECK((*link)->propagation_delay == 20ms);
}
