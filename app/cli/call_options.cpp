#include "app/cli/call_options.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "app/capture/make_source.h"
#include "app/cli/choice.h"
#include "app/cli/link_options.h"
#include "app/cli/page_options.h"
#include "app/cli/rate_options.h"
#include "app/cli/record_options.h"
#include "app/cli/server_place.h"
#include "app/cli/stun_options.h"
#include "app/sound/sound_names.h"
#include "core/base/quantity.h"
#include "core/net/udp_socket.h"

namespace evenkeel {
namespace {

using Set = std::function<std::string(CallOptions&, const std::string&)>;
using Get = std::function<std::optional<std::string>(const CallOptions&)>;

OptionSpec flag(OptionGroup group, std::string name, bool CallOptions::*member, std::string help) {
  return {group,
          std::move(name),
          "",
          std::move(help),
          false,
          [member](CallOptions& o, const std::string& text) {
            if (text != "true" && text != "false") return "'" + text + "' is neither true nor false.";
            o.*member = text == "true";
            return std::string();
          },
          [member](const CallOptions& o) { return std::optional<std::string>(o.*member ? "true" : "false"); }};
}

OptionSpec text_option(OptionGroup group, std::string name, std::string placeholder, std::string CallOptions::*member,
                       std::string help) {
  return {group,
          std::move(name),
          std::move(placeholder),
          std::move(help),
          false,
          [member](CallOptions& o, const std::string& text) { return o.*member = text, std::string(); },
          [member](const CallOptions& o) { return std::optional(o.*member); }};
}

OptionSpec text_option(OptionGroup group, std::string name, std::string placeholder,
                       std::optional<std::string> CallOptions::*member, std::string help) {
  return {group,
          std::move(name),
          std::move(placeholder),
          std::move(help),
          false,
          [member](CallOptions& o, const std::string& text) {
            if (text.empty()) return std::string("an empty value means nothing here.");
            o.*member = text;
            return std::string();
          },
          [member](const CallOptions& o) { return o.*member; }};
}

/// Adds a check before the option's set(); `check` returns what is wrong with a text, or an empty string.
OptionSpec checked(OptionSpec spec, std::function<std::string(const std::string&)> check) {
  spec.set = [check = std::move(check), set = std::move(spec.set)](CallOptions& o, const std::string& text) {
    const std::string error = text.empty() ? "" : check(text);
    return error.empty() ? set(o, text) : error;
  };
  return spec;
}

OptionSpec with_places(OptionSpec spec, std::function<bool(const std::string&)> is_place) {
  spec.is_place = std::move(is_place);
  return spec;
}

/// What the option's set() is given is made of the text by `read`, or its error is that of the option.
OptionSpec read_by(Parsed<std::string> (*read)(const std::string&), OptionSpec spec) {
  spec.set = [read, set = std::move(spec.set)](CallOptions& o, const std::string& text) {
    if (text.empty()) return set(o, text);
    const auto made = read(text);
    return made ? set(o, *made.value) : made.error;
  };
  return spec;
}

/// One of the words that its placeholder has: "auto|gpu|software".
template <class Text>
OptionSpec choice_option(OptionGroup group, std::string name, const std::string& words, Text CallOptions::*member,
                         std::string help) {
  OptionSpec spec = text_option(group, std::move(name), words, member, std::move(help));
  spec.set = [words, set = std::move(spec.set)](CallOptions& o, const std::string& text) {
    const std::string error = check_choice(text, words);
    return error.empty() ? set(o, text) : error;
  };
  return spec;
}

Parsed<PictureSize> parse_picture_size(const std::string& text) {
  const Parsed<PictureSize> wrong{std::nullopt,
                                  "'" + text + "' is not a size: write it as 1280x720, from 64x48 to 4096x4096."};
  PictureSize size;
  const char* end = text.data() + text.size();
  const auto first = std::from_chars(text.data(), end, size.width);
  if (first.ec != std::errc() || first.ptr == end || *first.ptr != 'x') return wrong;
  const auto second = std::from_chars(first.ptr + 1, end, size.height);
  if (second.ec != std::errc() || second.ptr != end) return wrong;
  if (size.width < 64 || size.height < 48 || size.width > 4096 || size.height > 4096) return wrong;
  return {size, ""};
}

std::string set_size(CallOptions& o, const std::string& text) {
  const auto size = parse_picture_size(text);
  if (!size) return size.error;
  o.video.width = size.value->width;
  o.video.height = size.value->height;
  return {};
}

std::string set_record_limit(CallOptions& o, const std::string& text) {
  const auto limit = parse_size(text);
  if (limit && *limit <= bytes(0)) return "the limit must be above 0.";
  return assign(limit, o.record_limit);
}

std::string set_fps(CallOptions& o, const std::string& text) {
  const auto fps = parse_number(text);
  if (!fps || *fps < 1 || *fps > 120) return "'" + text + "' is not a frame rate: write a number from 1 to 120, as 30.";
  o.video.fps = *fps;
  return {};
}

constexpr double largest_pacing_gain = 10;

std::string set_pacing_gain(CallOptions& o, const std::string& text) {
  const auto gain = text == "none" ? Parsed<double>{std::numeric_limits<double>::infinity(), ""} : parse_number(text);
  if (!gain || *gain < 1 || (text != "none" && *gain > largest_pacing_gain)) {
    return "'" + text + "' is not a pacing gain: write a number from 1 to 10, as 1.25, or none.";
  }
  o.pacing_gain = *gain;
  return {};
}

std::optional<std::string> get_pacing_gain(const CallOptions& o) {
  return std::isinf(o.pacing_gain) ? "none" : format_number(o.pacing_gain);
}

std::string set_protection(CallOptions& o, const std::string& text) {
  auto& share = o.recovery.protection;
  if (text == "auto") return share.reset(), "";
  if (text == "off") return share = 0, "";
  const auto parsed = parse_ratio(text);
  if (!parsed) return "'" + text + "' is not a protection: write auto, off, or a share of the rate as 10%.";
  if (*parsed > RecoveryConfig::max_protection) return "'" + text + "' is too much: protection is at most 50%.";
  share = *parsed;
  return {};
}

std::optional<std::string> get_protection(const CallOptions& o) {
  const auto& share = o.recovery.protection;
  return !share ? "auto" : *share == 0 ? "off" : format_ratio(*share);
}

OptionSpec switch_option(std::string name, bool RecoveryConfig::*member, std::string help) {
  return {OptionGroup::tuning,
          std::move(name),
          "on|off",
          std::move(help),
          false,
          [member](CallOptions& o, const std::string& text) {
            if (text != "on" && text != "off") return "'" + text + "' is neither on nor off.";
            o.recovery.*member = text == "on";
            return std::string();
          },
          [member](const CallOptions& o) { return std::optional<std::string>(o.recovery.*member ? "on" : "off"); }};
}

std::string set_setting(CallOptions& o, const std::string& text) {
  const auto equals = text.find('=');
  const auto dot = text.find('.');
  if (equals == std::string::npos || dot == std::string::npos || dot > equals) {
    return "'" + text + "' is not NAME.PARAMETER=VALUE: write it as " + example_setting(text) + ".";
  }
  o.settings.emplace_back(text.substr(0, equals), text.substr(equals + 1));
  return {};
}

std::string set_duration(CallOptions& o, const std::string& text) {
  Duration duration{};
  std::string error = assign(parse_duration(text), duration);
  if (error.empty() && duration <= Duration::zero()) error = "the duration must be above 0.";
  if (error.empty()) o.duration = duration;
  return error;
}

std::string set_seed(CallOptions& o, const std::string& text) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), o.seed);
  if (error != std::errc() || end != text.data() + text.size())
    return "'" + text + "' is not a seed: write a whole number.";
  return {};
}

