#include "app/lab/report/command/report_command_line.h"

#include "app/cli/parser/parse_arguments.h"
#include "app/version.h"

namespace evenkeel::report {

ParsedReportCommandLine parse_report_command_line(const std::vector<std::string>& arguments) {
  CLI::App app("Draws what 'evenkeel-sim run' recorded: a page per paper, with figures, and a summary.",
               "evenkeel-report");
  ReportCommandLine line;
  app.set_version_flag("--version", std::string("evenkeel-report ") + version);
  app.add_option("DIR", line.folders, "what was run: all, one scenario's folder, or one run's")->required();
  app.add_option("--out", line.out, "where pages and figures go")->type_name("FOLDER")->required();
  app.add_option("--figures", line.figures, "where figures go instead; pages name them and do not show them")
      ->type_name("FOLDER");
  app.add_option("--kept", line.kept, "with --figures: pages show the pictures that are there")->type_name("FOLDER");
  app.add_option("--counts", line.counts, "a page of Markdown to count the claims in, between its marks")
      ->type_name("FILE");
  if (const auto answer = parse_arguments(app, arguments)) return {std::nullopt, answer->text, answer->exit_status};
  if (line.out.empty()) return {std::nullopt, "--out: an empty value means nothing here.", 2};
  return {line, "", 0};
}

}  // namespace evenkeel::report
