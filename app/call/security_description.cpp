#include "app/call/security_description.h"

#include <nlohmann/json.hpp>

namespace evenkeel {

using Json = nlohmann::ordered_json;

std::string_view name_of(ArrivalFeedback feedback) {
  switch (feedback) {
    case ArrivalFeedback::congestion:
      return "rfc8888";
    case ArrivalFeedback::transport_wide:
      return "transport-wide";
    case ArrivalFeedback::none:
      break;
  }
  return "none";
}

std::string feedback_text(ArrivalFeedback feedback) {
  if (feedback == ArrivalFeedback::none) {
    return "the other side tells no arrivals, so that no more than the start rate goes to it";
  }
  return feedback == ArrivalFeedback::congestion ? "feedback by RFC 8888" : "transport-wide feedback";
}

Json security_json(const SecurityStatus& status) {
  Json json;
  const bool has_keys = !status.srtp_cipher.empty();
  json["dtlsState"] = status.dtls_state;
  if (has_keys) {
    json["dtlsCipher"] = status.dtls_cipher;
    json["srtpCipher"] = status.srtp_cipher;
    json["currentRoundTripTime"] = to_seconds(status.round_trip_time);
  }
  if (status.feedback) json["arrivalFeedback"] = name_of(*status.feedback);
  if (status.local_candidate) json["localCandidateType"] = name_of(*status.local_candidate);
  if (status.remote_candidate) json["remoteCandidateType"] = name_of(*status.remote_candidate);
  json["selectedCandidatePairChanges"] = status.checks.selected_pair_changes;
  json["requestsSent"] = status.checks.requests_sent;
  json["responsesReceived"] = status.checks.responses_received;
  json["requestsReceived"] = status.checks.requests_received;
  json["responsesSent"] = status.checks.responses_sent;
  json["consentRequestsSent"] = status.checks.consent_requests_sent;
  json["ignored"] = {{"forgedKnocks", status.ignored.forged_knocks},
                     {"replayedKnocks", status.ignored.replayed_knocks},
                     {"surplusKnocks", status.ignored.surplus_knocks},
                     {"displacedKnocks", status.ignored.displaced_knocks},
                     {"checks", status.ignored.discarded_checks},
                     {"uncheckedHandshakes", status.ignored.unchecked_handshakes},
                     {"unexpected", status.ignored.unexpected},
                     {"forgedMedia", status.forged},
                     {"replayedMedia", status.replayed},
                     {"unknownMedia", status.unknown_media},
                     {"foreignMedia", status.foreign_media}};
  return json;
}

}  // namespace evenkeel
