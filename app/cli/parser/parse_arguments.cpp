#include "app/cli/parser/parse_arguments.h"

#include <utility>

namespace evenkeel {
namespace {

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

/// The command that was used, and the words before it: "evenkeel bench" of `evenkeel bench send-loop`.
std::pair<const CLI::App*, std::string> used_command(const CLI::App& app) {
  std::pair<const CLI::App*, std::string> used{&app, ""};
  for (auto next = app.get_subcommands(); !next.empty(); next = next.front()->get_subcommands()) {
    used = {next.front(), used.second + (used.second.empty() ? "" : " ") + used.first->get_name()};
  }
  return used;
}

std::string help_of(const CLI::App& app) {
  const auto [used, words] = used_command(app);
  return used->help(words);
}

std::string see_help(const CLI::App& app) {
  const auto [used, words] = used_command(app);
  return "See '" + (words.empty() ? "" : words + " ") + used->get_name() + " --help'.";
}

/// Of the candidates; empty if more than three letters or more than half of the name, without its dashes, are
/// different.
std::string nearest(const std::string& name, const std::vector<std::string>& candidates) {
  std::string found;
  const std::size_t letters = name.size() - std::min(name.find_first_not_of('-'), name.size());
  std::size_t best = std::min<std::size_t>(4, letters / 2 + 1);
  for (const std::string& candidate : candidates) {
    const std::size_t d = distance(name, candidate);
    if (d >= best) continue;
    best = d;
    found = candidate;
  }
  return found;
}

std::string hint(const std::string& name, const std::vector<std::string>& candidates) {
  const std::string near = nearest(name, candidates);
  return near.empty() ? "" : "Did you mean '" + near + "'? ";
}

std::vector<std::string> names_of(const std::vector<const CLI::Option*>& options) {
  std::vector<std::string> names;
  for (const CLI::Option* option : options) names.push_back(option->get_name());
  return names;
}

std::vector<std::string> names_of(const std::vector<const CLI::App*>& commands) {
  std::vector<std::string> names;
  for (const CLI::App* command : commands) names.push_back(command->get_name());
  return names;
}

std::vector<const CLI::App*> commands_of(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App*) { return true; });
}

std::string unknown_argument(const CLI::App& app) {
  const auto rest = app.remaining(true);
  const std::string name = rest.empty() ? "" : rest.front().substr(0, rest.front().find('='));
  const CLI::App& used = *used_command(app).first;
  const auto commands = commands_of(used);
  if (!name.starts_with("-") && !commands.empty()) {
    return "There is no command '" + name + "'. " + hint(name, names_of(commands)) + see_help(app);
  }
  if (!name.starts_with("--") || !commands.empty()) return "'" + name + "' means nothing here. " + see_help(app);
  return "There is no option '" + name + "'. " + hint(name, names_of(used.get_options())) + see_help(app);
}

/// An option without its value, or given twice.
std::string mismatch_text(const std::string& name, const CLI::App& app, const std::vector<std::string>& arguments) {
  const CLI::Option* option = used_command(app).first->get_option_no_throw(name);
  const auto names_it = [&](const std::string& text) { return text == name || text.starts_with(name + '='); };
  const bool repeats = option != nullptr && option->get_multi_option_policy() == CLI::MultiOptionPolicy::TakeAll;
  if (!repeats && std::count_if(arguments.begin(), arguments.end(), names_it) > 1) {
    return "'" + name + "' is given more than once: leave one out. " + see_help(app);
  }
  return "'" + name + "' needs one value. " + see_help(app);
}

bool lacks_command(const CLI::App& app) {
  return used_command(app).first == &app && !commands_of(app).empty() && !app.remaining(true).empty();
}

Answer wrong(const std::string& sentence) { return {sentence, 2}; }

}  // namespace

std::optional<Answer> parse_arguments(CLI::App& app, const std::vector<std::string>& arguments) {
  try {
    std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());
    app.parse(reversed);
  } catch (const CLI::CallForHelp&) {
    return Answer{help_of(app), 0};
  } catch (const CLI::CallForVersion& asked) {
    return Answer{std::string(asked.what()) + "\n", 0};
  } catch (const CLI::ExtrasError&) {
    return wrong(unknown_argument(app));
  } catch (const CLI::ArgumentMismatch& mismatch) {
    const std::string what = mismatch.what();
    return wrong(mismatch_text(what.substr(0, what.find(':')), app, arguments));
  } catch (const CLI::RequiredError& error) {
    return wrong(lacks_command(app) ? unknown_argument(app) : std::string(error.what()) + ". " + see_help(app));
  } catch (const CLI::ParseError& error) {
    return wrong(std::string(error.what()) + ". " + see_help(app));
  }
  return std::nullopt;
}

}  // namespace evenkeel
