#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace evenkeel {

/// Values of options by their names, as the command line takes them: "max-bitrate" to "4Mbps".
using OptionTexts = std::map<std::string, std::string>;

/// An option as the command line and the configuration file have it.
struct OptionInfo {
  std::string name;                 ///< without the dashes
  std::string placeholder;          ///< of its value: "RATE", "on|off"; empty for a flag, which takes true and false
  std::string help;                 ///< a line that says what it does
  std::optional<std::string> base;  ///< holds unless another text is chosen; nullopt: none was given
};

/// The options of the calls behind the window: what the command line or a loaded file gave, and what is chosen over it.
/// For the window's thread.
class OptionStore {
 public:
  virtual ~OptionStore() = default;

  virtual std::vector<OptionInfo> options() const = 0;
  /// What is chosen over `OptionInfo::base`.
  virtual const OptionTexts& chosen() const = 0;
  /// Returns an empty string if the option takes this text; otherwise one sentence.
  virtual std::string check(const std::string& name, const std::string& text) const = 0;
  /// Replaces what is chosen, for the calls from the next one on. Reads the file of a password that it names. Returns
  /// an empty string; or one sentence, which names options as "--max-bitrate", and changes nothing.
  virtual std::string choose(const OptionTexts& texts) = 0;
  /// Chooses what was kept from an earlier start, but for options that the command line names. Returns one sentence
  /// about what does not fit any longer and is left out, or an empty string.
  virtual std::string restore(const OptionTexts& kept) = 0;
  /// What holds now; nullopt where there is no such option, or no value.
  virtual std::optional<std::string> text_of(const std::string& name) const = 0;
  /// The port to listen on, by what holds now.
  virtual int port() const = 0;
};

}  // namespace evenkeel
