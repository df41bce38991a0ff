#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "app/commands/commands.h"
#include "app/process/program_end.h"

namespace evenkeel {
namespace {

std::filesystem::path bench_beside(const std::filesystem::path& program) {
  const auto folder = program.parent_path();
  const auto beside = folder / "evenkeel-bench";
  std::error_code ignored;
  return std::filesystem::exists(beside, ignored) ? beside : folder.parent_path() / "libexec/evenkeel/evenkeel-bench";
}

}  // namespace

int become_bench(const std::vector<std::string>& arguments) {
  std::error_code failed;
  const std::string bench = bench_beside(std::filesystem::read_symlink("/proc/self/exe", failed)).string();
  std::vector<char*> words{const_cast<char*>(bench.c_str())};
  for (const std::string& argument : arguments) words.push_back(const_cast<char*>(argument.c_str()));
  words.push_back(nullptr);
  execv(bench.c_str(), words.data());
  return fail("Cannot start the bench, '" + bench + "': " + std::strerror(errno) +
              "; build the target evenkeel-bench, or install the whole package.");
}

}  // namespace evenkeel
