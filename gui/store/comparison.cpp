#include "gui/store/comparison.h"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>

namespace evenkeel {
namespace {

/// Where a run was written to says nothing about it: the options --out and --record.
constexpr std::array<std::string_view, 2> different_by_nature{"out", "record"};

std::set<std::string> all_keys(const std::vector<const RunData*>& runs) {
  std::set<std::string> keys;
  for (const RunData* run : runs)
    for (const auto& [key, value] : run->configuration) keys.insert(key);
  for (const std::string_view key : different_by_nature) keys.erase(std::string(key));
  return keys;
}

/// Nothing where the key is not there, which is not the same as an empty value.
const std::string* value_of(const RunData& run, const std::string& key) {
  const auto found = run.configuration.find(key);
  return found == run.configuration.end() ? nullptr : &found->second;
}

bool same(const std::string* a, const std::string* b) { return a == nullptr || b == nullptr ? a == b : *a == *b; }

bool all_same(const std::vector<const RunData*>& runs, const std::string& key) {
  const std::string* first = value_of(*runs.front(), key);
  return std::all_of(runs.begin(), runs.end(), [&](const RunData* run) { return same(value_of(*run, key), first); });
}

}  // namespace

std::vector<ConfigurationDifference> configuration_differences(const std::vector<const RunData*>& runs) {
  std::vector<ConfigurationDifference> differences;
  for (const std::string& key : all_keys(runs)) {
    if (all_same(runs, key)) continue;
    ConfigurationDifference& difference = differences.emplace_back(ConfigurationDifference{key, {}});
    for (const RunData* run : runs) {
      const std::string* value = value_of(*run, key);
      difference.values.push_back(value == nullptr ? "" : *value);
    }
  }
  return differences;
}

}  // namespace evenkeel
