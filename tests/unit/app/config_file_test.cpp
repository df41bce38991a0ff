#include "app/cli/config_file.h"

#include <catch2/catch.hpp>
#include <limits>

#include "temporary_folder.h"

using namespace evenkeel;
using namespace evenkeel::test;

TEST_CASE("A configuration sets options, and parameters by table") {
  const TemporaryFolder folder;
  CallOptions options;
  const auto path = folder.write("good.toml", R"(
no-page = true
fps = 25
max-bitrate = "4Mbps"
controller = "arc"   # behind its table it would do as well
seed = 7

[arc]
k = 0.25
alpha = "200ms"

[ldcc]
w = "30kbps"
)");
  REQUIRE(read_config_file(path, options).empty());
  CHECK(options.no_page);
  CHECK(options.video.fps == 25);
  CHECK(options.limits.maximum == megabits_per_second(4));
  CHECK(options.controller == "arc");
  CHECK(options.seed == 7);
  CHECK(options.settings.size() == 3);
  CHECK(make_algorithms(options).error.empty());
}

TEST_CASE("The table recovery sets parameters of loss recovery, and may be empty") {
  const TemporaryFolder folder;
  CallOptions options;
  const auto path = folder.write("r.toml", "[recovery]\nrepair_min = \"12%\"\nattempts = 2\nplayout_share = 0.9\n");
  REQUIRE(read_config_file(path, options) == "");
  const RecoveryParameters recovery = make_algorithms(options).recovery;
  CHECK(recovery.protection.min_in_competition == Approx(0.12));
  CHECK(recovery.requests.max_requests == 2);
  CHECK(recovery.playout.covered == 0.9);
  CHECK(read_config_file(folder.write("empty.toml", "[recovery]\n"), options) == "");
}

TEST_CASE("A saved configuration has no places and permissions, so that every file that is written can be read") {
  const TemporaryFolder folder;
  CallOptions options;
  options.out = "run";
  options.packets = options.overwrite = options.headless = options.keep_link = options.insecure_rtp = true;
  options.answer = "always";
  options.addresses = {"192.0.2.7"};
  options.source = "/videos/clip.mkv";
  options.audio = "voice.wav";
  options.speaker = "heard.wav";
  options.video.fps = 25;
  const auto path = folder.write("saved.toml", "");
  REQUIRE(write_config_file(path, options).empty());
  CallOptions later;
  REQUIRE(read_config_file(path, later).empty());
  for (const OptionSpec& spec : option_specs()) {
    INFO(spec.name);
    if (spec.name != "fps") CHECK(spec.get(later) == spec.get(CallOptions()));
  }
  CHECK(later.video.fps == 25);
}

TEST_CASE("A file sets no places and permissions: they are named and left out") {
  const TemporaryFolder folder;
  const auto path = folder.write("nice.toml", R"(
controller = "arc"
answer = "always"
link-file = "/home/u/.bashrc"
page = "https://x/"
address = ["192.0.2.7"]
source = "camera"
audio = "/home/u/secret.wav"
speaker = "/home/u/heard.wav"
headless = true
[arc]
k = 0.25
)");
  CallOptions options;
  const ConfigFile file = read_config(path, options);
  CHECK(file.error == "");
  CHECK(file.named == std::set<std::string>{"controller", "source"});
  CHECK(options.controller == "arc");
  CHECK(options.source == "camera");
  CHECK_FALSE((options.answer || options.link_file || options.page || options.audio || options.speaker));
  CHECK_FALSE(options.headless);
  CHECK(options.addresses.empty());
  CHECK(places_text(file) ==
        "A file may not set places and permissions, so these are left out: 'address', 'answer', 'audio', 'headless', "
        "'link-file', 'page', 'speaker'.");
  CHECK_THAT(strict_error(file), Catch::StartsWith("In the configuration '" + path + "', line 6: a file may not set") &&
                                     Catch::Contains("give --address, --answer, --audio, --headless, --link-file, "
                                                     "--page, --speaker on the command line."));
  CHECK(is_one_sentence(strict_error(file)));
}

TEST_CASE("What a file sets of calls is said, and can be distinguished from tuning") {
  const TemporaryFolder folder;
  const auto path = folder.write("c.toml", "fps = 25\nsize = \"640x360\"\nmax-bitrate = \"4Mbps\"\n[arc]\nk = 0.25\n");
  CallOptions before, after;
  before.video.fps = 25;
  const ConfigFile file = read_config(path, after);
  CHECK(call_options_text(path, file, after) == "The configuration '" + path + "' sets fps = 25, size = 640x360.");
  const auto changes = call_changes(before, after);
  REQUIRE(changes.size() == 1);
  CHECK(changes.front().name == "size");
  CHECK(changes.front().after == "640x360");
  CHECK(sets_call_options(file));
  CallOptions call;
  call.video.fps = 20;
  call.receive_only = true;
  const CallOptions tuned = with_call_options(after, call);
  CHECK(tuned.limits.maximum == megabits_per_second(4));
  CHECK(tuned.settings == after.settings);
  CHECK(tuned.video.fps == 20);
  CHECK(tuned.video.width == CallOptions().video.width);
  CHECK(tuned.receive_only);
  CHECK(tuned.configured == std::set<std::string>{"max-bitrate"});
  const ConfigFile tuning = read_config(folder.write("t.toml", "seed = 3\n"), after);
  CHECK(call_options_text(path, tuning, after) == "");
  CHECK_FALSE(sets_call_options(tuning));
}

