// Sends to the port of a secure call what strangers can send:
//
//   system_flood KIND ADDRESS PORT SECONDS PACKETS_PER_SECOND [FILE | CALL_PORT]
//
// KIND noise: random bytes. knocks: connectivity checks with knocks of another link. hellos: a DTLS client's first
// message. replay: the datagram in FILE. All four from each IPv4 address of this machine in turn. peer: listens to a
// call with ADDRESS, CALL_PORT and sends to PORT, under the name of its peer here, what it heard, as it was and with
// flipped bits, and BYE, PLI, FIR, feedback and alerts in plain. record: sends nothing; waits for the first knock to
// ADDRESS, PORT and writes it to FILE.
//
// Prints one JSON object: datagrams and bytes (of UDP) that were sent and that came back, the largest share of its
// bytes that one address got back; peer: what the call's listener sent to its peer meanwhile, by kind.

#include <ifaddrs.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <thread>

#include "tests/system/flood_packets.h"
#include "tests/system/flood_wire.h"

namespace {

using namespace evenkeel;
using namespace evenkeel::flood;
using Clock = std::chrono::steady_clock;

struct Options {
  std::string kind;
  sockaddr_in to{};
  double seconds = 0, rate = 0;
  std::string extra;
};

int fail(const std::string& sentence) { return std::fprintf(stderr, "system_flood: %s\n", sentence.c_str()), 2; }

/// One of our addresses, and what it sent and got.
struct Stranger {
  int fd = -1;
  double sent = 0, sent_bytes = 0, returned = 0, returned_bytes = 0;

