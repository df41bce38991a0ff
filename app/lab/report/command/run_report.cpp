#include "app/lab/report/command/run_report.h"

#include <QApplication>
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <set>
#include <utility>
#include <vector>

#include "app/lab/report/command/report_command_line.h"
#include "app/lab/report/pages/claim_counts.h"
#include "app/lab/report/pages/scenario_section.h"
#include "app/lab/report/pages/summary_page.h"
#include "gui/figures/figure_writer.h"

namespace evenkeel::report {
namespace {

bool fail(const std::string& sentence) {
  std::fprintf(stderr, "%s\n", sentence.c_str());
  return false;
}

std::string make_folder(const std::string& path) {
  std::error_code failed;
  std::filesystem::create_directories(path, failed);
  return failed ? "Cannot make the folder '" + path + "': " + failed.message() + "; choose another by --out." : "";
}

std::string write_text(const std::string& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file << text;
  file.close();
  return file ? "" : "Cannot write '" + path + "': check the folder's permissions and the space left.";
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

/// What is written at the end. Paper by paper, in the order in which their scenarios came.
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

/// One after the other: the runs of a scenario may fill much memory.
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

/// Counts the claims in the page that is there.
bool write_counts(const std::string& path, const ReportCommandLine& line, const Pages& pages) {
  std::vector<PageCount> counts;
  for (const auto& [paper, sections] : pages.papers) counts.push_back({std::string(paper->file), sum_of(sections)});
  std::error_code failed;
  const auto folder = std::filesystem::relative(line.out, std::filesystem::absolute(path).parent_path(), failed);
  std::ifstream file(path, std::ios::binary);
  const std::string page{std::istreambuf_iterator<char>(file), {}};
  const auto counted = with_counts(page, counts_table(counts, folder.generic_string()));
  if (!counted)
    return fail("'" + path +
                "' has no place for counts: it takes lines '<!-- counts -->' and '<!-- end of counts -->'.");
  return write_page(path, *counted);
}

bool report_all(const ReportCommandLine& line) {
  const lab::FoundRuns found = lab::find_runs(line.folders);
  for (const std::string& folder : found.unfinished) fail("'" + folder + "' is unfinished, and passed over.");
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
  qInstallMessageHandler([](QtMsgType, const QMessageLogContext&, const QString&) {});  // of a desktop not needed
  int argc = 1;
  std::string name = "evenkeel-report";
  char* argv[] = {name.data(), nullptr};
  const QApplication application(argc, argv);
  return report_all(line);
}

}  // namespace

int run_report(const std::vector<std::string>& arguments) {
  const auto parsed = parse_report_command_line(arguments);
  if (parsed.value) return report_offscreen(*parsed.value) ? 0 : 1;
  return print_answer(parsed.text, parsed.exit_status);
}

}  // namespace evenkeel::report
