#include "app/cli/toml_error.h"

#include <catch2/catch.hpp>

#include "app/cli/config_file.h"
#include "temporary_folder.h"

using namespace evenkeel;
using namespace evenkeel::test;

TEST_CASE("What is no TOML is reported with its line, and how to write it") {
  struct Row {
    const char* text;
    int line;
    const char* sentence;
  };
  const auto row = GENERATE(values<Row>({
      {"headless = true\nbind = \"x\n", 2, "'bind = \"x' has no closing quote."},
      {"bind = 'x", 1, "'bind = 'x' has no closing quote."},
      {"controller = \"\"\"arc", 1, "'controller = \"\"\"arc' has no closing quote."},
      {"a = 1\nmax-bitrate = 2Mbps # fast\n", 2,
       "the value of 'max-bitrate' needs straight quotes: write max-bitrate = \"2Mbps\"."},
      {"max-bitrate = 2Mbps\"\n", 1,
       "the value of 'max-bitrate' needs straight quotes: write max-bitrate = \"2Mbps\"."},
      {"controller = “arc”\n", 1, "the value of 'controller' needs straight quotes: write controller = \"arc\"."},
      {"bind = 0.0.0.0:5004\n", 1, "the value of 'bind' needs straight quotes: write bind = \"0.0.0.0:5004\"."},
      {"source = test\n", 1, "the value of 'source' needs straight quotes: write source = \"test\"."},
      {"[ldcc]\nw = 20kbps\n", 2, "the value of 'w' needs straight quotes: write w = \"20kbps\"."},
      {"headless = yes\n", 1, "'headless = yes' is neither true nor false."},
      {"fps = 3x\n", 1, "'3x' is not a number, as fps needs one."},
      {"seed = 99999999999999999999999\n", 1, "'99999999999999999999999' is too large a number."},
      {"fps =\n", 1, "'fps' has no value."},
      {"fps 3\n", 1, "'fps 3' is not KEY = VALUE: write it as fps = 25."},
      {"fps: 30\n", 1, "'fps: 30' is not KEY = VALUE: write it as fps = 25."},
      {"max bitrate = \"3Mbps\"\n", 1, "'max bitrate' is not a key: write a key as max-bitrate, without blanks."},
      {"= 3\n", 1, "'= 3' has no key before '='."},
      {"fps = 25\nfps = 30\n", 2, "'fps' is given more than once: leave one out."},
      {"[ldcc]\n[ldcc]\n", 2, "'[ldcc]' is given more than once: put all its parameters below one."},
      {"[ldcc\nw = \"20kbps\"\n", 1, "'[ldcc' is no table: write it as [ldcc]."},
      {"[[ldcc]\n", 1, "'[[ldcc]' is no table: write it as [ldcc]."},
      {"[]\n", 1, "'[]' is no table: write it as [ldcc]."},
      {"fps = 25\nx", 2, "'x' is not KEY = VALUE: write it as fps = 25."},
      {"address = [\"a\", \"b\n", 1, "'address = [\"a\", \"b' has no closing quote."},
      {"address = [\n\"a\"\nb\n]\n", 3, "'b' is no part of a list: write it as [\"a\", \"b\"]."},
      {"link = {a = 1\n", 1, "'link = {a = 1' is in braces, and no option takes them."},
      {"[ldcc] w = 3\n", 1, "behind '[ldcc]' only a comment may follow: begin a new line."},
      {"address = [a, b]\n", 1, "'address = [a, b]' has a text without quotes: write a list as [\"a\", \"b\"]."},
      {"address = [\"a\", \"b\"\n", 1, "the list has no closing bracket: write it as [\"a\", \"b\"]."},
      {"max-bitrate = \"2Mbps\"\"\n", 1,
       "'max-bitrate = \"2Mbps\"\"' has something behind the closing quote, where only a comment may follow."},
      {"out = \"C:\\Users\"\n", 1,
       "'out = \"C:\\Users\"' has a backslash in double quotes: write it twice, or put the text in single quotes."},
      {"out = \"caf\xe9\"\n", 1, "the file is not in UTF-8: save it in that encoding."},
  }));
  INFO(row.text);
  const TemporaryFolder folder;
  const std::string path = folder.write("c.toml", row.text);
  CallOptions options;
  CHECK(read_config_file(path, options) ==
        "In the configuration '" + path + "', line " + std::to_string(row.line) + ": " + row.sentence);
}

TEST_CASE("A line that tells no more has the words of the parser, in one sentence on one line") {
  CHECK(toml_error_text("fps = 25\n{\"fps\": 30}\n", 2, "Error while parsing root table: saw '{\n'") ==
        "'{\"fps\": 30}' is no TOML (parsing root table: saw '{ ').");
  CHECK(toml_error_text("fps = 25\n", 7, "Error while parsing string: something") ==
        "this is no TOML (parsing string: something).");
  const std::string long_line = std::string(59, 'x') + "é and more";
  const std::string sentence = toml_error_text(long_line, 1, "Error");
  CHECK(sentence == "'" + std::string(59, 'x') + "…' is no TOML (Error).");
}
