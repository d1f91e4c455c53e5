package dev.muster.core.rules;

import java.lang.classfile.Attributes;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.FieldModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.attribute.SourceFileAttribute;
import java.lang.classfile.constantpool.MethodHandleEntry;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LineNumber;
import java.lang.classfile.instruction.MonitorInstruction;
import java.lang.reflect.AccessFlag;
import java.util.ArrayList;
import java.util.List;

/** Walks one class and lists its {@link Use}s in the order of the byte code. */
final class Uses {
  private final List<Use> found = new ArrayList<>();
  private final String type;
  private final String file;
  private String method = "";
  private int line;

  private Uses(ClassModel model) {
    type = model.thisClass().asInternalName().replace('/', '.');
    file =
        model
            .findAttribute(Attributes.sourceFile())
            .map(SourceFileAttribute::sourceFile)
            .map(Object::toString)
            .orElse("?");
  }

  static List<Use> of(ClassModel model) {
    var uses = new Uses(model);
    model.superclass().ifPresent(parent -> uses.add(parent.asInternalName(), Use.EXTENDS, ""));
    model.interfaces().forEach(face -> uses.add(face.asInternalName(), Use.EXTENDS, ""));
    model.fields().forEach(uses::visit);
    model.methods().forEach(uses::visit);
    return uses.found;
  }

  private void visit(FieldModel field) {
    at(field.fieldName().stringValue());
    if (field.flags().has(AccessFlag.VOLATILE)) {
      add(Use.KEYWORD, "volatile", "");
    }
    if (field.flags().has(AccessFlag.STATIC) && !field.flags().has(AccessFlag.FINAL)) {
      add(Use.KEYWORD, "static field that is not final", "");
    }
  }

  private void visit(MethodModel code) {
    at(code.methodName().stringValue());
    if (code.flags().has(AccessFlag.SYNCHRONIZED)) {
      add(Use.KEYWORD, "synchronized", "");
    }
    code.code().ifPresent(body -> body.forEach(this::visit));
  }

  private void visit(CodeElement element) {
    switch (element) {
      case LineNumber number -> line = number.line();
      case InvokeInstruction call ->
          add(call.owner().asInternalName(), call.name().stringValue(), call.type().stringValue());
      case FieldInstruction field ->
          add(field.owner().asInternalName(), field.name().stringValue(), "");
      case MonitorInstruction _ -> add(Use.KEYWORD, "synchronized", "");
      case InvokeDynamicInstruction dynamic -> visit(dynamic);
      default -> {}
    }
  }

  /** A method reference is an argument of the instruction that makes the lambda. */
  private void visit(InvokeDynamicInstruction dynamic) {
    for (var argument : dynamic.invokedynamic().bootstrap().arguments()) {
      if (argument instanceof MethodHandleEntry handle) {
        var member = handle.reference();
        add(
            member.owner().asInternalName(),
            member.name().stringValue(),
            member.type().stringValue());
      }
    }
  }

  private void at(String member) {
    method = member;
    line = 0;
  }

  private void add(String owner, String name, String descriptor) {
    var where =
        type
            + (method.isEmpty() ? "" : "." + method)
            + "("
            + file
            + (line > 0 ? ":" + line : "")
            + ")";
    found.add(new Use(owner, name, descriptor, method, where));
  }
}
