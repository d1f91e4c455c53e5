package dev.muster.core.scheduler.place.toy;

import dev.muster.core.actor.Effects;
import dev.muster.core.event.NodeEvent;
import dev.muster.core.event.PlacementEvent;
import dev.muster.core.scheduler.place.AttemptState;
import dev.muster.core.scheduler.place.EligibleNodes;
import dev.muster.core.scheduler.place.Placer;
import dev.muster.core.scheduler.place.PlacerContext;
import dev.muster.core.scheduler.place.StagePlacer;
import dev.muster.core.scheduler.place.StageTasks;
import dev.muster.model.Admission;
import dev.muster.model.Explanation;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The smallest policy there is: every task goes to the first node that may run it. */
public final class FirstNodePlacer implements Placer {

  public static final String NAME = "first node";

  private final PlacerContext context;
  private final Set<String> seen = new TreeSet<>();
  private int adjusted;

  public FirstNodePlacer(PlacerContext context) {
    this.context = context;
  }

  /** How often stages were adjusted. */
  public int adjusted() {
    return adjusted;
  }

  /** The names of the stages that were adjusted. */
  public Set<String> seen() {
    return seen;
  }

  @Override
  public List<String> policies() {
    return List.of(NAME);
  }

  @Override
  public Admission admission() {
    return Admission.QUEUED;
  }

  @Override
  public StagePlacer open(StageTasks stage) {
    return new FirstNodeStage(stage);
  }

  @Override
  public boolean on(long nowNs, PlacementEvent event, Effects out) {
    return false;
  }

  private final class FirstNodeStage implements StagePlacer {

    private final StageTasks tasks;
    private final EligibleNodes eligible;

    FirstNodeStage(StageTasks tasks) {
      this.tasks = tasks;
      this.eligible = new EligibleNodes(context.nodes(), tasks.spec().where().require());
    }

    @Override
    public boolean adjust(long nowNs, Effects out) {
      adjusted++;
      seen.add(tasks.spec().name());
      while (tasks.wanted() > 0 && eligible.view().size() > 0) {
        int node = eligible.view().node(0);
        var attempt = tasks.startNext(nowNs, node, AttemptState.PLACED, 0);
        if (attempt == null) {
          return false;
        }
        var work = tasks.work(attempt);
        out.send(
            NodeEvent.at(node),
            new NodeEvent.PlaceTask(context.self(), attempt.id(), tasks.demand(), work));
      }
      return true;
    }

    @Override
    public Explanation explain(long nowNs, int task) {
      return Explanation.of(NAME, "the first node that may run it", List.of());
    }
  }
}
