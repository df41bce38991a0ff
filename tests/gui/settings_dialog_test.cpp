#include "gui/settings/settings_dialog.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTest>
#include <QToolButton>
#include <catch2/catch.hpp>

#include "app/cli/algorithm_catalog.h"
#include "gui/theme/theme.h"
#include "tests/gui/accessibility.h"
#include "tests/gui/plain_options.h"
#include "tests/gui/window_look.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

CallOptions told() {
  CallOptions options;
  options.limits.maximum = megabits_per_second(3);
  options.recovery.references = false;
  return options;
}

struct Fixture {
  std::unique_ptr<AlgorithmCatalog> catalog = make_algorithm_catalog();
  TuningModel tuning{*catalog, TuningState{}};
  PlainOptions options{told()};
  std::unique_ptr<SettingsDialog> dialog;

  Fixture() { open(); }
  void open() {
    dialog = std::make_unique<SettingsDialog>(options, *catalog, tuning);
    dialog->show();
  }

  template <class Widget>
  Widget& control(const QString& name) {
    for (Widget* one : dialog->findChildren<Widget*>()) {
      // A check box has its words; a list's interface names what is chosen.
      const QString words = QAccessible::queryAccessibleInterface(one)->text(QAccessible::Name);
      if (one->accessibleName() == name || words == name) return *one;
    }
    throw std::runtime_error("no control " + name.toStdString());
  }
  void type(const QString& name, const QString& text) {
    auto& field = control<QLineEdit>(name);
    field.clear();
    QTest::keyClicks(&field, text);
  }
  void choose(const QString& name, const QString& entry) {
    auto& box = control<QComboBox>(name);
    REQUIRE(box.findText(entry) >= 0);
    box.setCurrentIndex(box.findText(entry));
  }
  QPushButton& button(const QString& text) {
    for (QPushButton* one : dialog->findChildren<QPushButton*>())
      if (one->text().remove('&') == text) return *one;
    throw std::runtime_error("no button " + text.toStdString());
  }
  bool shows(const QString& part) {
    for (const QLabel* label : dialog->findChildren<QLabel*>())
      if (!label->isHidden() && label->text().contains(part)) return true;
    return false;
  }
};

}  // namespace

TEST_CASE("the settings begin with what the program was told, and leave it alone") {
  Fixture f;
  CHECK(f.control<QLineEdit>("Highest rate").placeholderText() == "3Mbps");
  CHECK(f.control<QLineEdit>("STUN server").placeholderText() == "None, or HOST[:PORT]");
  CHECK(f.control<QLineEdit>("Address of the page").placeholderText() == "Default: Evenkeel serves it");
  CHECK(f.control<QComboBox>("When somebody calls").currentText() == "Default: a window asks");
  CHECK(f.control<QComboBox>("Write recordings as").currentText() == "Default: WebM, for any player");
  for (const QWidget* one : f.dialog->findChildren<QWidget*>()) CHECK_FALSE(one->toolTip().contains("--"));
  CHECK_FALSE(f.control<QCheckBox>("Mend losses without key frames").isChecked());
  CHECK(f.control<QCheckBox>("Send lost packets again").isChecked());
  CHECK(f.control<QCheckBox>("Take out the echo of the loudspeaker").isChecked());
  f.dialog->accept();
  CHECK(f.dialog->result() == QDialog::Accepted);
  CHECK(f.options.chosen().empty());
}

