#include "gui/call/recent_address.h"

#include <QRegularExpression>

namespace evenkeel {

/// Says what an address looks like rather than what a link does: what is neither must not be stored. Labels of hosts
/// are shorter than a link's DATA, which without its page has the letters of a host.
bool may_be_remembered(const QString& text) {
  static const QRegularExpression link_data("^e\\d+\\.");
  static const QRegularExpression host("^[A-Za-z0-9_-]{1,40}(\\.[A-Za-z0-9_-]{1,40})*\\.?(:\\d{1,5})?$");
  static const QRegularExpression ipv6("^([0-9A-Fa-f:.]+|\\[[0-9A-Fa-f:.]+(%[A-Za-z0-9_.-]{1,15})?\\](:\\d{1,5})?)$");
  if (link_data.match(text).hasMatch()) return false;
  return host.match(text).hasMatch() || ipv6.match(text).hasMatch();
}

}  // namespace evenkeel
