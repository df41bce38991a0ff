#include "app/cli/command_line.h"

#include <catch2/catch.hpp>

#include "app/cli/link_options.h"
#include "app/version/program_version.h"
#include "temporary_folder.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

using Arguments = std::vector<std::string>;

CallOptions options_of(const Arguments& arguments) {
  const auto parsed = parse_command_line(arguments);
  INFO(parsed.text);
  REQUIRE(parsed.value);
  return parsed.value->options;
}

}  // namespace

TEST_CASE("Commands and their arguments") {
  CHECK(parse_command_line({"demo"}).value->command == Command::demo);
  CHECK(parse_command_line({"listen", "--bind", "[::]:1"}).value->command == Command::listen);
  const auto call = parse_command_line({"call", "--headless", "--insecure-rtp", "192.0.2.7:6000"});
  REQUIRE(call.value);
  CHECK(call.value->command == Command::call);
  CHECK(call.value->address == "192.0.2.7:6000");
  CHECK(call.value->options.headless);
  const auto devices = parse_command_line({"devices", "--json"});
  REQUIRE(devices.value);
  CHECK(devices.value->command == Command::devices);
  CHECK(devices.value->json);
  CHECK(parse_command_line({"controllers"}).value->command == Command::controllers);
  CHECK_FALSE(parse_command_line({"controllers"}).value->json);
}

TEST_CASE("tune takes a path in the words of calls, or a recorded run") {
  const auto link =
      parse_command_line({"tune", "--controller", "ldcc", "--link", "capacity=1Mbps", "--goal", "delay", "--least-use",
                          "90%", "--search", "w", "--search", "T_r", "--evaluations", "50"});
  REQUIRE(link.value);
  CHECK(link.value->command == Command::tune);
  CHECK(link.value->options.controller == "ldcc");
  CHECK(link.value->options.link == "capacity=1Mbps");
  CHECK(link.value->tune.goal == "delay");
  CHECK(link.value->tune.least_use == 0.9);
  CHECK(link.value->tune.search == std::vector<std::string>{"w", "T_r"});
  CHECK(link.value->tune.evaluations == 50);
  CHECK_FALSE(link.value->tune.run);
  const auto run = parse_command_line({"tune", "/tmp/run", "--flow", "up"});
  REQUIRE(run.value);
  CHECK(run.value->tune.run == "/tmp/run");
  CHECK(run.value->tune.flow == "up");
  CHECK_FALSE((run.value->tune.dry_run || run.value->tune.json));
  const auto dry = parse_command_line({"tune", "/tmp/run", "--dry-run", "--json"});
  REQUIRE(dry.value);
  CHECK((dry.value->tune.dry_run && dry.value->tune.json));
  for (const Arguments& a : {Arguments{"tune", "/tmp/run", "--link", "delay=1ms"},
                             {"tune", "--flow", "up"},
                             {"tune", "--least-use", "90%"},
                             {"tune", "--goal", "delay", "--least-use", "0%"},
                             {"tune", "--longest-queue", "20ms"},
                             {"tune", "--evaluations", "0"},
                             {"tune", "--duration", "1s"},
                             {"tune", "--search", "w", "--search", "w"},
                             {"tune", "--camera", "x"}}) {
    INFO(a.back());
    CHECK(parse_command_line(a).exit_status == 2);
  }
}

TEST_CASE("A recorded run whose limits bound the default start can be searched, a call with both told cannot begin") {
  const Arguments limits{"--start-bitrate", "1Mbps", "--max-bitrate", "700kbps"};
  for (const char* command : {"tune", "demo"}) {
    Arguments all{command};
    all.insert(all.end(), limits.begin(), limits.end());
    CHECK(parse_command_line(all).exit_status == (all[0] == "tune" ? 0 : 2));
  }
}

