#include <QApplication>
#include <QClipboard>
#include <QLabel>
#include <QPlainTextEdit>
#include <QProcess>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <catch2/catch.hpp>

#include "gui/call/button.h"
#include "gui/call/call_view.h"
#include "gui/call/invitation_card.h"
#include "gui/call/number_label.h"
#include "gui/call/qr_code.h"
#include "gui/call/reply_card.h"
#include "gui/call/status_line.h"
#include "tests/gui/accessibility.h"
#include "tests/gui/call_pictures.h"
#include "tests/gui/secure_call_view.h"
#include "tests/gui/secure_stages.h"
#include "tests/gui/window_look.h"
#include "tests/skip.h"

using namespace evenkeel;
using namespace evenkeel::test;
using Phase = CallStatus::Phase;
using Fixture = SecureCallView;

namespace {

/// What is dark in a picture of the code, its quiet zone included.
bool is_dark(const QImage& image, int across, int x, int y) {
  const int step = image.width() / across;
  const int start = (image.width() - step * across) / 2;
  return image.pixelColor(start + x * step + step / 2, start + y * step + step / 2).lightness() < 128;
}

}  // namespace

TEST_CASE("a listener's link is shown to be selected, copied, and read by another device") {
  Fixture f;
  f.show(CallKind::listen, Phase::waiting);
  REQUIRE(f.invitation().isVisible());
  CHECK(f.invitation().link().toPlainText().toStdString() == sample_link());
  CHECK(f.invitation().link().isReadOnly());
  CHECK((f.invitation().link().textInteractionFlags() & Qt::TextSelectableByKeyboard));
  QApplication::clipboard()->clear();
  f.invitation().copy_button().click();
  CHECK(QApplication::clipboard()->text().toStdString() == sample_link());
  QSignalSpy renewed(&f.view, &CallView::new_link_requested);
  f.invitation().new_link_button().click();
  CHECK(renewed.count() == 1);
  CHECK(f.invitation().code().isVisible());
  CHECK(f.view.video().own().isHidden());  // It would lie behind the card.
  CHECK(f.line().lock().isHidden());
}

TEST_CASE("who copied the link sees and hears so for two seconds, and no button moves") {
  Fixture f;
  f.show(CallKind::listen, Phase::waiting);
  QApplication::processEvents();
  const Button& copy = f.invitation().copy_button();
  const int place = f.invitation().new_link_button().x();
  f.invitation().copy_button().click();
  CHECK(copy.text() == "Copied");
  CHECK(copy.accessibleName() == "Copied");
  QApplication::processEvents();
  CHECK(std::abs(f.invitation().new_link_button().x() - place) <= 1);  // as widths of text are rounded
  auto* timer = f.invitation().findChild<QTimer*>("copied");
  REQUIRE(timer->isActive());
  CHECK(timer->interval() == 2000);
  timer->stop();
  REQUIRE(QMetaObject::invokeMethod(timer, "timeout", Qt::DirectConnection));
  CHECK(copy.text() == "Copy");
  CHECK(copy.accessibleName() == "Copy");
}

TEST_CASE("whether a link opens in a browser, and what that will say of it, stands by the link") {
  Fixture f;
  const auto words = [&](const std::string& link, const std::string& unknown_certificate = "") {
    CallStatus status = secure_status(CallKind::listen, Phase::waiting);
    status.invitation = link;
    status.unknown_certificate = unknown_certificate;
    f.view.set_status(status);
    CHECK(f.invitation().accessibleDescription() == f.invitation().words().text());
    return f.invitation().words().text();
  };
  const std::string data = sample_link().substr(sample_link().find('#'));
  CHECK(words(sample_link(), sample_fingerprint())
            .endsWith("a browser too, which will warn once of an unknown certificate."));
  CHECK(f.invitation().words().toolTip().endsWith(QString::fromStdString(sample_fingerprint())));
  CHECK(words("https://calls.example/" + data).endsWith("It opens in a browser too."));
  CHECK(words("evenkeel:" + data).endsWith("whoever has it can ring you."));
}

TEST_CASE("the code on the screen is the link's, with its quiet zone") {
  Fixture f;
  f.show(CallKind::listen, Phase::waiting);
  const auto modules = make_qr_modules(QString::fromStdString(sample_link()));
  REQUIRE(modules);
  const QImage image = f.invitation().code().grab().toImage();
  const int across = modules->side + 8;
  int different = 0;
  for (int y = 0; y < across; ++y) {
    for (int x = 0; x < across; ++x) {
      const int qx = x - 4, qy = y - 4;
      const bool inside = qx >= 0 && qy >= 0 && qx < modules->side && qy < modules->side;
      different += is_dark(image, across, x, y) != (inside && modules->at(qx, qy)) ? 1 : 0;
    }
  }
  CHECK(different == 0);
}

