#include "gui/figures/figure_text.h"

#include <catch2/catch.hpp>
#include <random>
#include <set>

#include "gui/figures/figure_style.h"
#include "gui/figures/figure_ticker.h"

using namespace evenkeel;

TEST_CASE("numbers at axes are short and have true minus signs", "[figures]") {
  CHECK(tick_text(0) == "0");
  CHECK(tick_text(0.001) == "0.001");
  CHECK(tick_text(1000) == "1000");
  CHECK(tick_text(25000) == "25\u2009000");
  CHECK(tick_text(-1.5) == "\u22121.5");
  CHECK(tick_text(2e6) == "2\u00b710\u2076");
  CHECK(tick_text(1e-7) == "10\u207b\u2077");
  CHECK(tick_text(0.30000000000000004) == "0.3");
  CHECK(power_text(-12) == "10\u207b\u00b9\u00b2");
}

TEST_CASE("a logarithmic axis has readable ticks, few enough, within its range", "[figures]") {
  std::mt19937 random(2);
  std::uniform_real_distribution<double> exponent(-12, 12);
  for (int round = 0; round < 500; ++round) {
    const double a = std::pow(10, exponent(random)), b = std::pow(10, exponent(random));
    const QCPRange range(std::min(a, b), std::max(a, b) * 1.1);
    QVector<double> ticks, small;
    QVector<QString> labels;
    FigureLogTicker ticker(7);
    static_cast<QCPAxisTicker&>(ticker).generate(range, QLocale::c(), 'g', 6, ticks, &small, &labels);
    CAPTURE(range.lower, range.upper);
    CHECK(ticks.size() >= 2);
    CHECK(ticks.size() <= 12);
    CHECK(labels.size() == ticks.size());
    CHECK(std::set<QString>(labels.begin(), labels.end()).size() == static_cast<std::size_t>(labels.size()));
  }
}

TEST_CASE("wrapped lines fit and lose no letter", "[figures]") {
  std::mt19937 random(9);
  const QFont font = figure_fonts().text;
  for (int round = 0; round < 200; ++round) {
    QString text;
    for (int i = 0; i < 60; ++i) text += random() % 6 == 0 ? QChar(' ') : QChar('a' + static_cast<char>(random() % 26));
    const double width = std::uniform_real_distribution<>(30, 300)(random);
    const QStringList lines = wrap_text(text, font, width);
    CHECK(text_width(lines, font) <= std::ceil(width));
    CHECK(lines.join("").remove(' ') == text.remove(' '));
  }
  CHECK(wrap_text("", font, 100).isEmpty());
  CHECK(wrap_text("word", font, 0.5).size() == 4);
}

TEST_CASE("single letters after a single letter become subscripts", "[figures]") {
  CHECK(figure_text("k_r = 1, T_s = 1 ms") == "k\u1d63 = 1, T\u209b = 1 ms");
  CHECK(figure_text("SCHED_FIFO a_bc snake_case") == "SCHED_FIFO a_bc snake_case");
}

TEST_CASE("colours that are asked for are kept and the others differ from them", "[figures]") {
  const auto ranks = figure_ranks({{}, 0, {}, {}, 0, {}, {}, {}, {}, {}});
  CHECK(ranks[1] == ranks[4]);
  std::set<std::size_t> different(ranks.begin(), ranks.end());
  CHECK(different.size() == ranks.size() - 1);
  CHECK(figure_ranks({-3, 99}).size() == 2);
}

TEST_CASE("no two of many series look alike, even in grey", "[figures]") {
  FigurePanel panel;
  panel.series.resize(14);
  const std::vector<FigureStyle> styles = series_styles(panel);
  for (std::size_t i = 0; i < styles.size(); ++i)
    for (std::size_t k = 0; k < i; ++k)
      CHECK((styles[i].marker != styles[k].marker || styles[i].open != styles[k].open));
  panel.series.clear();
  panel.bars.resize(7);
  std::set<FigureHatch> hatches;
  for (const FigureStyle& style : bar_styles(panel)) hatches.insert(*style.hatch);
  CHECK(hatches.size() == 7);
}