TEST_CASE("every kind of field gives the text that its option takes") {
  Fixture f;
  f.type("Picture size", " 640x360 ");
  f.type("Highest rate", "2Mbps");
  f.control<QCheckBox>("Ask the router to forward the port").click();
  f.control<QCheckBox>("Send lost packets again").click();
  f.control<QCheckBox>("Suppress noise").click();
  f.choose("When somebody calls", "Accept at once");
  f.choose("Write recordings as", "IVF and Opus, for measurements");
  f.type("End a recording at", "1GB");
  f.button("OK").click();
  CHECK(f.options.chosen() == OptionTexts{{"size", "640x360"},
                                          {"max-bitrate", "2Mbps"},
                                          {"map-port", "true"},
                                          {"retransmission", "off"},
                                          {"audio-processing", "high-pass,echo,gain"},
                                          {"answer", "always"},
                                          {"record-format", "ivf"},
                                          {"record-limit", "1GB"}});
  CHECK(f.options.now.video.width == 640);
  CHECK(f.options.now.answer == "always");
  f.open();  // It shows them again, and Defaults takes them back.
  CHECK(f.control<QLineEdit>("Picture size").text() == "640x360");
  CHECK(f.control<QCheckBox>("Ask the router to forward the port").isChecked());
  CHECK_FALSE(f.control<QCheckBox>("Suppress noise").isChecked());
  CHECK(f.control<QComboBox>("When somebody calls").currentText() == "Accept at once");
  f.button("Defaults").click();
  CHECK(f.control<QLineEdit>("Picture size").text().isEmpty());
  f.button("OK").click();
  CHECK(f.options.chosen().empty());
  CHECK(f.options.now.limits.maximum == megabits_per_second(3));
}

TEST_CASE("what was chosen and is the default again is no choice any longer") {
  Fixture f;
  f.control<QCheckBox>("Mend losses without key frames").click();
  f.control<QCheckBox>("Suppress noise").click();
  f.control<QCheckBox>("Suppress noise").click();
  f.button("OK").click();
  CHECK(f.options.chosen() == OptionTexts{{"references", "on"}});
}

TEST_CASE("a text that is none is reported below its field and to a screen reader, and OK waits") {
  Fixture f;
  f.type("Pictures per second", "500");
  CHECK(f.shows("'500' is not a frame rate: write a number from 1 to 120"));
  CHECK(f.control<QLineEdit>("Pictures per second").accessibleDescription().contains("not a frame rate"));
  CHECK(f.shows("Not right yet: “Pictures per second”."));  // on any page
  CHECK_FALSE(f.button("OK").isEnabled());
  f.dialog->accept();  // as Enter does
  CHECK(f.dialog->isVisible());
  f.type("Pictures per second", "25");
  CHECK_FALSE(f.shows("not a frame rate"));
  CHECK_FALSE(f.shows("Not right yet"));
  CHECK(f.button("OK").isEnabled());
}

TEST_CASE("two settings that do not fit together are reported in the words of their rows, and nothing is taken") {
  Fixture f;
  f.type("Lowest rate", "4Mbps");
  f.type("TURN server", "192.0.2.1");
  f.button("OK").click();
  CHECK(f.dialog->isVisible());
  CHECK(f.shows("“Lowest rate” (4 Mbit/s) is above “Highest rate” (3 Mbit/s)."));
  CHECK(f.options.chosen().empty());
  f.type("Lowest rate", "1Mbps");
  CHECK_FALSE(f.shows("is above"));
  f.button("OK").click();
  CHECK(f.shows("“TURN server” needs “Name at the TURN server” NAME"));
  f.control<QLineEdit>("TURN server").clear();
  f.button("OK").click();
  CHECK_FALSE(f.dialog->isVisible());
}

TEST_CASE("during a call the settings say from when on they act") {
  Fixture f;
  CHECK_FALSE(f.shows("from the next call on"));
  f.dialog->set_in_call(true);
  CHECK(f.shows("from the next call on"));
}

TEST_CASE("a device is chosen from the start page's list, and is no text of an option") {
  Fixture f;
  QComboBox cameras;
  cameras.addItem("Looking…", QVariant());
  cameras.addItem("Desk", "camera:desk");
  cameras.addItem("Door", "camera:door");
  cameras.addItem("Video file…", QString());
  QComboBox microphones;
  microphones.addItem("Microphone of the system", QString());
  microphones.addItem("Headset", "mic:headset");
  f.dialog->set_devices("source", cameras, false, "camera:desk");
  f.dialog->set_devices("audio", microphones, true, "mic:headset");
  CHECK(f.control<QComboBox>("Camera").currentText() == "Desk");
  CHECK(f.control<QComboBox>("Camera").findText("Video file…") < 0);
  CHECK_FALSE(f.dialog->new_device("source").has_value());
  f.choose("Camera", "Door");
  f.choose("Microphone", "Microphone of the system");
  CHECK(f.dialog->new_device("source") == "camera:door");
  CHECK(f.dialog->new_device("audio") == QString());
  f.button("OK").click();
  CHECK(f.options.chosen().empty());
}

