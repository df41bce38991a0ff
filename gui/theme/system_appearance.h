#pragma once

#include <QObject>
#include <QVariant>
#include <optional>

class QDBusPendingCallWatcher;
class QDBusVariant;

namespace evenkeel {

enum class Appearance { system, light, dark };

/// Sets the application's style and palette. Light or dark follow the system's choice: what the XDG desktop portal says
/// ("org.freedesktop.appearance", "color-scheme"), now and whenever it changes; without a portal, the lightness of the
/// platform's palette. Create it after the QApplication, before any widgets.
class SystemAppearance : public QObject {
  Q_OBJECT
 public:
  explicit SystemAppearance(QObject* parent = nullptr);

  void apply(Appearance appearance);
  Appearance appearance() const { return appearance_; }
  bool is_dark() const;

  /// Decodes the portal's value: 1 is dark, 2 is light, anything else is no preference. It is wrapped in up to two
  /// variants.
  static std::optional<bool> dark_of(const QVariant& value);

 Q_SIGNALS:
  /// After the palette was set.
  void changed(bool dark);

 private Q_SLOTS:
  void setting_changed(const QString& group, const QString& key, const QDBusVariant& value);

 private:
  void ask_portal();
  void answered(QDBusPendingCallWatcher* watcher);
  void follow(std::optional<bool> portal_dark);
  void set_palette();

  Appearance appearance_ = Appearance::system;
  bool platform_dark_ = false;
  std::optional<bool> portal_dark_;
};

}  // namespace evenkeel
