#include "app/record/call_recorder.h"

#include <algorithm>
#include <array>
#include <filesystem>

namespace evenkeel {
namespace {

std::string first_of(const std::array<std::string, 3>& sentences) {
  const auto found = std::ranges::find_if(sentences, [](const std::string& sentence) { return !sentence.empty(); });
  return found == sentences.end() ? std::string() : *found;
}

/// Of an earlier recording of the name: it must not stand beside these pictures if there is no sound with them.
void remove_earlier(const std::string& path) {
  std::error_code ignored;
  if (std::filesystem::is_regular_file(path, ignored)) std::filesystem::remove(path, ignored);
}

}  // namespace

void CallRecorder::start(const std::string& path, DataSize limit) {
  stop();
  const auto zero = std::make_shared<RecordingZero>();
  pictures_.start(path, limit, zero);
  const auto sound = sound_recordings_beside(path);
  if (!sound) return;
  remove_earlier(sound->received);
  remove_earlier(sound->sent);
  received_.start(sound->received, limit, zero);
  sent_.start(sound->sent, limit, zero);
}

void CallRecorder::stop() {
  pictures_.stop();
  received_.stop();
  sent_.stop();
}

std::string CallRecorder::error() const { return first_of({pictures_.error(), received_.error(), sent_.error()}); }

std::string CallRecorder::end() const { return first_of({pictures_.end(), received_.end(), sent_.end()}); }

}  // namespace evenkeel
