package dev.muster.core.scheduler.job;

import dev.muster.model.Elastic;
import dev.muster.model.Tier;

/**
 * How many tasks of one stage may start now, and which: by the tokens of its job, the share of its
 * queue, and the rule that a gang starts whole or not at all.
 */
final class StartLimits {

  private final Stage stage;

  StartLimits(Stage stage) {
    this.stage = stage;
  }

  private boolean isGang() {
    return stage.spec().isGang();
  }

  // Guaranteed tasks.

  /**
   * How many could start now, were there resources for them.
   *
   * @param beyond how many may run beyond the tokens of the job
   */
  int wanted(int beyond) {
    if (!stage.mayStart()) {
      return 0;
    }
    int free = Math.min(Math.max(0, tasksLeft() + beyond), shareLeft());
    boolean whole = !isGang() || (!stage.isRestarting() && free >= stage.tasks().waiting());
    return whole ? Math.min(stage.tasks().waiting(), free) : 0;
  }

  /** How many could start with so many tokens, were there resources for them. */
  int startable(int count) {
    int most =
        stage.mayStart() ? Math.clamp(stage.needs().tasksOf(count), 0, stage.tasks().waiting()) : 0;
    boolean whole = !isGang() || (!stage.isRestarting() && most == stage.tasks().waiting());
    return whole ? most : 0;
  }

  /** How many tasks the tokens will do for that the job has left. */
  int tasksLeft() {
    return stage.needs().tasksOf(stage.manager().tokens().left());
  }

  /** How many tasks may start by the share of the queue. */
  int shareLeft() {
    return stage.manager().share().tasksLeft(stage.needs().demand().resources());
  }

  /** Why no task may start now. */
  String lack() {
    return tasksLeft() <= 0
        ? "waits for a token of its job"
        : shareLeft() <= 0 ? stage.manager().share().reason() : "its job may not start it";
  }

  /** Whether tasks may start without tokens where the cell has idle resources. */
  boolean isElastic() {
    return stage.manager().spec().elastic() != Elastic.NO && stage.mayStart() && !isGang();
  }

  // Either tier.

  /** Whether tasks may run without tokens, as opportunistic ones. */
  boolean isOpportunisticAllowed() {
    return stage.placer().choosesTiers()
        && !isGang()
        && stage.spec().tier().accepts(Tier.OPPORTUNISTIC);
  }

  /** Whether there is what a task takes in this tier. */
  boolean covers(int task, Tier tier) {
    return switch (tier) {
      case GUARANTEED ->
          stage.needs().tokensFor(task) <= stage.manager().tokens().left()
              && stage.manager().share().tasksLeft(stage.needs().demand(task).resources()) > 0;
      case OPPORTUNISTIC ->
          isOpportunisticAllowed()
              && stage.manager().tokens().allowance() >= 1
              && stage.manager().tokens().opportunisticLeft() > 0;
    };
  }
}
