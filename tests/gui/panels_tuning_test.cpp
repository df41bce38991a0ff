#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QShortcut>
#include <QSignalSpy>
#include <QSlider>
#include <QTest>
#include <QToolButton>
#include <QWheelEvent>
#include <catch2/catch.hpp>

#include "gui/panels/quantity_row.h"
#include "gui/panels/tuning_panel.h"
#include "gui/theme/theme.h"
#include "tests/gui/accessibility.h"
#include "tests/gui/fake_catalog.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

struct Fixture {
  FakeCatalog catalog;
  TuningModel model{catalog, TuningState{}};
  TuningPanel panel{catalog, model};

  Fixture() {
    panel.resize(300, 330);
    panel.show();
  }

  QLineEdit& field(const QString& name) { return *find_control<QLineEdit>(panel, name); }
  QSlider& slider(const QString& name) { return *find_control<QSlider>(panel, name + ", slider"); }
  QToolButton& button(const QString& text) {
    for (QToolButton* candidate : panel.findChildren<QToolButton*>())
      if (candidate->text() == text) return *candidate;
    throw std::runtime_error("no button " + text.toStdString());
  }
  void type(const QString& name, const QString& text) {
    QLineEdit& edit = field(name);
    edit.selectAll();
    QTest::keyClicks(&edit, text);
    QTest::keyClick(&edit, Qt::Key_Return);
  }
  void choose(const QString& combo, const QString& name) {
    auto& choice = *find_control<QComboBox>(panel, combo);
    choice.setFocus();
    QTest::keyClicks(&choice, name.left(1));  // a combo box goes to what begins so, as if it was chosen
    REQUIRE(choice.currentText() == name);
  }
  std::vector<QString> rows() {
    std::vector<QString> keys;
    for (const QuantityRow* row : panel.findChildren<QuantityRow*>()) keys.push_back(row->objectName());
    return keys;
  }
  bool shows(const QString& part) {
    for (const QLabel* label : panel.findChildren<QLabel*>())
      if (label->isVisible() && label->text().contains(part)) return true;
    return false;
  }
};

}  // namespace

TEST_CASE("Enter leaves the field of a value, so that letters are shortcuts again, but not a wrong one") {
  Fixture f;
  f.field("w of ldcc").setFocus();
  f.type("w of ldcc", "30 kbit/s");
  CHECK(f.panel.focusWidget() == &f.slider("w of ldcc"));
  f.field("w of ldcc").setFocus();
  f.type("w of ldcc", "many");
  CHECK(f.panel.focusWidget() == &f.field("w of ldcc"));
}

TEST_CASE("every parameter of the running algorithms has a row, with its value and unit") {
  Fixture f;
  CHECK(f.rows() == std::vector<QString>{"ldcc.w", "ldcc.T_r", "ldcc.eta", "rmc.k_r", "rmc.c_max", "recovery.backlog",
                                         "recovery.attempts"});
  CHECK(f.field("w of ldcc").text() == "20 kbit/s");
  CHECK(f.field("T_r of ldcc").text() == "100 ms");
  CHECK(f.field("eta of ldcc").text() == "0.4");
  CHECK(f.shows("Low-delay congestion control"));
}

TEST_CASE("a key on the slider changes the parameter and the field, keys in a row are one step to undo") {
  Fixture f;
  QTest::keyClick(&f.slider("T_r of ldcc"), Qt::Key_Right);
  CHECK(f.model.text_of("ldcc.T_r") == "102ms");
  CHECK(f.field("T_r of ldcc").text() == "102 ms");
  QTest::keyClick(&f.slider("T_r of ldcc"), Qt::Key_Right);
  CHECK(f.field("T_r of ldcc").text() == "104 ms");
  CHECK(QTest::qWaitFor([&] { return f.model.text_of("ldcc.T_r") == "104ms"; }));  // it may wait 50 ms
  CHECK(f.model.undo_stack().count() == 1);
}

TEST_CASE("a drag with the mouse is sent at its end at the latest, and is one step to undo") {
  Fixture f;
  QSlider& slider = f.slider("T_r of ldcc");
  const QSignalSpy told(&f.model, &TuningModel::parameter_changed);
  slider.setSliderDown(true);
  for (int i = 0; i < 40; ++i) slider.setSliderPosition(slider.value() + 1);
  CHECK(told.count() < 10);
  const int last = slider.value();
  slider.setSliderDown(false);
  CHECK(f.model.value_of("ldcc.T_r") == f.panel.findChild<QuantityRow*>("ldcc.T_r")->value());
  CHECK(slider.value() == last);
  CHECK(f.model.undo_stack().count() == 1);

  slider.setSliderDown(true);
  slider.setSliderPosition(10);
  slider.setSliderDown(false);
  CHECK(f.model.undo_stack().count() == 2);
}

