#include <atomic>
#include <catch2/catch.hpp>
#include <fstream>
#include <future>
#include <nlohmann/json.hpp>

#include "app/cli/config_file.h"
#include "tests/gui_system/call_fixture.h"

using namespace evenkeel;
using namespace evenkeel::test;
using Phase = CallStatus::Phase;

namespace {

/// A service whose preparations last until they are let go: a camera provider that hangs, a resolver without network.
struct HangingService {
  std::shared_ptr<std::promise<void>> go = std::make_shared<std::promise<void>>();
  std::shared_future<void> gone = go->get_future();
  std::unique_ptr<CallService> calls;
  std::shared_ptr<std::atomic<bool>> over = std::make_shared<std::atomic<bool>>(false);
  CallUpdates updates;
  std::vector<RunEvent> events;

  HangingService() {
    Preparations slow;
    slow.call = [gone = gone, go = go, over = over](const StartCall& start, const CallOptions& told,
                                                    const Cancellation& end) {
      gone.wait();
      return *over ? Preparation() : prepare_call(start, told, end);
    };
    slow.source = [gone = gone, go = go, over = over](const std::optional<std::string>& source,
                                                      const CallOptions& told) {
      gone.wait();
      return *over ? Preparation() : prepare_source(source, told);
    };
    calls = std::make_unique<CallService>(small_pictures(), std::vector<std::string>{"evenkeel"}, slow);
  }
  ~HangingService() {
    *over = true;  // Nobody waits for the threads that now go on: what they began would meet the end of the program.
    if (gone.wait_for(0s) != std::future_status::ready) go->set_value();
  }
  bool comes_to(Phase phase) {
    return QTest::qWaitFor(
        [&] {
          calls->poll(updates);
          events.insert(events.end(), updates.events.begin(), updates.events.end());
          return updates.status.phase == phase;
        },
        5000);
  }
};

}  // namespace

TEST_CASE("a call that opens can be hung up, and another one be begun, while its camera is still looked for") {
  HangingService f;
  f.calls->send(StartCall{});
  REQUIRE(f.comes_to(Phase::opening));
  f.calls->send(HangUp{});
  CHECK(f.comes_to(Phase::ended));
  CHECK(f.updates.status.text == "You hung up.");
  CHECK_FALSE(f.updates.status.failed);
  f.calls->send(StartCall{});
  CHECK(f.comes_to(Phase::opening));
  CHECK(f.updates.status.run == 2);
  f.go->set_value();
  CHECK(f.comes_to(Phase::in_call));
}

TEST_CASE("the service ends while a camera or an address is still looked for") {
  HangingService f;
  f.calls->send(Preview{"camera"});
  f.calls->send(StartCall{CallKind::call, "evenkeel.example", {}, {}});
  REQUIRE(f.comes_to(Phase::opening));
  CHECK(f.calls->stop().empty());  // returns, though nothing was let go
  f.calls.reset();
}

TEST_CASE("what is asked of a call while it opens, it does once it is open") {
  HangingService f;
  f.calls->send(StartCall{});
  REQUIRE(f.comes_to(Phase::opening));
  f.calls->send(MuteVideo{true});
  f.calls->send(AddNote{"early"});
  f.calls->send(SetLink{{.capacity = megabits_per_second(1)}});
  CHECK(QTest::qWaitFor([&] { return f.calls->poll(f.updates), f.updates.status.video_muted; }, 5000));
  f.go->set_value();
  REQUIRE(f.comes_to(Phase::in_call));
  CHECK(f.updates.status.video_muted);
  CHECK(f.updates.status.link.capacity == megabits_per_second(1));
  CHECK(std::ranges::count(f.events, "early", &RunEvent::text) == 1);
}

