#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/cli/parser/parsed_arguments.h"

namespace evenkeel::report {

struct ReportCommandLine {
  std::vector<std::string> folders;  ///< that 'evenkeel-sim run' wrote
  std::string out;
  std::optional<std::string> figures;  ///< the folder for them, if not the one beside the pages
  std::optional<std::string> kept;     ///< a folder of pictures that pages show where figures lie elsewhere
  std::optional<std::string> counts;   ///< a page to count the claims in
};

using ParsedReportCommandLine = ParsedArguments<ReportCommandLine>;

/// The arguments without the program's name.
ParsedReportCommandLine parse_report_command_line(const std::vector<std::string>& arguments);

}  // namespace evenkeel::report
