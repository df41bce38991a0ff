#include "app/window/picture_control.h"

#include "app/capture/make_source.h"

namespace evenkeel {

std::string PictureControl::choose(const CallRun& run, const std::string& source) {
  if (!run.sends_pictures()) return "Nothing is sent in this call, so there is no picture to choose.";
  chosen_ = source;
  const CallOptions& options = run.options();
  given_up_.request_stop();
  given_up_ = std::stop_source();
  making_ = DetachedTask<Made>([source, request = options.video, seed = options.seed, end = given_up_.get_token()] {
    Made made;
    made.source = make_source(source, request, seed, made.message, [&end] { return end.stop_requested(); });
    return made;
  });
  return {};
}

std::string PictureControl::step(CallRun& run) {
  auto made = making_.take();
  if (!made || !made->source) return made ? made->message : "";
  source_ = chosen_;
  run.options().source = source_;
  run.replace(std::move(made->source));
  return made->message;
}

}  // namespace evenkeel
