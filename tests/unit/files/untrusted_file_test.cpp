#include "app/files/untrusted_file.h"

#include <sys/stat.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "../app/temporary_folder.h"

using namespace evenkeel;
using namespace evenkeel::test;
using Json = nlohmann::json;

namespace {

std::string repeated(const std::string& text, std::size_t count) {
  std::string out;
  for (std::size_t i = 0; i < count; ++i) out += text;
  return out;
}

std::string nested_objects(std::size_t depth) { return repeated(R"({"a":)", depth) + "1" + repeated("}", depth); }
std::string nested_arrays(std::size_t depth) { return repeated("[", depth) + repeated("]", depth); }

}  // namespace

TEST_CASE("JSON of somebody else may be nested to a depth that recursion takes, and no deeper") {
  CHECK(parse_json(nested_objects(max_json_depth)));
  CHECK(parse_json(nested_arrays(max_json_depth)));
  for (const std::size_t depth : {std::size_t{max_json_depth} + 2, std::size_t{20'000}, std::size_t{400'000}}) {
    CHECK(parse_json(nested_objects(std::min<std::size_t>(depth, 100'000))).error == "it is nested too deeply");
    CHECK(parse_json(nested_arrays(depth)).error == "it is nested too deeply");
    CHECK(parse_json(R"({"configuration":{"a":)" + nested_arrays(depth) + "}}").error == "it is nested too deeply");
  }
  for (const char* text : {"", "{", "[1,]", "nan", "\xff", "{\"a\":1}}", "{\"\xc3\":1}"})
    CHECK(parse_json(text).error == "it is no JSON");
}

TEST_CASE("A configuration becomes names with dots and texts") {
  const auto flat = flatten(Json::parse(R"({"a": {"b": 1, "c": {"d": "x"}}, "e": [1, "y"], "f": true, "g": {}})"));
  const std::map<std::string, std::string> expected{{"a.b", "1"}, {"a.c.d", "x"}, {"e", "[1,\"y\"]"}, {"f", "true"}};
  CHECK(flat == expected);
  CHECK(flatten(Json(7)).empty());
}

TEST_CASE("Names, texts and their number are limited, whatever a configuration holds") {
  Json json;
  json[std::string(max_flat_name, 'a')] = 1;
  json[std::string(max_flat_name + 1, 'a')] = 1;
  json[std::string(max_flat_name - 1, 'b')]["cc"] = 1;
  json["long"] = std::string(2 * max_flat_text, 'x');
  json["many"] = std::vector<int>(max_flat_text, 1);
  auto flat = flatten(json);
  CHECK(flat.size() == 3);
  CHECK(flat["long"].size() == max_flat_text);
  CHECK(flat["many"].size() == max_flat_text);
  for (std::size_t i = 0; i < 2 * max_flat_entries; ++i) json["n"][std::to_string(i)] = i;
  CHECK(flatten(json).size() == max_flat_entries);
}

TEST_CASE("A file is read up to its limit, and one of another kind is not waited for") {
  const TemporaryFolder folder;
  folder.write("a", std::string(70'000, 'x'));
  CHECK(read_text(folder.path("a"), 70'000).value->size() == 70'000);
  CHECK(read_text(folder.path("a"), 69'999).error == "it is longer than 68 kB");
  CHECK(read_text(folder.write("empty", ""), 10).value == "");
  CHECK(read_text(folder.write("large", std::string((3 << 20) + 1, 'x')), 3 << 20).error == "it is longer than 3 MB");
  CHECK(read_text(folder.path(""), 10).error == "it is a folder");
  CHECK(read_text(folder.path("none"), 10).error == "No such file or directory");
  REQUIRE(mkfifo(folder.path("pipe").c_str(), 0600) == 0);
  std::filesystem::create_symlink("/dev/zero", folder.path("zeros"));
  for (const char* name : {"pipe", "zeros", ""}) {
    CHECK(why_unreadable(folder.path(name)) == "it is no ordinary file");
    CHECK(read_json(folder.path(name)).error == "it is no ordinary file");
  }
  CHECK(why_unreadable(folder.path("none")) == "No such file or directory");
  CHECK(why_unreadable(folder.path("a")).empty());
  folder.write("long", '"' + std::string(max_json_size, 'x') + '"');
  CHECK(read_json(folder.path("long")).error == "it is longer than 1 MB");
  CHECK(read_json(folder.write("small", "{\"a\": 1}")).value->at("a") == 1);
}