TEST_CASE("the next call follows the whole configuration that was loaded, and it is saved as a whole") {
  CallFixture f;
  std::ofstream(f.path("told.toml")) << "max-bitrate = \"700kbps\"\nfps = 15\nout = \"" << f.path("run")
                                     << "\"\n[ldcc]\nT_r = \"80ms\"\n";
  REQUIRE(f.services->options->choose({{"out", f.path("chosen")}}) == "");
  std::size_t questions = 0;
  f.window->dialogs().chosen = [&](QWidget*, const QString&, const QString& question, const QStringList&) {
    CHECK(question.contains("fps: 15 instead of "));
    CHECK_FALSE(question.contains("out"));
    return std::optional<std::size_t>(++questions);  // everything
  };
  f.window->dialogs().file_to_open = [&](auto&&...) { return QString::fromStdString(f.path("told.toml")); };
  QTest::keyClick(f.window.get(), Qt::Key_L, Qt::ControlModifier);
  REQUIRE(f.shows("Loaded: "));
  f.window->dialogs().file_to_save = [&](auto&&...) { return QString::fromStdString(f.path("saved.toml")); };
  QTest::keyClick(f.window.get(), Qt::Key_S, Qt::ControlModifier);
  REQUIRE(f.shows("Written: "));
  CallOptions saved;
  REQUIRE(read_config_file(f.path("saved.toml"), saved).empty());
  CHECK(saved.limits.maximum == kilobits_per_second(700));
  CHECK(saved.video.fps == 15);
  CHECK(questions == 1);
  CHECK_FALSE(saved.out);
  CHECK(saved.settings == decltype(saved.settings){{"ldcc.T_r", "80ms"}});

  f.start_demo();
  f.run_until(1s);
  f.hang_up();
  std::ifstream file(f.path("chosen/run.json"));
  const auto configuration = nlohmann::json::parse(file).at("configuration");
  CHECK(configuration.at("max-bitrate") == "700kbps");
  CHECK(configuration.at("fps") == "15");
}

TEST_CASE("a file that is saved has the direction of the start page") {
  CallFixture f;
  for (const auto& [direction, line] :
       {std::pair(Direction::send, "send-only = true"), std::pair(Direction::receive, "receive-only = true")}) {
    REQUIRE(f.services->save_configuration(f.path("way.toml"), {.tuning = {}, .direction = direction}) == "");
    std::ifstream file(f.path("way.toml"));
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    CHECK(text.find(line) != std::string::npos);
  }
}

TEST_CASE("what a file that was loaded before names does not stay when another is loaded") {
  CallFixture f;
  std::ofstream(f.path("one.toml")) << "max-bitrate = \"700kbps\"\n";
  std::ofstream(f.path("two.toml")) << "fps = 15\n";
  std::ofstream(f.path("wrong.toml")) << "send-only = true\nreceive-only = true\n";
  const auto load = [&](const QString& name) {
    return f.services->load_configuration(f.path(name), [](auto&&) { return ConfigurationPart::everything; });
  };
  REQUIRE(load("one.toml"));
  REQUIRE(load("two.toml"));
  const auto wrong = load("wrong.toml");
  CHECK_FALSE(wrong);
  CHECK(wrong.error ==
        "In the configuration '" + f.path("wrong.toml") + "': --send-only and --receive-only exclude each other.");
  CHECK(f.calls->options().limits.maximum == CallOptions().limits.maximum);
  CHECK(f.calls->options().video.fps == 15);
  CHECK(f.calls->options().source == "test");  // that the program was told
  CHECK_FALSE(f.calls->options().send_only);
}

TEST_CASE("of a file that comes from somebody else only what the user agrees to is taken") {
  CallFixture f;
  std::ofstream(f.path("evil.toml")) << "answer = \"always\"\nlink-file = \"" << f.path("bashrc")
                                     << "\"\nfps = 15\nmax-bitrate = \"700kbps\"\n[ldcc]\nT_r = \"80ms\"\n";
  const auto load = [&](ConfigurationPart part) {
    return f.services->load_configuration(f.path("evil.toml"), [&](const auto& changes) {
      REQUIRE(changes.size() == 1);
      CHECK(changes.front().name == "fps");
      return part;
    });
  };
  const auto before = f.calls->options();
  const auto nothing = load(ConfigurationPart::nothing);
  CHECK_FALSE(nothing);
  CHECK(nothing.error == "");
  CHECK(f.calls->options().limits.maximum == before.limits.maximum);

  const auto tuning = load(ConfigurationPart::tuning);
  REQUIRE(tuning);
  CHECK(tuning.value->tuning.settings.at("ldcc.T_r") == "80ms");
  CHECK(tuning.value->notice ==
        "A file may not set places and permissions, so these are left out: 'answer', 'link-file'.");
  CHECK(f.calls->options().limits.maximum == kilobits_per_second(700));
  CHECK(f.calls->options().video.fps == before.video.fps);

  REQUIRE(load(ConfigurationPart::everything));
  CHECK(f.calls->options().video.fps == 15);
  CHECK_FALSE((f.calls->options().answer || f.calls->options().link_file));
}

