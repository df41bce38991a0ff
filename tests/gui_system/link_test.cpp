#include <QFile>
#include <catch2/catch.hpp>

#include "tests/gui_system/call_fixture.h"

using namespace evenkeel;
using namespace evenkeel::test;
using Phase = CallStatus::Phase;

namespace {

/// Two windows' calls of one machine, without windows.
struct Ends {
  CallOptions options = small_pictures();
  std::unique_ptr<CallService> listener, caller;
  CallStatus here, there;

  explicit Ends(const CallOptions& listening = small_pictures()) {
    const std::vector<std::string> command{"evenkeel"};
    listener = std::make_unique<CallService>(listening, command);
    caller = std::make_unique<CallService>(options, command);
    listener->send(StartCall{CallKind::listen, "", {}, {}});
  }
  bool within(int milliseconds, const std::function<bool()>& condition) {
    return QTest::qWaitFor([&] { return poll(), condition(); }, milliseconds);
  }
  void call(const std::string& link) { caller->send(StartCall{CallKind::call, link, {}, {}}); }

 private:
  void poll() {
    CallUpdates updates;
    listener->poll(updates);
    here = updates.status;
    caller->poll(updates);
    there = updates.status;
  }
};

}  // namespace

TEST_CASE("by a new link one can be rung, by the one before no more, and to accept names who rings") {
  Ends ends;
  REQUIRE(ends.within(8000, [&] { return ends.here.phase == Phase::waiting && !ends.here.invitation.empty(); }));
  const std::string before = ends.here.invitation;
  ends.listener->send(RenewLink{});
  REQUIRE(ends.within(5000, [&] { return ends.here.invitation != before; }));
  CHECK(ends.here.phase == Phase::waiting);
  ends.call(before);
  CHECK_FALSE(ends.within(2500, [&] { return ends.here.phase != Phase::waiting; }));
  CHECK(ends.there.phase == Phase::connecting);
  ends.call(ends.here.invitation);
  REQUIRE(ends.within(8000, [&] { return ends.here.phase == Phase::ringing && !ends.here.number.empty(); }));
  CHECK(ends.here.caller != Sha256Digest{});
  ends.listener->send(AnswerCall{true, {}});  // to somebody who rang before
  CHECK_FALSE(ends.within(1000, [&] { return ends.here.phase != Phase::ringing; }));
  ends.listener->send(AnswerCall{true, ends.here.caller});
  CHECK(ends.within(5000, [&] { return ends.here.phase == Phase::in_call && ends.there.phase == Phase::in_call; }));
  CHECK(ends.here.local_candidate == "host");
  CHECK(ends.here.remote_candidate == "prflx");
  CHECK(ends.there.remote_candidate == "host");
}

TEST_CASE("who waits again has the same link until there is a new one, and is reached by it") {
  Ends ends;
  const auto secret_of = [](const std::string& link) { return link.substr(link.find('#'), 60); };  // not the port
  const auto wait = [&] {
    ends.listener->send(HangUp{});
    REQUIRE(ends.within(5000, [&] { return ends.here.phase == Phase::ended; }));
    ends.listener->send(StartCall{CallKind::listen, "", {}, {}});
    REQUIRE(ends.within(8000, [&] { return ends.here.phase == Phase::waiting && !ends.here.invitation.empty(); }));
    return secret_of(ends.here.invitation);
  };
  REQUIRE(ends.within(8000, [&] { return !ends.here.invitation.empty(); }));
  const std::string first = secret_of(ends.here.invitation);
  CHECK(wait() == first);
  ends.call(ends.here.invitation);
  // Before the caller knows that it rings, nothing says that it hangs up.
  CHECK(ends.within(8000, [&] { return ends.here.phase == Phase::ringing && ends.there.phase == Phase::ringing; }));
  ends.caller->send(HangUp{});
  REQUIRE(ends.within(5000, [&] { return ends.here.phase == Phase::waiting; }));
  ends.listener->send(RenewLink{});
  REQUIRE(ends.within(5000, [&] { return secret_of(ends.here.invitation) != first; }));
  const std::string renewed = secret_of(ends.here.invitation);
  CHECK(wait() == renewed);
}

TEST_CASE("a loudspeaker that was chosen in a call is that of the listener while it waits, and of its next call") {
  QTemporaryDir folder;
  const std::string chosen = folder.filePath("heard.wav").toStdString();
  CallOptions options = small_pictures();
  options.audio = "test";
  options.speaker = "none";
  Ends ends(options);
  ends.options.speaker = "none";
  REQUIRE(ends.within(8000, [&] { return !ends.here.invitation.empty(); }));
  CHECK(ends.within(2000, [&] { return ends.here.sound.loudspeaker.option == "none"; }));
  const auto talk = [&] {
    ends.call(ends.here.invitation);
    REQUIRE(ends.within(8000, [&] { return ends.here.phase == Phase::ringing && !ends.here.number.empty(); }));
    ends.listener->send(AnswerCall{true, ends.here.caller});
    REQUIRE(ends.within(8000, [&] { return ends.here.phase == Phase::in_call; }));
  };
  talk();
  ends.listener->send(ChooseLoudspeaker{chosen});
  CHECK(ends.within(5000, [&] { return ends.here.sound.loudspeaker.option == chosen; }));
  ends.caller->send(HangUp{});
  REQUIRE(ends.within(8000, [&] { return ends.here.phase == Phase::waiting; }));
  CHECK(ends.here.sound.loudspeaker.option == chosen);
  talk();
  CHECK(ends.within(5000, [&] {
    return ends.here.sound.loudspeaker.option == chosen &&
           ends.here.sound.loudspeaker.state == SoundDeviceStatus::State::running;
  }));
}

TEST_CASE("a kept link is replaced for good, and so is the file with the link") {
  QTemporaryDir folder;
  const QByteArray state = qgetenv("XDG_STATE_HOME");
  qputenv("XDG_STATE_HOME", folder.path().toUtf8());
  const auto read = [](const std::string& path) {
    QFile file(QString::fromStdString(path));
    return file.open(QIODevice::ReadOnly) ? file.readAll().trimmed().toStdString() : "";
  };
  CallOptions options = small_pictures();
  options.keep_link = true;
  options.page_bind = "127.0.0.1:0";  // another test may have the usual port
  options.link_file = folder.filePath("link").toStdString();
  std::string renewed;
  {
    Ends ends(options);
    REQUIRE(ends.within(8000, [&] { return !ends.here.invitation.empty(); }));
    const std::string before = ends.here.invitation;
    ends.listener->send(RenewLink{});
    REQUIRE(ends.within(5000, [&] { return ends.here.invitation != before; }));
    renewed = ends.here.invitation;
    CHECK(read(*options.link_file) == renewed);
  }
  const auto secret_of = [](const std::string& link) { return link.substr(link.find('#'), 60); };  // not the port
  Ends ends(options);
  REQUIRE(ends.within(8000, [&] { return !ends.here.invitation.empty(); }));
  CHECK(secret_of(ends.here.invitation) == secret_of(renewed));
  state.isNull() ? qunsetenv("XDG_STATE_HOME") : qputenv("XDG_STATE_HOME", state);
}
