#include "app/cli/call_options.h"

#include <catch2/catch.hpp>
#include <map>
#include <set>

#include "temporary_folder.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

std::string set(CallOptions& options, const std::string& name, const std::string& text) {
  const OptionSpec* spec = find_option(name);
  REQUIRE(spec != nullptr);
  return spec->set(options, text);
}

}  // namespace

TEST_CASE("Each option takes what it should, and shows it again in a form that it takes") {
  struct Row {
    const char* name;
    const char* text;
    const char* shown;
  };
  const auto row = GENERATE(values<Row>({
      {"headless", "true", "true"},
      {"send-only", "true", "true"},
      {"receive-only", "false", "false"},
      {"packets", "true", "true"},
      {"bind", "[::]:6000", "[::]:6000"},
      {"source", "camera:desk", "camera:desk"},
      {"audio", "mic:desk", "mic:desk"},
      {"audio", "speech.wav", "speech.wav"},
      {"speaker", "headset", "headset"},
      {"audio-processing", "echo,noise", "echo,noise"},
      {"audio-processing", "gain,high-pass", "high-pass,gain"},
      {"audio-processing", "high-pass,echo,noise,gain", "all"},
      {"audio-processing", "none", "none"},
      {"size", "640x360", "640x360"},
      {"size", "64x48", "64x48"},
      {"size", "4096x4096", "4096x4096"},
      {"largest-picture", "3840x2160", "3840x2160"},
      {"surface", "gpu", "gpu"},
      {"surface", "auto", "auto"},
      {"fps", "29.97", "29.97"},
      {"fps", "1", "1"},
      {"controller", "arc", "arc"},
      {"send-loop", "rfc3448", "rfc3448"},
      {"pacing-gain", "1.25", "1.25"},
      {"pacing-gain", "1", "1"},
      {"pacing-gain", "10", "10"},
      {"pacing-gain", "none", "none"},
      {"reply-code", "never", "never"},
      {"protection", "auto", "auto"},
      {"protection", "off", "off"},
      {"protection", "0%", "off"},
      {"protection", "12.5%", "12.5%"},
      {"retransmission", "off", "off"},
      {"retransmission", "on", "on"},
      {"references", "off", "off"},
      {"start-bitrate", "2500kbps", "2.5Mbps"},
      {"min-bitrate", "50kbit/s", "50kbps"},
      {"max-bitrate", "1Gbps", "1Gbps"},
      {"link", "capacity=1Mbps,delay=20ms", "capacity=1Mbps,delay=20ms"},
      {"link-schedule", "0s:2.5Mbps,40s:0bps", "0s:2.5Mbps,40s:0bps"},
      {"link-trace", "some/file", "some/file"},
      {"duration", "1.5min", "90s"},
      {"record", "a.ivf", "a.ivf"},
      {"record-limit", "1500MB", "1.5GB"},
      {"out", "run 1", "run 1"},
      {"seed", "18446744073709551615", "18446744073709551615"},
  }));
  CAPTURE(row.name, row.text);
  CallOptions options;
  CHECK(set(options, row.name, row.text).empty());
  const auto shown = find_option(row.name)->get(options);
  REQUIRE(shown);
  CHECK(*shown == row.shown);
  CHECK(set(options, row.name, *shown).empty());
}

