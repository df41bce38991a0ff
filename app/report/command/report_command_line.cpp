#include "app/report/command/report_command_line.h"

#include <CLI/CLI.hpp>

#include "app/version.h"

namespace evenkeel::report {

ParsedCommandLine parse_command_line(const std::vector<std::string>& arguments) {
  CLI::App app("Draws what 'evenkeel-sim run' recorded: a page per paper, with figures, and a summary.",
               "evenkeel-report");
  CommandLine line;
  app.set_version_flag("--version", std::string("evenkeel-report ") + version);
  app.add_option("DIR", line.folders, "what was run: all, one scenario's folder, or one run's")->required();
  app.add_option("--out", line.out, "where pages and figures go")->type_name("FOLDER")->required();
  app.add_option("--figures", line.figures, "where figures go instead; pages name them and do not show them")
      ->type_name("FOLDER");
  app.add_option("--kept", line.kept, "with --figures: pages show the pictures that are there")->type_name("FOLDER");
  app.add_option("--counts", line.counts, "a page of Markdown to count the claims in, between its marks")
      ->type_name("FILE");
  try {
    std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());
    app.parse(reversed);
  } catch (const CLI::CallForHelp&) {
    return {std::nullopt, app.help(), 0};
  } catch (const CLI::CallForVersion& asked) {
    return {std::nullopt, std::string(asked.what()) + "\n", 0};
  } catch (const CLI::ParseError& error) {
    return {std::nullopt, std::string(error.what()) + "; see 'evenkeel-report --help'.", 2};
  }
  if (line.out.empty()) return {std::nullopt, "--out: an empty value means nothing here.", 2};
  return {line, "", 0};
}

}  // namespace evenkeel::report
