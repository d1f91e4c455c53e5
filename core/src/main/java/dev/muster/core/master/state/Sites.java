package dev.muster.core.master.state;

import dev.muster.core.cell.Site;
import java.util.Map;
import java.util.TreeMap;

/**
 * Gives every machine its site by what it says of itself: names become numbers in the order in
 * which they are first heard, which is that of the log.
 */
public final class Sites {

  /** Attributes that say where a machine stands. */
  static final String RACK = "rack";

  static final String PARTITION = "partition";

  /** The attribute that says how good a machine is, as a number: in grades of a tenth. */
  static final String SCORE = "score";

  private static final double GRADES_PER_SCORE = 10;

  private final int defaultPartitions;
  private final int maxKinds;
  private final TreeMap<String, Integer> racks = new TreeMap<>();
  private final TreeMap<String, Integer> partitions = new TreeMap<>();
  private final TreeMap<String, Integer> kinds = new TreeMap<>();

  /**
   * @param defaultPartitions among how many partitions machines are spread that name none, rack by
   *     rack where they name one
   */
  public Sites(int defaultPartitions) {
    this(defaultPartitions, Site.MAX_KINDS);
  }

  /**
   * @param maxKinds how many kinds are told apart
   */
  public Sites(int defaultPartitions, int maxKinds) {
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
   * Better ones stand in for worse ones, and the other way round. Past the limit, kinds that were
   * not heard of before become one, the last; those before it stay apart.
   */
  private int kind(Map<String, String> attributes) {
    var alike = new TreeMap<>(attributes);
    alike.remove(SCORE);
    var name = alike.toString();
    boolean known = kinds.containsKey(name) || kinds.size() < maxKinds - 1;
    return known ? number(kinds, name) : maxKinds - 1;
  }

  /** What is no number says nothing. */
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

  private static int number(TreeMap<String, Integer> known, String name) {
    return known.computeIfAbsent(name, _ -> known.size());
  }
}
