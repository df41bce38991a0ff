#include <unistd.h>

#include <cstdio>
#include <optional>

#include "app/call/call_setup.h"
#include "app/call/headless_run.h"
#include "app/call/no_answer.h"
#include "app/call/reply_lines.h"
#include "app/call/server_call.h"
#include "app/commands/commands.h"
#include "app/process/detached_task.h"
#include "app/process/program_end.h"
#include "core/net/clock.h"

namespace evenkeel {
namespace {

/// Opens the run and its peers, and begins, unless it was hung up meanwhile. Returns 0, or the exit status after it has
/// said what failed.
template <class SetUp>
int open(HeadlessRun& headless, SetUp set_up, WithoutMicrophone without = WithoutMicrophone::silence) {
  catch_stop_signals();
  survive_broken_pipes();
  CallRun& run = headless.run();
  CallSources sources = find_sources(run.options(), without);
  if (sources.is_of_file) return refuse(sources.error);
  std::string error = run.open(std::move(sources));
  if (error.empty()) error = set_up(run);
  if (run.link_offer().page().certificate_is_wrong()) return refuse(error);
  if (error.empty() && !run.peers().empty()) error = run.begin();
  return error.empty() ? 0 : fail(error);
}

void warn_of_bind(HeadlessRun& headless, const std::string& why) {
  if (headless.run().options().bind == CallOptions().bind) return;
  headless.progress().say("--bind has no effect on this call: " + why + ".");
}

/// Those that somebody types or pipes in. None in plain RTP, where nobody reads.
std::optional<ReplyLines> reply_lines(HeadlessRun& headless) {
  if (headless.run().options().insecure_rtp) return std::nullopt;
  return ReplyLines(
      STDIN_FILENO,
      [&headless](const std::string& code) { return own_peer(headless.run()).network().take_reply_code(code); },
      [&headless](const std::string& text) { headless.progress().say(text); });
}

/// On standard output, as it is to be copied, and each once.
void show_reply_code(HeadlessRun& headless, std::string& shown) {
  const std::string code = reply_code(headless.run());
  if (code.empty() || code == shown) return;
  shown = code;
  headless.progress().say(
      "Nothing answers yet. Send this reply code to whoever gave you the link, who types or pastes it where 'evenkeel "
      "listen' waits; it is good for ten minutes:");
  std::printf("%s\n", code.c_str());
  std::fflush(stdout);
}

/// For both ends to compare before the call is accepted; later the line of its beginning has it.
void show_number(HeadlessRun& headless, bool& is_shown) {
  const std::string& number = headless.run().peers().back().number.text();
  if (is_shown || number.empty() || own_peer(headless.run()).network().state() != CallState::ringing) return;
  is_shown = true;
  headless.progress().say("ringing; number " + number);
}

constexpr Duration lookup_timeout = 10s;

/// A place of which names are looked up in another thread, since nothing can stop a resolver: a signal ends the wait at
/// once. Nothing was set up then, and there is no error.
std::string with_place(HeadlessRun& headless, const std::function<Parsed<CallPlace>()>& find,
                       const std::function<std::string(const CallPlace&)>& set_up) {
  DetachedTask<Parsed<CallPlace>> finding(find);
  for (const LocalTime end = monotonic_now() + lookup_timeout; !stop_requested() && monotonic_now() < end;) {
    if (const auto place = finding.take()) return *place ? set_up(*place->value) : place->error;
    std::this_thread::sleep_for(1ms);
  }
  finding.forget();
  if (!stop_requested())
    return "No name server has answered within 10 s: check the network, or give an address in place of the name.";
  headless.progress().say("Hung up while a name was looked up.");
  return {};
}

/// In another thread, since a signal ends the wait for the resolver and the server at once.
std::string ask_server(HeadlessRun& headless, const ServerPlace& place) {
  const auto cancellation = std::make_shared<Cancellation>();
  headless.progress().say("asking the server " + host_text(place.url));
  DetachedTask<JoinResult> asking(
      [place, cancellation, options = headless.run().options()] { return join_server(place, options, *cancellation); });
  const auto& duration = headless.run().options().duration;
  const LocalTime end = duration ? headless.run().start() + *duration : LocalTime::max();
  while (!stop_requested() && monotonic_now() < end) {
    if (auto joined = asking.take()) {
      return joined->call ? set_up_server_call(headless.run(), std::move(joined->call), {}) : joined->error;
    }
    std::this_thread::sleep_for(20ms);
  }
  cancellation->cancel();
  asking.forget();
  if (!stop_requested())
    return "The server " + host_text(place.url) + " did not answer within --duration: make it longer.";
  headless.progress().say("Hung up before the server " + host_text(place.url) + " answered.");
  return {};
}

}  // namespace

int run_demo(const CallOptions& options, const std::vector<std::string>& command_line) {
  HeadlessRun headless(options, command_line);
  const int status = open(
      headless, [](CallRun& run) { return set_up_demo(run, {}); }, WithoutMicrophone::test_sound);
  if (status != 0) return status;
  warn_of_bind(headless, "the peers of a demo meet on this machine");
  headless.loop([] { return false; });
  return headless.finish();
}

int run_listen(const CallOptions& options, const std::vector<std::string>& command_line) {
  HeadlessRun headless(options, command_line);
  auto lines = reply_lines(headless);
  const int status = open(headless, [&](CallRun& run) {
    return with_place(
        headless, [options] { return find_listener(options); },
        [&](const CallPlace& place) { return set_up_listen(run, place, {}); });
  });
  if (status != 0) return status;
  if (headless.run().peers().empty()) return headless.finish();  // hung up
  if (!headless.wait_for_link()) {                               // as where it is written at once
    headless.finish();
    return 1;
  }
  const LinkOffer& offer = headless.run().link_offer();
  if (const std::string& page = offer.page().notice(); !page.empty()) headless.progress().say(page);
  headless.progress().say("waiting for a call at " + to_string(own_peer(headless.run()).local()));
  if (!offer.link().empty()) headless.progress().say(link_text(options.link_file, offer.link()));
  const auto step = [&] {
    if (lines) lines->step(monotonic_now());
    return false;
  };
  headless.loop(step, [&] { return lines ? lines->awaited() : -1; });
  return headless.finish();
}

int run_call(const CallOptions& told, const std::string& callee, const std::vector<std::string>& command_line) {
  const CallOptions options = looks_like_server(callee) ? options_for(read_server(callee).value->call, told) : told;
  HeadlessRun headless(options, command_line);
  const int status = open(headless, [&](CallRun& run) {
    return with_place(
        headless, [callee, options] { return find_callee(callee, options); },
        [&](const CallPlace& place) {
          return place.server ? ask_server(headless, *place.server) : set_up_call(run, place, {});
        });
  });
  if (status != 0) return status;
  if (headless.run().peers().empty()) return headless.finish();  // hung up
  warn_of_bind(headless, "only a listener waits at an address");
  bool gave_up = false;
  std::string shown;
  bool is_number_shown = false;
  headless.loop([&] {
    show_reply_code(headless, shown);
    show_number(headless, is_number_shown);
    gave_up = unanswered(headless.run());
    return gave_up || own_peer(headless.run()).network().state() == CallState::ended;
  });
  // Also if --duration is shorter than the timeout for an answer; but not after Ctrl+C.
  const CallState state = own_peer(headless.run()).network().state();
  const bool unanswered_yet = state == CallState::connecting || state == CallState::ringing;
  if (unanswered_yet && stop_requested()) {
    headless.progress().say("Hung up before " + without_secrets(callee) + " answered.");
  }
  gave_up = unanswered_yet && !stop_requested();
  std::string why = gave_up ? no_answer_text(headless.run(), callee) : "";
  if (state == CallState::ended) why = refusal_text(headless.run());
  const int ended = headless.finish();
  return why.empty() ? ended : fail(why);
}

}  // namespace evenkeel