TEST_CASE("a folder is asked for beside the field of the recordings") {
  Fixture f;
  const QSignalSpy asked(f.dialog.get(), &SettingsDialog::browse_requested);
  f.control<QToolButton>("Choose: Folder of recordings").click();
  REQUIRE(asked.count() == 1);
  CHECK(f.dialog->field("recordings") == asked[0][0].value<OptionField*>());
}

TEST_CASE("a preset is one change of the tuning, which undo takes back") {
  Fixture f;
  REQUIRE(f.tuning.set("darc.T_up", "400ms").isEmpty());
  REQUIRE(f.tuning.set("recovery.attempts", "2").isEmpty());
  const TuningState before = f.tuning.state();
  f.open();
  CHECK(f.control<QComboBox>("Preset").currentText() == "Your own");
  f.button("OK").click();
  CHECK(f.tuning.state() == before);
  f.open();
  f.choose("Preset", "Lowest delay");
  CHECK(f.shows("8.8 instead of 10.0 ms"));
  CHECK(f.tuning.state() == before);  // not before OK
  f.button("OK").click();
  CHECK(f.tuning.state() ==
        TuningState{"darc", "rmc", {{"darc.idle", "0.05"}, {"darc.q_0", "2ms"}, {"recovery.attempts", "2"}}});
  f.tuning.undo_stack().undo();
  CHECK(f.tuning.state() == before);
}

TEST_CASE("every row of the settings is an option, and every control has a name and says what it does") {
  Fixture f;
  for (const SettingsRow& row : settings_rows()) {
    INFO(row.option.toStdString());
    CHECK(f.dialog->field(row.option) != nullptr);
  }
  CHECK(reachable_controls(*f.dialog).size() > 30);
  CHECK(unnamed_controls(*f.dialog) == std::vector<std::string>());
  CHECK(controls_without_tool_tip(*f.dialog) == std::vector<std::string>());
}

TEST_CASE("no row of the settings names an option or a command of the command line") {
  Fixture f;
  for (const SettingsRow& row : settings_rows()) {
    OptionField& field = *f.dialog->field(row.option);
    QString texts = field.focusProxy()->toolTip();
    for (const auto* edit : field.findChildren<QLineEdit*>()) texts += '\n' + edit->placeholderText();
    for (const auto* box : field.findChildren<QComboBox*>()) texts += '\n' + box->itemText(0);
    INFO(row.option.toStdString() << ": " << texts.toStdString());
    CHECK_FALSE(texts.contains("--"));
    CHECK_FALSE(texts.contains("listen serves", Qt::CaseInsensitive));
    for (const char* word : {"efault: webm", "efault: received"}) CHECK_FALSE(texts.contains(word));
  }
}

TEST_CASE("no text of the settings is cut off, in either appearance") {
  const bool dark = GENERATE(false, true);
  QApplication::setPalette(dark ? dark_palette() : light_palette());
  Fixture f;
  const auto page = GENERATE(SettingsPage::video, SettingsPage::sound, SettingsPage::network, SettingsPage::recording,
                             SettingsPage::controller);
  f.dialog->set_in_call(true);
  f.dialog->show_page(page);
  f.type("Pictures per second", "500");
  QTest::qWait(50);
  CHECK(clipped_texts(*f.dialog) == std::vector<std::string>());
  const QString folder = qEnvironmentVariable("EVENKEEL_LOOK");
  if (!folder.isEmpty()) {
    const QString name = QString("/settings-%1-%2.png").arg(dark ? "dark" : "light").arg(static_cast<int>(page));
    REQUIRE(f.dialog->grab().save(folder + name));
  }
  f.dialog.reset();
  QApplication::setPalette(light_palette());
}