TEST_CASE("a typed text is taken, and a bare number gets the unit that is shown") {
  Fixture f;
  f.type("T_r of ldcc", "0.08 s");
  CHECK(f.model.text_of("ldcc.T_r") == "80ms");
  CHECK(f.field("T_r of ldcc").text() == "80 ms");
  f.type("T_r of ldcc", "60");
  CHECK(f.model.text_of("ldcc.T_r") == "60ms");
  f.choose("Controller", "arc");
  CHECK(f.field("qthresh of arc").text() == "30 packets");
  f.type("qthresh of arc", "40 packets");
  CHECK(f.model.text_of("arc.qthresh") == "40");
  f.type("k of arc", "0.7");
  CHECK(f.field("k of arc").text() == "0.7 /s");
  f.type("k of arc", "0.8 /s");
  CHECK(f.model.text_of("arc.k") == "0.8");
}

TEST_CASE("a wrong text stays, red, with a sentence, and the value stays too") {
  Fixture f;
  QLineEdit& field = f.field("T_r of ldcc");
  f.type("T_r of ldcc", "80parsec");
  CHECK(field.text() == "80parsec");
  CHECK(field.palette().color(QPalette::Text) == light_theme().danger);
  CHECK(f.shows("unknown unit 'parsec'"));
  CHECK(field.toolTip().contains("unknown unit"));
  CHECK(f.model.is_default("ldcc.T_r"));
  QTest::keyClick(&field, Qt::Key_Escape);
  CHECK(field.text() == "100 ms");
  CHECK(field.palette().color(QPalette::Text) == light_theme().text);
  CHECK_FALSE(f.shows("unknown unit 'parsec'"));
}

TEST_CASE("Escape undoes what was typed into a value and goes on to the window, which takes the focus") {
  Fixture f;
  QLineEdit& field = f.field("T_r of ldcc");
  struct : QObject {
    int keys = 0;
    bool eventFilter(QObject*, QEvent* event) override {
      if (event->type() == QEvent::KeyPress) ++keys;
      return false;
    }
  } above;
  field.parentWidget()->installEventFilter(&above);
  field.selectAll();
  QTest::keyClicks(&field, "80");
  QTest::keyClick(&field, Qt::Key_Escape);
  CHECK(field.text() == "100 ms");
  CHECK(f.model.is_default("ldcc.T_r"));
  CHECK(above.keys == 1);
}

TEST_CASE("undo, redo and reset show what the model has") {
  Fixture f;
  CHECK_FALSE(f.button("Undo").isEnabled());
  CHECK_FALSE(f.button("Reset").isEnabled());
  f.type("T_r of ldcc", "80ms");
  CHECK(f.button("Undo").toolTip() == "Undo: set T_r to 80 ms");
  f.button("Undo").click();
  CHECK(f.field("T_r of ldcc").text() == "100 ms");
  f.button("Redo").click();
  CHECK(f.field("T_r of ldcc").text() == "80 ms");
  f.type("k_r of rmc", "0.5");
  f.button("Reset").click();
  CHECK(f.field("T_r of ldcc").text() == "100 ms");
  CHECK(f.field("k_r of rmc").text() == "1");
}

TEST_CASE("the arrow is there only where the value is not the default") {
  Fixture f;
  auto& arrow = *find_control<QToolButton>(f.panel, "Reset T_r of ldcc");
  CHECK_FALSE(arrow.isVisible());
  f.type("T_r of ldcc", "80ms");
  CHECK(arrow.isVisible());
  CHECK(arrow.toolTip() == "Reset to the default 100 ms");
  arrow.click();
  CHECK(f.field("T_r of ldcc").text() == "100 ms");
  CHECK_FALSE(arrow.isVisible());
}

TEST_CASE("another algorithm brings other rows, and undo the former ones") {
  Fixture f;
  f.choose("Controller", "arc");
  f.choose("Send loop", "plain");
  CHECK(f.rows() ==
        std::vector<QString>{"arc.k", "arc.qthresh", "arc.packet", "recovery.backlog", "recovery.attempts"});
  f.model.undo_stack().undo();
  f.model.undo_stack().undo();
  CHECK(f.rows() == std::vector<QString>{"ldcc.w", "ldcc.T_r", "ldcc.eta", "rmc.k_r", "rmc.c_max", "recovery.backlog",
                                         "recovery.attempts"});
  CHECK(find_control<QComboBox>(f.panel, "Controller")->currentText() == "ldcc");
}