TEST_CASE("Each option refuses what it cannot use, with the right form") {
  struct Row {
    const char* name;
    const char* text;
    const char* form;
  };
  const auto row = GENERATE(values<Row>({
      {"headless", "yes", "neither true nor false"},
      {"source", "", "empty"},
      {"audio", "", "empty"},
      {"audio", "mic:", "write mic, mic:NAME, test, none or a file as speech.wav."},
      {"audio", "speech.mp3", "write mic, mic:NAME, test, none or a file as speech.wav."},
      {"speaker", "", "empty"},
      {"audio-processing", "", "write all, none, or some of"},
      {"audio-processing", "echo,", "write all, none, or some of"},
      {"audio-processing", "echo,loud", "'loud' is no processing"},
      {"audio-processing", "echo,noise,echo", "'echo' is given more than once"},
      {"size", "640", "1280x720"},
      {"size", "640x", "1280x720"},
      {"size", "640x480x3", "1280x720"},
      {"size", "63x48", "1280x720"},
      {"size", "5000x4000", "1280x720"},
      {"size", "-640x480", "1280x720"},
      {"largest-picture", "1080p", "1280x720"},
      {"largest-picture", "16383x16383", "from 64x48 to 4096x4096"},
      {"surface", "opengl", "'opengl' is neither auto, gpu nor software."},
      {"surface", "auto|gpu", "neither auto, gpu nor software."},
      {"surface", "", "neither auto, gpu nor software."},
      {"record-format", "", "neither webm nor ivf."},
      {"fps", "0", "from 1 to 120"},
      {"fps", "121", "from 1 to 120"},
      {"fps", "nan", "from 1 to 120"},
      {"fps", "30/s", "from 1 to 120"},
      {"pacing-gain", "0.9", "from 1 to 10, as 1.25, or none"},
      {"pacing-gain", "10.5", "from 1 to 10"},
      {"pacing-gain", "inf", "from 1 to 10"},
      {"pacing-gain", "nan", "from 1 to 10"},
      {"pacing-gain", "None", "from 1 to 10"},
      {"pacing-gain", "125%", "from 1 to 10"},
      {"pacing-gain", "", "from 1 to 10"},
      {"protection", "200%", "at most 50%"},
      {"protection", "10", "write auto, off, or a share of the rate as 10%"},
      {"protection", "-1%", "write auto, off"},
      {"protection", "", "write auto, off"},
      {"retransmission", "true", "neither on nor off"},
      {"references", "", "neither on nor off"},
      {"start-bitrate", "1000000", "has no unit: write a rate as 2500kbps or 2.5Mbps."},
      {"min-bitrate", "1MB", "2.5Mbps"},
      {"max-bitrate", "-1Mbps", "2.5Mbps"},
      {"max-bitrate", "", "2.5Mbps"},
      {"duration", "60", "has no unit: write a time as 50ms, 90s or 1h30min."},
      {"duration", "0s", "above 0"},
      {"duration", "1d", "90s"},
      {"link", "capacity=2", "has no unit"},
      {"link", "", "empty"},
      {"link-schedule", "0s", "TIME:RATE"},
      {"link-trace", "", "empty"},
      {"record", "", "empty"},
      {"record", "call.mp3", "a WebM file, or for tests an IVF file: write it as call.webm."},
      {"record", "call.MP4", "write it as call.webm."},
      {"record", "a.b/call 1.2", "write it as a.b/call 1.2.webm."},
      {"record-limit", "4", "has no unit"},
      {"record-limit", "0B", "above 0"},
      {"record-limit", "-1GB", "is negative"},
      {"record-limit", "4Mbps", "write a size as"},
      {"out", "", "empty"},
      {"set", "ldcc.w", "ldcc.w=20kbps"},
      {"set", "ldcc.beta", "ldcc.beta="},
      {"set", "recovery.attempts", "write it as recovery.attempts=4."},
      {"set", "recovery.ask_rtt", "write it as recovery.ask_rtt=130ms."},
      {"set", "rmc.k_r", "write it as rmc.k_r="},
      {"set", "recovery.nonsense", "write it as ldcc.w=20kbps."},
      {"set", "recovery", "write it as ldcc.w=20kbps."},
      {"set", "", "write it as ldcc.w=20kbps."},
      {"set", "w=20kbps", "ldcc.w=20kbps"},
      {"set", "w=2.0kbps", "ldcc.w=20kbps"},
      {"seed", "-1", "whole number"},
      {"seed", "1.5", "whole number"},
      {"seed", "", "whole number"},
      {"seed", "18446744073709551616", "whole number"},
  }));
  CAPTURE(row.name, row.text);
  CallOptions options;
  const std::string error = set(options, row.name, row.text);
  CHECK_THAT(error, Catch::Contains(row.form));
  CHECK(is_one_sentence(error));
}

TEST_CASE("Names are unique, and defaults are shown in a form that is taken") {
  for (const OptionSpec& spec : option_specs()) {
    CAPTURE(spec.name);
    CHECK(find_option(spec.name) == &spec);
    CHECK_FALSE(spec.help.empty());
    CallOptions options;
    if (const auto value = spec.get(options)) CHECK(spec.set(options, *value).empty());
  }
  CHECK(find_option("nothing") == nullptr);
  CHECK(find_option("config") == nullptr);
}

