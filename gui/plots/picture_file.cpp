#include "gui/plots/picture_file.h"

#include <QBuffer>
#include <QImage>
#include <QPdfWriter>
#include <QSaveFile>

namespace evenkeel {
namespace {

constexpr int tall = 900;    // pixels: of more, which a page shows smaller, one for one makes a file a quarter as large
constexpr int pdf_dpi = 96;  // one pixel of the screen is one unit

QString save(const QString& path, const QByteArray& bytes) {
  QSaveFile file(path);
  const bool saved = file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() && file.commit();
  return saved ? QString() : file.errorString();
}

/// Blanks the time of writing, which Qt always puts in: it is all that differs from one writing to the next. Nothing
/// may move, as a PDF counts its bytes.
void remove_date(QByteArray& pdf) {
  const qsizetype begin = pdf.indexOf("/CreationDate (D:");
  const qsizetype end = pdf.indexOf(')', begin);
  if (begin >= 0 && end >= 0) pdf.replace(begin, end + 1 - begin, QByteArray(end + 1 - begin, ' '));
}

QByteArray pdf_of(const Picture& picture) {
  QBuffer buffer;
  buffer.open(QIODevice::WriteOnly);
  QPdfWriter writer(&buffer);
  writer.setResolution(pdf_dpi);
  writer.setCreator(QStringLiteral("Evenkeel"));
  writer.setTitle(picture.title);
  writer.setPageSize(QPageSize(QSizeF(picture.size) * 72 / pdf_dpi, QPageSize::Point, {}, QPageSize::ExactMatch));
  writer.setPageMargins({});
  QCPPainter painter;
  painter.begin(&writer);
  painter.setMode(QCPPainter::pmVectorized);
  picture.draw(painter);
  painter.end();
  QByteArray pdf = buffer.data();
  remove_date(pdf);
  return pdf;
}

}  // namespace

QString save_png(const QString& path, const Picture& picture) {
  const int ratio = picture.size.height() > tall ? 1 : 2;
  QImage image(picture.size * ratio, QImage::Format_RGB32);
  image.setDevicePixelRatio(ratio);
  QCPPainter painter(&image);
  picture.draw(painter);
  painter.end();
  QBuffer buffer;
  buffer.open(QIODevice::WriteOnly);
  if (!image.save(&buffer, "PNG")) return QStringLiteral("the picture is too large");
  return save(path, buffer.data());
}

QString save_pdf(const QString& path, const Picture& picture) { return save(path, pdf_of(picture)); }

}  // namespace evenkeel
