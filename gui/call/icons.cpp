#include "gui/call/icons.h"

#include <QPainter>
#include <QPainterPath>
#include <QPixmap>
#include <array>

namespace evenkeel {
namespace {

/// On a grid of 24 by 24.
struct Drawing {
  QPainterPath filled;
  QPainterPath lines;  ///< 2 wide, with round ends
};

void line(Drawing& to, std::initializer_list<QPointF> points) {
  to.lines.moveTo(*points.begin());
  for (const QPointF* p = points.begin() + 1; p != points.end(); ++p) to.lines.lineTo(*p);
}

QPainterPath handset() {
  QPainterPath path;
  path.moveTo(2, 13.6);
  path.cubicTo(2, 9.8, 7, 8.2, 12, 8.2);
  path.cubicTo(17, 8.2, 22, 9.8, 22, 13.6);
  path.lineTo(22, 16.4);
  path.lineTo(16.4, 15.4);
  path.lineTo(16.4, 12.6);
  path.cubicTo(14, 11.8, 10, 11.8, 7.6, 12.6);
  path.lineTo(7.6, 15.4);
  path.lineTo(2, 16.4);
  path.closeSubpath();
  return path;
}

void camera(Drawing& to) {
  to.filled.addRoundedRect(QRectF(2, 6, 13, 12), 2.5, 2.5);
  to.filled.addPolygon(QPolygonF({{16.5, 10.5}, {22, 7}, {22, 17}, {16.5, 13.5}, {16.5, 10.5}}));
}

void camera_off(Drawing& to) {
  camera(to);
  QPainterPath slash;
  slash.addPolygon(QPolygonF({{1.5, 4.5}, {4.5, 1.5}, {22.5, 19.5}, {19.5, 22.5}, {1.5, 4.5}}));
  to.filled = to.filled.subtracted(slash);
  line(to, {{4, 4}, {20, 20}});
}

void call(Drawing& to) {
  QTransform up;
  up.translate(12, 12).rotate(-135).translate(-12, -12);
  to.filled = up.map(handset());
}

void listen(Drawing& to) {
  to.filled.addEllipse(QPointF(12, 12), 2.4, 2.4);
  for (const double r : {5.5, 9.5}) {
    const QRectF circle(12 - r, 12 - r, 2 * r, 2 * r);
    to.lines.arcMoveTo(circle, -45);
    to.lines.arcTo(circle, -45, 90);
    to.lines.arcMoveTo(circle, 135);
    to.lines.arcTo(circle, 135, 90);
  }
}

void demo(Drawing& to) {
  to.lines.addRoundedRect(QRectF(2, 4, 8, 7), 1.5, 1.5);
  to.lines.addRoundedRect(QRectF(14, 13, 8, 7), 1.5, 1.5);
  line(to, {{13.5, 7.5}, {18, 7.5}, {18, 10}});
  line(to, {{10.5, 16.5}, {6, 16.5}, {6, 14}});
}

void corners(Drawing& to, double edge, double inner) {
  for (const double x : {-1.0, 1.0}) {
    for (const double y : {-1.0, 1.0}) {
      line(to, {{12 + x * edge, 12 + y * inner}, {12 + x * edge, 12 + y * edge}, {12 + x * inner, 12 + y * edge}});
    }
  }
}

void record(Drawing& to) {
  to.filled.addEllipse(QPointF(12, 12), 5, 5);
  to.lines.addEllipse(QPointF(12, 12), 9, 9);
}

void stop(Drawing& to) {
  to.filled.addRoundedRect(QRectF(8, 8, 8, 8), 1.5, 1.5);
  to.lines.addEllipse(QPointF(12, 12), 9, 9);
}

void plot(Drawing& to) {
  line(to, {{3, 3}, {3, 21}, {21, 21}});
  line(to, {{7, 16}, {11, 10}, {14.5, 13.5}, {20, 5.5}});
}

void sliders(Drawing& to) {
  const std::array<QPointF, 3> knobs{{{8, 6}, {16, 12}, {10, 18}}};
  for (const QPointF& knob : knobs) {
    line(to, {{3, knob.y()}, {knob.x() - 3.5, knob.y()}});
    line(to, {{knob.x() + 3.5, knob.y()}, {21, knob.y()}});
    to.filled.addEllipse(knob, 2.8, 2.8);
  }
}

void lock_open(Drawing& to) {
  to.filled.addRoundedRect(QRectF(4, 11, 16, 10), 2, 2);
  to.lines.moveTo(8, 11);
  to.lines.lineTo(8, 7);
  to.lines.arcTo(QRectF(8, 2.5, 9, 9), 180, -165);
}

void refresh(Drawing& to) {
  const QRectF circle(4, 4, 16, 16);
  to.lines.arcMoveTo(circle, 30);
  to.lines.arcTo(circle, 30, 290);
  to.filled.addPolygon(QPolygonF({{21.5, 3.5}, {21.5, 11}, {14, 11}, {21.5, 3.5}}));
}

void copy(Drawing& to) {
  to.lines.addRoundedRect(QRectF(9, 9, 11, 12), 1.5, 1.5);
  line(to, {{5, 16}, {4, 16}, {4, 3}, {15, 3}, {15, 5}});
}

void folder(Drawing& to) { line(to, {{3, 19}, {3, 5}, {9, 5}, {11, 8}, {21, 8}, {21, 19}, {3, 19}}); }

void warning(Drawing& to) {
  line(to, {{12, 3.5}, {22, 20.5}, {2, 20.5}, {12, 3.5}});
  line(to, {{12, 10}, {12, 14}});
  to.filled.addEllipse(QPointF(12, 17.3), 1.3, 1.3);
}

void notice(Drawing& to) {
  to.lines.addEllipse(QPointF(12, 12), 9.5, 9.5);
  line(to, {{12, 11}, {12, 17}});
  to.filled.addEllipse(QPointF(12, 7.4), 1.4, 1.4);
}

Drawing drawing_of(Icon icon) {
  Drawing drawing;
  switch (icon) {
    case Icon::none:
      break;
    case Icon::call:
      call(drawing);
      break;
    case Icon::hang_up:
      drawing.filled = handset();
      break;
    case Icon::listen:
      listen(drawing);
      break;
    case Icon::demo:
      demo(drawing);
      break;
    case Icon::camera:
      camera(drawing);
      break;
    case Icon::camera_off:
      camera_off(drawing);
      break;
    case Icon::full_screen:
      corners(drawing, 8.5, 3.5);
      break;
    case Icon::leave_full_screen:
      corners(drawing, 3.5, 8.5);
      break;
    case Icon::record:
      record(drawing);
      break;
    case Icon::stop:
      stop(drawing);
      break;
    case Icon::plot:
      plot(drawing);
      break;
    case Icon::sliders:
      sliders(drawing);
      break;
    case Icon::lock_open:
      lock_open(drawing);
      break;
    case Icon::refresh:
      refresh(drawing);
      break;
    case Icon::copy:
      copy(drawing);
      break;
    case Icon::folder:
      folder(drawing);
      break;
    case Icon::close:
      line(drawing, {{5, 5}, {19, 19}}), line(drawing, {{19, 5}, {5, 19}});
      break;
    case Icon::warning:
      warning(drawing);
      break;
    case Icon::notice:
      notice(drawing);
      break;
  }
  return drawing;
}

}  // namespace

void draw_icon(QPainter& painter, Icon icon, const QRectF& square, const QColor& color) {
  const Drawing drawing = drawing_of(icon);
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  painter.translate(square.topLeft());
  painter.scale(square.width() / 24, square.height() / 24);
  painter.fillPath(drawing.filled, color);
  painter.strokePath(drawing.lines, QPen(color, 2, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
  painter.restore();
}

QIcon make_icon(Icon icon, const QColor& color) {
  QIcon made;
  for (const int size : {16, 20, 24, 32, 48, 64}) {
    QPixmap pixmap(size, size);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    draw_icon(painter, icon, QRectF(0, 0, size, size), color);
    made.addPixmap(pixmap);
  }
  return made;
}

}  // namespace evenkeel
