package dev.muster.wire;

import dev.muster.core.actor.Timer;

/** A timer of an actor by the names of its {@code enum} and of its constant; for recordings. */
final class TimerShape implements Shape {

  static final TimerShape TIMER = new TimerShape();

  private TimerShape() {}

  @Override
  public void write(Object value, WireWriter out) {
    Scalar.TEXT.write(((Enum<?>) value).getDeclaringClass().getName(), out);
    Scalar.TEXT.write(((Timer) value).name(), out);
  }

  @Override
  public Object read(WireReader in) throws WireException {
    var type = (String) Scalar.TEXT.read(in);
    var name = (String) Scalar.TEXT.read(in);
    try {
      for (var constant : timers(type)) {
        if (constant instanceof Timer timer && timer.name().equals(name)) {
          return timer;
        }
      }
    } catch (ClassNotFoundException unknown) {
      // said below
    }
    throw in.malformed("the timer " + type + "." + name);
  }

  private static Object[] timers(String type) throws ClassNotFoundException {
    var found = Class.forName(type, false, TimerShape.class.getClassLoader());
    return found.isEnum() && Timer.class.isAssignableFrom(found)
        ? found.getEnumConstants()
        : new Object[0];
  }

  @Override
  public String layout() {
    return "timer";
  }
}
