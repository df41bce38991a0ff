#include "core/control/darc/darc.h"
#include "core/control/prediction_text.h"

namespace evenkeel {
namespace {

std::string state_of(Darc::Mode mode, bool shares) {
  if (mode == Darc::Mode::start) return "finding the rate";
  if (mode == Darc::Mode::competition) return "sharing with another sender: holding a fair half";
  if (mode == Darc::Mode::outage) return "nothing is reported: halving the rate";
  return shares ? "low delay, sharing with flows of its kind" : "low delay, alone";
}

std::string note_of(Darc::Mode mode) {
  if (mode == Darc::Mode::start) return "doubles with each report until a queue is seen";
  if (mode == Darc::Mode::competition) return "another sender keeps the queue full, whatever we yield";
  if (mode == Darc::Mode::outage) return "goes on from the last capacity as soon as reports come";
  return "the queue is kept at its target";
}

}  // namespace

std::vector<Prediction> Darc::predictions(const PathConditions&) const {
  std::vector<Prediction> all{{"state", state_of(mode(), sharing_.active(updated_)), "darc", note_of(mode()), false}};
  if (!capacity_.known()) {
    all.push_back(awaiting("target queue", "q_0 + a/B + J", the_path));
    return all;
  }
  const auto pairs = path_.pairs().rate(updated_);
  all.push_back(
      {"target queue", text_of(target_queue()), "q_0 + a/B + J", "what waits at the bottleneck when alone", false});
  all.push_back({"capacity for us", text_of(capacity_.rate()), "B", "what the bottleneck passes on of ours", false});
  all.push_back({"bottleneck", pairs ? text_of(*pairs) : "-", "packet pairs",
                 pairs ? "whoever uses it" : "pairs differ too much, or the link is too fast to tell", false});
  return all;
}

DelayPrediction Darc::delay_prediction(const PathConditions&) const {
  DelayPrediction prediction;
  if (mode_ == Mode::low_delay && path_.base().known()) prediction.equilibrium = path_.base().base() + target_queue();
  return prediction;
}

}  // namespace evenkeel
