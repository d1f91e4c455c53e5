package dev.muster.wire;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** One of several records: its tag, then the record. */
final class UnionType implements WireType {

  record Variant(int tag, Class<?> type, WireType layout) {}

  private final String name;
  private final List<Variant> variants;
  private final Map<Integer, Variant> byTag = new HashMap<>();
  private final Map<Class<?>, Variant> byType = new HashMap<>();

  UnionType(String name, List<Variant> variants) {
    this.name = name;
    this.variants = List.copyOf(variants);
    for (var each : variants) {
      if (byTag.put(each.tag, each) != null || byType.put(each.type, each) != null) {
        throw new IllegalArgumentException("tag " + each.tag + " or its type is there twice");
      }
    }
  }

  @Override
  public void write(Object value, WireWriter out) {
    var variant = byType.get(value.getClass());
    if (variant == null) {
      throw new IllegalArgumentException("give " + value.getClass() + " a tag in Tags");
    }
    out.unsigned(variant.tag);
    variant.layout.write(value, out);
  }

  @Override
  public Object read(WireReader in) throws WireException {
    int tag = in.choice(Tags.LIMIT);
    var variant = byTag.get(tag);
    if (variant == null) {
      throw in.malformed("no " + name + " has the tag " + tag);
    }
    return variant.layout.read(in);
  }

  @Override
  public String layout() {
    var text = new StringBuilder(name).append('{');
    for (var each : variants) {
      text.append(each.tag).append(' ').append(each.layout.layout()).append(';');
    }
    return text.append('}').toString();
  }
}
