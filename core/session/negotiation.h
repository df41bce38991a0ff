#pragma once

#include <optional>

#include "core/rtp/features.h"
#include "core/rtp/media_format.h"
#include "core/signal/knock.h"
#include "core/signal/sdp_answer.h"

namespace evenkeel {

/// What two ends agreed on before the call: by default, two peers of this application.
struct Negotiated {
  MediaFormat format;
  /// What the peer understands; nullopt: its reports tell.
  std::optional<PeerFeatures> features;
  bool peer_receives_video = true;
  /// As far as it was agreed on; `features`, or its reports, say whether it understands any.
  bool peer_receives_sound = true;

  bool operator==(const Negotiated&) const = default;
};

struct Directions {
  bool sends_video = true, receives_video = true;
  bool sends_sound = true, receives_sound = true;
};
/// What a caller of this application offers; but for what each caller has of its own, its certificate and its password.
Knock make_offer(const Directions& directions = {});

/// What the offer in a knock leads to: of what both ends have, the best.
Negotiated negotiate(const Knock& knock);

/// What a media server's answer leads to.
Negotiated negotiate(const SdpAnswer& answer);

}  // namespace evenkeel
