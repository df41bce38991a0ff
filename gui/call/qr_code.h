#pragma once

#include <QWidget>
#include <optional>
#include <vector>

namespace evenkeel {

/// The modules of a QR code (ISO/IEC 18004) without its quiet zone, row by row.
struct QrModules {
  int side = 0;
  std::vector<bool> dark;

  bool at(int x, int y) const { return dark[static_cast<std::size_t>(y * side + x)]; }
};

/// The smallest code for a text, of the lowest error correction: a screen has no stains, and larger modules are easier
/// to read. Nullopt for an empty text, and for one that no code can hold (2953 bytes).
std::optional<QrModules> make_qr_modules(const QString& text);

/// Shows a QR code, dark on white in every theme, with its quiet zone. Modules have a whole number of the display's
/// pixels, so that their edges are sharp.
class QrCode : public QWidget {
  Q_OBJECT
 public:
  explicit QrCode(QWidget* parent = nullptr);

  void set_text(const QString& text);
  /// The largest side of a sharp code within `room`, in device-independent pixels; 0 if its modules would be too small
  /// to read, or if there is no code.
  int side_within(int room) const;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  int modules_across() const;

  QString text_;
  std::optional<QrModules> modules_;
};

}  // namespace evenkeel
