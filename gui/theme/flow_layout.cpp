#include "gui/theme/flow_layout.h"

#include <QWidget>
#include <algorithm>

namespace evenkeel {

FlowLayout::~FlowLayout() {
  for (QLayoutItem* item : items_) delete item;
}

QLayoutItem* FlowLayout::itemAt(int index) const {
  return index >= 0 && index < count() ? items_[static_cast<std::size_t>(index)] : nullptr;
}

QLayoutItem* FlowLayout::takeAt(int index) {
  QLayoutItem* item = itemAt(index);
  if (item != nullptr) items_.erase(items_.begin() + index);
  return item;
}

QSize FlowLayout::minimumSize() const {
  QSize size;
  for (const QLayoutItem* item : items_) size = size.expandedTo(item->minimumSize());
  const QMargins margins = contentsMargins();
  return size + QSize(margins.left() + margins.right(), margins.top() + margins.bottom());
}

void FlowLayout::setGeometry(const QRect& area) {
  QLayout::setGeometry(area);
  place(area, true);
}

/// At least one item.
FlowLayout::Line FlowLayout::line_from(std::size_t first, int width) const {
  Line line{first, 0};
  int taken = 0;
  for (; line.end < items_.size(); ++line.end) {
    if (items_[line.end]->isEmpty()) continue;
    const QSize size = items_[line.end]->sizeHint();
    if (taken > 0 && taken + size.width() > width) break;
    taken += size.width() + std::max(0, spacing());
    line.height = std::max(line.height, size.height());
  }
  return line;
}

void FlowLayout::place_line(std::size_t first, const Line& line, QPoint at) const {
  for (std::size_t i = first; i < line.end; ++i) {
    if (items_[i]->isEmpty()) continue;
    const QSize size = items_[i]->sizeHint();
    items_[i]->setGeometry({at + QPoint(0, (line.height - size.height()) / 2), size});
    at.rx() += size.width() + std::max(0, spacing());
  }
}

int FlowLayout::place(const QRect& area, bool move) const {
  const QRect inner = area.marginsRemoved(contentsMargins());
  int top = inner.top();
  for (std::size_t first = 0; first < items_.size();) {
    const Line line = line_from(first, inner.width());
    if (move) place_line(first, line, {inner.left(), top});
    top += line.height;
    first = line.end;
  }
  return top - area.top() + contentsMargins().bottom();
}

}  // namespace evenkeel
