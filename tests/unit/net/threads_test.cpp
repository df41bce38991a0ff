#include "tests/unit/net/call_end.h"

#include <boost/asio/io_context.hpp>

using namespace evenkeel;
using namespace evenkeel::test;

TEST_CASE("Two ends with their threads: they meet, talk, and part") {
  End listener(1, std::nullopt);
  CHECK(listener.network->state() == CallState::waiting);
  End caller(2, listener.socket.local());
  CHECK(listener.event() == CallEvent::Kind::connected);
  CHECK(caller.event() == CallEvent::Kind::connected);
  CHECK(caller.network->state() == CallState::in_call);
  CHECK(caller.network->same_clock());
  const auto [to_listener, to_caller] = talk(caller, listener, 1s);
  CHECK(to_listener > 10);
  CHECK(to_caller > 10);
  for (const End* end : {&listener, &caller}) {  // each writes times from an origin of its own
    REQUIRE(end->captured);
    CHECK((to_ntp(monotonic_now()) - *end->captured) >> 32 <= 2);
  }
  CHECK(caller.pacer->signals().round_trip_ns > 0);
  int rows = 0;
  while (const auto row = caller.pacer->samples().pop()) {
    CHECK(row->time % 100ms == Duration::zero());
    ++rows;
  }
  CHECK(rows >= 5);
  check_sent_packets(caller);
  caller.network->hang_up();
  CHECK(listener.event() == CallEvent::Kind::peer_left);
  CHECK(listener.network->state() == CallState::waiting);
}

TEST_CASE("A pacer thread that is kept from running measures the same round trip: the kernel stamps the reports") {
  End listener(1, std::nullopt);
  End caller(2, listener.socket.local());
  REQUIRE(caller.event() == CallEvent::Kind::connected);
  for (int i = 0; i < 15; ++i) {
    caller.pacer->post([](Sender&, LocalTime now) { std::this_thread::sleep_until(to_steady(now + 60ms)); });
    talk(caller, listener, 66ms);
  }
  CHECK(caller.pacer->signals().round_trip_ns > 0);
  CHECK(Duration(caller.pacer->signals().round_trip_ns) < 20ms);  // some 60 ms, taken when the thread runs
}

TEST_CASE("Where waiting for datagrams fails, an event says so and the call goes on, until waiting works again") {
  End listener(1, std::nullopt);
  listener.socket.fail_waits(EBADF);
  End caller(2, listener.socket.local());
  std::vector<CallEvent::Kind> events;
  while (const auto event = listener.network->events().pop(500ms)) events.push_back(event->kind);
  CHECK(std::ranges::count(events, CallEvent::Kind::connected) == 1);
  CHECK(std::ranges::count(events, CallEvent::Kind::wait_failed) == 1);
  CHECK(events.size() == 2);
  CHECK(caller.event() == CallEvent::Kind::connected);
  CHECK(talk(caller, listener, 1s).first > 10);
  listener.socket.fail_waits(0);
  CHECK(talk(caller, listener, 1s).first > 10);
  CHECK_FALSE(listener.network->events().try_pop());
  listener.socket.fail_waits(ENOMEM);
  const auto again = listener.network->events().pop(5s);
  REQUIRE(again);
  CHECK(again->kind == CallEvent::Kind::wait_failed);
  CHECK(again->reason == "Cannot allocate memory");
}

TEST_CASE("The one that is called hangs up: the caller's call has ended") {
  auto listener = std::make_unique<End>(1, std::nullopt);
  End caller(2, listener->socket.local());
  REQUIRE(caller.event() == CallEvent::Kind::connected);
  REQUIRE(listener->event() == CallEvent::Kind::connected);  // half a round trip later; before, it owes no goodbye
  listener.reset();
  CHECK(caller.event() == CallEvent::Kind::peer_left);
  CHECK(caller.network->state() == CallState::ended);
}

namespace {

/// A peer that is made of bytes: what it sends is up to the test.
struct Stranger {
  boost::asio::io_context io;
  UdpSocket socket{io};
  Endpoint callee;
  RtcpCompound last;  ///< that came
  std::string last_echo;
  std::size_t came = 0;  ///< bytes with UDP and IP
  std::size_t datagrams = 0;
  std::size_t media = 0;
  std::size_t echoes = 0;

