package dev.muster.schema;

/** Lines of a source as they grow, indented by their braces, with names for local variables. */
final class SourceLines {

  private static final String INDENT = "  ";

  private final StringBuilder text = new StringBuilder();
  private int depth = 1;
  private int names;

  void line(String line) {
    text.append(INDENT.repeat(depth)).append(line).append('\n');
  }

  /** Opens a brace that {@link #close} closes; what stands outside of methods has a line before. */
  void open(String... lines) {
    if (depth == 1) {
      text.append('\n');
    }
    for (var each : lines) {
      if (!each.isEmpty()) {
        text.append(INDENT.repeat(depth)).append(each).append('\n');
      }
    }
    depth++;
  }

  void close() {
    closeWith("}");
  }

  void closeWith(String brace) {
    depth--;
    text.append(INDENT.repeat(depth)).append(brace).append('\n');
  }

  /** A name that no other variable of the method has. */
  String name(String prefix) {
    return prefix + ++names;
  }

  /** Begins a length-delimited field in a block of its own; gives the variable of its start. */
  String begin(int number) {
    var at = name("at");
    open("{");
    line("int %s = out.begin(%d);".formatted(at, number));
    return at;
  }

  /** Enters a length-delimited field; gives the variable to leave it with. */
  String enter() {
    var end = name("end");
    line("int %s = in.enter();".formatted(end));
    return end;
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
