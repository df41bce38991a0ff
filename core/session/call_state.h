#pragma once

namespace evenkeel {

enum class CallState {
  waiting,     ///< a listener without a peer
  connecting,  ///< a caller whose peer has not answered yet
  ringing,     ///< both know each other by their keys, and the listener has not accepted yet
  in_call,
  silent,  ///< nothing came from the peer for a while; it may return
  ended    ///< a caller whose peer hung up or declined, or that can never reach it
};

}  // namespace evenkeel
