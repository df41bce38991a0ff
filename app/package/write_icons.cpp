#include <QCoreApplication>
#include <QImage>
#include <QPainter>
#include <QSvgRenderer>
#include <cstdio>

// write_icons SVG FOLDER SIZE...: draws a picture as FOLDER/SIZE.png, in each size.
int main(int argc, char** argv) {
  const QCoreApplication application(argc, argv);
  const QStringList arguments = QCoreApplication::arguments();
  QSvgRenderer renderer(arguments.value(1));
  for (const QString& size : arguments.mid(3)) {
    QImage icon(size.toInt(), size.toInt(), QImage::Format_ARGB32_Premultiplied);
    icon.fill(Qt::transparent);
    {
      QPainter painter(&icon);
      renderer.render(&painter);
    }
    const QString path = arguments.value(2) + '/' + size + ".png";
    if (renderer.isValid() && icon.save(path)) continue;
    std::fprintf(stderr, "Cannot draw %s.\n", qPrintable(path));
    return 1;
  }
  return 0;
}