  explicit Stranger(const Endpoint& to) : callee(to) { REQUIRE(socket.open(*resolve(loopback, 0)).empty()); }

  /// Returns its size with UDP and IP.
  std::size_t greet(const AddressProof& proof) {
    std::array<std::uint8_t, 500> bytes;
    RtcpWriter writer(bytes);
    writer.receiver_report(77, {});
    writer.source_description(77, "stranger", "", proof);
    REQUIRE(socket.send(std::span(bytes).first(writer.size()), callee));
    return writer.size() + 28;
  }
  void on_datagram(const UdpSocket::Received& r) {
    came += r.datagram.size() + 28;
    ++datagrams;
    if (is_rtcp(r.datagram)) {
      REQUIRE(parse_rtcp(r.datagram, last));
      if (!last.echo.empty()) {
        ++echoes;
        last_echo = last.echo;
      }
    } else {
      ++media;
    }
  }
  /// Until so many datagrams came; false where they do not come in time.
  bool receive(std::size_t count, Duration timeout) {
    const LocalTime end = monotonic_now() + timeout;
    while (datagrams < count && monotonic_now() < end) {
      socket.receive_all([this](const auto& r) { on_datagram(r); });
      std::this_thread::sleep_for(1ms);
    }
    return datagrams >= count;
  }
};

}  // namespace

TEST_CASE("A forged greeting gets at most three times its bytes, and no media until its sender echoes the answer") {
  End listener(1, std::nullopt);
  Stranger stranger(listener.socket.local());
  std::array<std::uint8_t, 8> report{};  // the least that is RTCP
  RtcpWriter(report).receiver_report(77, {});
  REQUIRE(stranger.socket.send(report, stranger.callee));
  const std::size_t sent = stranger.greet({.token = "mine", .echo = {}});
  const auto offer = [&](Duration length) {
    for (const LocalTime end = monotonic_now() + length; monotonic_now() < end;) {
      listener.push_frame();
      stranger.receive(1'000'000, 33ms);
    }
  };
  offer(1s);
  CHECK(stranger.datagrams == 1);
  CHECK(stranger.came <= 3 * sent);
  CHECK(listener.network->state() == CallState::waiting);
  CHECK(stranger.last.echo == "mine");
  REQUIRE(stranger.last.token.size() == 16);

  stranger.greet({.token = {}, .echo = "0123456789abcdef"});
  offer(200ms);
  CHECK(listener.network->state() == CallState::waiting);
  CHECK(stranger.datagrams == 1);

  const std::string token = stranger.last.token;
  stranger.greet({.token = {}, .echo = token});
  CHECK(listener.event() == CallEvent::Kind::connected);
  offer(500ms);
  CHECK(stranger.media > 0);
}

TEST_CASE("An echo that may have been lost goes again until the peer asks for none") {
  Stranger listener({});
  End caller(2, listener.socket.local());
  listener.callee = caller.socket.local();
  REQUIRE(listener.receive(1, 5s));
  listener.greet({.token = "0123456789abcdef", .echo = listener.last.token});
  REQUIRE(caller.event() == CallEvent::Kind::connected);
  const auto echoed = [&](std::size_t count) {
    for (const LocalTime end = monotonic_now() + 5s; listener.echoes < count && monotonic_now() < end;) {
      listener.receive(listener.datagrams + 1, 10ms);
    }
    return listener.echoes >= count;
  };
  CHECK(echoed(3));
  CHECK(listener.last_echo == "0123456789abcdef");
  listener.greet({});
  listener.receive(1'000'000, 100ms);  // what was under way
  listener.echoes = 0;
  listener.receive(listener.datagrams + 2, 5s);
  CHECK(listener.echoes == 0);
}

TEST_CASE("A goodbye ends the call when it is the peer's, not when it is passed on from somebody else") {
  End listener(1, std::nullopt);
  Stranger peer(listener.socket.local());
  peer.greet({.token = "mine", .echo = {}});
  REQUIRE(peer.receive(1, 5s));
  peer.greet({.token = {}, .echo = peer.last.token});
  REQUIRE(listener.event() == CallEvent::Kind::connected);
  const auto say_goodbye = [&](std::uint32_t ssrc) {
    std::array<std::uint8_t, 100> bytes;
    RtcpWriter writer(bytes);
    writer.receiver_report(77, {});
    writer.bye(ssrc);
    REQUIRE(peer.socket.send(std::span(bytes).first(writer.size()), peer.callee));
  };
  say_goodbye(78);
  CHECK_FALSE(listener.network->events().pop(300ms));
  say_goodbye(77);
  CHECK(listener.event() == CallEvent::Kind::peer_left);
}

