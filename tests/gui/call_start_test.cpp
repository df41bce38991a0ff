#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTest>
#include <catch2/catch.hpp>

#include "gui/call/button.h"
#include "gui/call/message_bar.h"
#include "gui/call/picture_surface.h"
#include "gui/call/recent_address.h"
#include "gui/call/start_page.h"
#include "gui/theme/system_appearance.h"
#include "gui/theme/theme.h"
#include "tests/gui/accessibility.h"
#include "tests/gui/call_pictures.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

struct Fixture {
  std::vector<StartCall> starts;
  std::vector<std::optional<QString>> previews;
  int listings = 0;
  PictureSlot own;
  StartPage page{own};

  Fixture() {
    QObject::connect(&page, &StartPage::start_requested, [this](const StartCall& start) { starts.push_back(start); });
    QObject::connect(&page, &StartPage::preview_requested,
                     [this](const std::optional<QString>& source) { previews.push_back(source); });
    QObject::connect(&page, &StartPage::devices_requested, [this] { ++listings; });
    page.resize(1280, 720);
    page.show();
    QApplication::processEvents();
  }
  QLineEdit& address() { return page.call_card().address(); }
  QComboBox& choice() { return page.camera_card().choice(); }
  void choose(int index) {
    choice().setCurrentIndex(index);
    Q_EMIT choice().activated(index);
  }
};

const std::vector<CameraChoice> cameras = {{"camera:/dev/video0", "Desk"}, {"camera:/dev/video2", "Door"}};

}  // namespace

TEST_CASE("Enter in the address field calls, and leaves the recent addresses to what comes of it") {
  Fixture f;
  f.page.set_recent({"a.example", "b.example"});
  f.address().setText("  b.example ");
  QTest::keyClick(&f.address(), Qt::Key_Return);
  REQUIRE(f.starts.size() == 1);
  CHECK(f.starts[0].kind == CallKind::call);
  CHECK(f.starts[0].address == "b.example");
  CHECK_FALSE(f.starts[0].source);
  CHECK(f.page.recent() == QStringList{"a.example", "b.example"});
}

TEST_CASE("an empty field is not called, a sentence says what to put there") {
  const bool plain = GENERATE(false, true);
  Fixture f;
  f.page.set_insecure_rtp(plain);
  f.page.call_card().set_check([](const QString& text) { return text == "a link/" ? "" : "This is no link."; });
  QApplication::clipboard()->setText(GENERATE("", "something else", "host.example"));
  f.address().setText(" ");
  f.page.call_card().call_button().click();
  CHECK(f.starts.empty());
  CHECK(f.page.call_card().problem().contains(plain ? "host.example:5004" : "Paste the link"));
  f.address().setText("x");
  CHECK(f.page.call_card().problem().isEmpty());
}

TEST_CASE("what cannot be called is refused beside the field, which keeps it to be mended") {
  Fixture f;
  f.page.call_card().set_check([](const QString& text) { return text == "whole" ? "" : "This link is damaged."; });
  f.address().setText("cut off");
  QTest::keyClick(&f.address(), Qt::Key_Return);
  CHECK(f.starts.empty());
  CHECK(f.address().text() == "cut off");
  CHECK(f.address().accessibleDescription() == "This link is damaged.");
  auto* problem = find_control<QLabel>(f.page, "Why this cannot be called");
  REQUIRE(problem);
  CHECK(problem->isVisible());
  CHECK(problem->text() == "This link is damaged.");
  f.address().setText("whole");
  CHECK(problem->isHidden());
  QTest::keyClick(&f.address(), Qt::Key_Return);
  REQUIRE(f.starts.size() == 1);
  CHECK(f.starts[0].address == "whole");
}

TEST_CASE("a link is called and forgotten: neither the field nor the recent addresses have it") {
  const QString whole = "https://page.example/#e1.AQA0Yy1hLWxpbmsgaXMgYSBzZWNyZXQ";
  const QStringList links{whole, whole.section('#', 1), whole.section('.', -1) + QString(60, 'x')};
  const QString link = links[GENERATE(0, 1, 2)];
  Fixture f;
  f.page.set_recent({"a.example", link});
  CHECK(f.page.recent() == QStringList{"a.example"});
  f.address().setText(' ' + link + '\n');
  QTest::keyClick(&f.address(), Qt::Key_Return);
  REQUIRE(f.starts.size() == 1);
  CHECK(f.starts[0].address == link.toStdString());
  CHECK(f.page.recent() == QStringList{"a.example"});
  CHECK(f.address().text().isEmpty());
}

