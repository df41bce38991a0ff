#include "gui/call/wait_card.h"

#include <QApplication>
#include <QClipboard>
#include <QHBoxLayout>
#include <QLabel>
#include <QSpinBox>
#include <QVBoxLayout>

#include "gui/call/button.h"

namespace evenkeel {

WaitCard::WaitCard(QWidget* parent)
    : Card(Icon::listen, tr("Wait for a call"), {}, parent),
      to_tell_(new QLabel),
      port_(new QSpinBox),
      copy_(new Button(Icon::copy, tr("Copy"), tr("Copies the first address."))),
      wait_(new Button(Icon::listen, tr("Wait"), tr("Waits for an incoming call."), Button::Role::primary)) {
  to_tell_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  to_tell_->setAccessibleName(tr("Addresses of this machine"));
  to_tell_->setToolTip(tr("The addresses of this machine for others to call."));
  contents().addWidget(to_tell_);
  port_->setRange(1, 65535);
  port_->setValue(given_port_);
  port_->setAccessibleName(tr("Port"));
  port_->setToolTip(tr("The UDP port to wait on; 5004 unless another program has it."));
  port_->setMinimumHeight(wait_->sizeHint().height());
  auto* label = new QLabel(tr("&Port"));
  label->setBuddy(port_);
  auto* row = new QHBoxLayout;
  row->addWidget(wait_);
  row->addWidget(copy_);
  row->addStretch();
  row->addWidget(label);
  row->addWidget(port_);
  contents().addLayout(row);
  connect(wait_, &Button::clicked, this, &WaitCard::wait_requested);
  connect(port_, &QSpinBox::valueChanged, this, &WaitCard::show_addresses);
  connect(copy_, &Button::clicked, this, [this] { QApplication::clipboard()->setText(addresses_to_tell().value(0)); });
  show_addresses();
  set_insecure_rtp(false);
}

void WaitCard::set_insecure_rtp(bool insecure) {
  set_purpose(insecure ? tr("Give the caller one of these addresses:")
                       : tr("Makes a link for you to give to whoever shall call."));
  to_tell_->setVisible(insecure);
  copy_->setVisible(insecure);
}

void WaitCard::set_own_addresses(const QStringList& addresses) {
  addresses_ = addresses;
  show_addresses();
}

void WaitCard::set_port(int port) {
  given_port_ = port;
  port_->setValue(port);
}

int WaitCard::port() const { return port_->value(); }

std::string WaitCard::listen_address() const {
  return port() == given_port_ ? std::string() : ':' + std::to_string(port());
}

QStringList WaitCard::addresses_to_tell() const {
  QStringList told;
  for (const QString& address : addresses_) {
    told += (address.contains(':') ? "[%1]:%2" : QString("%1:%2")).arg(address).arg(port());
  }
  return told;
}

void WaitCard::show_addresses() {
  QStringList told = addresses_to_tell();
  copy_->setEnabled(!told.isEmpty());
  if (told.isEmpty()) told += tr("This machine has no network address at the moment.");
  to_tell_->setText(told.mid(0, 3).join('\n'));
}

}  // namespace evenkeel
