#pragma once

#include <CLI/CLI.hpp>
#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace evenkeel {

/// A text that ends the program: help, or one sentence on what is wrong with the arguments.
struct Answer {
  std::string text;
  int exit_status = 0;  ///< 0 for help and version, 2 for wrong usage
};

/// Parses the arguments (without the program's name) and calls the callbacks of `app`. Returns nullopt if the arguments
/// are valid and ask for neither help nor version. The message about an unknown option suggests the nearest one.
std::optional<Answer> parse_arguments(CLI::App& app, const std::vector<std::string>& arguments);

/// Adds an option for each spec of a table: one with a placeholder takes a value, one without is a flag whose text is
/// "true". `help_of` gives the help text of an option with a value; `take` is called with each given text, in the order
/// of the command line.
template <class Spec, class HelpOf, class Take>
void add_specs(CLI::App& command, const std::vector<Spec>& specs, HelpOf help_of, Take take) {
  for (const Spec& spec : specs) {
    const std::string name = "--" + spec.name;
    const auto take_one = [&spec, take](const std::string& text) { take(spec, text); };
    if (spec.placeholder.empty()) {
      command.add_flag_callback(
          name, [take_one] { take_one("true"); }, spec.help);
      continue;
    }
    auto* option = command.add_option_function<std::vector<std::string>>(
        name,
        [take_one](const std::vector<std::string>& texts) { std::for_each(texts.begin(), texts.end(), take_one); },
        help_of(spec));
    option->type_name(spec.placeholder)->type_size(1)->allow_extra_args(false);
    if (!spec.repeatable) option->expected(1);
    option->multi_option_policy(spec.repeatable ? CLI::MultiOptionPolicy::TakeAll : CLI::MultiOptionPolicy::Throw);
  }
}

}  // namespace evenkeel