std::string add_address(CallOptions& o, const std::string& text) {
  const std::string error = check_address(text);
  if (error.empty()) o.addresses.push_back(text);
  return error;
}

bool is_source_file(const std::string& text) {
  const auto spec = parse_source_spec(text);
  return spec && spec->kind == SourceSpec::Kind::file;
}

bool is_sound_file(const std::string& text) {
  const auto spec = parse_microphone(text);
  return spec && spec.value->kind == MicrophoneSpec::Kind::file;
}

bool is_heard_file(const std::string& text) {
  const auto spec = parse_loudspeaker(text);
  return spec && spec.value->kind == LoudspeakerSpec::Kind::file;
}

// Not for run.json: the path of such a URL may be what gives access.
OptionSpec server_option(std::string name, std::optional<std::string> CallOptions::*member, std::string help) {
  OptionSpec spec = checked(text_option(OptionGroup::place, std::move(name), "URL", member, std::move(help)),
                            [](const std::string& text) { return parse_http_url(text).error; });
  spec.get = [](const CallOptions&) { return std::nullopt; };
  return spec;
}

std::vector<OptionSpec> make_specs() {
  using enum OptionGroup;
  const Get none = [](const CallOptions&) { return std::nullopt; };
  std::vector<OptionSpec> s;
  s.push_back(flag(place, "headless", &CallOptions::headless,
                   "no window; a progress line on a terminal, otherwise plain lines"));
  s.push_back(
      checked(text_option(place, "bind", "ADDRESS:PORT", &CallOptions::bind, "where to listen (IPv6 in brackets)"),
              check_own_address));
  s.push_back(flag(place, "insecure-rtp", &CallOptions::insecure_rtp,
                   "plain RTP between addresses, without encryption: for measurements"));
  s.push_back({place, "address", "HOST[:PORT]", "an address for the link, as that of a forwarded port; repeatable",
               true, add_address, none});
  s.push_back(
      read_by(stun_server, text_option(place, "stun", "HOST[:PORT]", &CallOptions::stun,
                                       "a STUN server that tells by which address others see this machine; of no use "
                                       "to --whip, --whep")));
  s.push_back(read_by(turn_server, text_option(place, "turn", "HOST[:PORT]", &CallOptions::turn,
                                               "a TURN server that relays the call where there is no other way")));
  s.push_back(text_option(place, "turn-user", "NAME", &CallOptions::turn_user, "who we are for the TURN server"));
  s.push_back(text_option(place, "turn-password-file", "FILE", &CallOptions::turn_password_file,
                          "the password there, in a file that only you can read"));
  s.push_back(
      text_option(place, "link-file", "FILE", &CallOptions::link_file, "where listen writes its link, for scripts"));
  s.push_back(flag(place, "keep-link", &CallOptions::keep_link, "the link stays good at the next start of listen"));
  s.push_back(
      flag(place, "map-port", &CallOptions::map_port,
           "listen asks the router (NAT-PMP, UPnP) to forward a port, for the link, and takes it back at the end"));
  s.push_back(checked(text_option(place, "page", "URL", &CallOptions::page,
                                  "where the page for browsers lies that the link leads to; default: listen serves it"),
                      check_page_url));
  s.push_back(checked(
      text_option(place, "page-bind", "ADDRESS:PORT", &CallOptions::page_bind,
                  "where listen serves the page; default: at port 8443, or a free one, of the address of --bind"),
      check_own_address));
  s.push_back(text_option(place, "page-cert", "FILE", &CallOptions::page_cert,
                          "certificates of the page's server, in PEM; default: a new one, which browsers warn of"));
  s.push_back(
      text_option(place, "page-key", "FILE", &CallOptions::page_key, "their key, in PEM, that only you can read"));
  s.push_back(flag(call, "no-page", &CallOptions::no_page, "listen serves no page; its link is for Evenkeel alone"));
  s.push_back(server_option("whip", &CallOptions::whip, "call a media server that passes our video on (WHIP)"));
  s.push_back(server_option("whep", &CallOptions::whep, "call a media server for the video that it has (WHEP)"));
  s.push_back(text_option(place, "token-file", "FILE", &CallOptions::token_file,
                          "the token that the media server asks for, in a file that only you can read"));
  s.push_back(choice_option(place, "answer", "always|ask", &CallOptions::answer,
                            "whether a call is accepted at once; default: a window asks"));
  s.push_back(choice_option(call, "reply-code", "auto|always|never", &CallOptions::reply_code,
                            "whether call shows one where nothing answers, and goes on for it; auto: in a window, "
                            "or where standard error is a terminal"));
  s.push_back(with_places(
      text_option(call, "source", "camera[:NAME]|screen|test|FILE", &CallOptions::source,
                  "the video to send; screen: a screen or window, which the desktop asks for; default: a camera "
                  "if there is one, otherwise the test picture"),
      is_source_file));
  s.push_back(with_places(checked(text_option(call, "audio", "mic[:NAME]|test|FILE.wav|none", &CallOptions::audio,
                                              "the sound to send; default: the microphone of the system"),
                                  [](const std::string& text) { return parse_microphone(text).error; }),
                          is_sound_file));
  s.push_back(
      with_places(checked(text_option(call, "speaker", "NAME|FILE.wav|none", &CallOptions::speaker,
                                      "where sound is heard, or written to; default: the loudspeaker of the system"),
                          [](const std::string& text) { return parse_loudspeaker(text).error; }),
                  is_heard_file));
  s.push_back(
      checked(text_option(call, "ring", "NAME|none", &CallOptions::ring,
                          "where a window rings, and says that it rings there; default: the loudspeaker of --speaker"),
              check_ring));
  s.push_back(
      {call, "audio-processing", "all|none|LIST",
       "what the sound of a microphone goes through, of high-pass,echo,noise,gain", false,
       [](CallOptions& o, const std::string& text) { return assign(parse_sound_processing(text), o.sound_processing); },
       [](const CallOptions& o) { return std::optional(to_string(o.sound_processing)); }});
  s.push_back(flag(call, "send-only", &CallOptions::send_only, "send picture and sound, but receive none"));
  s.push_back(flag(call, "receive-only", &CallOptions::receive_only, "receive picture and sound, but send none"));
  s.push_back({call, "size", "WIDTHxHEIGHT", "requested size of the camera's pictures", false, set_size,
               [](const CallOptions& o) {
                 return std::optional(to_string(PictureSize{o.video.width, o.video.height}));
               }});
  s.push_back(
      {call, "largest-picture", "WIDTHxHEIGHT", "larger pictures of the peer are refused, upright or on their side",
       false,
       [](CallOptions& o, const std::string& text) { return assign(parse_picture_size(text), o.largest_picture); },
       [](const CallOptions& o) { return std::optional(to_string(o.largest_picture)); }});
  s.push_back(choice_option(call, "surface", "auto|gpu|software", &CallOptions::surface,
                            "what draws the received picture in a window; auto: the graphics card where there is one; "
                            "gpu: OpenGL even without a card"));
  s.push_back({call, "fps", "NUMBER", "requested frame rate of the camera", false, set_fps,
               [](const CallOptions& o) { return std::optional(format_number(o.video.fps)); }});
  s.push_back(
      text_option(tuning, "controller", "NAME", &CallOptions::controller, "sets the rate; see 'evenkeel controllers'"));
  s.push_back(text_option(tuning, "send-loop", "NAME", &CallOptions::send_loop,
                          "sends at that rate; see 'evenkeel controllers'"));
  s.push_back(
      text_option(tuning, "shadow", "NAME[,NAME...]", &CallOptions::shadow,
                  "up to three other controllers that watch the call and change nothing: what they would do goes "
                  "to telemetry"));
  s.push_back({tuning, "pacing-gain", "NUMBER|none",
               "pacing rate as a multiple of the controller's rate; none: frames leave at once", false, set_pacing_gain,
               get_pacing_gain});
  s.push_back({tuning, "set", "NAME.PARAMETER=VALUE",
               "a parameter of the controller, the send loop or loss recovery; repeatable", true, set_setting, none});
  s.push_back({tuning, "protection", "auto|off|PERCENT",
               "share of the rate for repair packets, 0% to 50%; auto: follows the losses", false, set_protection,
               get_protection});
  s.push_back(switch_option("retransmission", &RecoveryConfig::retransmission, "lost packets are sent again"));
  s.push_back(switch_option("references", &RecoveryConfig::references,
                            "a loss that stays is mended by a frame that refers to acknowledged ones, not by a key "
                            "frame"));
  for (OptionSpec& spec : rate_options()) s.push_back(std::move(spec));
  s.push_back(checked(
      text_option(tuning, "link", "KEY=VALUE,...", &CallOptions::link,
                  "emulates a link: capacity=2.5Mbps,delay=50ms,buffer=300ms,loss=0%,burst=1,jitter=0ms,mark=TIME,"
                  "scatter=0ms,late=0%,late-by=10ms,duplicates=0%,dip=TIME,dip-every=TIME,dip-length=TIME,mtu=SIZE,"
                  "rebind=TIME"),
      [](const std::string& text) { return parse_link(text, {}).error; }));
  s.push_back(checked(text_option(tuning, "link-schedule", "TIME:RATE,...", &CallOptions::link_schedule,
                                  "capacity of the link over time, in order"),
                      [](const std::string& text) { return parse_schedule(text).error; }));
  s.push_back(
      text_option(place, "link-trace", "FILE", &CallOptions::link_trace, "capacity of the link from a mahimahi trace"));
  s.push_back(
      {call, "duration", "TIME", "hang up after this time; default: never", false, set_duration,
       [](const CallOptions& o) { return o.duration ? std::optional(format_duration(*o.duration)) : std::nullopt; }});
  s.push_back(
      checked(text_option(place, "record", "FILE.webm|FILE.ivf", &CallOptions::record,
                          "record the received video as it was encoded, and the sound of both sides: in one WebM file, "
                          "or in FILE.ivf, FILE.received.opus and FILE.sent.opus"),
              check_recording));
  s.push_back(choice_option(call, "record-format", "webm|ivf", &CallOptions::record_format,
                            "what Record in the window writes; default: webm"));
  s.push_back(choice_option(call, "record-pictures", "received|both", &CallOptions::record_pictures,
                            "whose pictures a WebM file has: the received ones as they came, or both sides side "
                            "by side, encoded anew; default: received"));
  s.push_back({call, "record-limit", "SIZE", "maximum size of the recording, which ends there; the call goes on", false,
               set_record_limit, [](const CallOptions& o) { return std::optional(format_size(o.record_limit)); }});
  s.push_back(text_option(place, "recordings", "DIR", &CallOptions::recordings,
                          "where a window records into, a folder for each; default: Evenkeel in your videos"));
  s.push_back(text_option(place, "out", "DIR", &CallOptions::out, "write a run folder with telemetry and a summary"));
  s.push_back(
      flag(place, "packets", &CallOptions::packets, "also write packets.csv and pictures.csv to the run folder"));
  s.push_back(flag(
      place, "overwrite", &CallOptions::overwrite,
      "replace existing files of --out, --record and --link-file; otherwise a new run goes to DIR-2, FILE-2.webm"));
  s.push_back({tuning, "seed", "NUMBER", "seed of all random numbers", false, set_seed,
               [](const CallOptions& o) { return std::optional(std::to_string(o.seed)); }});
  return s;
}

}  // namespace