TEST_CASE("What only all options together can tell") {
  struct Row {
    const char* what;
    std::vector<std::pair<std::string, std::string>> options;
    const char* error;
  };
  const auto row = GENERATE(values<Row>({
      {"the defaults", {}, ""},
      {"both ways closed", {{"send-only", "true"}, {"receive-only", "true"}}, "exclude each other"},
      {"limits crossed",
       {{"min-bitrate", "2Mbps"}, {"max-bitrate", "1Mbps"}},
       "(2Mbps) is above --max-bitrate (1Mbps)."},
      {"limits equal", {{"min-bitrate", "1Mbps"}, {"max-bitrate", "1Mbps"}}, ""},
      {"a start above the limits",
       {{"start-bitrate", "9Mbps"}},
       "--start-bitrate (9Mbps) is above --max-bitrate (8Mbps, the default)."},
      {"the same, as the default",
       {{"start-bitrate", "1Mbps"}, {"max-bitrate", "700kbps"}},
       "(1Mbps, the default) is above --max-bitrate (700kbps)."},
      {"a start below them",
       {{"start-bitrate", "100kbps"}, {"min-bitrate", "2Mbps"}},
       "(100kbps) is below --min-bitrate (2Mbps)."},
      {"a start below the least by default",
       {{"start-bitrate", "1kbps"}},
       "is below --min-bitrate (50kbps, the default)."},
      {"a least above the most by default", {{"min-bitrate", "9Mbps"}}, "is above --max-bitrate (8Mbps, the default)."},
      {"more than recovery can follow", {{"max-bitrate", "51Mbps"}}, "--max-bitrate (51Mbps) is above 50Mbps"},
      {"as much as it can", {{"max-bitrate", "50Mbps"}}, ""},
      {"limits beside the default", {{"max-bitrate", "700kbps"}}, ""},
      {"nothing as the least", {{"min-bitrate", "0bps"}}, "must be above 0"},
      {"two capacities", {{"link-schedule", "0s:1Mbps"}, {"link-trace", "f"}}, "exclude each other"},
      {"packets to nowhere", {{"packets", "true"}}, "needs --out"},
      {"packets", {{"packets", "true"}, {"out", "d"}}, ""},
      {"a recording of nothing", {{"record", "f"}, {"send-only", "true"}}, "needs received pictures"},
      {"an unknown controller",
       {{"controller", "bbr"}},
       "known are darc, ldcc, arc, tfrc, nada, nada-2013, gcc, gcc-2016, gcc-simple, scream, scream-v1, fixed"},
      {"an unknown send loop", {{"send-loop", "spin"}}, "known are rmc, rfc3448"},
      {"a setting", {{"set", "ldcc.w=30kbps"}}, ""},
      {"a setting of what is not in use", {{"set", "arc.k=1"}}, ""},
      {"a setting of a send loop", {{"set", "rmc.k_r=0.5"}}, ""},
      {"a setting of nothing", {{"set", "bbr.x=1"}}, "There is no 'bbr' to set: known are darc"},
      {"an unknown parameter", {{"set", "ldcc.q=1"}}, "ldcc has no parameter 'q'; it has w"},
      {"a parameter without its unit", {{"set", "ldcc.w=20000"}}, "has no unit"},
      {"a parameter out of its range", {{"set", "ldcc.eta=2"}}, "outside the range"},
      {"the same, of what is not in use", {{"set", "arc.k=0"}}, "outside the range"},
  }));
  INFO(row.what);
  CallOptions options;
  for (const auto& [name, text] : row.options) REQUIRE(set(options, name, text).empty());
  const std::string error = check_options(options);
  CHECK_THAT(error, Catch::Contains(row.error));
  CHECK(error.empty() == std::string(row.error).empty());
  if (!error.empty()) CHECK(is_one_sentence(error));
}

TEST_CASE("Settings reach the algorithm in use, the last one wins") {
  CallOptions options;
  options.controller = "fixed";
  set(options, "set", "fixed.rate=3Mbps");
  set(options, "set", "fixed.rate=2Mbps");
  const Algorithms made = make_algorithms(options);
  REQUIRE(made.controller);
  REQUIRE(made.send_loop);
  CHECK(made.controller->start(options.limits, 1, LocalTime(1s)).target == megabits_per_second(2));
}

