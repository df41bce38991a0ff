#include "gui/theme/icons.h"

#include <QFile>
#include <QMetaEnum>
#include <QPainter>
#include <QPixmap>
#include <QSvgRenderer>

// Outside of any namespace, as Qt requires. Needed because the linker would drop the resources of a static library.
static void load_icons() { Q_INIT_RESOURCE(icons); }

namespace evenkeel {
namespace {

QByteArray contents_of(const QString& name) {
  load_icons();
  QFile file(QStringLiteral(":/icons/%1.svg").arg(name));
  if (!file.open(QIODevice::ReadOnly)) qFatal("There is no icon '%s'.", qPrintable(name));
  return file.readAll();
}

QPixmap pixmap_of(QSvgRenderer& renderer, int size) {
  QPixmap pixmap(size, size);
  pixmap.fill(Qt::transparent);
  QPainter painter(&pixmap);
  renderer.render(&painter, QRectF(0, 0, size, size));
  return pixmap;
}

QByteArray colored(Icon icon, const QColor& color) {
  QByteArray svg = contents_of(QMetaEnum::fromType<Icon>().valueToKey(static_cast<int>(icon)));
  return svg.replace("currentColor", color.name().toLatin1());
}

}  // namespace

void draw_icon(QPainter& painter, Icon icon, const QRectF& square, const QColor& color) {
  if (icon == Icon::none) return;
  QSvgRenderer(colored(icon, color)).render(&painter, square);
}

QIcon make_icon(Icon icon, const QColor& color) {
  QIcon made;
  if (icon == Icon::none) return made;
  QSvgRenderer renderer(colored(icon, color));
  for (const int size : {16, 20, 24, 32, 40, 48, 64}) {
    const QPixmap pixmap = pixmap_of(renderer, size);
    made.addPixmap(pixmap);
    made.addPixmap(pixmap, QIcon::Disabled);  // in the requested colour, not in one of the style's greys
  }
  return made;
}

QIcon program_icon() {
  QIcon made;
  QSvgRenderer renderer(contents_of(QStringLiteral("evenkeel")));
  for (const int size : {16, 24, 32, 48, 64, 128, 256}) made.addPixmap(pixmap_of(renderer, size));
  return made;
}

}  // namespace evenkeel