TEST_CASE("A configuration takes a pacing gain as a number, and none as a word") {
  const TemporaryFolder folder;
  CallOptions options;
  REQUIRE(read_config_file(folder.write("number.toml", "pacing-gain = 1.25\n"), options).empty());
  CHECK(options.pacing_gain == 1.25);
  REQUIRE(read_config_file(folder.write("none.toml", "pacing-gain = \"none\"\n"), options).empty());
  CHECK(options.pacing_gain == std::numeric_limits<double>::infinity());
  const std::string error = read_config_file(folder.write("bad.toml", "fps = 25\npacing-gain = 0.5\n"), options);
  CHECK_THAT(error, Catch::Contains("line 2") && Catch::Contains("from 1 to 10"));
}

TEST_CASE("A configuration takes what is on or off as a word or as true and false") {
  const TemporaryFolder folder;
  CallOptions options;
  REQUIRE(read_config_file(folder.write("a.toml", "retransmission = false\nreferences = \"off\"\n"), options).empty());
  CHECK_FALSE(options.recovery.retransmission);
  CHECK_FALSE(options.recovery.references);
  REQUIRE(read_config_file(folder.write("b.toml", "retransmission = \"on\"\nreferences = true\n"), options).empty());
  CHECK(options.recovery.retransmission);
  CHECK(options.recovery.references);
}

TEST_CASE("What is wrong in a configuration is reported with its line") {
  struct Row {
    const char* what;
    const char* text;
    int line;
    const char* why;
  };
  const auto row = GENERATE(values<Row>({
      {"a syntax error", "seed = 3\nfps = = 3\n", 2, "'= 3' is not a number, as fps needs one."},
      {"a key twice", "fps = 25\nfps = 30\n", 2, "'fps' is given more than once: leave one out."},
      {"an unknown key", "\nframes = 3\n", 2, "unknown key 'frames'; known are "},
      {"--config itself", "config = \"other.toml\"\n", 1, "unknown key"},
      {"loss recovery as a value", "recovery = 3\n", 1, "'recovery' is a table: write [recovery]"},
      {"a controller as a value", "fps = 25\nldcc = \"x\"\n", 2, "'ldcc' is a table: write [ldcc]"},
      {"a number for a switch", "references = 1\n", 1, "'1' is neither on nor off"},
      {"true for a share", "protection = true\n", 1, "'true' is not a protection"},
      {"set is no key", "set = \"ldcc.w=20kbps\"\n", 1, "unknown key 'set'"},
      {"a number for a flag", "no-page = 1\n", 1, "neither true nor false"},
      {"a rate without its unit", "seed = 1\nmax-bitrate = 4000000\n", 2, "2.5Mbps"},
      {"a list", "fps = [25, 30]\n", 1, "'fps' takes a single value"},
      {"a date", "duration = 2026-01-01\n", 1, "'duration' takes a single value"},
      {"a parameter of recovery out of range", "[recovery]\nattempts = 0\n", 2, "recovery.attempts: '0' is outside"},
      {"a table for the controller", "[controller]\nname = \"arc\"\n", 2, "There is no 'controller' to set"},
      {"an unknown table", "[bbr]\nx = 1\n", 2, "There is no 'bbr' to set"},
      {"an unknown table without anything in it", "fps = 25\n[bbr]\n", 2, "There is no 'bbr' to set"},
      {"an unknown parameter", "[ldcc]\nw = \"20kbps\"\nq = 1\n", 3, "ldcc has no parameter 'q'"},
      {"a parameter out of its range", "[ldcc]\neta = 7\n", 2, "outside the range"},
      {"a table in a table", "[ldcc]\n[ldcc.w]\nx = 1\n", 2, "'w' takes a single value"},
      {"infinity", "fps = inf\n", 1, "from 1 to 120"},
  }));
  INFO(row.what);
  const TemporaryFolder folder;
  const std::string path = folder.write("c.toml", row.text);
  CallOptions options;
  const std::string error = read_config_file(path, options);
  CHECK_THAT(error, Catch::Contains("'" + path + "'"));
  CHECK_THAT(error, Catch::Contains("line " + std::to_string(row.line)));
  CHECK_THAT(error, Catch::Contains(row.why));
  CHECK(is_one_sentence(error));
}

