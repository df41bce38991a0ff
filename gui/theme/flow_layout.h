#pragma once

#include <QLayout>
#include <memory>
#include <vector>

namespace evenkeel {

/// Places widgets in rows like words, in as many lines as the width requires, each in the middle of its line's height.
class FlowLayout : public QLayout {
 public:
  explicit FlowLayout(QWidget* parent = nullptr) : QLayout(parent) {}
  ~FlowLayout() override;

  void addItem(QLayoutItem* item) override { items_.push_back(item); }
  int count() const override { return static_cast<int>(items_.size()); }
  QLayoutItem* itemAt(int index) const override;
  QLayoutItem* takeAt(int index) override;

  Qt::Orientations expandingDirections() const override { return {}; }
  bool hasHeightForWidth() const override { return true; }
  int heightForWidth(int width) const override { return place({0, 0, width, 0}, false); }
  QSize sizeHint() const override { return minimumSize(); }
  QSize minimumSize() const override;
  void setGeometry(const QRect& area) override;

 private:
  struct Line {
    std::size_t end = 0;  ///< after its last item
    int height = 0;
  };
  Line line_from(std::size_t first, int width) const;
  void place_line(std::size_t first, const Line& line, QPoint at) const;
  int place(const QRect& area, bool move) const;

  std::vector<QLayoutItem*> items_;
};

}  // namespace evenkeel