TEST_CASE("another program reads link and reply code from the picture of the card") {
  const QString reader = QStandardPaths::findExecutable("zbarimg");
  if (reader.isEmpty()) {
    evenkeel::test::skip("there is no zbarimg (zbar-tools).");
    return;
  }
  // With six IPv6 addresses it has 226 characters behind "#e1.".
  const std::string longest = "https://[2001:db8:1234:5678:9abc:def0:1234:5678]:65535/#e1." + std::string(200, 'x') +
                              sample_link().substr(sample_link().size() - 26);
  const std::string link = GENERATE_REF(sample_link(), longest, sample_reply_code());
  Fixture f;
  const bool reply = link.starts_with("r1.");
  CallStatus status =
      secure_status(reply ? CallKind::call : CallKind::listen, reply ? Phase::connecting : Phase::waiting);
  (reply ? status.reply_code : status.invitation) = link;
  f.view.set_status(status);
  QApplication::processEvents();
  QTemporaryDir folder;
  QWidget& card = reply ? static_cast<QWidget&>(f.reply()) : f.invitation();
  REQUIRE(card.grab().save(folder.filePath("card.png")));
  QProcess process;
  process.start(reader, {"--quiet", "--raw", "--nodbus", folder.filePath("card.png")});
  REQUIRE(process.waitForFinished(30'000));
  CHECK(QString(process.readAllStandardOutput()).trimmed().toStdString() == link);
}

TEST_CASE("a code is left out where it would be too small to read, and there is none of a text that no code can hold") {
  QrCode code;
  CHECK(code.side_within(1000) == 0);
  code.set_text(QString::fromStdString(sample_link()));
  const int across = make_qr_modules(QString::fromStdString(sample_link()))->side + 8;
  CHECK(code.side_within(2 * across) == 2 * across);
  CHECK(code.side_within(3 * across - 1) == 2 * across);
  CHECK(code.side_within(2 * across - 1) == 0);
  CHECK_FALSE(make_qr_modules(QString(2954, 'x')));
  CHECK(make_qr_modules(QString(2953, 'x')));
}

TEST_CASE("link, code and answers have room in a small part of the window") {
  const QSize size = GENERATE(QSize(600, 330), QSize(360, 330), QSize(340, 640), QSize(1200, 900));
  Fixture f;
  f.window.resize(size);
  f.view.resize(size);
  for (const SecureStage& stage : secure_stages()) {
    INFO(stage.name.toStdString() << " in " << size.width() << 'x' << size.height());
    f.view.set_status(stage.status);
    QApplication::processEvents();
    const QString folder = qEnvironmentVariable("EVENKEEL_LOOK");
    const QString name = QString("/%1-view-%2x%3.png").arg(stage.name).arg(size.width()).arg(size.height());
    if (!folder.isEmpty()) f.view.grab().save(folder + name);
    CHECK(clipped_texts(f.view) == std::vector<std::string>{});
  }
  f.show(CallKind::listen, Phase::waiting);
  const QRect code(f.invitation().code().pos(), f.invitation().code().size());
  CHECK(f.invitation().rect().contains(code));
  for (const QWidget* other :
       {static_cast<QWidget*>(&f.invitation().link()), static_cast<QWidget*>(&f.invitation().copy_button()),
        static_cast<QWidget*>(&f.invitation().new_link_button()),
        static_cast<QWidget*>(&f.invitation().paste_button())})
    CHECK_FALSE((f.invitation().code().isVisible() && other->geometry().intersects(code)));
}

TEST_CASE("a caller whom each address refuses reads that nobody waits there, above the reply code") {
  Fixture f;
  CallStatus status = secure_status(CallKind::call, Phase::connecting);
  status.reply_code = sample_reply_code();
  f.view.set_status(status);
  CHECK_FALSE(f.reply().words().text().contains("Nobody waits"));
  status.callee_refuses = true;
  f.view.set_status(status);
  CHECK(f.reply().words().text().startsWith("Nobody waits at the addresses of this link"));
  CHECK(f.reply().text().toPlainText().toStdString() == sample_reply_code());
  status.callee_refuses = false;
  f.view.set_status(status);
  CHECK(f.reply().words().text().startsWith("Send this reply code"));
}

TEST_CASE("a caller that nothing answers has a reply code to copy or to show, until something does") {
  Fixture f;
  CallStatus status = secure_status(CallKind::call, Phase::connecting);
  status.reply_code.clear();
  f.view.set_status(status);
  CHECK(f.reply().isHidden());
  status.reply_code = sample_reply_code();
  f.view.set_status(status);
  REQUIRE(f.reply().isVisible());
  CHECK(f.reply().words().text().contains("whoever gave you the link"));
  CHECK(f.reply().text().toPlainText().toStdString() == sample_reply_code());
  CHECK(f.reply().text().accessibleName() == "Reply code to send back");
  QApplication::clipboard()->clear();
  f.reply().copy_button().click();
  CHECK(QApplication::clipboard()->text().toStdString() == sample_reply_code());
  CHECK(f.reply().code().isVisible());
  const QImage before = f.reply().code().grab().toImage();
  status.reply_code.replace(100, 8, "AnotherX");  // the caller moved
  f.view.set_status(status);
  CHECK(f.reply().code().grab().toImage() != before);
  f.show(CallKind::call, Phase::ringing);
  CHECK(f.reply().isHidden());
}

TEST_CASE("a listener takes the reply code that was copied") {
  Fixture f;
  QSignalSpy pasted(&f.view, &CallView::reply_code_pasted);
  f.show(CallKind::listen, Phase::waiting);
  QApplication::clipboard()->setText(QString::fromStdString(" " + sample_reply_code() + "\n"));
  f.invitation().paste_button().click();
  REQUIRE(pasted.count() == 1);
  CHECK(pasted.at(0).at(0).toString().toStdString() == sample_reply_code());
  CHECK(f.invitation().link().toPlainText().toStdString() == sample_link());
}

TEST_CASE("another link takes the place of the one before, in the text, in what is copied, and in the code") {
  Fixture f;
  CallStatus status = secure_status(CallKind::listen, Phase::waiting);
  f.view.set_status(status);
  const QImage before = f.invitation().code().grab().toImage();
  f.invitation().new_link_button().click();
  CHECK(f.invitation().link().toPlainText().toStdString() == sample_link());  // until there is another
  status.invitation.replace(status.invitation.size() - 8, 8, "AnotherX");
  f.view.set_status(status);
  CHECK(f.invitation().link().toPlainText().toStdString() == status.invitation);
  f.invitation().copy_button().click();
  CHECK(QApplication::clipboard()->text().toStdString() == status.invitation);
  CHECK(f.invitation().code().grab().toImage() != before);
}

TEST_CASE("a listener in plain RTP has no link to show") {
  Fixture f;
  CallStatus status = secure_status(CallKind::listen, Phase::waiting);
  status.invitation.clear();
  status.text = "Waiting for a call at 192.0.2.7:5004";
  f.view.set_status(status);
  CHECK(f.invitation().isHidden());
  CHECK(f.view.video().remote().placeholder() == "Waiting for a call at 192.0.2.7:5004");
  CHECK(f.line().lock().accessibleName() == "Not encrypted");
  CHECK_FALSE(f.line().lock().isHidden());
}

TEST_CASE("a closed lock names the cipher, the number beside it can be read and selected") {
  Fixture f;
  f.show(CallKind::call, Phase::in_call);
  Button& lock = f.line().lock();
  CHECK_FALSE(lock.isHidden());
  CHECK(lock.accessibleName() == "Encrypted");
  CHECK(lock.toolTip().contains("AEAD_AES_128_GCM"));
  CHECK(lock.toolTip().contains("0123 4567 8901 2345 6789"));
  CHECK_FALSE(lock.toolTip().contains("candidates"));
  CallStatus known = secure_status(CallKind::call, Phase::in_call);
  known.local_candidate = "host";
  known.remote_candidate = "prflx";
  f.view.set_status(known);
  CHECK(lock.toolTip().contains("198.51.100.23:40123 (candidates: host here, prflx there)"));
  CHECK(lock.toolTip().contains("somebody is in between"));
  const NumberLabel& number = f.line().number();
  CHECK(number.isVisible());
  CHECK(number.text() == "0123 4567 8901 2345 6789");
  CHECK((number.textInteractionFlags() & Qt::TextSelectableByMouse));
  CHECK((number.textInteractionFlags() & Qt::TextSelectableByKeyboard));
  CHECK(f.line().rect().contains(number.geometry()));
  f.show(CallKind::call, Phase::silent);
  CHECK(number.isVisible());
  f.show(CallKind::call, Phase::ended);
  CHECK(number.isHidden());
  CHECK(lock.isHidden());
}

TEST_CASE("a call that is not connected yet is called neither encrypted nor open") {
  Fixture f;
  f.show(CallKind::call, Phase::connecting);
  CHECK(f.line().lock().isHidden());
  CHECK(f.line().number().isHidden());
}

TEST_CASE("a demo is encrypted, and has no number to compare with anybody") {
  Fixture f;
  f.show(CallKind::demo, Phase::in_call);
  CHECK(f.line().lock().accessibleName() == "Encrypted");
  CHECK_FALSE(f.line().lock().toolTip().contains("0123"));
  CHECK(f.line().number().isHidden());
}

TEST_CASE("a selection in the link or the number survives the next status") {
  Fixture f;
  f.show(CallKind::listen, Phase::waiting);
  f.invitation().link().selectAll();
  f.show(CallKind::listen, Phase::waiting);
  CHECK(f.invitation().link().textCursor().selectedText().toStdString() == sample_link());
  f.show(CallKind::call, Phase::in_call);
  auto* number = find_control<NumberLabel>(f.line(), "Number to compare");
  REQUIRE(number);
  number->setSelection(0, 4);
  f.show(CallKind::call, Phase::in_call);
  CHECK(number->selectedText() == "0123");
}
