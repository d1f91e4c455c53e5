package dev.muster.model.queue;

import dev.muster.model.Resources;
import java.util.List;
import java.util.Optional;

/**
 * Amounts of some resources, each fixed or a share of the cell.
 *
 * @param each at most one of each resource
 */
public record Portions(List<Portion> each) {

  /** Of no resource. */
  public static final Portions NONE = new Portions(List.of());

  public Portions {
    each = List.copyOf(each);
  }

  public static Portions of(Portion... each) {
    return new Portions(List.of(each));
  }

  /** The amounts in a cell of this size; nothing of resources that are not among these. */
  public Resources atLeast(Resources cell) {
    return in(cell, Resources.NONE);
  }

  /**
   * The amounts in a cell of this size; any amount of resources that are not among these. Of named
   * resources that neither has there is none.
   */
  public Resources atMost(Resources cell) {
    var most = new Resources(Long.MAX_VALUE, Long.MAX_VALUE);
    for (var name : cell.named().keySet()) {
      most = most.with(name, Long.MAX_VALUE);
    }
    return in(cell, most);
  }

  private Resources in(Resources cell, Resources others) {
    var amounts = others;
    for (var portion : each) {
      amounts =
          switch (portion.resource()) {
            case Portion.CPU ->
                new Resources(portion.of(cell.cpuMillis()), amounts.memoryBytes(), amounts.named());
            case Portion.MEMORY -> amounts.withMemory(portion.of(cell.memoryBytes()));
            default -> amounts.with(portion.resource(), portion.of(cell.named(portion.resource())));
          };
    }
    return amounts;
  }

  /** Those that are the same in every cell. */
  public Portions fixed() {
    return new Portions(each.stream().filter(Portion::isFixed).toList());
  }

  /** The amount of one resource, where it is among these. */
  public Optional<Portion> find(String resource) {
    return each.stream().filter(portion -> portion.resource().equals(resource)).findFirst();
  }

  public boolean isNone() {
    return each.isEmpty();
  }
}