TEST_CASE("Up to three controllers that there are may watch") {
  CHECK(options_of({"demo", "--shadow", "ldcc,arc,gcc"}).shadow == "ldcc,arc,gcc");
  for (const char* wrong : {"nobody", "ldcc,ldcc", "ldcc,arc,gcc,nada", "ldcc,", ""}) {
    INFO(wrong);
    CHECK(parse_command_line({"demo", "--shadow", wrong}).exit_status == 2);
  }
  const auto replay = parse_command_line({"shadow", "/tmp/run", "--shadow", "ldcc", "--flow", "up"});
  REQUIRE(replay.value);
  CHECK(replay.value->command == Command::shadow);
  CHECK(replay.value->runs == std::vector<std::string>{"/tmp/run"});
  CHECK(replay.value->flow == "up");
  CHECK(parse_command_line({"shadow", "/tmp/run"}).exit_status == 2);
}

TEST_CASE("Options take their value with a space or an equals sign, and repeat where they may") {
  CHECK(options_of({"demo", "--fps", "25"}).video.fps == 25);
  CHECK(options_of({"demo", "--fps=25"}).video.fps == 25);
  const auto set = options_of({"demo", "--set", "ldcc.w=30kbps", "--set=rmc.k_r=0.5"});
  REQUIRE(set.settings.size() == 2);
  CHECK(set.settings[0] == std::pair<std::string, std::string>("ldcc.w", "30kbps"));
  CHECK(set.settings[1] == std::pair<std::string, std::string>("rmc.k_r", "0.5"));
  CHECK(options_of({"demo", "--link", "capacity=1Mbps,delay=10ms"}).link == "capacity=1Mbps,delay=10ms");
}

TEST_CASE("Help and version are no failure") {
  const auto version_asked = parse_command_line({"--version"});
  CHECK_FALSE(version_asked.value);
  CHECK(version_asked.exit_status == 0);
  CHECK(version_asked.text == "evenkeel " + version_text() + "\n");
  for (const Arguments& a : {Arguments{"--help"}, {"demo", "--help"}, {"call", "--help"}, {"devices", "-h"}}) {
    const auto help = parse_command_line(a);
    CHECK_FALSE(help.value);
    CHECK(help.exit_status == 0);
    CHECK(help.text.find('\n') != std::string::npos);
  }
  const std::string demo = parse_command_line({"demo", "--help"}).text;
  for (const OptionSpec& spec : option_specs()) CHECK_THAT(demo, Catch::Contains("--" + spec.name));
  CHECK_THAT(demo, Catch::Contains("--config"));
}

