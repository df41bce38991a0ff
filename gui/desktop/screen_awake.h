#pragma once

#include <QDBusConnection>
#include <QDBusServiceWatcher>
#include <QObject>
#include <QTimer>
#include <functional>
#include <optional>

class QDBusPendingCallWatcher;

namespace evenkeel {

/// Keeps the screen from going dark and the machine from suspending, by the first of these services that agrees:
/// org.freedesktop.portal.Inhibit, org.freedesktop.ScreenSaver, org.freedesktop.login1 (of the system's bus). No
/// function waits: a service that does not answer within answer_ms is passed over, and what it grants later is given
/// back. If the service that agreed goes away or is started again, all are asked again. What is held ends with the
/// process too, however that ends.
class ScreenAwake : public QObject {
  Q_OBJECT
 public:
  explicit ScreenAwake(QObject* parent = nullptr);
  ~ScreenAwake() override;

  /// Does nothing if that is so already.
  void keep(bool awake);
  /// A service has agreed.
  bool holds() const { return static_cast<bool>(release_); }

  static constexpr int answer_ms = 2'000;

 private Q_SLOTS:
  void portal_responded(uint code, const QVariantMap& results);

 private:
  enum class Way { portal, screen_saver, login1 };
  void ask(std::optional<Way> way);
  void ask(Way way, const QDBusConnection& bus);
  void answered(Way way, int question, QDBusConnection bus, QDBusPendingCallWatcher& reply);
  void follow(const QDBusConnection& bus, const QString& service);
  void follow_request(QDBusConnection bus, const QString& request);
  void close_request();
  void lost_service();
  void give_back();

  static std::optional<Way> after(Way way);

  bool wanted_ = false;
  int question_ = 0;  ///< the number of the one that is open; an answer to another is given back
  Way asked_ = Way::portal;
  QString request_;  ///< of the portal, held or asked for; empty: none
  std::function<void()> release_;
  QTimer limit_;
  QTimer again_;
  QDBusServiceWatcher services_;
};

}  // namespace evenkeel