TEST_CASE("a slider that is dragged for minutes leaves one setting") {
  const std::vector<std::string> command_line{"evenkeel"};
  Outbox outbox;
  PictureSlot remote;
  PictureSlot own;
  WindowCall call(StartCall{}, 1, small_pictures(), {command_line, outbox, remote, own, {}});
  for (int i = 0; i < 2000; ++i) call.carry_out(SetParameter{"ldcc.T_r", std::to_string(10 + i) + "ms"});
  call.carry_out(SetParameter{"ldcc.w", "30kbps"});
  call.carry_out(SetParameter{"recovery.attempts", "2"});
  CHECK(call.options().settings ==
        decltype(CallOptions::settings){{"ldcc.T_r", "2009ms"}, {"ldcc.w", "30kbps"}, {"recovery.attempts", "2"}});
}

TEST_CASE("a parameter of loss recovery that is tuned acts on the call that runs") {
  CallOptions options = small_pictures();
  options.recovery.protection = 0;
  options.link = "capacity=2.5Mbps,delay=10ms,loss=10%";
  CallFixture f(options);
  const auto sent_again = [&] {
    const auto row = f.live().store.last_row("a-b");
    return row && row->retransmitted_packets_sent ? *row->retransmitted_packets_sent : 0;
  };
  f.start_demo();
  REQUIRE(f.within(8s, [&] { return sent_again() > 5; }));
  f.type("rtx_share of recovery", "0");
  REQUIRE(f.within(
      3s, [&] { return std::ranges::count(f.live().events, "recovery.rtx_share = 0", &RunEvent::text) == 1; }));
  const Duration changed = f.live().store.last_row("a-b")->time;
  f.run_until(changed + 500ms);  // what was in the queue has left
  const double before = sent_again();
  f.run_until(changed + 2s);
  CHECK(sent_again() == before);
  f.hang_up();
}

TEST_CASE("the link panel of a real call shows the link that is there, and a step starts from it") {
  CallOptions options = small_pictures();
  options.link = "loss=2%";
  CallFixture f(options);
  f.window->start_page().wait_card().wait_button().click();
  REQUIRE(f.within(8s, [&] { return f.status().phase == Phase::waiting; }));
  const LinkSettings link = f.status().link;
  CHECK(link.capacity == DataRate::unlimited());
  CHECK(link.delay == 0ms);
  CHECK(link.loss == Approx(0.02));
  REQUIRE(f.within(3s, [&] { return f.control<QLineEdit>("Capacity of the link").text() == "unlimited"; }));
  f.control<QToolButton>("Multiply the capacity by 0.5").click();
  f.type("Delay of the link", "80ms");
  REQUIRE(f.within(3s, [&] { return f.status().link.delay == 80ms; }));
  CHECK(f.status().link.capacity == DataRate::unlimited());
  REQUIRE(f.within(3s, [&] { return !f.live().events.empty(); }));
  CHECK(f.live().events.back().text == "delay 0s to 80ms");
  f.hang_up();
}

TEST_CASE("a microphone and a loudspeaker that were chosen in the window and unplugged since stop no call") {
  StartCall start{CallKind::listen, "127.0.0.1:0", {}, {}};
  start.audio = "mic:gone";
  start.speaker = "gone";
  const Preparation prepared = prepare_call(start, small_pictures(), Cancellation());
  CHECK(prepared.error == "");
  CHECK(prepared.missing.microphone);
  CHECK(prepared.missing.loudspeaker);
  CHECK(prepared.sources.sound_notice.starts_with(
      "The microphone and the loudspeaker that you chose are not plugged in: the system's are used."));
  start.speaker.reset();
  CallOptions told = small_pictures();
  told.speaker = "gone";  // by the command line, which names what it wants
  CHECK(prepare_call(start, told, Cancellation()).error.starts_with("Cannot use the loudspeaker 'gone'"));
}
