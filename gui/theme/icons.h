#pragma once

#include <QColor>
#include <QIcon>
#include <QObject>
#include <QRectF>

class QPainter;

namespace evenkeel {

class Icons {
  Q_GADGET
 public:
  /// Each but the first is gui/icons/NAME.svg, drawn in "currentColor".
  enum class Icon {
    none,
    call,
    hang_up,
    listen,
    demo,
    camera,
    camera_off,
    microphone,
    microphone_off,
    speaker,
    full_screen,
    leave_full_screen,
    record,
    stop,
    plot,
    sliders,
    lock,
    lock_open,
    lock_server,
    refresh,
    copy,
    paste,
    share,
    menu,
    folder,
    close,
    warning,
    notice,
  };
  Q_ENUM(Icon)
};
using Icon = Icons::Icon;

/// Draws an icon of one colour into a square; sharp at any size.
void draw_icon(QPainter& painter, Icon icon, const QRectF& square, const QColor& color);

/// For widgets that need a QIcon. It has one colour, so make a new one when the theme changes.
QIcon make_icon(Icon icon, const QColor& color);

/// Of the program, for its windows.
QIcon program_icon();

}  // namespace evenkeel
