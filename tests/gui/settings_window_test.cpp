#include <QCheckBox>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <catch2/catch.hpp>

#include "gui/settings/settings_dialog.h"
#include "tests/gui/window_fixture.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

SettingsDialog& dialog_of(WindowFixture& f) {
  auto* dialog = f.window->findChild<SettingsDialog*>();
  if (dialog == nullptr) throw std::runtime_error("no settings");
  return *dialog;
}

void choose(SettingsDialog& dialog, const QString& option, const QString& text) {
  OptionField* const field = dialog.field(option);
  field->set_text(text);
  Q_EMIT field->changed();
}

/// Until it is gone.
void accept(WindowFixture& f) {
  dialog_of(f).accept();
  (void)QTest::qWaitFor([&] { return f.window->findChild<SettingsDialog*>() == nullptr; });
}

}  // namespace

TEST_CASE("window: the settings open by a button and by a key, and are kept for the next start") {
  WindowFixture f;
  f.window->start_page().settings_button().click();
  choose(dialog_of(f), "bind", "0.0.0.0:6000");
  choose(dialog_of(f), "max-bitrate", "2Mbps");
  accept(f);
  CHECK(f.options->now.limits.maximum == megabits_per_second(2));
  CHECK(f.window->start_page().wait_card().port() == 6000);
  CHECK(f.window->start_page().wait_card().listen_address().empty());
  f.close();
  f.options->choose({});
  f.open();
  CHECK(f.options->kept == OptionTexts{{"bind", "0.0.0.0:6000"}, {"max-bitrate", "2Mbps"}});
  CHECK(f.options->now.limits.maximum == megabits_per_second(2));
  CHECK(f.window->start_page().wait_card().port() == 6000);
  f.press(Qt::Key_Comma, Qt::ControlModifier);
  CHECK(dialog_of(f).field("max-bitrate")->text() == "2Mbps");
}

TEST_CASE("window: what is cancelled is as it was") {
  WindowFixture f;
  f.window->start_page().settings_button().click();
  choose(dialog_of(f), "fps", "25");
  dialog_of(f).reject();
  CHECK(f.options->now.video.fps == 30);
  f.close();
  f.open();
  CHECK(f.options->kept.empty());
}

TEST_CASE("window: kept settings that do not fit any longer are named") {
  WindowFixture f;
  f.close();
  QSettings().setValue("options/fps", "500");
  QSettings().setValue("options/gone", "1");
  f.open();
  f.poll();
  CHECK(f.message() == "Settings that do not fit any longer are left out: 'fps', 'gone'.");
}

TEST_CASE("window: settings taken in a call say when they act; devices are those of the start page") {
  WindowFixture f;
  f.calls.next.cameras = std::vector<CameraChoice>{{"camera:desk", "Desk"}, {"camera:door", "Door"}};
  f.calls.next.microphones = std::vector<SoundChoice>{{"mic:headset", "Headset"}};
  f.poll();
  f.begin_call();
  f.press(Qt::Key_Comma, Qt::ControlModifier);
  choose(dialog_of(f), "source", "camera:door");
  choose(dialog_of(f), "audio", "mic:headset");
  accept(f);
  CHECK(f.message().contains("from the next call on"));
  CHECK(f.window->start_page().source() == "camera:door");
  CHECK(f.window->start_page().wanted_sound(SoundEnd::microphone) == "mic:headset");
  f.set_status(status_of(CallStatus::Phase::ended, "You hung up."));
  f.control<Button>("Run the demo again").click();
  REQUIRE(f.calls.sent<StartCall>().size() == 2);
  CHECK(f.calls.sent<StartCall>()[1].source == "camera:door");
  CHECK(f.calls.sent<StartCall>()[1].audio == "mic:headset");
  f.set_status(status_of(CallStatus::Phase::ended, "You hung up."));
  f.close();
  f.open();
  CHECK(f.window->start_page().source() == "camera:door");
  CHECK(f.window->start_page().wanted_sound(SoundEnd::microphone) == "mic:headset");
}

TEST_CASE("window: recordings go into the folder that the settings name") {
  WindowFixture f;
  f.window->dialogs().folder = [](auto&&...) { return QString("/media/calls"); };
  f.window->start_page().settings_button().click();
  Q_EMIT dialog_of(f).field("recordings")->browse_requested();
  accept(f);
  f.begin_call();
  f.window->call_view().setFocus();
  f.press(Qt::Key_R);
  REQUIRE(f.calls.sent<StartRecording>().size() == 1);
  CHECK(f.calls.sent<StartRecording>()[0].folder.starts_with("/media/calls/20"));
}

TEST_CASE("window: what a loaded file has that is not known is named") {
  WindowFixture f;
  f.configurations["/a.toml"] = {.tuning = TuningState{"ldcc", "rmc", {}},
                                 .notice = "Not known here, and left out: 'foo', 'bar.x'."};
  f.window->dialogs().file_to_open = [](auto&&...) { return QString("/a.toml"); };
  f.press(Qt::Key_L, Qt::ControlModifier);
  CHECK(f.message() == "Loaded: /a.toml. Not known here, and left out: 'foo', 'bar.x'.");
}

TEST_CASE("window: a link that the panel's switch wants is emulated in the next call, and in one more") {
  WindowFixture f;
  f.window->start_page().wait_card().wait_button().click();
  CallStatus status = status_of(CallStatus::Phase::in_call);
  status.has_link = false;
  f.set_status(status);
  CHECK_FALSE(f.calls.sent<StartCall>().back().link.has_value());
  f.window->link_panel().emulation().click();
  f.window->driver().start_again();
  REQUIRE(f.calls.sent<StartCall>().back().link.has_value());
  CHECK(f.calls.sent<StartCall>().back().link->capacity == LinkSettings{}.capacity);
  f.window->link_panel().emulation().click();
  f.window->driver().start_again();
  CHECK_FALSE(f.calls.sent<StartCall>().back().link.has_value());
}

TEST_CASE("window: what was kept and this start did not use stays kept") {
  WindowFixture f;
  f.close();
  QSettings().setValue("options/max-bitrate", "4Mbps");
  QSettings().setValue("options/fps", "25");
  f.options->named = {"max-bitrate"};
  f.open();
  f.window->start_page().settings_button().click();
  choose(dialog_of(f), "fps", "");
  choose(dialog_of(f), "bind", "0.0.0.0:6000");
  accept(f);
  CHECK(QSettings().value("options/max-bitrate").toString() == "4Mbps");
  CHECK_FALSE(QSettings().contains("options/fps"));
  CHECK(QSettings().value("options/bind").toString() == "0.0.0.0:6000");
}
