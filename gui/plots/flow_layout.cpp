#include "gui/plots/flow_layout.h"

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

int FlowLayout::place(const QRect& area, bool move) const {
  const QRect inner = area.marginsRemoved(contentsMargins());
  const int gap = std::max(0, spacing());
  QPoint at = inner.topLeft();
  int line_height = 0;
  for (QLayoutItem* item : items_) {
    if (item->isEmpty()) continue;
    const QSize size = item->sizeHint();
    if (at.x() > inner.left() && at.x() + size.width() > inner.left() + inner.width()) {
      at = {inner.left(), at.y() + line_height};
      line_height = 0;
    }
    if (move) item->setGeometry({at, size});
    at.rx() += size.width() + gap;
    line_height = std::max(line_height, size.height());
  }
  return at.y() + line_height - area.top() + contentsMargins().bottom();
}

}  // namespace evenkeel
