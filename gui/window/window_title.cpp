#include "gui/window/window_title.h"

#include <QCoreApplication>

namespace evenkeel {
namespace {

using Phase = CallStatus::Phase;

struct WindowTitleWords {
  Q_DECLARE_TR_FUNCTIONS(evenkeel::WindowTitle)
};

QString title_in_call(const CallStatus& status) {
  if (!status.server.empty()) return WindowTitleWords::tr("Call by %1").arg(QString::fromStdString(status.server));
  const QString peer = host_of(QString::fromStdString(status.peer));
  return peer.isEmpty() ? WindowTitleWords::tr("Call") : WindowTitleWords::tr("Call with %1").arg(peer);
}

QString title_ringing(const CallStatus& status) {
  if (status.kind != CallKind::listen) return WindowTitleWords::tr("Ringing");
  const QString peer = host_of(QString::fromStdString(status.peer));
  return peer.isEmpty() ? WindowTitleWords::tr("Incoming call") : WindowTitleWords::tr("%1 calls").arg(peer);
}

}  // namespace

QString host_of(const QString& peer) {
  if (peer.startsWith('[')) return peer.mid(1).section(']', 0, 0);
  return peer.count(':') == 1 ? peer.section(':', 0, 0) : peer;
}

QString call_title(const CallStatus& status) {
  if (status.phase == Phase::idle || status.phase == Phase::ended) return {};
  if (status.kind == CallKind::demo) return WindowTitleWords::tr("Demo");
  switch (status.phase) {
    case Phase::ringing:
      return title_ringing(status);
    case Phase::in_call:
    case Phase::silent:
      return title_in_call(status);
    default:
      return status.kind == CallKind::listen ? WindowTitleWords::tr("Waiting for a call")
                                             : WindowTitleWords::tr("Calling");
  }
}

QString runs_title(const std::vector<const RunData*>& runs) {
  if (runs.size() == 1) return QString::fromStdString(runs.front()->name);
  return WindowTitleWords::tr("%1 recorded runs").arg(runs.size());
}

QString window_title(const QString& what) {
  return what.isEmpty() ? QStringLiteral("Evenkeel") : WindowTitleWords::tr("%1 - Evenkeel").arg(what);
}

}  // namespace evenkeel
