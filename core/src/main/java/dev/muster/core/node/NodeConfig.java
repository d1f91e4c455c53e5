package dev.muster.core.node;

import dev.muster.core.node.queue.DisciplineConfig;
import dev.muster.core.node.queue.QueueConfig;
import dev.muster.model.Demand;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * How a node treats the tasks it is sent.
 *
 * @param grants which tasks may run here at all
 * @param attributes what the node is, by names of its operator's choice, for tasks that require it
 * @param foresees whether a run that takes longer than estimated is predicted to stay for a while,
 *     not to end any moment
 */
public record NodeConfig(
    QueueConfig queue, Grants grants, Map<String, String> attributes, boolean foresees) {

  /** Judges whether what a node is sent is covered by the grant that comes with it. */
  @FunctionalInterface
  public interface Grants {

    /** Of a cell whose members trust each other. */
    Grants OPEN = demand -> true;

    /** Whether the grant covers these resources in this tier. */
    boolean cover(Demand demand);
  }

  private static final NodeConfig STANDARD =
      new NodeConfig(QueueConfig.STANDARD, Grants.OPEN, Collections.emptyMap(), true);

  public NodeConfig {
    attributes =
        attributes.isEmpty()
            ? Collections.emptyMap()
            : Collections.unmodifiableMap(new TreeMap<>(attributes));
  }

  public static NodeConfig standard() {
    return STANDARD;
  }

  public NodeConfig with(QueueConfig other) {
    return new NodeConfig(other, grants, attributes, foresees);
  }

  public NodeConfig withDiscipline(DisciplineConfig other) {
    return with(queue.with(other));
  }

  public NodeConfig withSampling(QueueConfig.Sampling other) {
    return with(queue.with(other));
  }

  public NodeConfig withGrants(Grants other) {
    return new NodeConfig(queue, other, attributes, foresees);
  }

  /** Predictions go by estimates alone. */
  public NodeConfig withoutForesight() {
    return new NodeConfig(queue, grants, attributes, false);
  }

  public NodeConfig withAttributes(Map<String, String> other) {
    return new NodeConfig(queue, grants, other, foresees);
  }
}
