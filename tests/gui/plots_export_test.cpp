#include <QFile>
#include <QTemporaryDir>
#include <catch2/catch.hpp>
#include <random>

#include "core/telemetry/csv.h"
#include "tests/gui/plots_fixture.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

QByteArray content_of(const QString& path) {
  QFile file(path);
  REQUIRE(file.open(QIODevice::ReadOnly));
  return file.readAll();
}

QByteArray random_bytes(std::mt19937& random, int most) {
  QByteArray bytes(std::uniform_int_distribution<int>(0, most)(random), '\0');
  for (char& byte : bytes) byte = static_cast<char>(std::uniform_int_distribution<int>(0, 255)(random));
  return bytes;
}

}  // namespace

TEST_CASE("exported rows are those of the visible range", "[plots]") {
  PlotFixture f;
  const QTemporaryDir folder;
  f.stack.set_span(from_seconds(5));
  const QString path = folder.filePath("rows.csv");
  REQUIRE(f.stack.export_csv(path).isEmpty());
  std::string expected = csv_header();
  const std::vector<Sample> rows = f.live->store.rows_in("a to b", f.stack.visible_range());
  CHECK(rows.size() >= 49);
  CHECK(rows.size() <= 51);
  for (const Sample& row : rows) expected += csv_row(row);
  CHECK(content_of(path).toStdString() == expected);
}

TEST_CASE("exported rows are those of all runs that are shown, by name", "[plots]") {
  PlotFixture f;
  const auto other = plot_run("other", 300);
  f.stack.set_runs({f.live.get(), other.get()});
  f.now(30);
  f.stack.set_span(from_seconds(5));
  const QTemporaryDir folder;
  const QString path = folder.filePath("rows.csv");
  REQUIRE(f.stack.export_csv(path).isEmpty());
  const QByteArray rows = content_of(path);
  CHECK(rows.startsWith("run,"));
  CHECK(rows.count("\nlive,") >= 49);
  CHECK(rows.count("\nother,") >= 49);
}

TEST_CASE("an exported picture is twice as fine as the screen and shows the curves", "[plots]") {
  PlotFixture f;
  const QTemporaryDir folder;
  const QString path = folder.filePath("plots.png");
  REQUIRE(f.stack.export_png(path).isEmpty());
  const QImage picture(path);
  CHECK(picture.width() > 2 * f.canvas().width());
  CHECK(picture.width() < 2 * f.canvas().width() + 100);
  CHECK(picture.height() > 2 * 4 * f.canvas("pacer").height());
  for (const std::size_t color : {0U, 1U, 2U, 3U}) CHECK(pixels_of(picture, light_theme().curves[color]) > 200);
}

TEST_CASE("an exported PDF has lines and words, not pixels, in the light theme", "[plots]") {
  PlotFixture f;
  f.stack.setPalette(dark_palette());
  f.settle();
  const QImage before = picture_of(f.canvas("delay"));
  const QTemporaryDir folder;
  const QString path = folder.filePath("plots.pdf");
  REQUIRE(f.stack.export_pdf(path).isEmpty());
  const QByteArray pdf = content_of(path);
  CHECK(pdf.startsWith("%PDF"));
  CHECK(pdf.size() > 5000);
  CHECK_FALSE(pdf.contains("/Subtype /Image"));
  CHECK_FALSE(pdf.contains("/Subtype/Image"));
  CHECK(pdf.contains("/Font"));
  CHECK(picture_of(f.canvas("delay")) == before);  // the screen keeps its theme
}

TEST_CASE("an exported SVG has lines and words, and the end of a name says what is written", "[plots]") {
  PlotFixture f;
  const QTemporaryDir folder;
  const QString path = folder.filePath("plots.SVG");
  REQUIRE(f.stack.export_picture(path).isEmpty());
  const QByteArray svg = content_of(path);
  CHECK(svg.startsWith("<?xml"));
  CHECK(svg.contains("<svg"));
  CHECK(svg.contains("<text"));
  CHECK(svg.count("<path") + svg.count("<polyline") > 10);
  CHECK_FALSE(svg.contains("<image"));
  REQUIRE(f.stack.export_picture(folder.filePath("plots.pdf")).isEmpty());
  CHECK(content_of(folder.filePath("plots.pdf")).startsWith("%PDF"));
  for (const char* name : {"plots.gif", "plots.v2", "plots.svgz", "plots"}) {
    const QString other = folder.filePath(name);
    CHECK(f.stack.export_picture(other).contains("let it end in .png, .pdf or .svg."));
    CHECK_FALSE(QFile::exists(other));
  }
}

TEST_CASE("what cannot be exported is said in a sentence", "[plots]") {
  PlotFixture f;
  const QString path = "/nonexistent/folder/plots.out";
  for (const QString& failed : {f.stack.export_csv(path), f.stack.export_png(path), f.stack.export_pdf(path)}) {
    CHECK(failed.contains(path));
    CHECK(failed.endsWith("choose another folder."));
    CHECK(failed.count('\n') == 0);
  }
  f.stack.set_runs({});
  CHECK(f.stack.export_csv(path).startsWith("There is no run to export"));
  for (const QString& id : PlotStack::plot_ids()) f.stack.set_plot_shown(id, false);
  CHECK(f.stack.export_png(path).startsWith("No plot is shown"));
  CHECK(f.stack.export_pdf(path).startsWith("No plot is shown"));
}

TEST_CASE("the layout comes back", "[plots]") {
  PlotFixture f;
  f.stack.set_plot_shown("loss", true);
  f.stack.set_plot_shown("mismatch", false);
  f.settle();
  const QByteArray state = f.stack.layout_state();
  const int height = f.plot("rate").height();
  PlotFixture other;
  CHECK(other.stack.restore_layout(state));
  other.settle();
  CHECK(other.stack.plot_shown("loss"));
  CHECK_FALSE(other.stack.plot_shown("mismatch"));
  CHECK(other.plot("rate").height() == Approx(height).margin(3));
  CHECK(other.stack.layout_state() == state);
}

TEST_CASE("rubbish is no layout and changes nothing", "[plots]") {
  PlotFixture f;
  const QByteArray state = f.stack.layout_state();
  std::mt19937 random(7);
  for (int i = 0; i < 2000; ++i) {
    QByteArray rubbish = random_bytes(random, 200);
    if (i % 2 == 0) rubbish.prepend(state.left(i % state.size()));  // right at first
    if (rubbish == state.left(rubbish.size())) continue;
    f.stack.restore_layout(rubbish);
  }
  CHECK(f.stack.restore_layout(state));
  for (const char* wrong :
       {"", "plots 3", "plots 3 rate+nothing:", "plots 3 rate+time:", "plots 3 rate:10 other+packetsSent:",
        "plots 3 rate:10 -nothing", "plots 3 rate+sendBitrate/s:", "plots 3 -sendBitrate", "plots 2",
        "plots 1 rate:100", "plots 2 rate:", "plots 2 rate:-5", "plots 2 nothing:10", "plots 2 rate:10 rate:10",
        "plots 2 rate:99999999999", "plots 2 rate"}) {
    CAPTURE(wrong);
    CHECK_FALSE(f.stack.restore_layout(wrong));
    CHECK(f.stack.layout_state() == state);
  }
  CHECK_FALSE(f.stack.restore_layout(random_bytes(random, 100)));
}
