#include <QTimer>

#include "gui/call/sound_setup.h"
#include "gui/window/main_window.h"

// The settings of calls, and the switches of the start page and the link panel that act from the next call on.
namespace evenkeel {

void MainWindow::connect_settings() {
  connect(start_page_, &StartPage::settings_requested, this, &MainWindow::show_settings);
  connect(&call_view_->video(), &VideoView::said, this, &MainWindow::tell_surface);
  connect(link_panel_, &LinkPanel::emulation_changed, this,
          [this](const std::optional<LinkSettings>& link) { driver_.set_link(link); });
  restore_options();
  // Before the window is there, which would otherwise have to be made anew.
  choose_surface();
}

/// With each call anew: the settings may have changed.
void MainWindow::choose_surface() {
  call_view_->video().choose_surface(surface_choice(services_.options->text_of("surface").value_or("")));
}

/// Said once the window is there: a call that the command line starts takes earlier messages away.
void MainWindow::restore_options() {
  const QString left_out = QString::fromStdString(services_.options->restore(settings_.options()));
  start_page_->set_port(services_.options->port());
  if (!left_out.isEmpty()) QTimer::singleShot(0, this, [this, left_out] { show_notice(left_out); });
}

/// In the window, and among the events of the call. Later: the beginning of a call takes messages away.
void MainWindow::tell_surface(const QString& sentence) {
  QTimer::singleShot(0, this, [this, sentence] {
    show_notice(sentence);
    driver_.send(AddNote{sentence.toStdString()});
  });
}

Direction MainWindow::told_direction() const {
  if (services_.options->text_of("send-only") == "true") return Direction::send;
  return services_.options->text_of("receive-only") == "true" ? Direction::receive : Direction::both;
}

void MainWindow::show_settings() {
  auto* dialog = new SettingsDialog(*services_.options, services_.catalog, tuning_, this);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->set_in_call(driver_.has_call());
  const QString source = start_page_->source().value_or(QString());
  dialog->set_devices("source", start_page_->camera_card().choice(), !source.isEmpty(), source);
  for (const SoundEnd end : {SoundEnd::microphone, SoundEnd::loudspeaker}) {
    SoundSetup& sound = start_page_->sound_setup();
    const bool microphone = end == SoundEnd::microphone;
    dialog->set_devices(microphone ? "audio" : "speaker", microphone ? sound.microphone() : sound.loudspeaker(), true,
                        start_page_->wanted_sound(end).value_or(QString()));
  }
  dialog->offer_devices("ring", start_page_->sound_setup().loudspeaker());
  connect(dialog, &SettingsDialog::browse_requested, this, [this](OptionField* field) { browse_for(*field); });
  connect(dialog, &QDialog::accepted, this,
          [this, dialog, before = services_.options->chosen()] { apply_settings(*dialog, before); });
  dialog->open();
}

void MainWindow::browse_for(OptionField& field) {
  const QString title = field.focusProxy()->accessibleName();
  const bool folder = field.info().placeholder == "DIR";
  const QString path = folder ? dialogs_.folder(this, FileUse::run, title)
                              : dialogs_.file_to_open(this, FileUse::configuration, title, {});
  if (path.isEmpty()) return;
  field.set_text(path);
  Q_EMIT field.changed();
}

/// Options that a file or the command line gave are not kept: they hold for this start. What was kept and is not used
/// in this start, for that reason or since it does not fit now, stays.
void MainWindow::apply_settings(const SettingsDialog& dialog, const OptionTexts& before) {
  OptionTexts kept = settings_.options();
  const OptionTexts& chosen = services_.options->chosen();
  for (const auto& [name, text] : before)
    if (!chosen.contains(name)) kept.erase(name);
  for (const auto& [name, text] : chosen) kept[name] = text;
  settings_.set_options(kept);
  if (const auto preset = dialog.preset()) settings_.set_preset(*preset);
  start_page_->set_port(services_.options->port());
  bool new_devices = false;
  if (const auto source = dialog.new_device("source"); source && !source->isEmpty()) {
    new_devices = true;
    start_page_->set_source(*source);
    settings_.set_source("start/source", *source);
  }
  for (const SoundEnd end : {SoundEnd::microphone, SoundEnd::loudspeaker}) {
    const auto option = dialog.new_device(end == SoundEnd::microphone ? "audio" : "speaker");
    if (!option) continue;
    new_devices = true;
    start_page_->set_sound(end, *option);
    remember_sound(end, *option);
  }
  if (new_devices) driver_.use_devices(start_page_->chosen());
  if (driver_.has_call()) show_notice(tr("Taken: the settings act from the next call on."));
}

}  // namespace evenkeel
