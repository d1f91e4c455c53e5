package dev.muster.wire;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** A count and so many keys with their values, in the order of the map. */
record MapShape(Shape key, Shape value) implements Shape {

  @Override
  public void write(Object map, WireWriter out) {
    var entries = ((Map<?, ?>) map).entrySet();
    out.unsigned(entries.size());
    for (var each : entries) {
      key.write(each.getKey(), out);
      value.write(each.getValue(), out);
    }
  }

  @Override
  public Object read(WireReader in) throws WireException {
    int count = in.count();
    var map = new LinkedHashMap<Object, Object>();
    for (int i = 0; i < count; i++) {
      var name = key.read(in);
      if (map.put(name, value.read(in)) != null) {
        throw in.malformed("the key " + name + " twice");
      }
    }
    return Collections.unmodifiableMap(map);
  }

  @Override
  public String layout() {
    return "map of " + key.layout() + " to " + value.layout();
  }
}
