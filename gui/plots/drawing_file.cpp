#include "gui/plots/drawing_file.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QImage>
#include <QPdfWriter>
#include <QSaveFile>
#include <QSvgGenerator>
#include <QUuid>

namespace evenkeel {
namespace {

constexpr int tall = 900;    // pixels: taller drawings are shown smaller, so that single resolution suffices
constexpr int pdf_dpi = 96;  // one pixel of the screen is one unit

QString save(const QString& path, const QByteArray& bytes) {
  QSaveFile file(path);
  const bool saved = file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() && file.commit();
  return saved ? QString() : file.errorString();
}

/// For two files of one drawing to be the same: blanks a time that Qt writes. The length must stay, because
/// a PDF contains byte offsets.
void remove_date(QByteArray& pdf, const char* name) {
  const qsizetype begin = pdf.indexOf(name);
  const qsizetype end = pdf.indexOf(')', begin);
  if (begin >= 0 && end >= 0) pdf.replace(begin, end + 1 - begin, QByteArray(end + 1 - begin, ' '));
}

void set_identity(QPdfWriter& writer, const QString& title) {
  writer.setCreator(QStringLiteral("Evenkeel"));
  writer.setTitle(title);
  writer.setDocumentXmpMetadata(R"(<x:xmpmeta xmlns:x="adobe:ns:meta/"/>)");
#if QT_VERSION >= QT_VERSION_CHECK(6, 8, 0)
  writer.setDocumentId(QUuid::createUuidV5(QUuid(), title));
#endif
}

QByteArray pdf_of(const Drawing& drawing) {
  QBuffer buffer;
  buffer.open(QIODevice::WriteOnly);
  QPdfWriter writer(&buffer);
  writer.setResolution(pdf_dpi);
  set_identity(writer, drawing.title);
  writer.setPageSize(QPageSize(QSizeF(drawing.size) * 72 / pdf_dpi, QPageSize::Point, {}, QPageSize::ExactMatch));
  writer.setPageMargins({});
  QCPPainter painter;
  painter.begin(&writer);
  painter.setMode(QCPPainter::pmVectorized);
  drawing.draw(painter);
  painter.end();
  QByteArray pdf = buffer.data();
  for (const char* name : {"/CreationDate (D:", "/ModDate (D:"}) remove_date(pdf, name);
  return pdf;
}

QByteArray svg_of(const Drawing& drawing) {
  QBuffer buffer;
  QSvgGenerator generator;
  generator.setOutputDevice(&buffer);
  generator.setResolution(pdf_dpi);
  generator.setSize(drawing.size);
  generator.setViewBox(QRect(QPoint(), drawing.size));
  generator.setTitle(drawing.title);
  QCPPainter painter;
  painter.begin(&generator);
  painter.setMode(QCPPainter::pmVectorized);
  drawing.draw(painter);
  painter.end();
  return buffer.data();
}

}  // namespace

QString save_png(const QString& path, const Drawing& drawing) {
  const int ratio = drawing.size.height() > tall ? 1 : 2;
  QImage image(drawing.size * ratio, QImage::Format_RGB32);
  image.setDevicePixelRatio(ratio);
  QCPPainter painter(&image);
  drawing.draw(painter);
  painter.end();
  QBuffer buffer;
  buffer.open(QIODevice::WriteOnly);
  if (!image.save(&buffer, "PNG")) return QCoreApplication::translate("Drawing", "the picture is too large");
  return save(path, buffer.data());
}

QString save_pdf(const QString& path, const Drawing& drawing) { return save(path, pdf_of(drawing)); }
QString save_svg(const QString& path, const Drawing& drawing) { return save(path, svg_of(drawing)); }

}  // namespace evenkeel
