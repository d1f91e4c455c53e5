package dev.muster.model.file;

import static dev.muster.model.text.Quantity.formatCount;

import dev.muster.model.text.Nearest;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.common.Anchor;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;

/**
 * Builds the tree from the parser's events rather than from its own nodes, because only here can
 * depth and aliases be limited before they cost anything.
 *
 * <p>An alias stands for a value that is complete, so a value can never contain itself.
 */
public final class YamlReader {

  /** Values in a file once its aliases are filled in: stops a file that doubles itself. */
  static final long MAX_VALUES = 5_000_000;

  /**
   * Characters that the parser reads at a time. With each read it copies all that it has of the
   * present word or line, so small reads make a long value cost the square of its length.
   */
  private static final int MAX_READ = 1 << 20;

  private static final int MIN_READ = 1 << 10;

  /**
   * What a file is, as far as its text is concerned.
   *
   * @param name for problems, as in {@code a job file}
   * @param maxDepth deeper than any such file needs, shallow enough for any stack
   */
  public record FileKind(String name, int maxDepth) {}

  private final FileKind kind;
  private final Iterator<Event> events;
  private final TreeMap<String, Yaml> anchors = new TreeMap<>();

  private YamlReader(FileKind kind, Iterator<Event> events) {
    this.kind = kind;
    this.events = events;
  }

  /** The only document of the text, or nothing where it holds none. */
  public static Optional<Yaml> read(String text, FileKind kind) throws UnreadableException {
    var settings =
        LoadSettings.builder()
            .setCodePointLimit(Integer.MAX_VALUE)
            .setBufferSize(Math.clamp(text.length(), MIN_READ, MAX_READ))
            .build();
    try {
      return new YamlReader(kind, new Parse(settings).parseString(text).iterator()).document();
    } catch (RuntimeException e) {
      throw UnreadableException.from(e, text);
    }
  }

  private Optional<Yaml> document() throws UnreadableException {
    Optional<Yaml> found = Optional.empty();
    while (events.hasNext()) {
      var event = events.next();
      if (event.getEventId() == Event.ID.DocumentStart) {
        if (found.isPresent()) {
          throw unreadable(
              event, kind.name() + " holds one document, but a second one starts here");
        }
        found = Optional.of(value(events.next(), 1));
      }
    }
    return found;
  }

  private Yaml value(Event event, int depth) throws UnreadableException {
    if (depth > kind.maxDepth()) {
      throw unreadable(event, "nested deeper than " + kind.maxDepth() + " levels");
    }
    var value =
        switch (event) {
          case AliasEvent alias -> anchored(alias);
          case ScalarEvent scalar -> scalar(scalar);
          case MappingStartEvent mapping -> mapping(mapping, depth);
          case CollectionStartEvent sequence -> sequence(sequence, depth);
          default -> throw unreadable(event, "unexpected " + event.getEventId());
        };
    if (value.size() > MAX_VALUES) {
      throw unreadable(
          event, "more than " + formatCount(MAX_VALUES) + " values, aliases filled in");
    }
    if (event instanceof NodeEvent node && !(event instanceof AliasEvent)) {
      node.getAnchor().ifPresent(anchor -> anchors.put(anchor.getValue(), value));
    }
    return value;
  }

  private Yaml anchored(AliasEvent event) throws UnreadableException {
    var name = event.getAnchor().map(Anchor::getValue).orElse("");
    var value = anchors.get(name);
    if (value == null) {
      throw unreadable(event, "no complete value before here is anchored as `&" + name + "`");
    }
    return value;
  }

  private Yaml scalar(ScalarEvent event) throws UnreadableException {
    rejectTag(event, event.getTag());
    return new Yaml.Text(line(event), column(event), event.getValue(), event.isPlain());
  }

  private Yaml sequence(CollectionStartEvent start, int depth) throws UnreadableException {
    rejectTag(start, start.getTag());
    List<Yaml> values = new ArrayList<>();
    long size = 1;
    for (var next = events.next(); !isEnd(next); next = events.next()) {
      var value = value(next, depth + 1);
      values.add(value);
      size += value.size();
    }
    return new Yaml.Sequence(line(start), column(start), values, size);
  }

  private Yaml mapping(MappingStartEvent start, int depth) throws UnreadableException {
    rejectTag(start, start.getTag());
    List<Yaml.Pair> pairs = new ArrayList<>();
    long size = 1;
    for (var next = events.next(); !isEnd(next); next = events.next()) {
      var key = value(next, depth + 1);
      var value = value(events.next(), depth + 1);
      pairs.add(new Yaml.Pair(key, value));
      size += key.size() + value.size();
    }
    return new Yaml.Mapping(line(start), column(start), pairs, size);
  }

  private static boolean isEnd(Event event) {
    return event.getEventId() == Event.ID.SequenceEnd || event.getEventId() == Event.ID.MappingEnd;
  }

  private void rejectTag(Event event, Optional<String> tag) throws UnreadableException {
    if (tag.isPresent()) {
      throw unreadable(
          event, "tags have no meaning in " + kind.name() + ": " + Nearest.quote(tag.get()));
    }
  }

  private static int line(Event event) {
    return event.getStartMark().map(Mark::getLine).orElse(0) + 1;
  }

  private static int column(Event event) {
    return event.getStartMark().map(Mark::getColumn).orElse(0) + 1;
  }

  private static UnreadableException unreadable(Event at, String message) {
    return new UnreadableException(new Problem(line(at), column(at), "", message));
  }
}