TEST_CASE("Settings of loss recovery are part of every call, the last one wins") {
  CallOptions options;
  set(options, "set", "recovery.rtx_share=10%");
  set(options, "set", "recovery.backlog=3ms");
  set(options, "set", "recovery.backlog=5ms");
  const Algorithms made = make_algorithms(options);
  REQUIRE(made.error.empty());
  CHECK(made.recovery.retransmission_share == Approx(0.1));
  CHECK(made.recovery.headroom.usual_wait == 5ms);
  CHECK(unused_settings(options).empty());
}

TEST_CASE("Which link is emulated") {
  CallOptions options;
  LinkConfig fallback;
  fallback.propagation_delay = 77ms;
  auto link = link_of(options, std::nullopt);
  REQUIRE(link);
  CHECK_FALSE(*link);
  link = link_of(options, fallback);
  REQUIRE(link);
  CHECK((*link)->propagation_delay == 77ms);

  options.link = "jitter=3ms";
  options.seed = 9;
  link = link_of(options, fallback);
  REQUIRE(link);
  CHECK((*link)->propagation_delay == 77ms);
  CHECK((*link)->jitter_sigma == 3ms);
  CHECK((*link)->seed == 9);

  options.link.reset();
  options.link_schedule = "0s:1Mbps,10s:2Mbps";
  link = link_of(options, std::nullopt);
  REQUIRE(link);
  REQUIRE(*link);
  CHECK((*link)->capacity.rate_at(5s) == megabits_per_second(1));
  CHECK((*link)->capacity.rate_at(15s) == megabits_per_second(2));

  options.link_schedule.reset();
  options.link_trace = "/does/not/exist";
  CHECK_FALSE(link_of(options, std::nullopt));
}

TEST_CASE("Settings of what a call does not use are named, and no others") {
  CallOptions options;
  options.controller = "arc";
  options.send_loop = "rmc";
  options.settings = {{"arc.k", "0.7"}, {"rmc.k_r", "0.5"}};
  CHECK(unused_settings(options).empty());
  options.settings.emplace_back("ldcc.w", "20kbps");
  options.settings.emplace_back("token-bucket.depth", "20ms");
  const std::string text = unused_settings(options);
  CHECK_THAT(text, Catch::Contains("ldcc.w, token-bucket.depth"));
  CHECK_THAT(text, Catch::Contains("uses arc and rmc"));
  CHECK_THAT(text, !Catch::Contains("arc.k"));
}

TEST_CASE("Each option is in the group of those who may set it") {
  const std::map<OptionGroup, std::set<std::string>> expected{
      {OptionGroup::tuning,
       {"controller", "send-loop", "shadow", "pacing-gain", "set", "protection", "retransmission", "references",
        "start-bitrate", "min-bitrate", "max-bitrate", "link", "link-schedule", "seed"}},
      {OptionGroup::call,
       {"no-page", "reply-code", "source", "audio", "speaker", "ring", "audio-processing", "send-only", "receive-only",
        "size", "largest-picture", "surface", "fps", "duration", "record-format", "record-pictures", "record-limit"}},
      {OptionGroup::place,
       {"headless",           "bind",      "insecure-rtp", "address",    "stun",   "turn",       "turn-user",
        "turn-password-file", "link-file", "keep-link",    "map-port",   "page",   "page-bind",  "page-cert",
        "page-key",           "whip",      "whep",         "token-file", "answer", "link-trace", "record",
        "recordings",         "out",       "packets",      "overwrite"}}};
  std::map<OptionGroup, std::set<std::string>> groups;
  for (const OptionSpec& spec : option_specs()) groups[spec.group].insert(spec.name);
  CHECK(groups == expected);
  const auto group = [](const char* name, const char* text) { return group_of(*find_option(name), text); };
  for (const char* source : {"camera", "camera:a/b.mkv", "screen", "test"})
    CHECK(group("source", source) == OptionGroup::call);
  CHECK(group("source", "/dev/video0") == OptionGroup::place);
  CHECK(group("audio", "mic:a.wav") == OptionGroup::call);
  CHECK(group("audio", "a.wav") == OptionGroup::place);
  CHECK(group("speaker", "none") == OptionGroup::call);
  CHECK(group("speaker", "HDMI") == OptionGroup::call);
  CHECK(group("speaker", "a.WAV") == OptionGroup::place);
}
