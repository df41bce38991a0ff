#include "gui/call/qr_code.h"

#include <qrencode.h>

#include <QPainter>
#include <cmath>
#include <memory>

namespace evenkeel {
namespace {

constexpr int quiet_zone = 4;   ///< modules on each side: ISO/IEC 18004, section 9.1
constexpr int min_module = 2;   ///< device-independent pixels
constexpr int dark_bit = 0x01;  ///< of libqrencode's bytes

}  // namespace

std::optional<QrModules> make_qr_modules(const QString& text) {
  const QByteArray bytes = text.toUtf8();
  if (bytes.isEmpty()) return std::nullopt;
  const int any_version = 0;
  const std::unique_ptr<QRcode, decltype(&QRcode_free)> code(
      QRcode_encodeData(static_cast<int>(bytes.size()), reinterpret_cast<const unsigned char*>(bytes.constData()),
                        any_version, QR_ECLEVEL_L),
      &QRcode_free);
  if (!code) return std::nullopt;
  QrModules modules{code->width, {}};
  const int count = code->width * code->width;
  for (int i = 0; i < count; ++i) modules.dark.push_back((code->data[i] & dark_bit) != 0);
  return modules;
}

QrCode::QrCode(QWidget* parent) : QWidget(parent) {
  setAccessibleName(tr("QR code of the link"));
  setToolTip(tr("Another device reads the link from here with its camera."));
}

void QrCode::set_text(const QString& text) {
  if (text == text_) return;
  text_ = text;
  modules_ = make_qr_modules(text);
  update();
}

int QrCode::modules_across() const { return modules_ ? modules_->side + 2 * quiet_zone : 0; }

int QrCode::side_within(int room) const {
  const int across = modules_across();
  if (across == 0 || room < min_module * across) return 0;
  const double ratio = devicePixelRatioF();
  const double step = std::floor(room * ratio / across);
  return static_cast<int>(std::ceil(step * across / ratio));
}

void QrCode::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), Qt::white);
  const double ratio = devicePixelRatioF();
  const int pixels = static_cast<int>(width() * ratio);
  const int step = modules_ ? pixels / modules_across() : 0;
  if (step == 0) return;
  painter.scale(1 / ratio, 1 / ratio);
  const int start = (pixels - modules_->side * step) / 2;
  for (int y = 0; y < modules_->side; ++y) {
    for (int x = 0; x < modules_->side; ++x) {
      if (modules_->at(x, y)) painter.fillRect(start + x * step, start + y * step, step, step, Qt::black);
    }
  }
}

}  // namespace evenkeel