  void send(const Bytes& packet, const sockaddr_in& to) {
    if (sendto(fd, packet.data(), packet.size(), 0, reinterpret_cast<const sockaddr*>(&to), sizeof to) < 0) return;
    sent += 1;
    sent_bytes += static_cast<double>(packet.size());
  }
  void receive() {
    std::array<std::uint8_t, 2048> buffer;
    for (ssize_t size; (size = recv(fd, buffer.data(), buffer.size(), 0)) >= 0; returned += 1) {
      returned_bytes += static_cast<double>(size);
    }
  }
};

std::vector<Stranger> strangers() {
  std::vector<Stranger> all;
  ifaddrs* list = nullptr;
  if (getifaddrs(&list) != 0) return all;
  for (const ifaddrs* i = list; i != nullptr; i = i->ifa_next) {
    if (i->ifa_addr == nullptr || i->ifa_addr->sa_family != AF_INET) continue;
    sockaddr_in address{};
    std::memcpy(&address, i->ifa_addr, sizeof address);
    if (ntohl(address.sin_addr.s_addr) >> 24 == 127) continue;
    Stranger stranger{socket(AF_INET, SOCK_DGRAM | SOCK_NONBLOCK, 0)};
    if (bind(stranger.fd, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0) all.push_back(stranger);
  }
  freeifaddrs(list);
  return all;
}

Bytes read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// Made in advance, so that making them does not slow the sending.
std::vector<Bytes> packets_of(const Options& options) {
  Random random(1);
  std::vector<Bytes> packets;
  if (options.kind == "replay") return {read_file(options.extra)};
  const std::size_t count = options.kind == "hellos" ? 16 : 4096;
  while (packets.size() < count) {
    packets.push_back(options.kind == "noise"    ? noise(random)
                      : options.kind == "knocks" ? forged_knock(random)
                                                 : client_hello());
  }
  return packets;
}

/// Calls `send` as often as the rate says, and `meanwhile` between.
template <class Send, class Meanwhile>
void at_rate(const Options& options, Send send, Meanwhile meanwhile) {
  const auto start = Clock::now();
  const auto packets = static_cast<std::int64_t>(options.rate * options.seconds);
  const auto due = [&](std::int64_t n) {
    return start + std::chrono::nanoseconds(static_cast<std::int64_t>(1e9 * static_cast<double>(n) / options.rate));
  };
  for (std::int64_t n = 0; n < packets;) {
    std::this_thread::sleep_until(due(n));
    for (; n < packets && due(n) <= Clock::now(); ++n) send(static_cast<std::size_t>(n));
    meanwhile();
  }
  std::this_thread::sleep_for(std::chrono::milliseconds(300));  // for the last answers
  meanwhile();
}

int flood_as_strangers(const Options& options) {
  const auto packets = packets_of(options);
  auto senders = strangers();
  if (senders.empty() || packets[0].empty()) return fail("there is nothing to send, or no address to send from.");
  at_rate(
      options,
      [&](std::size_t n) {
        senders[n % senders.size()].send(packets[n / senders.size() % packets.size()], options.to);
      },
      [&] {
        for (Stranger& s : senders) s.receive();
      });
  Stranger sum;
  double worst = 0;
  for (const Stranger& s : senders) {
    sum.sent += s.sent;
    sum.sent_bytes += s.sent_bytes;
    sum.returned += s.returned;
    sum.returned_bytes += s.returned_bytes;
    if (s.sent_bytes > 0) worst = std::max(worst, s.returned_bytes / s.sent_bytes);
  }
  std::printf("{\"sent\": %.0f, \"sentBytes\": %.0f, \"returned\": %.0f, \"returnedBytes\": %.0f, \"worst\": %.3f}\n",
              sum.sent, sum.sent_bytes, sum.returned, sum.returned_bytes, worst);
  return 0;
}

bool same(const sockaddr_in& a, const sockaddr_in& b) {
  return a.sin_addr.s_addr == b.sin_addr.s_addr && a.sin_port == b.sin_port;
}

/// What passes between the two ends of the call.
struct Overheard {
  wire::Tap tap;
  sockaddr_in listener{};
  std::optional<sockaddr_in> caller;
  std::vector<Bytes> genuine = {};  ///< the caller's latest, sealed
  std::size_t at = 0;
  double stun = 0, dtls = 0, media = 0;  ///< of the listener

  void listen() {
    while (const auto seen = tap.next()) {
      if (seen->payload.size() < 12) continue;
      const std::uint8_t first = seen->payload[0];
      if (!seen->arrives && same(seen->to, listener) && first >= 128 && seen->payload.size() <= 1472) {
        caller = seen->from;
        remember(seen->payload);
      }
      if (!seen->arrives || !same(seen->from, listener)) continue;
      (first <= 3 ? stun : first <= 63 ? dtls : media) += 1;
    }
  }
  void remember(std::span<const std::uint8_t> payload) {
    constexpr std::size_t room = 512;
    if (genuine.size() < room) genuine.emplace_back();
    genuine[at++ % genuine.size()].assign(payload.begin(), payload.end());
  }
};

int flood_as_peer(const Options& options) {
  Overheard call;
  call.listener = options.to;
  call.listener.sin_port = htons(static_cast<std::uint16_t>(std::atoi(options.extra.c_str())));
  if (!call.tap.is_open()) return fail("only root may listen on the wire.");
  wire::Forger forger;
  Random random(1);
  double sent = 0;
  at_rate(
      options,
      [&](std::size_t) {
        if (!call.caller) return;
        const Bytes& genuine = call.genuine[random.below(call.genuine.size())];
        if (forger.send(forged_from(genuine, random), *call.caller, options.to)) sent += 1;
      },
      [&] { call.listen(); });
  std::printf("{\"sent\": %.0f, \"stun\": %.0f, \"dtls\": %.0f, \"media\": %.0f}\n", sent, call.stun, call.dtls,
              call.media);
  return 0;
}

int record_knock(const Options& options) {
  wire::Tap tap;
  if (!tap.is_open()) return fail("only root may listen on the wire.");
  std::fputs("listening\n", stderr);
  const auto end = Clock::now() + std::chrono::duration<double>(options.seconds);
  while (Clock::now() < end) {
    tap.wait(100);
    while (const auto seen = tap.next()) {
      const auto username = same(seen->to, options.to) ? username_of_request(seen->payload) : std::nullopt;
      if (!username || username->find(':') != knock_text_size) continue;
      std::ofstream(options.extra, std::ios::binary)
          .write(reinterpret_cast<const char*>(seen->payload.data()),
                 static_cast<std::streamsize>(seen->payload.size()));
      return 0;
    }
  }
  return fail("nobody knocked.");
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 6) return fail("give KIND ADDRESS PORT SECONDS PACKETS_PER_SECOND, and FILE or CALL_PORT.");
  Options options{argv[1], {}, std::atof(argv[4]), std::atof(argv[5]), argc > 6 ? argv[6] : ""};
  options.to.sin_family = AF_INET;
  options.to.sin_port = htons(static_cast<std::uint16_t>(std::atoi(argv[3])));
  if (inet_pton(AF_INET, argv[2], &options.to.sin_addr) != 1) return fail("ADDRESS is not IPv4.");
  if (options.kind == "peer") return flood_as_peer(options);
  if (options.kind == "record") return record_knock(options);
  for (const char* kind : {"noise", "knocks", "hellos", "replay"}) {
    if (options.kind == kind) return flood_as_strangers(options);
  }
  return fail("KIND is noise, knocks, hellos, replay, peer or record.");
}
