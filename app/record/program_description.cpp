#include "app/record/program_description.h"

#include <sys/utsname.h>

#include <nlohmann/json.hpp>
#include <thread>

#include "app/version.h"

namespace evenkeel {
namespace {

using Json = nlohmann::ordered_json;

Json host() {
  utsname name{};
  uname(&name);
  return {{"name", name.nodename},
          {"system", std::string(name.sysname) + ' ' + name.release},
          {"machine", name.machine},
          {"processors", std::thread::hardware_concurrency()}};
}

}  // namespace

Json describe_program(std::string_view program, std::string_view commit, const std::vector<std::string>& command_line) {
  Json json{{"program", program}, {"version", version}};
  if (!commit.empty()) json["commit"] = commit;
  json["commandLine"] = command_line;
  json["host"] = host();
  return json;
}

}  // namespace evenkeel
