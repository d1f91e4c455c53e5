package dev.muster.schema;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A schema in the protobuf language, as far as ours uses it: messages with fields, at most one
 * {@code oneof} each, and enums. Whatever uses more is rejected, by the line.
 */
public final class SchemaFile {

  /**
   * @param type with {@code repeated} in front, or {@code map<K, V>}
   */
  public record SchemaField(int number, String type, String name) {

    @Override
    public String toString() {
      return type + " " + name + " = " + number + ";";
    }
  }

  /**
   * A message or an enum.
   *
   * @param fields by number; of an enum the constants, which have no type
   * @param reserved numbers that were used before and never are again
   */
  public record Definition(
      String name, SortedMap<Integer, SchemaField> fields, SortedSet<Integer> reserved) {

    /** The first number that was never used; constants of an enum begin with 0. */
    int nextNumber(int first) {
      int last = first - 1;
      last = fields.isEmpty() ? last : Math.max(last, fields.lastKey());
      return (reserved.isEmpty() ? last : Math.max(last, reserved.last())) + 1;
    }
  }

  private static final Pattern IGNORED = Pattern.compile("(syntax|package|option|import)\\b.*;");
  private static final Pattern BEGIN = Pattern.compile("(message|enum) (\\w+) \\{(\\})?");
  private static final Pattern ONE_OF = Pattern.compile("oneof \\w+ \\{");
  private static final Pattern RESERVED = Pattern.compile("reserved (\\d+(?:, \\d+)*);");
  private static final Pattern FIELD =
      Pattern.compile("((?:repeated )?\\w+|map<\\w+, \\w+>) (\\w+) = (\\d+);");
  private static final Pattern CONSTANT = Pattern.compile("(\\w+) = (\\d+);");

  private final Map<String, Definition> messages = new LinkedHashMap<>();
  private final Map<String, Definition> enums = new LinkedHashMap<>();
  private final List<String> problems = new ArrayList<>();

  private SchemaFile() {}

  /** What cannot be read is among the {@link #problems}. */
  public static SchemaFile parse(String text) {
    var file = new SchemaFile();
    new Parser(file).parse(text.lines().toList());
    return file;
  }

  public Map<String, Definition> messages() {
    return messages;
  }

  public Map<String, Definition> enums() {
    return enums;
  }

  public List<String> problems() {
    return List.copyOf(problems);
  }

  /** What a build with this schema cannot read of one with an earlier schema, or misreads. */
  public List<String> problemsSince(SchemaFile earlier) {
    var found = new ArrayList<String>();
    earlier.messages.values().forEach(each -> changed(each, messages.get(each.name), found));
    earlier.enums.values().forEach(each -> changed(each, enums.get(each.name), found));
    return found;
  }

  private static void changed(Definition before, @Nullable Definition now, List<String> found) {
    if (now == null) {
      found.add(before.name + " is gone: bytes of earlier builds have it");
      return;
    }
    for (var field : before.fields.values()) {
      var same = now.fields.get(field.number);
      boolean gone = same == null && now.reserved.contains(field.number);
      if (!gone && (same == null || !same.type.equals(field.type))) {
        found.add(
            "%s: number %d was `%s` and is now `%s`: give the new field a new number, and reserve %d"
                .formatted(
                    before.name,
                    field.number,
                    field,
                    same == null ? "nothing" : same,
                    field.number));
      }
    }
    before.reserved.stream()
        .filter(number -> !now.reserved.contains(number))
        .forEach(number -> found.add(before.name + ": " + number + " is no longer reserved"));
  }

  private static final class Parser {

    private final SchemaFile file;
    private Definition open = definition("");
    private boolean inEnum;
    private int depth;
    private int line;

    Parser(SchemaFile file) {
      this.file = file;
    }

    void parse(List<String> lines) {
      for (var raw : lines) {
        line++;
        var text = raw.replaceFirst("//.*", "").strip();
        if (!text.isEmpty() && !read(text)) {
          problem("cannot read `" + text + "`");
        }
      }
      if (depth != 0) {
        problem("a brace is not closed");
      }
    }

    private boolean read(String text) {
      if (text.equals("}")) {
        depth--;
        return depth >= 0;
      }
      return switch (depth) {
        case 0 -> IGNORED.matcher(text).matches() || begin(text);
        case 1 -> oneOf(text) || reserved(text) || member(text);
        default -> member(text);
      };
    }

    private boolean begin(String text) {
      var begin = BEGIN.matcher(text);
      if (!begin.matches()) {
        return false;
      }
      inEnum = begin.group(1).equals("enum");
      open = definition(begin.group(2));
      if ((inEnum ? file.enums : file.messages).put(open.name, open) != null) {
        problem(open.name + " is there twice");
      }
      depth = begin.group(3) == null ? 1 : 0;
      return true;
    }

    private boolean oneOf(String text) {
      boolean begins = !inEnum && ONE_OF.matcher(text).matches();
      depth += begins ? 1 : 0;
      return begins;
    }

    private boolean reserved(String text) {
      var reserved = RESERVED.matcher(text);
      if (!reserved.matches()) {
        return false;
      }
      for (var number : reserved.group(1).split(", ")) {
        reserve(Integer.parseInt(number));
      }
      return true;
    }

    private void reserve(int number) {
      open.reserved.add(number);
      if (open.fields.containsKey(number)) {
        reservedAndUsed(number);
      }
    }

    private void reservedAndUsed(int number) {
      problem("%s: number %d is reserved".formatted(open.name, number));
    }

    private boolean member(String text) {
      var member = (inEnum ? CONSTANT : FIELD).matcher(text);
      if (!member.matches()) {
        return false;
      }
      if (inEnum) {
        add(new SchemaField(Integer.parseInt(member.group(2)), "", member.group(1)));
      } else {
        add(new SchemaField(Integer.parseInt(member.group(3)), member.group(1), member.group(2)));
      }
      return true;
    }

    private void add(SchemaField field) {
      if (open.reserved.contains(field.number)) {
        reservedAndUsed(field.number);
      }
      if (field.number == 0 && !inEnum) {
        problem("%s: number 0 of `%s`: they begin with 1".formatted(open.name, field.name));
      }
      var before = open.fields.put(field.number, field);
      if (before != null) {
        problem(
            "%s: number %d is used twice: `%s` and `%s`"
                .formatted(open.name, field.number, before.name, field.name));
      }
    }

    private void problem(String what) {
      file.problems.add("line " + line + ": " + what);
    }

    private static Definition definition(String name) {
      return new Definition(name, new TreeMap<>(), new TreeSet<>());
    }
  }
}