TEST_CASE("addresses are remembered as they always were") {
  for (const char* address :
       {"192.0.2.7", "192.0.2.7:6000", "host", "host.example:5004", "ec2-203-0-113-25.example.com.", "2001:db8::7",
        "[2001:db8::7]:5004", "[fe80::1%eth0]:5004"}) {
    INFO(address);
    CHECK(may_be_remembered(address));
  }
  for (const char* other :
       {"", "e1.example", "https://page.example/", "host/path", "a b", "host:123456", "user@host"}) {
    INFO(other);
    CHECK_FALSE(may_be_remembered(other));
  }
}

TEST_CASE("the field takes what is pasted, and calls it only on request") {
  Fixture f;
  CHECK(f.address().placeholderText() == "Link of the other side");
  QApplication::clipboard()->setText(" https://page.example/#e1.AQAB\n");
  f.page.call_card().paste_button().click();
  CHECK(f.address().text() == "https://page.example/#e1.AQAB");
  CHECK(f.starts.empty());
}

TEST_CASE("with an empty field Call takes the link that was copied; in plain RTP nothing") {
  const bool plain = GENERATE(false, true);
  Fixture f;
  f.page.set_insecure_rtp(plain);
  f.page.call_card().set_check([](const QString& text) { return text.contains("/#e1.") ? "" : "This is no link."; });
  QApplication::clipboard()->setText(" https://page.example/#e1.AQAB\n");
  f.page.call_card().call_button().click();
  QApplication::clipboard()->clear();
  REQUIRE(f.starts.size() == (plain ? 0 : 1));
  if (!plain) CHECK(f.starts[0].address == "https://page.example/#e1.AQAB");
  CHECK(f.address().text().isEmpty());
}

TEST_CASE("in plain RTP the start page is about addresses, otherwise about links") {
  Fixture f;
  f.page.set_recent({"192.0.2.7"});
  f.page.set_own_addresses({"192.0.2.9"});
  auto* own = find_control<QLabel>(f.page, "Addresses of this machine");
  auto* recent = find_control<Button>(f.page, "Call 192.0.2.7");
  REQUIRE((own && recent));
  CHECK_FALSE(own->isVisible());
  CHECK_FALSE(recent->isVisible());
  f.page.set_insecure_rtp(true);
  CHECK(own->isVisible());
  CHECK(recent->isVisible());
  CHECK(f.address().placeholderText().contains("host.example:5004"));
}

TEST_CASE("one click calls a recent address, no more than ten are kept") {
  Fixture f;
  f.page.set_insecure_rtp(true);
  QStringList many;
  for (int i = 0; i < 20; ++i) many += QString("10.0.0.%1").arg(i);
  f.page.set_recent(many);
  CHECK(f.page.recent().size() == 10);
  auto* button = find_control<Button>(f.page, "Call 10.0.0.1");
  REQUIRE(button);
  button->click();
  REQUIRE(f.starts.size() == 1);
  CHECK(f.starts[0].address == "10.0.0.1");
  f.page.set_recent({});
  CHECK(button->isHidden());
}

TEST_CASE("what goes each way is chosen for calls and for waiting") {
  Fixture f;
  f.page.call_card().address().setText("b.example");
  f.page.call_card().call_button().click();
  CHECK(f.starts.back().direction == Direction::both);
  f.page.direction().setCurrentText("Only receive");
  f.page.wait_card().wait_button().click();
  CHECK(f.starts.back().direction == Direction::receive);
  f.page.set_direction(Direction::send);
  CHECK(f.page.direction().currentText() == "Only send");
  f.page.call_card().call_button().click();
  CHECK(f.starts.back().direction == Direction::send);
}

TEST_CASE("waiting takes the address that the program was told, unless the port is another") {
  Fixture f;
  f.page.set_own_addresses({"192.0.2.7", "2001:db8::7"});
  CHECK(f.page.wait_card().addresses_to_tell() == QStringList{"192.0.2.7:5004", "[2001:db8::7]:5004"});
  f.page.wait_card().wait_button().click();
  find_control<QSpinBox>(f.page, "Port")->setValue(6000);
  CHECK(f.page.wait_card().addresses_to_tell().first() == "192.0.2.7:6000");
  f.page.wait_card().wait_button().click();
  REQUIRE(f.starts.size() == 2);
  CHECK(f.starts[0].kind == CallKind::listen);
  CHECK(f.starts[0].address.empty());
  CHECK(f.starts[1].address == ":6000");
}

