#include "gui/call/start_page.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QScrollArea>

#include "gui/call/button.h"
#include "gui/call/message_bar.h"
#include "gui/call/sound_setup.h"

namespace evenkeel {
namespace {

constexpr int widest = 1080;
constexpr int narrow = 760;  ///< one column below

}  // namespace

StartPage::StartPage(PictureSlot& own, QWidget* parent)
    : QWidget(parent),
      messages_(new MessageBar),
      call_(new CallCard),
      wait_(new WaitCard),
      camera_(new CameraCard(own)),
      sound_(new SoundSetup) {
  auto* content = new QWidget;
  content->setMaximumWidth(widest);
  auto* rows = new QVBoxLayout(content);
  rows->setContentsMargins(24, 16, 24, 16);
  rows->setSpacing(14);
  rows->addStretch(1);
  rows->addWidget(build_title());
  rows->addWidget(build_ways());
  rows->addStretch(2);
  auto* scroll = new QScrollArea;
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setWidgetResizable(true);
  scroll->setFocusPolicy(Qt::NoFocus);
  auto* middle = new QWidget;
  auto* middle_row = new QHBoxLayout(middle);
  middle_row->setContentsMargins(0, 0, 0, 0);
  middle_row->addWidget(content);
  scroll->setWidget(middle);
  auto* page = new QVBoxLayout(this);
  page->setContentsMargins(0, 0, 0, 0);
  page->setSpacing(0);
  page->addWidget(messages_);
  page->addWidget(scroll, 1);
  set_tab_order();
}

/// Its children are hidden meanwhile, and would emit preview_requested() to receivers that may be destroyed already.
StartPage::~StartPage() {
  camera_->blockSignals(true);
  sound_->blockSignals(true);
}

QWidget* StartPage::build_title() {
  auto* title = new QWidget;
  auto* row = new QHBoxLayout(title);
  row->setContentsMargins(0, 0, 0, 0);
  auto* words = new QVBoxLayout;
  words->setSpacing(2);
  auto* name = new QLabel(tr("Evenkeel"));
  QFont large = font();
  large.setPointSizeF(large.pointSizeF() * 2);
  large.setWeight(QFont::DemiBold);
  name->setFont(large);
  words->addWidget(name);
  auto* line = new QLabel(tr("Video calls whose rate control you can watch and tune while they run."));
  line->setWordWrap(true);  // a narrow window keeps room for the buttons
  words->addWidget(line);
  row->addLayout(words, 1);
  open_runs_ = new Button(Icon::folder, tr("Open recorded runs…"), tr("Plots runs that were recorded."));
  connect(open_runs_, &Button::clicked, this, &StartPage::open_runs_requested);
  settings_ =
      new Button(Icon::sliders, tr("Settings…"), tr("Pictures, sound, network, recording, controller (Ctrl+,)."));
  connect(settings_, &Button::clicked, this, &StartPage::settings_requested);
  row->addWidget(settings_, 0, Qt::AlignBottom);
  row->addWidget(open_runs_, 0, Qt::AlignBottom);
  return title;
}

QWidget* StartPage::build_ways() {
  auto* ways = new QWidget;
  columns_ = new QBoxLayout(QBoxLayout::LeftToRight, ways);
  columns_->setContentsMargins(0, 0, 0, 0);
  columns_->setSpacing(14);
  auto* left = new QVBoxLayout;
  left->setSpacing(14);
  left->addWidget(call_);
  left->addWidget(wait_);
  left->addWidget(build_demo());
  left->addStretch();
  auto* right = new QVBoxLayout;
  camera_->contents().addWidget(sound_);
  camera_->contents().addWidget(build_direction());
  right->addWidget(camera_);
  right->addStretch();
  columns_->addLayout(left, 1);
  columns_->addLayout(right, 1);
  connect(call_, &CallCard::call_requested, this,
          [this](const QString& address) { start(CallKind::call, address.toStdString()); });
  connect(wait_, &WaitCard::wait_requested, this, [this] { start(CallKind::listen, wait_->listen_address()); });
  connect(camera_, &CameraCard::preview_requested, this, &StartPage::preview_requested);
  connect(camera_, &CameraCard::devices_requested, this, &StartPage::devices_requested);
  connect(camera_, &CameraCard::file_requested, this, &StartPage::file_requested);
  connect(camera_, &CameraCard::source_chosen, this, &StartPage::source_chosen);
  connect(camera_, &CameraCard::source_renamed, this, &StartPage::source_renamed);
  connect_sound();
  return ways;
}

void StartPage::connect_sound() {
  connect(sound_, &SoundSetup::preview_requested, this, &StartPage::sound_preview_requested);
  connect(sound_, &SoundSetup::test_requested, this, &StartPage::loudspeaker_test_requested);
  for (const SoundEnd end : {SoundEnd::microphone, SoundEnd::loudspeaker}) {
    connect(&box(end), &SoundChoiceBox::option_chosen, this,
            [this, end](const QString& option) { Q_EMIT sound_chosen(end, option); });
  }
}

SoundChoiceBox& StartPage::box(SoundEnd end) {
  return end == SoundEnd::microphone ? sound_->microphone() : sound_->loudspeaker();
}

QWidget* StartPage::build_direction() {
  direction_ = new QComboBox;
  direction_->addItem(tr("Send and receive"), QVariant::fromValue(Direction::both));
  direction_->addItem(tr("Only receive"), QVariant::fromValue(Direction::receive));
  direction_->addItem(tr("Only send"), QVariant::fromValue(Direction::send));
  direction_->setAccessibleName(tr("Which way"));
  direction_->setToolTip(
      tr("Whether picture and sound go both ways, in calls and where you wait for one. A demo goes "
         "both ways."));
  direction_->setMinimumHeight(sound_->test().sizeHint().height());
  return direction_;
}

void StartPage::set_direction(Direction direction) {
  direction_->setCurrentIndex(direction_->findData(QVariant::fromValue(direction)));
}

Card* StartPage::build_demo() {
  auto* card =
      new Card(Icon::demo, tr("Demo"), tr("Both ends on this machine, over an emulated link that you control."));
  demo_ = new Button(Icon::demo, tr("Start the demo"), tr("Starts a call between two ends on this machine."),
                     Button::Role::primary);
  connect(demo_, &Button::clicked, this, [this] { start(CallKind::demo, {}); });
  card->contents().addWidget(demo_, 0, Qt::AlignLeft);
  return card;
}

void StartPage::set_insecure_rtp(bool insecure) {
  call_->set_insecure_rtp(insecure);
  wait_->set_insecure_rtp(insecure);
}

void StartPage::set_tab_order() {
  setFocusProxy(&call_->address());
  // In the order of their creation the recorded runs would come between the address and the rest.
  setTabOrder(&call_->address(), call_);
  setTabOrder(call_, wait_);
  setTabOrder(wait_, demo_);
  setTabOrder(demo_, camera_);
  setTabOrder(camera_, sound_);
  setTabOrder(sound_, direction_);
  setTabOrder(direction_, settings_);
  setTabOrder(settings_, open_runs_);
}

StartCall StartPage::chosen() {
  StartCall start;
  start.direction = direction_->currentData().value<Direction>();
  if (const auto source = camera_->source()) start.source = source->toStdString();
  if (const auto audio = box(SoundEnd::microphone).option()) start.audio = audio->toStdString();
  if (const auto speaker = box(SoundEnd::loudspeaker).option()) start.speaker = speaker->toStdString();
  return start;
}

void StartPage::start(CallKind kind, const std::string& address) {
  messages_->dismiss();
  camera_->end_preview();
  sound_->end_preview();
  StartCall start = chosen();
  start.kind = kind;
  start.address = address;
  Q_EMIT start_requested(start);
}

void StartPage::set_error(const QString& sentence) { messages_->show_message(MessageBar::Kind::error, sentence); }
void StartPage::set_notice(const QString& sentence) { messages_->show_message(MessageBar::Kind::notice, sentence); }

void StartPage::resizeEvent(QResizeEvent*) {
  columns_->setDirection(width() < narrow ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
}

}  // namespace evenkeel
