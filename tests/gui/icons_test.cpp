#include <QDir>
#include <QMetaEnum>
#include <QPainter>
#include <catch2/catch.hpp>

#include "gui/theme/icons.h"
#include "tests/gui/window_fixture.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

int inked_pixels(const QImage& image, const QColor& color) {
  int count = 0;
  for (int y = 0; y < image.height(); ++y)
    for (int x = 0; x < image.width(); ++x) count += image.pixelColor(x, y) == color ? 1 : 0;
  return count;
}

}  // namespace

TEST_CASE("every icon has a drawing, of the colour that is asked for") {
  const auto icons = QMetaEnum::fromType<Icon>();
  for (int i = 0; i < icons.keyCount(); ++i) {
    INFO(icons.key(i));
    QImage image(48, 48, QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::white);
    QPainter painter(&image);
    const auto icon = static_cast<Icon>(icons.value(i));
    draw_icon(painter, icon, QRectF(0, 0, 48, 48), Qt::red);
    painter.end();
    CHECK((inked_pixels(image, Qt::red) > 100) == (icon != Icon::none));
    CHECK(make_icon(icon, Qt::red).isNull() == (icon == Icon::none));
  }
}

TEST_CASE("window: it has the program's icon") {
  WindowFixture f;
  const QImage icon = f.window->windowIcon().pixmap(128, 128).toImage();
  REQUIRE_FALSE(icon.isNull());
  CHECK(inked_pixels(icon, Qt::white) > 1000);
  CHECK(inked_pixels(icon, QColor("#ffb347")) > 700);
}