TEST_CASE("the Tab key goes through the controls in the order in which they are seen, also after a change of rows") {
  Fixture f;
  f.choose("Controller", "arc");
  QCoreApplication::processEvents();  // new rows are shown by the next event
  std::string names;
  QWidget* const first = find_control<QComboBox>(f.panel, "Controller");
  QWidget* control = first;
  do {
    if (control->isVisible() && (control->focusPolicy() & Qt::TabFocus) != 0)
      names += control->accessibleName().toStdString() + "; ";
    control = control->nextInFocusChain();
  } while (control != first);
  CHECK_THAT(names, Catch::StartsWith("Controller; k of arc, slider; k of arc; qthresh of arc, slider; qthresh of arc; "
                                      "packet of arc, slider; packet of arc; Shadow controllers; "
                                      "Send loop; k_r of rmc, slider; "));
}

TEST_CASE("to find parameters is offered in sight without scrolling, above the controller that it is for") {
  Fixture f;
  f.panel.resize(300, 260);  // as low as beside other docks
  QCoreApplication::processEvents();
  auto* find = find_control<QToolButton>(f.panel, "Find parameters…");
  CHECK(find->visibleRegion().boundingRect().height() == find->height());
  auto* controller = find_control<QComboBox>(f.panel, "Controller");
  CHECK(find->mapTo(&f.panel, QPoint()).y() < controller->mapTo(&f.panel, QPoint()).y());
}

TEST_CASE("loss recovery has rows and no choice, and is tuned, undone and reset as the algorithms are") {
  Fixture f;
  CHECK(f.shows("Loss recovery"));
  CHECK(f.shows("What mends losses"));
  CHECK_FALSE(find_control<QComboBox>(f.panel, "Loss recovery")->isVisible());
  f.choose("Controller", "arc");
  f.type("backlog of recovery", "5");
  CHECK(f.model.text_of("recovery.backlog") == "5ms");
  f.type("attempts of recovery", "11");
  CHECK(f.shows("outside the range"));
  CHECK(f.model.is_default("recovery.attempts"));
  CHECK(f.button("Reset").isEnabled());
  f.button("Reset").click();
  CHECK(f.field("backlog of recovery").text() == "8 ms");
  f.button("Undo").click();
  CHECK(f.field("backlog of recovery").text() == "5 ms");
}

TEST_CASE("a parameter that is pointed at is explained") {
  Fixture f;
  f.field("T_r of ldcc").setFocus();
  QCoreApplication::processEvents();
  CHECK(f.shows("one-way delay up to which delay costs nothing"));
  CHECK(f.shows("Range 1 ms to 10 s; default: 100 ms"));
}

TEST_CASE("the wheel scrolls, and changes only what has the focus") {
  Fixture f;
  QSlider& slider = f.slider("T_r of ldcc");
  const auto turn = [&] {
    QWheelEvent event({5, 5}, slider.mapToGlobal(QPointF(5, 5)), {}, {0, 120}, Qt::NoButton, Qt::NoModifier,
                      Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(&slider, &event);
  };
  f.field("w of ldcc").setFocus();
  turn();
  CHECK(f.model.is_default("ldcc.T_r"));
  f.panel.activateWindow();
  REQUIRE(QTest::qWaitForWindowActive(&f.panel));
  slider.setFocus();
  turn();
  CHECK_FALSE(f.model.is_default("ldcc.T_r"));
}

TEST_CASE("in a field where nothing was typed, Ctrl+Z is the window's") {
  Fixture f;
  f.panel.activateWindow();
  REQUIRE(QTest::qWaitForWindowActive(&f.panel));
  QShortcut undo(QKeySequence::Undo, &f.panel);
  QObject::connect(&undo, &QShortcut::activated, &f.model.undo_stack(), &QUndoStack::undo);
  f.type("T_r of ldcc", "80ms");
  QLineEdit& field = f.field("T_r of ldcc");
  field.setFocus();
  QTest::keyClicks(&field, "5");
  CHECK(field.text() == "580 ms");
  QTest::keyClick(&field, Qt::Key_Z, Qt::ControlModifier);
  CHECK(field.text() == "80 ms");  // only the typing is undone
  QTest::keyClick(&field, Qt::Key_Z, Qt::ControlModifier);
  CHECK(field.text() == "100 ms");
}

TEST_CASE("saving and loading are asked of the window") {
  Fixture f;
  const QSignalSpy save(&f.panel, &TuningPanel::save_requested);
  const QSignalSpy load(&f.panel, &TuningPanel::load_requested);
  f.button("Save…").click();
  f.button("Load…").click();
  CHECK(save.count() == 1);
  CHECK(load.count() == 1);
}

TEST_CASE("every control of the tuning panel has a name and says what it does") {
  Fixture f;
  f.type("T_r of ldcc", "80ms");
  CHECK(reachable_controls(f.panel).size() > 15);
  CHECK(unnamed_controls(f.panel).empty());
  CHECK(controls_without_tool_tip(f.panel).empty());
}
