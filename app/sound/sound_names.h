#pragma once

#include <string>

#include "core/base/parsed.h"

namespace evenkeel {

/// What an --audio option means.
struct MicrophoneSpec {
  enum class Kind { any_device, named_device, test, file, none };
  Kind kind = Kind::any_device;
  std::string name{};  ///< of the device or of the file
};

/// `mic`, `mic:NAME`, `test`, `none`, or the path of a file that ends in .wav. Otherwise one sentence.
Parsed<MicrophoneSpec> parse_microphone(const std::string& text);

/// What a --speaker option means.
struct LoudspeakerSpec {
  enum class Kind { any_device, named_device, file, none };
  Kind kind = Kind::any_device;
  std::string name{};
};

/// `default`, `none`, the path of a file that ends in .wav, or else the name of a device. Of an empty text one
/// sentence.
Parsed<LoudspeakerSpec> parse_loudspeaker(const std::string& text);

}  // namespace evenkeel