TEST_CASE("Wrong usage is told in a sentence, with status 2") {
  struct Row {
    Arguments arguments;
    const char* text;
  };
  const auto row = GENERATE(values<Row>({
      {{"dance"}, "There is no command 'dance'. See 'evenkeel --help'."},
      {{"dmeo"}, "There is no command 'dmeo'. Did you mean 'demo'? See 'evenkeel --help'."},
      {{"demo", "--fps", "30", "--fps=25"}, "'--fps' is given more than once: leave one out."},
      {{"demo", "--config", "a", "--config", "b"}, "'--config' is given more than once"},
      {{"demo", "--set"}, "'--set' needs one value"},
      {{"demo", "--controler", "arc"}, "There is no option '--controler'. Did you mean '--controller'?"},
      {{"demo", "--controler=arc"}, "Did you mean '--controller'?"},
      {{"demo", "--quiet"}, "There is no option '--quiet'. See 'evenkeel demo --help'."},
      {{"demo", "--sed", "1"}, "Did you mean '--se"},
      {{"listen", "--xyzzyxyzzy"}, "There is no option '--xyzzyxyzzy'. See 'evenkeel listen --help'."},
      {{"demo", "extra"}, "'extra'"},
      {{"demo", "--controller", "bbr"},
       "There is no controller 'bbr': known are darc, ldcc, arc, tfrc, nada, nada-2013, gcc, gcc-2016, gcc-simple, "
       "scream, scream-v1, fixed."},
      {{"demo", "--send-loop", "spin"}, "known are rmc"},
      {{"demo", "--duration", "60"}, "--duration: '60' has no unit: write a time as 50ms, 90s or 1h30min."},
      {{"demo", "--max-bitrate", "4000000"}, "--max-bitrate: '4000000' has no unit"},
      {{"demo", "--link", "capacity=2"}, "--link:"},
      {{"demo", "--fps"}, "--fps"},
      {{"demo", "--fps", "25", "--fps", "30"}, "--fps"},
      {{"demo", "--set", "ldcc.q=1"}, "ldcc has no parameter 'q'"},
      {{"demo", "--set", "nonsense.q=1"}, "token-bucket, recovery."},
      {{"demo", "--set", "recovery.q=1"}, "recovery has no parameter 'q'; it has repair_min"},
      {{"call", "a", "--set", "recovery.attempts=0"}, "recovery.attempts: '0' is outside the range, from 1 to 10."},
      {{"listen", "--set", "recovery.ask_rtt=130"}, "recovery.ask_rtt: '130' has no unit"},
      {{"demo", "--seed", "-1"}, "--seed"},
      {{"demo", "--set", "ldcc.w=20kbps", "--set", "rmc.k_r=0.5", "--set=ldcc.w=30kbps"},
       "--set: 'ldcc.w' is given more than once: leave one out."},
      {{"shadow", "/tmp/run", "--shadow", "arc", "--set", "arc.k=1", "--set", "arc.k=1"}, "'arc.k' is given more than"},
      {{"call"}, "needs the link"},
      {{"call", "192.0.2.7"}, "'192.0.2.7' is an address: an encrypted call needs the link"},
      {{"call", "anna"}, "'anna' is no link: a call needs the link that the peer's 'evenkeel listen'"},
      {{"call", "anna"}, "(as https://192.0.2.7:8443/#e1.AQDx"},
      {{"call", "/proc/self/stat"}, "is a file: if it holds the link, write 'evenkeel call - < /proc/self/stat'"},
      {{"call", "https://192.0.2.7:8443/"}, "is not the whole link: its end, from '#e1.' on, is missing"},
      {{"call", "whip:ftp://sfu.example/"}, "no URL of a server"},
      {{"call", "--insecure-rtp", "192.0.2.7:0"}, "port 0"},
      {{"call", "--map-port", "192.0.2.7"}, "a call needs no port"},
      {{"demo", "--map-port"}, "stays on this machine"},
      {{"listen", "--map-port", "--insecure-rtp"}, "--map-port has no link"},
      {{"call", "https://example.org/#e1.AAAA"}, "This link is damaged"},
      {{"call", "evenkeel:#e2.AAAA"}, "needs a newer Evenkeel"},
      {{"call", "--insecure-rtp", "evenkeel:#e1.AAAA"}, "leave one out"},
      {{"listen", "--answer", "maybe"}, "neither always nor ask"},
      {{"call", "--reply-code", "maybe"}, "neither auto, always nor never"},
      {{"demo", "--surface", "card"}, "--surface: 'card' is neither auto, gpu nor software."},
      {{"listen", "--headless", "--answer", "ask"}, "needs a window"},
      {{"listen", "--address", "5004:"}, "--address"},
      {{"call", "a", "b"}, "'b'"},
      {{"devices", "--headless"}, "--headless"},
      {{"demo", "listen"}, "'listen'"},
      {{"demo", "--send-only", "--receive-only"}, "exclude each other"},
  }));
  CAPTURE(row.arguments);
  const auto parsed = parse_command_line(row.arguments);
  CHECK_FALSE(parsed.value);
  CHECK(parsed.exit_status == 2);
  CHECK_THAT(parsed.text, Catch::Contains(row.text));
  CHECK(is_one_sentence(parsed.text));
}

TEST_CASE("The configuration comes first, the command line wins") {
  const TemporaryFolder folder;
  const auto path = folder.write("c.toml", "controller = \"arc\"\nfps = 25\nseed = 3\n[arc]\nk = 0.25\n");
  const auto options = options_of({"demo", "--fps", "15", "--config", path, "--set", "arc.k=1"});
  CHECK(options.controller == "arc");
  CHECK(options.video.fps == 15);
  CHECK(options.seed == 3);
  const Algorithms made = make_algorithms(options);
  REQUIRE(made.error.empty());
  REQUIRE(options.settings.size() == 2);
  CHECK(options.settings.back().second == "1");
}

