package dev.muster.core.master.state.cell;

import dev.muster.core.actor.TraceHash;
import dev.muster.core.cell.Site;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Derives the site of a machine from its attributes: names become numbers in the order of their
 * first entry in the log.
 */
public final class SiteAssigner {

  /** Attributes of the topology. */
  static final String RACK = "rack";

  static final String PARTITION = "partition";

  /** The attribute that says how good a machine is, as a number: in grades of a tenth. */
  static final String SCORE = "score";

  private static final double GRADES_PER_SCORE = 10;

  /** The numbers of all names, for a snapshot. */
  public record SiteNames(
      Map<String, Integer> racks, Map<String, Integer> partitions, Map<String, Integer> kinds) {

    public void digest(TraceHash hash) {
      for (var names : List.of(racks, partitions, kinds)) {
        hash.addTexts(names.keySet());
        names.values().forEach(hash::add);
      }
    }
  }

  private final int defaultPartitions;
  private final int maxKinds;
  private final TreeMap<String, Integer> racks = new TreeMap<>();
  private final TreeMap<String, Integer> partitions = new TreeMap<>();
  private final TreeMap<String, Integer> kinds = new TreeMap<>();

  /**
   * @param defaultPartitions over which machines are spread that name no partition, rack by rack
   *     where they name a rack
   */
  public SiteAssigner(int defaultPartitions) {
    this(defaultPartitions, Site.MAX_KINDS);
  }

  /**
   * @param maxKinds how many kinds are distinguished
   */
  public SiteAssigner(int defaultPartitions, int maxKinds) {
    if (defaultPartitions < 1 || defaultPartitions > Site.MAX_PARTITIONS) {
      throw new IllegalArgumentException(
          "partitions must be between 1 and " + Site.MAX_PARTITIONS + ": " + defaultPartitions);
    }
    this.defaultPartitions = defaultPartitions;
    this.maxKinds = maxKinds;
  }

  public Site of(int machine, Map<String, String> attributes) {
    int rack = number(racks, attributes.getOrDefault(RACK, "")) % Site.MAX_RACKS;
    int partition = partition(attributes.containsKey(RACK) ? rack : machine, attributes);
    return new Site(rack, partition, kind(attributes), grade(attributes));
  }

  /**
   * Past the limit, partitions of different names become one.
   *
   * @param neighbourhood the rack, or where none is named the machine
   */
  private int partition(int neighbourhood, Map<String, String> attributes) {
    var named = attributes.get(PARTITION);
    return named == null
        ? neighbourhood % defaultPartitions
        : number(partitions, named) % Site.MAX_PARTITIONS;
  }

  /**
   * The score does not matter: better machines replace worse ones, and vice versa. Past the limit,
   * new kinds share the last number; earlier kinds keep theirs.
   */
  private int kind(Map<String, String> attributes) {
    var alike = new TreeMap<>(attributes);
    alike.remove(SCORE);
    var name = alike.toString();
    boolean known = kinds.containsKey(name) || kinds.size() < maxKinds - 1;
    return known ? number(kinds, name) : maxKinds - 1;
  }

  /** A score that is no number counts as none. */
  private static int grade(Map<String, String> attributes) {
    var said = attributes.get(SCORE);
    if (said == null) {
      return 0;
    }
    try {
      long grade = Math.round(Double.parseDouble(said) * GRADES_PER_SCORE);
      return Math.clamp(grade, 0, Site.MAX_GRADES - 1);
    } catch (NumberFormatException notOne) {
      return 0;
    }
  }

  public SiteNames save() {
    return new SiteNames(new TreeMap<>(racks), new TreeMap<>(partitions), new TreeMap<>(kinds));
  }

  /** Into one that has assigned nothing. */
  public void restore(SiteNames saved) {
    racks.putAll(saved.racks());
    partitions.putAll(saved.partitions());
    kinds.putAll(saved.kinds());
  }

  private static int number(TreeMap<String, Integer> known, String name) {
    return known.computeIfAbsent(name, _ -> known.size());
  }
}
