package dev.muster.core.rules;

import java.lang.classfile.Attributes;
import java.lang.classfile.ClassModel;
import java.lang.classfile.MethodModel;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** Names that say nothing, and packages whose nulls nobody checks. */
final class Naming {
  private static final Pattern EMPTY_NAME = Pattern.compile(".*(Impl|Utils?|Helper)|Default.*");
  private static final Pattern GETTER = Pattern.compile("get[A-Z].*");
  private static final String NULL_MARKED = "Lorg/jspecify/annotations/NullMarked;";
  private static final String PACKAGE_INFO = "package-info";

  private Naming() {}

  static List<String> breaches(List<ClassModel> classes) {
    var lines = new ArrayList<String>();
    for (var model : classes) {
      if (EMPTY_NAME.matcher(simpleName(model)).matches()) {
        lines.add(name(model) + ": name it after what it does or what sets it apart");
      }
      model.methods().stream()
          .map(Naming::name)
          .filter(method -> GETTER.matcher(method).matches())
          .forEach(method -> lines.add(name(model) + "." + method + ": drop the get"));
    }
    unmarked(classes)
        .forEach(name -> lines.add(name + ": give it a package-info.java with @NullMarked"));
    return lines;
  }

  private static TreeSet<String> unmarked(List<ClassModel> classes) {
    var packages = new TreeSet<String>();
    classes.forEach(model -> packages.add(packageName(model)));
    classes.stream()
        .filter(model -> simpleName(model).equals(PACKAGE_INFO) && isNullMarked(model))
        .forEach(model -> packages.remove(packageName(model)));
    return packages;
  }

  private static boolean isNullMarked(ClassModel model) {
    return model.findAttribute(Attributes.runtimeVisibleAnnotations()).stream()
        .flatMap(attribute -> attribute.annotations().stream())
        .anyMatch(annotation -> annotation.className().equalsString(NULL_MARKED));
  }

  private static String name(ClassModel model) {
    return model.thisClass().asInternalName().replace('/', '.');
  }

  private static String name(MethodModel method) {
    return method.methodName().stringValue();
  }

  private static String packageName(ClassModel model) {
    return name(model).substring(0, name(model).lastIndexOf('.'));
  }

  private static String simpleName(ClassModel model) {
    var name = name(model);
    return name.substring(Math.max(name.lastIndexOf('.'), name.lastIndexOf('$')) + 1);
  }
}