const std::vector<OptionSpec>& option_specs() {
  static const std::vector<OptionSpec> specs = make_specs();
  return specs;
}

const OptionSpec* find_option(const std::string& name) {
  const auto& specs = option_specs();
  const auto found = std::find_if(specs.begin(), specs.end(), [&](const OptionSpec& s) { return s.name == name; });
  return found == specs.end() ? nullptr : &*found;
}

OptionGroup group_of(const OptionSpec& spec, const std::string& text) {
  return spec.is_place && spec.is_place(text) ? OptionGroup::place : spec.group;
}

void replace_setting(CallOptions& options, const std::string& key, const std::string& value) {
  std::erase_if(options.settings, [&](const auto& setting) { return setting.first == key; });
  options.settings.emplace_back(key, value);
}

namespace {

std::string check_told_server(const CallOptions& o) {
  if (o.whip && o.whep) return "--whip and --whep exclude each other: call a second time for the other.";
  if (!o.whip && !o.whep) return o.token_file ? "--token-file is for a media server: give --whip or --whep too." : "";
  if (o.whip && o.record) return "--record needs received pictures, and --whip only sends.";
  return check_server_options(o.whip ? ServerCall::publish : ServerCall::view, o);
}

}  // namespace

std::string check_options(const CallOptions& o) {
  if (o.audio && o.audio == o.speaker && o.audio != "none") {
    return "--audio and --speaker name the same file '" + *o.audio + "': what is heard would replace what is sent.";
  }
  if (o.send_only && o.receive_only) return "--send-only and --receive-only exclude each other.";
  if (const std::string error = check_rates(o); !error.empty()) return error;
  if (o.link_schedule && o.link_trace) return "--link-schedule and --link-trace exclude each other.";
  if (o.packets && !o.out) return "--packets needs --out DIR to write packets.csv to.";
  if (o.record && o.send_only) return "--record needs received pictures, but --send-only was given.";
  if (const std::string error = check_own_address(o.bind); !error.empty()) return "--bind: " + error;
  if (const std::string error = check_stun_and_turn(o); !error.empty()) return error;
  if (o.link_file && o.insecure_rtp) return "--link-file has nothing to write: --insecure-rtp makes no link.";
  if (o.map_port && o.insecure_rtp) return "--map-port has no link to put a port into: --insecure-rtp makes none.";
  if (const std::string error = check_page_options(o); !error.empty()) return error;
  if (const std::string error = check_told_server(o); !error.empty()) return error;
  if (o.headless && o.answer == "ask") return "--answer ask needs a window, in which somebody can answer.";
  if (const auto shadows = make_shadows(o); !shadows) return shadows.error;
  return make_algorithms(o).error;
}

}  // namespace evenkeel