TEST_CASE("Rates that do not fit together are reported with where they come from") {
  const TemporaryFolder folder;
  const auto path = folder.write("c.toml", "max-bitrate = \"2Mbps\"\nmin-bitrate = \"100kbps\"\n");
  const auto text = [&](Arguments more) {
    more.insert(more.begin(), {"demo", "--config", path});
    return parse_command_line(more).text;
  };
  CHECK(text({"--start-bitrate", "3Mbps"}) ==
        "--start-bitrate (3Mbps) is above --max-bitrate (2Mbps, from the configuration).");
  CHECK(text({"--start-bitrate", "3Mbps", "--max-bitrate", "1Mbps"}) ==
        "--start-bitrate (3Mbps) is above --max-bitrate (1Mbps).");
  CHECK(text({"--start-bitrate", "80kbps"}) ==
        "--start-bitrate (80kbps) is below --min-bitrate (100kbps, from the configuration).");
}

TEST_CASE("A configuration that cannot be used ends with status 2") {
  const TemporaryFolder folder;
  for (const auto& path : {folder.path("missing.toml"), folder.write("bad.toml", "fps = 0\n"), std::string()}) {
    CAPTURE(path);
    const auto parsed = parse_command_line({"demo", "--config", path});
    CHECK_FALSE(parsed.value);
    CHECK(parsed.exit_status == 2);
    CHECK_THAT(parsed.text, Catch::Contains("configuration '" + path + "'"));
    CHECK(is_one_sentence(parsed.text));
  }
}

TEST_CASE("A file of any option that cannot be read ends with status 2") {
  const TemporaryFolder folder;
  const std::vector<Arguments> options{
      {"demo", "--config"},
      {"demo", "--link-trace"},
      {"tune", "--link-trace"},
      {"call", "--whip", "https://media.example/a", "--token-file"},
      {"listen", "--turn", "192.0.2.1", "--turn-user", "anna", "--turn-password-file"}};
  for (const auto& path : {folder.path("missing"), folder.path(""), std::string("/dev/null")}) {
    for (Arguments all : options) {
      CAPTURE(path, all.back());
      all.push_back(path);
      const auto parsed = parse_command_line(all);
      CHECK(parsed.exit_status == 2);
      CHECK_THAT(parsed.text, Catch::StartsWith("Cannot read ") && Catch::Contains("'" + path + "'"));
      CHECK(is_one_sentence(parsed.text));
    }
  }
}

TEST_CASE("A link trace is read once, since a pipe gives it only once") {
  const TemporaryFolder folder;
  const std::string path = folder.write("trace", "1\n2\n4\n");
  const auto parsed = parse_command_line({"demo", "--link-trace", path});
  REQUIRE(parsed.value);
  folder.write("trace", "");
  const auto link = link_of(parsed.value->options, default_link());
  REQUIRE(link);
  CHECK(link.value->value().capacity.rate_at(Duration::zero()).bps() > 0);
}

TEST_CASE("A configuration that sets places or permissions is refused with status 2, and names the options") {
  const TemporaryFolder folder;
  const auto path = folder.write("c.toml", "fps = 25\nanswer = \"always\"\nrecord = \"a.webm\"\noverwrite = true\n");
  const auto parsed = parse_command_line({"listen", "--config", path});
  CHECK_FALSE(parsed.value);
  CHECK(parsed.exit_status == 2);
  CHECK_THAT(parsed.text, Catch::Contains("line 2") && Catch::Contains("give --answer, --overwrite, --record on"));
  CHECK(is_one_sentence(parsed.text));
}

TEST_CASE("What a configuration sets of the call is printed") {
  const TemporaryFolder folder;
  const auto path = folder.write("c.toml", "fps = 25\ncontroller = \"arc\"\n");
  const auto parsed = parse_command_line({"listen", "--config", path});
  REQUIRE(parsed.value);
  CHECK(parsed.value->notice == "The configuration '" + path + "' sets fps = 25.");
  CHECK(parse_command_line({"listen"}).value->notice == "");
}
