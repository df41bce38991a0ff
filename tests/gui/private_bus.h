#pragma once

#include <unistd.h>
#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusUnixFileDescriptor>
#include <QDBusVirtualObject>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <catch2/catch.hpp>
#include <functional>

namespace evenkeel::test {

/// A D-Bus for this process alone, which is the session's and the system's, without any service.
class PrivateBus {
 public:
  /// Nullptr where this machine has no dbus-daemon.
  static PrivateBus* start() {
    static PrivateBus bus;
    return bus.address_.isEmpty() ? nullptr : &bus;
  }
  const QString& address() const { return address_; }

 private:
  PrivateBus() {
    const QString path = folder_.filePath("bus.conf");
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly)) return;
    file.write(R"(<busconfig><type>session</type><listen>unix:tmpdir=/tmp</listen><auth>EXTERNAL</auth>
<policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/><allow user="*"/></policy>
</busconfig>)");
    file.close();
    daemon_.start("dbus-daemon", {"--config-file=" + path, "--nofork", "--print-address"});
    if (!daemon_.waitForStarted() || !daemon_.waitForReadyRead()) return;
    address_ = QString::fromUtf8(daemon_.readLine()).trimmed();
    qputenv("DBUS_SESSION_BUS_ADDRESS", address_.toUtf8());
    qputenv("DBUS_SYSTEM_BUS_ADDRESS", address_.toUtf8());
  }
  ~PrivateBus() {
    daemon_.terminate();
    daemon_.waitForFinished();
  }
  QTemporaryDir folder_;
  QProcess daemon_;
  QString address_;
};

/// A program on that bus, with a connection of its own, which has a name and answers all calls by a function. It keeps
/// what it was asked: "Inhibit", "UnInhibit 7".
class FakeService : public QDBusVirtualObject {
 public:
  using Answer = std::function<QVariantList(const QDBusMessage&)>;

  /// Without `answer` it never answers.
  FakeService(const QString& name, Answer answer)
      : name_(name),
        answer_(std::move(answer)),
        bus_(QDBusConnection::connectToBus(PrivateBus::start()->address(), name)) {
    REQUIRE(bus_.isConnected());
    REQUIRE(bus_.registerVirtualObject("/", this, QDBusConnection::SubPath));
    REQUIRE(bus_.registerService(name));
  }
  ~FakeService() override { QDBusConnection::disconnectFromBus(name_); }

  QStringList asked;

  QDBusConnection& bus() { return bus_; }
  QDBusMessage last;
  QString introspect(const QString&) const override { return {}; }
  bool handleMessage(const QDBusMessage& call, const QDBusConnection& bus) override {
    if (call.interface() == "org.freedesktop.DBus.Properties" || call.member() == "Read") return false;
    asked << call.member();
    last = call;
    if (answer_) bus.send(call.createReply(answer_(call)));
    return true;
  }

 private:
  QString name_;
  Answer answer_;
  QDBusConnection bus_;
};

}  // namespace evenkeel::test
