#include <QDialog>
#include <catch2/catch.hpp>

#include "tests/gui/pseudo_language.h"
#include "tests/gui/readable.h"
#include "tests/gui/window_pages.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

const std::vector<std::string> none;

/// Of a page in one size: where it does not fit, and what cannot be read.
std::vector<std::string> faults_in(QWidget& shown, QSize size) {
  if (qobject_cast<QDialog*>(&shown) == nullptr) shown.resize(size);
  for (int turn = 0; turn < 3; ++turn) QCoreApplication::processEvents();  // layouts, and what they resize
  std::vector<std::string> faults = unreadable_texts(shown);
  if (shown.width() > size.width() || shown.height() > size.height())
    faults.push_back("takes " + std::to_string(shown.width()) + 'x' + std::to_string(shown.height()));
  return faults;
}

void keep(QWidget& shown, const QString& name) {
  const QString folder = qEnvironmentVariable("EVENKEEL_LOOK");
  if (!folder.isEmpty()) shown.grab().save(folder + '/' + name + ".png");
}

}  // namespace

TEST_CASE("window: every page can be read, in every size and a language 40 % longer", "[window-look]") {
  const QString appearance = GENERATE(QString("light"), QString("dark"));
  const bool pseudo = GENERATE(false, true);
  const auto language = pseudo ? std::make_unique<PseudoLanguage>() : nullptr;
  LookFixture f(appearance);
  WindowPages(f, [&](const QString& page, QWidget& shown) {
    for (const QSize size : {QSize(1024, 600), QSize(1920, 1080), QSize(1280, 720)}) {
      const QString name = QString("%1-%2x%3-%4-%5")
                               .arg(page)
                               .arg(size.width())
                               .arg(size.height())
                               .arg(appearance, pseudo ? "pseudo" : "english");
      const std::vector<std::string> faults = faults_in(shown, size);
      keep(shown, name);
      INFO(name.toStdString());
      CHECK(faults == none);
    }
    CHECK(different_colors(shown.grab().toImage()) > 30);
  }).visit();
}

TEST_CASE("pseudo-language: longer by 40 %, and nothing else is touched", "[window-look]") {
  CHECK(in_pseudo_language("Hang up") == QString::fromUtf8("Háng úúúp"));
  CHECK(in_pseudo_language("%1 of %2, <b>bold</b> &File\tCtrl+O").contains("%1 "));
  CHECK(in_pseudo_language("<b>%1</b> lost").startsWith("<b>%1</b> l"));
  CHECK(in_pseudo_language("&Full screen\tF").endsWith("\tF"));
  const QString long_text = "Not encrypted. Everybody on the way can see, hear and change the call.";
  const double letters = 54;
  CHECK(in_pseudo_language(long_text).size() - long_text.size() == Approx(0.4 * letters).margin(2));
}