TEST_CASE("the demo is one click away, with the source that was chosen") {
  Fixture f;
  f.page.set_cameras(cameras);
  f.page.demo_button().click();
  REQUIRE(f.starts.size() == 1);
  CHECK(f.starts[0].kind == CallKind::demo);
  CHECK(f.starts[0].source == "camera:/dev/video0");
  REQUIRE(f.previews.size() == 2);
  CHECK_FALSE(f.previews.back());  // The camera is free for the call.
}

TEST_CASE("the first camera is previewed, then the one that is chosen, as long as the page is visible") {
  Fixture f;
  CHECK(f.listings == 1);
  CHECK(f.previews.empty());
  f.page.set_cameras(cameras);
  f.choose(1);
  REQUIRE(f.previews.size() == 2);
  CHECK(f.previews[0] == QString("camera:/dev/video0"));
  CHECK(f.previews[1] == QString("camera:/dev/video2"));
  f.own.put(grey_picture(64, 36, 100));
  QApplication::processEvents();
  CHECK(f.page.camera_card().preview().has_picture());
  f.page.hide();
  CHECK_FALSE(f.previews.back());
  f.page.show();
  CHECK(f.previews.back() == QString("camera:/dev/video2"));
}

TEST_CASE("a camera that goes away is replaced, the test picture is always there") {
  Fixture f;
  f.page.set_cameras(cameras);
  f.choose(1);
  f.page.set_cameras({cameras[0]});
  CHECK(f.page.source() == QString("camera:/dev/video0"));
  f.page.set_cameras({});
  CHECK(f.page.source() == QString("test"));
  CHECK(f.choice().currentText() == "Moving test picture");
}

TEST_CASE("a screen is chosen when the call begins, and not for a preview") {
  Fixture f;
  f.page.set_cameras(cameras);
  f.choose(f.choice().findText("Screen or window…"));
  CHECK(f.page.source() == QString("screen"));
  CHECK_FALSE(f.previews.back());
  CHECK(f.page.camera_card().preview().placeholder() == "You choose what to show when the call begins.");
  f.page.set_source("screen");
  CHECK(f.choice().findText("Video file screen") < 0);
  f.page.demo_button().click();
  CHECK(f.starts.back().source == "screen");
}

TEST_CASE("a video file is asked for, and then chosen") {
  Fixture f;
  QSignalSpy asked(&f.page, &StartPage::file_requested);
  f.page.set_cameras(cameras);
  f.choose(f.choice().count() - 1);
  CHECK(asked.count() == 1);
  CHECK(f.page.source() == QString("camera:/dev/video0"));
  CHECK(f.choice().currentText() == "Desk");
  f.page.set_source("/films/walk.webm");
  CHECK(f.choice().currentText() == "Video file walk.webm");
  f.page.demo_button().click();
  CHECK(f.starts.back().source == "/films/walk.webm");
}

TEST_CASE("errors stand in a bar that can be closed, and go with the next call") {
  Fixture f;
  f.page.set_error("The port 5004 is taken: choose another.");
  CHECK(f.page.messages().message() == "The port 5004 is taken: choose another.");
  CHECK(f.page.messages().isVisible());
  f.page.demo_button().click();
  CHECK(f.page.messages().isHidden());
  f.page.set_error("Again.");
  f.page.set_error({});  // nothing to say
  CHECK(f.page.messages().all() == QStringList{"Again."});
}

TEST_CASE("every control of the start page has a name and a tool tip, the address comes first") {
  Fixture f;
  f.page.set_error("A sentence.");
  CHECK(unnamed_controls(f.page) == std::vector<std::string>{});
  CHECK(controls_without_tool_tip(f.page) == std::vector<std::string>{});
  f.page.setFocus();
  CHECK(f.page.focusProxy() == &f.address());
}

TEST_CASE("light and dark are applied to the whole application") {
  const QPalette before = QApplication::palette();
  {
    SystemAppearance appearance;
    QSignalSpy changes(&appearance, &SystemAppearance::changed);
    appearance.apply(Appearance::dark);
    CHECK(appearance.is_dark());
    CHECK(theme_of(QApplication::palette()).dark);
    appearance.apply(Appearance::light);
    CHECK_FALSE(theme_of(QApplication::palette()).dark);
    CHECK(changes.count() == 2);
  }
  QApplication::setPalette(before);
}

TEST_CASE("the portal's number says dark, light or nothing, in any number of wrappers") {
  CHECK(SystemAppearance::dark_of(QVariant(1U)) == true);
  CHECK(SystemAppearance::dark_of(QVariant(2U)) == false);
  CHECK_FALSE(SystemAppearance::dark_of(QVariant(0U)));
  CHECK_FALSE(SystemAppearance::dark_of(QVariant("text")));
  CHECK_FALSE(SystemAppearance::dark_of(QVariant()));
}
