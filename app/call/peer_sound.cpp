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
  News news;
  // While nothing comes nobody knows: who returns muted has been so all the time.
  if (seen.in_call && seen.comes) {
    if (seen.muted && std::exchange(muted_, *seen.muted) != *seen.muted) news.mutes = seen.muted;
    sends_ = muted_ ? Sends::muted : Sends::heard;
  }
  if (sends_ == Sends::none && seen.listens) news.sends_none = !std::exchange(told_.sends_none, true);
  if (takes_none_ && seen.speaks) news.takes_none = !std::exchange(told_.takes_none, true);
  return news;
}

}  // namespace evenkeel
