#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "app/capture/video_source.h"
#include "app/cli/sound_options.h"
#include "core/base/data_size.h"
#include "core/base/parsed.h"
#include "core/control/rate_controller.h"
#include "core/frames/picture.h"
#include "core/link/link.h"
#include "core/pacing/pacer.h"
#include "core/session/recovery.h"
#include "core/session/recovery_parameters.h"

namespace evenkeel {

struct ServerToken;
struct TurnPassword;

/// All options of demo, listen and call.
struct CallOptions {
  bool headless = false;
  std::string bind = "0.0.0.0:5004";
  bool insecure_rtp = false;           ///< plain RTP between addresses, for measurements
  std::vector<std::string> addresses;  ///< that stand first in a listener's link: HOST, HOST:PORT
  std::optional<std::string> stun;     ///< HOST[:PORT] of a server that tells by which address others see us
  std::optional<std::string> turn;     ///< HOST[:PORT] of a server that relays
  std::optional<std::string> turn_user, turn_password_file;
  std::shared_ptr<const TurnPassword> turn_password;  ///< what that file held; null where none was read
  std::optional<std::string> link_file;               ///< a listener writes its link there
  bool keep_link = false;
  bool map_port = false;                 ///< a listener asks the router for a port (NAT-PMP, UPnP)
  std::optional<std::string> page;       ///< where the page for browsers lies that the link leads to: a URL
  std::optional<std::string> page_bind;  ///< where a listener serves it; nullopt: port 8443, or a free one
  std::optional<std::string> page_cert;  ///< files in PEM; nullopt: a self-signed certificate
  std::optional<std::string> page_key;
  bool no_page = false;
  std::optional<std::string> whip;  ///< URL of a media server that gets our video
  std::optional<std::string> whep;  ///< of one whose video we get
  std::optional<std::string> token_file;
  std::shared_ptr<const ServerToken> server_token;  ///< what that file held; null where none was read
  std::optional<std::string> answer;                ///< "always", "ask"; nullopt: a window asks, and without one always
  std::optional<std::string> reply_code;            ///< "auto", "always", "never"; nullopt: auto
  std::optional<std::string> source;
  std::optional<std::string> audio;    ///< what is sent, see parse_microphone(); nullopt: the system's microphone
  std::optional<std::string> speaker;  ///< where sound is heard, see parse_loudspeaker(); nullopt: the system's
  std::optional<std::string> ring;     ///< where a window rings, see parse_loudspeaker(); nullopt: as `speaker`
  SoundProcessing sound_processing;
  bool send_only = false;
  bool receive_only = false;
  PictureSize largest_picture = default_largest_picture;  ///< of the other end, either way round; others are refused
  std::string surface = "auto";  ///< what draws the received picture in a window: "auto", "gpu", "software"
  VideoRequest video;
  std::string controller = "darc";
  std::string send_loop = "rmc";
  std::optional<std::string> shadow;  ///< names of controllers that watch the running one, with commas: make_shadows()
  std::vector<std::pair<std::string, std::string>> settings;  ///< "ldcc.w", "20kbps", in the order given
  RateLimits limits;
  bool start_rate_is_told = false;  ///< otherwise the default, which the other two bound without a word
  double pacing_gain = 1;  ///< pacing rate over target, 1 to 10; infinity: none. Why 1: docs/results/pacing-gain.md
  RecoveryConfig recovery;
  std::optional<std::string> link;
  std::optional<std::string> link_schedule;
  std::optional<std::string> link_trace;
  std::shared_ptr<const Capacity> trace;  ///< what that file held; null where none was read
  std::optional<Duration> duration;
  std::optional<std::string> record;
  std::optional<std::string> record_format;      ///< "webm" or "ivf"
  std::optional<std::string> record_pictures;    ///< "received" or "both"
  std::optional<std::string> recordings;         ///< the folder in which a window's recordings get theirs
  DataSize record_limit = bytes(4'000'000'000);  ///< of the file of received pictures
  std::optional<std::string> out;
  bool packets = false;
  bool overwrite = false;
  std::uint64_t seed = 1;
  std::set<std::string> configured;  ///< the options that a configuration file set, and nothing after it
};

/// Who may set an option. Configurations are passed on from one user to another, so a file may not do all that the
/// user may.
enum class OptionGroup {
  tuning,  ///< how a call is controlled: a file may set it
  call,    ///< what a call is made of: a file may set it, and the user is shown what it changes
  place,  ///< names a file, a host or a port, or grants a permission: only the command line and the settings may set it
};

/// One option, defined once for the command line, the configuration file, --help and run.json.
struct OptionSpec {
  OptionGroup group;        ///< without a default: every new option has to choose
  std::string name;         ///< without the dashes
  std::string placeholder;  ///< of its value; empty for a flag
  std::string help;
  bool repeatable = false;
  /// Parses and stores the text ("true" for a flag). Returns an empty string, or one sentence that says what is wrong
  /// with it.
  std::function<std::string(CallOptions&, const std::string&)> set;
  /// The text that set() would take; nullopt if the option was not given and has no default.
  std::function<std::optional<std::string>(const CallOptions&)> get;
  /// Whether this value is a place, although others of the option are not: a file for --source. Null: no value is.
  std::function<bool(const std::string&)> is_place = {};
};

/// The group of an option with this value.
OptionGroup group_of(const OptionSpec& spec, const std::string& text);

const std::vector<OptionSpec>& option_specs();
const OptionSpec* find_option(const std::string& name);

/// Replaces an earlier setting of the same parameter, so that a slider that is moved for minutes leaves one setting.
void replace_setting(CallOptions& options, const std::string& key, const std::string& value);

/// Checks the options against each other. Returns an empty string, or one sentence that says what is wrong.
std::string check_options(const CallOptions& options);

/// The link to emulate; nullopt if none. `fallback` applies if no option describes a link.
Parsed<std::optional<LinkConfig>> link_of(const CallOptions& options, const std::optional<LinkConfig>& fallback);

/// The controller and send loop, created by name, and the parameters of loss recovery, with the settings applied. On an
/// error the two are null.
struct Algorithms {
  std::unique_ptr<RateController> controller;
  std::unique_ptr<Pacer> send_loop;
  RecoveryParameters recovery;
  std::string error;
};
Algorithms make_algorithms(const CallOptions& options);

/// The names of --shadow, as they are typed.
std::vector<std::string> shadow_names(const CallOptions& options);

/// The controllers of --shadow, with their settings, for ShadowControllers; none where the option was not given. One
/// sentence where it names too many, one twice, or none that there is.
Parsed<std::vector<std::unique_ptr<RateController>>> make_shadows(const CallOptions& options);

/// A setting as --set takes it, for a sentence about `text`, which is none: of the parameter that `text` names, if
/// there is one, with its default.
std::string example_setting(const std::string& text);

/// Whether a controller, a send loop or loss recovery has this name: its parameters are set by NAME.PARAMETER.
bool can_be_set(const std::string& name);
/// Whether one of them has this parameter: "ldcc.w".
bool is_parameter(const std::string& key);

/// One sentence about settings of algorithms that `options` do not use; empty if there are none. In the window such a
/// setting takes effect once its algorithm is chosen; without a window never.
std::string unused_settings(const CallOptions& options);

}  // namespace evenkeel
