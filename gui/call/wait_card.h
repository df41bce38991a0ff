#pragma once

#include <QStringList>
#include <string>

#include "gui/call/card.h"

class QLabel;
class QSpinBox;

namespace evenkeel {

class Button;

/// The card to wait for a call: the port, and in plain RTP this machine's addresses, for the caller to type.
class WaitCard : public Card {
  Q_OBJECT
 public:
  explicit WaitCard(QWidget* parent = nullptr);

  /// Without ports: "192.0.2.7", "2001:db8::7".
  void set_own_addresses(const QStringList& addresses);
  /// The port from the command line, 1 to 65535; 5004 by default.
  void set_port(int port);
  /// The addresses are shown only where somebody can call them: by default a link is made as the waiting begins.
  void set_insecure_rtp(bool insecure);
  int port() const;
  /// For StartCall: empty while the port is that of the command line or the settings, whose address it leaves.
  std::string listen_address() const;
  /// What the caller types: "192.0.2.7:5004", "[2001:db8::7]:5004".
  QStringList addresses_to_tell() const;
  Button& wait_button() { return *wait_; }

 Q_SIGNALS:
  void wait_requested();

 private:
  void show_addresses();

  QStringList addresses_;
  int given_port_ = 5004;
  QLabel* to_tell_;
  QSpinBox* port_;
  Button* copy_;
  Button* wait_;
};

}  // namespace evenkeel
