package dev.muster.core.rules;

import java.util.Set;

/**
 * One thing that a class does and that a ban may speak of.
 *
 * @param owner the class whose member is used, as in byte code ({@code java/lang/System}), or
 *     {@link #KEYWORD}
 * @param name the member, the keyword, or {@link #EXTENDS}
 * @param descriptor the parameters and result of a method, else empty
 * @param method the method that does it, or the field that is it
 * @param where class, method and line as a stack trace writes them
 */
record Use(String owner, String name, String descriptor, String method, String where) {
  static final String KEYWORD = "keyword";
  static final String EXTENDS = "extends";
  static final String CONSTRUCTOR = "<init>";

  boolean in(String... prefixes) {
    for (var prefix : prefixes) {
      if (owner.startsWith(prefix)) {
        return true;
      }
    }
    return false;
  }

  boolean of(String exactOwner, String... names) {
    return owner.equals(exactOwner) && Set.of(names).contains(name);
  }

  boolean named(String... names) {
    return Set.of(names).contains(name);
  }

  boolean takes(String type) {
    return descriptor.substring(0, descriptor.indexOf(')') + 1).contains(type);
  }

  /** What the source says: {@code System.nanoTime}, {@code new HashMap}, {@code volatile}. */
  String what() {
    if (owner.equals(KEYWORD)) {
      return name;
    }
    var simple = owner.substring(owner.lastIndexOf('/') + 1).replace('$', '.');
    return switch (name) {
      case CONSTRUCTOR -> "new " + simple;
      case EXTENDS -> "extends " + simple;
      default -> simple + "." + name;
    };
  }
}