namespace {

constexpr std::uint32_t sound_ssrc = 99;

/// A listener's peer that talks, by bytes of its own making.
struct Talker : Stranger {
  explicit Talker(End& listener) : Stranger(listener.socket.local()) {
    prove();
    REQUIRE(listener.event() == CallEvent::Kind::connected);
  }
  /// As a call begins, and as it goes on after a silence.
  void prove() {
    last.token.clear();
    greet({.token = "mine", .echo = {}});
    for (int i = 0; last.token.empty() && i < 100; ++i) REQUIRE(receive(datagrams + 1, 5s));
    greet({.token = {}, .echo = last.token});
  }
  void say(std::uint16_t number, std::uint8_t first_byte, std::uint32_t ssrc = sound_ssrc) {
    std::vector<std::uint8_t> bytes(100, first_byte);
    write_rtp_header({true, audio_payload_type, number, 960u * number, ssrc}, {}, bytes);
    REQUIRE(socket.send(bytes, callee));
  }
  template <class Write>
  void report(Write&& write) {
    std::array<std::uint8_t, 300> bytes{};
    RtcpWriter writer(bytes);
    write(writer);
    REQUIRE(socket.send(std::span(bytes).first(writer.size()), callee));
  }
};

template <class Condition>
bool comes_true(Condition&& condition) {
  for (const LocalTime end = monotonic_now() + 5s; monotonic_now() < end;) {
    if (condition()) return true;
    std::this_thread::sleep_for(1ms);
  }
  return false;
}

}  // namespace

TEST_CASE("Sound comes through the thread, with what the peer says of it, and its end ends no call") {
  End listener(1, std::nullopt);
  Talker peer(listener);
  NetworkThread& network = *listener.network;
  CHECK_FALSE(network.peer_has_sound());
  CHECK_FALSE(network.peer_muted());
  peer.say(1, 0x78);
  std::optional<ReceivedSound> sound;
  REQUIRE(comes_true([&] { return (sound = network.sound().pop()).has_value(); }));
  CHECK(sound->new_source);
  CHECK(sound->size == 88);
  CHECK(sound->bytes[0] == 0x78);
  CHECK(monotonic_now() - sound->arrival < 5s);
  CHECK(comes_true([&] { return network.peer_has_sound(); }));

  peer.report([](RtcpWriter& writer) {
    writer.sender_report(sound_ssrc, {5, 6, 0, 0}, {});
    writer.source_description(sound_ssrc, "peer", "", {}, "", "1");
  });
  CHECK(comes_true([&] { return network.peer_muted() == true; }));
  const auto reports = network.sync().reports();
  REQUIRE(reports);
  CHECK(reports->value.has_sound);
  CHECK(reports->value.sound.rtp_timestamp == 6);
  peer.report([](RtcpWriter& writer) { writer.receiver_report(77, {}); });  // says nothing of it
  peer.report([](RtcpWriter& writer) {
    writer.receiver_report(77, {});
    writer.source_description(77, "peer", "", {}, "", "0");
  });
  CHECK(comes_true([&] { return network.peer_muted() == false; }));
  CHECK_FALSE(network.peer_records());  // it says nothing of it
  peer.report([](RtcpWriter& writer) {
    writer.receiver_report(77, {});
    writer.source_description(77, "peer", "", {}, "", "", "1");
  });
  CHECK(comes_true([&] { return network.peer_records() == true; }));
  CHECK_FALSE(network.peer_shows_screen());
  peer.report([](RtcpWriter& writer) {
    writer.receiver_report(77, {});
    writer.source_description(77, "peer", "", {}, "", "", "", "1");
  });
  CHECK(comes_true([&] { return network.peer_shows_screen(); }));

  peer.report([](RtcpWriter& writer) {
    writer.receiver_report(77, {});
    writer.bye(sound_ssrc);
  });
  CHECK(comes_true([&] { return !network.peer_has_sound(); }));
  CHECK(network.state() == CallState::in_call);
}

