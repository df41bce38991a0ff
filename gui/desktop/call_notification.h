#pragma once

#include <QObject>
#include <QString>
#include <optional>

class QDBusPendingCallWatcher;

namespace evenkeel {

/// The desktop's notification of an incoming call (org.freedesktop.Notifications), for a window that is hidden,
/// minimized or behind others. Its button opens the window; it does not accept the call, since the number that the two
/// people compare is shown in the window. No function waits for the service.
class CallNotification : public QObject {
  Q_OBJECT
 public:
  explicit CallNotification(QObject* parent = nullptr) : QObject(parent) {}
  ~CallNotification() override;

  /// `peer`: its address, empty where that is not known.
  void show(const QString& peer);
  void close();
  bool is_shown() const { return shown_; }

 Q_SIGNALS:
  /// Somebody clicked it. The token of the desktop that lets the window come to the front is in the environment then
  /// (XDG_ACTIVATION_TOKEN), where Qt looks for it.
  void open_requested();

 private Q_SLOTS:
  void action_invoked(uint id, const QString& action);
  void notification_closed(uint id, uint reason);
  void activation_token(uint id, const QString& token);

 private:
  void listen();
  void answered(QDBusPendingCallWatcher& reply, int number);
  static void close(uint id);

  bool listens_ = false;
  bool shown_ = false;
  int number_ = 0;          ///< of the one that is shown
  std::optional<uint> id_;  ///< of the service, once it has answered
};

}  // namespace evenkeel
