#include "gui/call/sound_controls.h"
#include "gui/call/sound_setup.h"
#include "gui/window/main_window.h"

// The choice of the microphone and the loudspeaker, before a call and during it, mute and volume.
namespace evenkeel {
namespace {

QString setting_of(SoundEnd end) { return end == SoundEnd::microphone ? "start/microphone" : "start/loudspeaker"; }

std::optional<std::string> text_of(const std::optional<QString>& option) {
  return option ? std::optional(option->toStdString()) : std::nullopt;
}

}  // namespace

void MainWindow::connect_sound() {
  SoundControls& controls = call_view_->controls().sound();
  for (const SoundEnd end : {SoundEnd::microphone, SoundEnd::loudspeaker}) {
    if (const QString option = settings_.source(setting_of(end)); !option.isEmpty())
      start_page_->set_sound(end, option);
    const auto came = end == SoundEnd::microphone ? &CallDriver::microphones_came : &CallDriver::loudspeakers_came;
    connect(&driver_, came, this, [this, end](const std::vector<SoundChoice>& present) {
      start_page_->set_sound_choices(end, present);
      call_view_->controls().sound().set_present(end, present);
    });
  }
  connect(start_page_, &StartPage::sound_chosen, this, &MainWindow::remember_sound);
  connect(start_page_, &StartPage::sound_preview_requested, this,
          [this](const std::optional<QString>& audio) { driver_.send(PreviewSound{text_of(audio)}); });
  connect(start_page_, &StartPage::loudspeaker_test_requested, this,
          [this](const QString& speaker) { test_loudspeaker(speaker.toStdString()); });
  connect(&controls, &SoundControls::mute_requested, this, [this](bool muted) { driver_.send(MuteSound{muted}); });
  connect(&controls, &SoundControls::volume_chosen, this,
          [this](int percent) { driver_.set_volume(volume_factor(percent)); });
  connect(&controls, &SoundControls::option_chosen, this, &MainWindow::choose_sound_in_call);
  connect(&controls, &SoundControls::devices_requested, this, [this] { driver_.send(ListDevices{}); });
  connect(&controls, &SoundControls::test_requested, this,
          [this] { test_loudspeaker(driver_.status().sound.loudspeaker.option); });
}

/// As loud as calls are heard.
void MainWindow::test_loudspeaker(const std::string& speaker) {
  if (driver_.volume() <= 0)
    return show_notice(tr(
        "The volume is at its lowest, so the test cannot be heard. Raise it by the slider beside Sound, in a call."));
  driver_.send(TestLoudspeaker{speaker, driver_.volume()});
}

void MainWindow::choose_sound_in_call(SoundEnd end, const QString& option) {
  const std::string text = option.toStdString();
  end == SoundEnd::microphone ? driver_.choose_microphone(text) : driver_.choose_loudspeaker(text);
  start_page_->set_sound(end, option);
  remember_sound(end, option);
}

void MainWindow::remember_sound(SoundEnd end, const QString& option) { settings_.set_source(setting_of(end), option); }

/// What the command line or a configuration says of sound.
void MainWindow::show_sound(const std::optional<std::string>& audio, const std::optional<std::string>& speaker) {
  if (audio) start_page_->set_sound(SoundEnd::microphone, QString::fromStdString(*audio));
  if (speaker) start_page_->set_sound(SoundEnd::loudspeaker, QString::fromStdString(*speaker));
}

}  // namespace evenkeel
