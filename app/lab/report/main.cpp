#include <QApplication>
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "app/cli/parser/parse_arguments.h"
#include "app/cli/parser/parsed_arguments.h"
#include "app/files/private_file.h"
#include "app/files/untrusted_file.h"
#include "app/lab/report/pages/claim_counts.h"
#include "app/lab/report/pages/paper_page.h"
#include "app/lab/report/pages/summary_page.h"
#include "app/process/program_end.h"
#include "app/version.h"
#include "gui/figures/figure_writer.h"

namespace evenkeel::report {
namespace {

struct ReportCommandLine {
  std::vector<std::string> folders;  ///< that 'evenkeel-sim run' wrote
  std::string out;
  std::optional<std::string> figures;  ///< where figures go, if not beside the pages
  std::optional<std::string> kept;     ///< with `figures`: a folder of pictures that the pages show
  std::optional<std::string> counts;   ///< a page to update with the counts of claims
};

using ParsedReportCommandLine = ParsedArguments<ReportCommandLine>;

ParsedReportCommandLine parse_report_command_line(const std::vector<std::string>& arguments) {
  CLI::App app("Reports what 'evenkeel-sim run' recorded: a page per paper, with figures, and a summary.",
               "evenkeel-report");
  ReportCommandLine line;
  app.set_version_flag("--version", std::string("evenkeel-report ") + version);
  app.add_option("DIR", line.folders, "what was run: all, one scenario's folder, or one run's")->required();
  app.add_option("--out", line.out, "where pages and figures go")->type_name("FOLDER")->required();
  app.add_option("--figures", line.figures, "where figures go instead; pages only name them")->type_name("FOLDER");
  app.add_option("--kept", line.kept, "with --figures: a folder of pictures that pages show")->type_name("FOLDER");
  app.add_option("--counts", line.counts, "a Markdown page whose counts of claims are updated, between its marks")
      ->type_name("FILE");
  if (const auto answer = parse_arguments(app, arguments)) return {std::nullopt, answer->text, answer->exit_status};
  if (line.out.empty()) return {std::nullopt, "--out: an empty value means nothing here.", 2};
  return {line, "", 0};
}

bool fail(const std::string& sentence) {
  std::fprintf(stderr, "%s\n", sentence.c_str());
  return false;
}

std::string make_folder(const std::string& path) {
  std::error_code failed;
  std::filesystem::create_directories(path, failed);
  if (!failed) (void)OutputFolder::open(path, failed);
  return failed ? "Cannot make the folder '" + path + "': " + failed.message() + "; choose another by --out." : "";
}

std::string write_text(const std::string& path, const std::string& text) {
  const std::error_code error = replace_file(path, text, Readers::by_umask);
  return error ? "Cannot write '" + path + "': " + error.message() + "; choose another place by --out." : "";
}

std::string figures_folder(const ReportCommandLine& line) { return line.figures.value_or(line.out + "/figures"); }

Pictures pictures_of(const ReportCommandLine& line) {
  Pictures pictures;
  pictures.all = !line.figures;
  pictures.drawn = '`' + figures_folder(line) + '`';
  if (pictures.all || !line.kept) return pictures;
  std::error_code failed;
  pictures.folder = std::filesystem::relative(*line.kept, line.out, failed).generic_string();
  for (const auto& entry : std::filesystem::directory_iterator(*line.kept, failed)) {
    if (entry.path().extension() == ".png") pictures.kept.insert(entry.path().stem());
  }
  return pictures;
}

std::string write_figures(const lab::JudgedScenario& judged, const std::string& out) {
  for (Figure figure : judged.findings.figures) {
    figure.name = figure_name(*judged.scenario, figure);
    if (std::string error = write_figure(figure, out); !error.empty()) return error;
  }
  return {};
}

/// The pages, written at the end: paper by paper, in the order of their first scenarios.
struct Pages {
  std::vector<std::pair<const Paper*, std::vector<Section>>> papers;
  std::vector<ScenarioMetrics> metrics;
  std::set<std::string> done;
};

void add(const lab::JudgedScenario& judged, const ReportCommandLine& line, Pages& pages) {
  const Paper& paper = paper_of(*judged.scenario);
  const auto is_it = [&](const auto& page) { return page.first == &paper; };
  auto page = std::find_if(pages.papers.begin(), pages.papers.end(), is_it);
  if (page == pages.papers.end()) page = pages.papers.insert(page, {&paper, {}});
  page->second.push_back(section_of(judged, pictures_of(line)));
  for (const Table& table : judged.findings.tables) {
    if (table.name == "metrics") pages.metrics.push_back({judged.scenario->id, table});
  }
}

/// One scenario at a time, since the runs of a scenario can take much memory.
bool report_one(const lab::FoundScenario& found, const ReportCommandLine& line, Pages& pages) {
  const auto judged = lab::judge_found(found);
  if (!judged) return fail(judged.error);
  const std::string& id = judged.value->scenario->id;
  if (!pages.done.insert(id).second) return fail("There are runs of '" + id + "' in two folders: give one of them.");
  const std::string error = write_figures(*judged.value, figures_folder(line));
  if (!error.empty()) return fail(error);
  add(*judged.value, line, pages);
  return true;
}

bool write_page(const std::string& path, const std::string& text) {
  if (text.empty()) return true;
  if (const std::string error = write_text(path, text); !error.empty()) return fail(error);
  std::printf("%s\n", path.c_str());
  return true;
}

/// Updates the counts of claims in the existing page.
bool write_counts(const std::string& path, const ReportCommandLine& line, const Pages& pages) {
  std::vector<PageCount> counts;
  for (const auto& [paper, sections] : pages.papers) counts.push_back({std::string(paper->file), sum_of(sections)});
  std::error_code failed;
  const auto folder = std::filesystem::relative(line.out, std::filesystem::absolute(path).parent_path(), failed);
  constexpr std::size_t max_page = 16 << 20;
  const auto page = read_text(path, max_page);
  if (!page) return fail("Cannot read '" + path + "': " + page.error + "; give --counts a Markdown page.");
  const auto counted = with_counts(*page, counts_table(counts, folder.generic_string()));
  if (!counted)
    return fail("'" + path +
                "' has no place for counts: it takes lines '<!-- counts -->' and '<!-- end of counts -->'.");
  return write_page(path, *counted);
}

bool report_all(const ReportCommandLine& line) {
  const lab::FoundRuns found = lab::find_runs(line.folders);
  for (const std::string& folder : found.unfinished) fail("'" + folder + "' is unfinished and was skipped.");
  if (!found.error.empty()) return fail(found.error);
  if (const std::string error = make_folder(line.out); !error.empty()) return fail(error);
  Pages pages;
  bool good = true;
  for (const lab::FoundScenario& scenario : lab::in_order(found.scenarios)) {
    good = report_one(scenario, line, pages) && good;
  }
  for (const auto& [paper, sections] : pages.papers) {
    good = write_page(line.out + '/' + std::string(paper->file) + ".md", paper_page(*paper, sections)) && good;
  }
  if (line.counts) good = write_counts(*line.counts, line, pages) && good;
  return write_page(line.out + "/summary.md", summary_page(pages.metrics)) && good;
}

/// Figures are drawn by the window's plots, without a window.
bool report_offscreen(const ReportCommandLine& line) {
  qputenv("QT_QPA_PLATFORM", "offscreen");
  qInstallMessageHandler(
      [](QtMsgType, const QMessageLogContext&, const QString&) {});  // hides warnings about the missing desktop
  int argc = 1;
  std::string name = "evenkeel-report";
  char* argv[] = {name.data(), nullptr};
  const QApplication application(argc, argv);
  return report_all(line);
}

int run_report(const std::vector<std::string>& arguments) {
  const auto parsed = parse_report_command_line(arguments);
  if (parsed.value) return report_offscreen(*parsed.value) ? 0 : 1;
  return print_answer(parsed.text, parsed.exit_status);
}

}  // namespace
}  // namespace evenkeel::report

int main(int argc, char** argv) try {
  return evenkeel::end_program(evenkeel::report::run_report({argv + 1, argv + argc}));
} catch (const std::exception& error) {
  return evenkeel::end_program(evenkeel::fail(evenkeel::exception_text(error)));
}
