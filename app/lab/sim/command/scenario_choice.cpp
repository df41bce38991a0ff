#include "app/lab/sim/command/scenario_choice.h"

#include <algorithm>
#include <utility>

namespace evenkeel::sim {
namespace {

using Scenarios = std::span<const lab::Scenario>;

constexpr std::size_t max_near = 5;

std::string lower(std::string text) {
  for (char& c : text)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return text;
}

std::size_t distance(const std::string& a, const std::string& b) {  // Levenshtein
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t cost = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = std::exchange(row[j], std::min({cost, row[j] + 1, row[j - 1] + 1}));
    }
  }
  return row.back();
}

/// Indices of the scenarios a word means: one if it is an id, otherwise all that begin with it.
std::vector<std::size_t> meant_by(Scenarios known, const std::string& word) {
  std::vector<std::size_t> all;
  for (std::size_t i = 0; i < known.size(); ++i) {
    const std::string id = lower(known[i].id);
    if (id == word) return {i};
    if (!word.empty() && (word == "all" || id.starts_with(word))) all.push_back(i);
  }
  return all;
}

std::string unknown(Scenarios known, const std::string& word) {
  std::vector<std::pair<std::size_t, std::string>> near;
  for (const lab::Scenario& scenario : known) near.emplace_back(distance(lower(scenario.id), lower(word)), scenario.id);
  std::stable_sort(near.begin(), near.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  near.resize(std::min(near.size(), max_near));
  std::string names;
  for (const auto& [far, id] : near) names += (names.empty() ? "" : ", ") + id;
  return "There is no scenario '" + word + "': did you mean " + names + "; 'evenkeel-sim list' shows all.";
}

}  // namespace

ChosenScenarios choose_scenarios(Scenarios known, const std::vector<std::string>& words) {
  std::vector<bool> wanted(known.size(), false);
  for (const std::string& word : words) {
    const auto meant = meant_by(known, lower(word));
    if (meant.empty()) return {{}, unknown(known, word)};
    for (const std::size_t i : meant) wanted[i] = true;
  }
  ChosenScenarios chosen;
  for (std::size_t i = 0; i < known.size(); ++i) {
    if (wanted[i]) chosen.scenarios.push_back(&known[i]);
  }
  return chosen;
}

}  // namespace evenkeel::sim
