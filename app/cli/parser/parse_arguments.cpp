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

std::string nearest_option(const std::string& name, const CLI::App& command) {
  std::string nearest;
  std::size_t best = 4;
  for (const CLI::Option* option : command.get_options()) {
    const std::size_t d = distance(name, option->get_name());
    if (d >= best) continue;
    best = d;
    nearest = option->get_name();
  }
  return nearest;
}

std::string unknown_argument(const CLI::App& app) {
  const auto rest = app.remaining(true);
  const std::string name = rest.empty() ? "" : rest.front().substr(0, rest.front().find('='));
  const CLI::App& used = *used_command(app).first;
  if (!name.starts_with("--") || (&used == &app && !app.get_subcommands({}).empty())) {
    return "'" + name + "' means nothing here. " + see_help(app);
  }
  const std::string nearest = nearest_option(name, used);
  const std::string hint = nearest.empty() ? "" : "Did you mean '" + nearest + "'? ";
  return "There is no option '" + name + "'. " + hint + see_help(app);
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
    return wrong("'" + what.substr(0, what.find(':')) + "' needs one value. " + see_help(app));
  } catch (const CLI::ParseError& error) {
    return wrong(std::string(error.what()) + ". " + see_help(app));
  }
  return std::nullopt;
}

}  // namespace evenkeel
