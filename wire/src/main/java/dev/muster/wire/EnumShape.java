package dev.muster.wire;

import java.util.List;

/** One of named values, by its place among them. */
record EnumShape(List<Enum<?>> values) implements Shape {

  @Override
  public void write(Object value, WireWriter out) {
    out.unsigned(((Enum<?>) value).ordinal());
  }

  @Override
  public Object read(WireReader in) throws WireException {
    return values.get(in.choice(values.size()));
  }

  @Override
  public String layout() {
    return values.stream().map(Enum::name).toList().toString();
  }
}
