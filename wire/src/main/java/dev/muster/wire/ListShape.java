package dev.muster.wire;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** A count and so many elements. */
record ListShape(Shape element) implements Shape {

  @Override
  public void write(Object value, WireWriter out) {
    var list = (List<?>) value;
    out.unsigned(list.size());
    for (var each : list) {
      element.write(each, out);
    }
  }

  @Override
  public Object read(WireReader in) throws WireException {
    int count = in.count();
    var list = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      list.add(element.read(in));
    }
    return Collections.unmodifiableList(list);
  }

  @Override
  public String layout() {
    return "list of " + element.layout();
  }
}