TEST_CASE("A configuration of another version is read but for what is not known, and that is named") {
  const TemporaryFolder folder;
  const auto path = folder.write("newer.toml", R"(
foo = 3
fps = 25
[ldcc]
w = "30kbps"
q = 1
[bar]
x = 1
[baz]
)");
  CallOptions options;
  const ConfigFile file = read_config(path, options);
  CHECK(file.error == "");
  CHECK(options.video.fps == 25);
  CHECK(options.settings == std::vector<std::pair<std::string, std::string>>{{"ldcc.w", "30kbps"}});
  CHECK(file.named == std::set<std::string>{"fps"});
  CHECK(unknown_keys_text(file) == "Not known here, and left out: 'foo', 'bar.x', 'baz', 'ldcc.q'.");
  CHECK_THAT(strict_error(file), Catch::Contains("line 2") && Catch::Contains("unknown key 'foo'"));
  CHECK(unknown_keys_text(read_config(folder.write("a.toml", "fps = 25\n"), options)) == "");
}

TEST_CASE("A configuration says nothing to a terminal, and no more than people can read") {
  CallOptions options;
  const auto error_of = [&](const std::string& text) { return parse_config(text, "a.toml", options).error; };
  const std::string refused =
      "In the configuration 'a.toml', line 1: a name or value has control characters, which none of them needs.";
  for (const char* text : {R"(ring = "a\u001b[31m")", R"("a\u001b[31m" = 1)", R"(size = "\u009b31m")",
                           "ring = \"\"\"a\nsource = test\"\"\"", R"(darc."\u007f" = 1)"}) {
    CAPTURE(text);
    CHECK(error_of(text) == refused);
  }
  CHECK(error_of("ring = \"" + std::string(257, 'a') + "\"") ==
        "In the configuration 'a.toml', line 1: the value of 'ring' has more than 256 bytes.");
  CHECK(error_of("ring = \"Lautsprecher im B\u00fcro \u00c2\"").empty());
}

TEST_CASE("A configuration that cannot be read is reported") {
  const TemporaryFolder folder;
  for (const auto& path : {folder.path("missing.toml"), folder.path("")}) {
    CallOptions options;
    const std::string error = read_config_file(path, options);
    CHECK_THAT(error, Catch::StartsWith("Cannot read the configuration '" + path + "'"));
    CHECK(is_one_sentence(error));
  }
}

TEST_CASE(
    "A configuration of somebody else is refused in a sentence before its depth, length or number of keys harms") {
  const TemporaryFolder folder;
  const auto error_of = [&](const std::string& text) {
    CallOptions options;
    const std::string error = read_config_file(folder.write("theirs.toml", text), options);
    CHECK(is_one_sentence(error));
    return error;
  };
  const auto repeated = [](const char* text, std::size_t count) {
    std::string out;
    for (std::size_t i = 0; i < count; ++i) out += text;
    return out;
  };
  CHECK_THAT(error_of('[' + repeated("a.", 400'000) + "a]\n"), Catch::Contains("nested too deeply"));
  CHECK_THAT(error_of("x = [{" + repeated("a.", 400'000) + "a = 1}]\n"), Catch::Contains("nested too deeply"));
  CHECK_THAT(error_of("x = " + std::string(400'000, '[')), Catch::Contains("line 1"));
  CHECK_THAT(error_of("x = " + repeated("{x = ", 100'000)), Catch::Contains("line 1"));
  CHECK_THAT(error_of(std::string(2 << 20, '#')), Catch::Contains("it is longer than 1 MB"));
  // As deep as it gets, well or badly ended.
  CHECK_THAT(error_of('[' + repeated("a.", 3'999) + "a]\n"), Catch::Contains("There is no 'a'"));
  CHECK_THAT(error_of('[' + repeated("a.", 3'999) + "a]\n="), Catch::Contains("line 2"));
  std::string many;
  for (int i = 0; i < 60'000; ++i) many += 'k' + std::to_string(i) + " = 1\n";
  CHECK_THAT(error_of(many), Catch::Contains("unknown key 'k0'"));
  CallOptions options;
  CHECK(read_config(folder.path("theirs.toml"), options).unknown.size() == 100);
}

TEST_CASE("An unknown key is answered by the keys that a file may set, and by no others") {
  const TemporaryFolder folder;
  CallOptions options;
  const std::string error = read_config_file(folder.write("c.toml", "frames = 3\n"), options);
  const std::string before = "known are ";
  const std::string known = error.substr(error.find(before) + before.size());
  for (const OptionSpec& spec : option_specs()) {
    CAPTURE(spec.name);
    const bool is_known =
        (", " + known).find(", " + spec.name + (known.ends_with(spec.name + ".") ? "." : ",")) != std::string::npos;
    CHECK(is_known == (spec.group != OptionGroup::place && spec.name != "set"));
  }
}
