#include "app/call/peer_sound.h"

#include <utility>

namespace evenkeel {

PeerSound::News PeerSound::step(const Seen& seen, LocalTime now) {
  if (std::exchange(over_, seen.over) && !seen.over) {
    told_ = {};
    muted_ = false;
  }
  if (!seen.in_call) {
    since_.reset();
  } else if (!since_) {
    since_ = now;
  }
  const bool waited = since_ && now - *since_ > patience;
  takes_none_ = waited && !seen.taken;
  sends_ = waited ? Sends::none : Sends::unknown;
  if (seen.in_call && seen.comes) sends_ = seen.muted ? Sends::muted : Sends::heard;
  News news;
  if (sends_ == Sends::none) news.sends_none = !std::exchange(told_.sends_none, true);
  if (takes_none_) news.takes_none = !std::exchange(told_.takes_none, true);
  // While nothing comes nobody knows: who returns muted has been so all the time.
  const bool known = sends_ == Sends::muted || sends_ == Sends::heard;
  const bool muted = sends_ == Sends::muted;
  if (known && std::exchange(muted_, muted) != muted) news.mutes = muted;
  return news;
}

}  // namespace evenkeel
