#include "gui/call/camera_card.h"

#include <QComboBox>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QSignalBlocker>
#include <QVBoxLayout>
#include <algorithm>

#include "gui/call/button.h"
#include "gui/call/picture_surface.h"
#include "gui/theme/chosen_tip.h"

namespace evenkeel {
namespace {

const char* const test_source = "test";
const char* const any_camera = "camera";
const char* const screen_source = "screen";

/// Whether a source is a camera: "camera" or "camera:NAME", as for --source.
bool is_camera(const QString& source) { return source == any_camera || source.startsWith("camera:"); }

/// Keeps 16:9. Not by heightForWidth(): a scroll area ignores it, and would squeeze the neighbours.
class PreviewBox : public QWidget {
 public:
  explicit PreviewBox(PictureSurface* preview) : preview_(preview) {
    preview_->setParent(this);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setFixedHeight(225);
  }
  QSize sizeHint() const override { return {400, 225}; }
  QSize minimumSizeHint() const override { return {200, 112}; }

 protected:
  void resizeEvent(QResizeEvent*) override {
    setFixedHeight(std::min(width() * 9 / 16, 320));
    preview_->setGeometry(rect());
  }

 private:
  PictureSurface* preview_;
};

}  // namespace

CameraCard::CameraCard(PictureSlot& own, QWidget* parent)
    : Card(Icon::camera, tr("Your picture and sound"), tr("What the other side sees and hears."), parent),
      preview_(new PictureSurface(own)),
      choice_(new QComboBox),
      refresh_(
          new Button(Icon::refresh, tr("Refresh"), tr("Searches for cameras, microphones and loudspeakers again."))) {
  preview_->setAccessibleName(tr("Preview of your picture"));
  contents().addWidget(new PreviewBox(preview_));
  choice_->setAccessibleName(tr("Camera"));
  choice_->setMinimumHeight(refresh_->sizeHint().height());
  choice_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  choice_->setMinimumContentsLength(16);
  auto* row = new QHBoxLayout;
  row->addWidget(choice_, 1);
  row->addWidget(refresh_);
  contents().addLayout(row);
  connect(choice_, &QComboBox::activated, this, &CameraCard::chosen);
  connect(refresh_, &Button::clicked, this, &CameraCard::devices_requested);
  fill();
  show_choice();
}

void CameraCard::fill() {
  const QSignalBlocker quiet(choice_);
  choice_->clear();
  if (!cameras_known_) choice_->addItem(tr("Looking for cameras…"), QVariant());
  for (const CameraChoice& camera : cameras_) {
    choice_->addItem(QString::fromStdString(camera.display), QString::fromStdString(camera.source));
  }
  choice_->addItem(tr("Screen or window…"), QString(screen_source));
  choice_->addItem(tr("Moving test picture"), QString(test_source));
  for (const QString& file : files_) choice_->addItem(tr("Video file %1").arg(QFileInfo(file).fileName()), file);
  choice_->addItem(tr("Video file…"), QString());
}

void CameraCard::set_cameras(const std::vector<CameraChoice>& cameras) {
  choice_->hidePopup();  // entries that move under the mouse are chosen by mistake
  cameras_ = cameras;
  cameras_known_ = true;
  fill();
  if (const auto found = find_wanted()) {
    // A node stored by an earlier version may belong to another camera tomorrow.
    if (wanted_ != found && wanted_ != any_camera) Q_EMIT source_renamed(*std::exchange(wanted_, found), *found);
    return choose(found);
  }
  if (source_ && is_camera(*source_) && choice_->findData(*source_) >= 0) return show_choice();
  choose(cameras_.empty() ? QString(test_source) : QString::fromStdString(cameras_.front().source));
}

/// Searches only the present cameras, so that an unplugged one is not chosen before it is back.
std::optional<QString> CameraCard::find_wanted() const {
  if (!wanted_ || !is_camera(*wanted_)) return wanted_;
  for (const CameraChoice& camera : cameras_) {
    const std::string wanted = wanted_->toStdString();
    const bool same = wanted == camera.source || std::ranges::count(camera.also, wanted) > 0;
    if (same || wanted == any_camera) return QString::fromStdString(camera.source);
  }
  return std::nullopt;
}

void CameraCard::set_source(const QString& source) {
  if (source.isEmpty()) return;
  wanted_ = source;
  const bool is_file = source != test_source && source != screen_source && !is_camera(source);
  if (is_file && !files_.contains(source)) {
    files_ += source;
    fill();
  }
  if (cameras_known_ || !is_camera(source)) return choose(find_wanted() ? find_wanted() : source_);
  choose(std::nullopt);
}

void CameraCard::chosen(int index) {
  const QVariant entry = choice_->itemData(index);
  if (entry.isNull() || entry.toString().isEmpty()) {
    show_choice();  // The entry that opens a dialog is not itself a choice.
    if (!entry.isNull()) Q_EMIT file_requested();
    return;
  }
  wanted_ = entry.toString();
  choose(wanted_);
  Q_EMIT source_chosen(*wanted_);
}

void CameraCard::choose(const std::optional<QString>& source) {
  const bool changed = source != source_;
  source_ = source;
  show_choice();
  if (!changed) return;
  preview_->forget_picture();
  if (isVisible()) begin_preview();
}

void CameraCard::show_choice() {
  choice_->setCurrentIndex(source_ ? choice_->findData(*source_) : 0);
  set_chosen_tip(*choice_, tr("The camera or other source to send."));
  preview_->set_mirrored(source_ && is_camera(*source_));
  preview_->set_placeholder(!source_                   ? tr("Looking for cameras…")
                            : source_ == screen_source ? tr("You choose what to show when the call begins.")
                                                       : tr("Starting the preview…"));
}

void CameraCard::begin_preview() {
  if (!source_) return;
  if (source_ == screen_source) return end_preview();
  previewing_ = true;
  Q_EMIT preview_requested(source_);
}

void CameraCard::end_preview() {
  if (!previewing_) return;
  previewing_ = false;
  Q_EMIT preview_requested(std::nullopt);
}

void CameraCard::showEvent(QShowEvent*) {
  if (!cameras_known_) Q_EMIT devices_requested();
  preview_->forget_picture();
  begin_preview();
}

void CameraCard::hideEvent(QHideEvent*) { end_preview(); }

}  // namespace evenkeel