TEST_CASE(
    "What a peer says of its recording and its microphone is unknown again with the next peer, and after a silence") {
  End listener(1, std::nullopt);
  NetworkThread& network = *listener.network;
  const auto say = [](Talker& peer, const char* both) {
    peer.report([&](RtcpWriter& writer) {
      writer.receiver_report(77, {});
      writer.source_description(77, "peer", "", {}, "", both, both);
    });
  };
  const auto told = [&](bool both) {
    return comes_true([&] { return network.peer_records() == both && network.peer_muted() == both; });
  };
  const auto unknown = [&] { return !network.peer_records() && !network.peer_muted(); };
  {
    Talker first(listener);
    CHECK(unknown());
    say(first, "1");
    REQUIRE(told(true));
    first.report([](RtcpWriter& writer) {
      writer.receiver_report(77, {});
      writer.bye(77);
    });
    REQUIRE(listener.event() == CallEvent::Kind::peer_left);
  }
  Talker second(listener);
  CHECK(unknown());
  say(second, "0");
  REQUIRE(told(false));
  REQUIRE(listener.event() == CallEvent::Kind::peer_silent);
  CHECK(network.peer_records() == false);
  second.prove();
  REQUIRE(listener.event() == CallEvent::Kind::peer_returned);
  second.say(1, 0x78);
  REQUIRE(comes_true([&] { return network.peer_has_sound(); }));
  CHECK(unknown());
  say(second, "1");
  CHECK(told(true));
}

TEST_CASE("Sound that nobody takes fills no memory, and a new source is reported when there is room again") {
  End listener(1, std::nullopt);
  Talker peer(listener);
  NetworkThread& network = *listener.network;
  REQUIRE(comes_true([&, number = std::uint16_t{0}]() mutable {
    peer.say(number++, 1);
    return network.sound().dropped() > 10;
  }));
  peer.report([](RtcpWriter& writer) {
    writer.receiver_report(77, {});
    writer.bye(sound_ssrc);
  });
  REQUIRE(comes_true([&] { return !network.peer_has_sound(); }));
  const auto dropped = network.sound().dropped();
  peer.say(1, 2, 100);  // of a new source, into the full ring
  REQUIRE(comes_true([&] { return network.sound().dropped() > dropped; }));
  std::size_t count = 0, sources = 0;
  while (const auto sound = network.sound().pop()) {
    ++count;
    sources += sound->new_source ? 1u : 0u;
  }
  CHECK(count == AudioReceiveStream::max_waiting);
  CHECK(sources == 1);
  peer.say(2, 2, 100);
  std::optional<ReceivedSound> sound;
  REQUIRE(comes_true([&] { return (sound = network.sound().pop()).has_value(); }));
  CHECK(sound->new_source);
}

TEST_CASE("A third one's datagrams are ignored") {
  End listener(1, std::nullopt);
  End caller(2, listener.socket.local());
  REQUIRE(listener.event() == CallEvent::Kind::connected);
  End third(3, listener.socket.local());
  const LocalTime end = monotonic_now() + 5s;
  while (listener.network->ignored_datagrams() == 0 && monotonic_now() < end) std::this_thread::sleep_for(10ms);
  CHECK(listener.network->ignored_datagrams() > 0);
  CHECK(third.network->state() == CallState::connecting);
  CHECK(listener.network->state() == CallState::in_call);
}

TEST_CASE("Over an emulated link the delay is the link's") {
  LinkConfig config;
  config.capacity = Capacity::constant(megabits_per_second(10));
  config.propagation_delay = 30ms;
  End listener(1, std::nullopt);
  End caller(2, listener.socket.local(), config);
  REQUIRE(listener.event() == CallEvent::Kind::connected);
  REQUIRE(caller.event() == CallEvent::Kind::connected);
  talk(caller, listener, 1s);
  double least = 1e9;
  while (const auto row = caller.pacer->samples().pop()) {
    if (row->one_way_delay_ms) least = std::min(least, *row->one_way_delay_ms);
    CHECK(row->link_capacity_bps == 10e6);
  }
  CHECK(least > 29);
  CHECK(least < 60);
}
