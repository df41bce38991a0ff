#include <QDialog>
#include <QDir>
#include <QPointer>
#include <catch2/catch.hpp>

#include "tests/gui/image_difference.h"
#include "tests/gui/project_folder.h"
#include "tests/gui/window_pages.h"

using namespace evenkeel;
using namespace evenkeel::test;

// Small pictures of pages that docs/images does not have, compared with those that are kept in golden: who changes what
// a page looks like renews them by tests/gui/golden/renew.
namespace {

constexpr int width = 320;
constexpr int tolerance = 28;  ///< of 255: a letter is a shade in a picture that small

const QStringList& kept_pages() {
  static const QStringList pages{
      "link",       "reply-code", "rings-here", "rings-there",         "muted",      "ended",    "stats",
      "settings-0", "settings-2", "settings-4", "start-without-sound", "lab-tuning", "lab-link", "runs-data-2"};
  return pages;
}

bool has_docks(const QString& page) {
  return page == QLatin1String("stats") || page.startsWith(QLatin1String("lab-")) ||
         page.startsWith(QLatin1String("runs-"));
}

QImage small_picture(QWidget& shown) {
  return shown.grab().toImage().convertToFormat(QImage::Format_RGB32).scaledToWidth(width, Qt::SmoothTransformation);
}

/// Once nothing moves any longer: one plot is drawn per turn of the event loop.
QImage settled_picture(QWidget& shown) {
  QImage before;
  int unchanged = 0;
  (void)QTest::qWaitFor(
      [&] {
        const QImage now = small_picture(shown);
        unchanged = now == std::exchange(before, now) ? unchanged + 1 : 0;
        QTest::qWait(40);
        return unchanged >= 5;
      },
      10'000);
  return before;
}

/// On a busy machine a page may stand still before it is complete.
QImage picture_like(const QImage& kept, QWidget& shown) {
  QImage now = settled_picture(shown);
  (void)QTest::qWaitFor(
      [&] {
        if (now.size() != kept.size() || first_difference(now, kept, tolerance) == "") return true;
        now = settled_picture(shown);
        return false;
      },
      5'000);
  return now;
}

void compare(const QString& name, QWidget& shown) {
  const QString path = project_folder() + "/tests/gui/golden/" + name + ".png";
  const QImage kept = QImage(path).convertToFormat(QImage::Format_RGB32);
  const QImage now = picture_like(kept, shown);
  const QString folder = qEnvironmentVariable("EVENKEEL_GOLDEN");
  if (!folder.isEmpty()) REQUIRE(now.save(folder + '/' + name + ".png"));
  INFO(path.toStdString() << " is not what the page looks like; renew it: tests/gui/golden/renew");
  CHECK(kept.size() == now.size());
  if (kept.size() == now.size()) CHECK(first_difference(now, kept, tolerance) == "");
}

}  // namespace

TEST_CASE("golden: pages look as they are kept, light and dark", "[golden]") {
  const QString appearance = GENERATE(QString("light"), QString("dark"));
  QApplication::setCursorFlashTime(0);
  LookFixture f(appearance);
  f.window->resize(1280, 720);
  QStringList seen;
  WindowPages(f, [&](const QString& page, QWidget& shown) {
    if (!kept_pages().contains(page)) return;
    seen << page;
    if (has_docks(page) && !has_docks_of_kept_pictures()) return;
    compare(page + '-' + appearance, shown);
  }).visit();
  CHECK(seen.size() == kept_pages().size());
}

TEST_CASE("golden: another word in a small picture is a difference", "[golden]") {
  LookFixture f("light");
  f.poll();
  const QImage before = small_picture(*f.window);
  CHECK(first_difference(before, small_picture(*f.window), tolerance) == "");
  f.window->start_page().demo_button().setText("Begin the demo");
  CHECK(first_difference(before, small_picture(*f.window), tolerance) != "");
}
