package dev.muster.wire;

import dev.muster.core.actor.Timer;

/** A timer of an actor by the names of its {@code enum} and of its constant; for recordings. */
final class TimerType implements WireType {

  static final TimerType TIMER = new TimerType();

  private TimerType() {}

  @Override
  public void write(Object value, WireWriter out) {
    ScalarType.TEXT.write(((Enum<?>) value).getDeclaringClass().getName(), out);
    ScalarType.TEXT.write(((Timer) value).name(), out);
  }

  @Override
  public Object read(WireReader in) throws WireException {
    var type = (String) ScalarType.TEXT.read(in);
    var name = (String) ScalarType.TEXT.read(in);
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
    var found = Class.forName(type, false, TimerType.class.getClassLoader());
    return found.isEnum() && Timer.class.isAssignableFrom(found)
        ? found.getEnumConstants()
        : new Object[0];
  }

  @Override
  public String layout() {
    return "timer";
  }
}
