package dev.muster.sim.swarm;

import dev.muster.core.actor.Chance;
import dev.muster.model.Edge;
import dev.muster.model.Elastic;
import dev.muster.model.Gang;
import dev.muster.model.JobKind;
import dev.muster.model.JobSpec;
import dev.muster.model.StageSpec;
import dev.muster.model.WeakestTier;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes gangs, services and elastic jobs of some that claim their room, gangs of some that get
 * containers, and gives data to those that are placed by estimates.
 */
final class SwarmKinds {

  /** Of stages that are too large for a gang, so many become one all the same. */
  private static final int IMPOSSIBLE_EVERY = 8;

  private static final int MAX_TOKENS = 8;

  /** In so many jobs that may have opportunistic tasks one stage accepts none. */
  private static final int FIRM_ONE_IN = 4;

  private final Chance chance;
  private final Ground ground;
  private final SwarmData data;

  SwarmKinds(Chance chance, Ground ground, SwarmData data) {
    this.chance = chance;
    this.ground = ground;
    this.data = data;
  }

  JobSpec vary(JobSpec plain) {
    int kind = chance.nextInt(4);
    boolean isFirm = mayBeOpportunistic(plain) && chance.nextInt(FIRM_ONE_IN) == 0;
    return varyKind(isFirm ? withFirmStage(plain) : plain, kind);
  }

  private static boolean mayBeOpportunistic(JobSpec job) {
    return job.policy().equals(JobSpec.HYBRID) || job.policy().equals(JobSpec.ESTIMATED);
  }

  /** One of its stages accepts guaranteed tasks only. */
  private JobSpec withFirmStage(JobSpec job) {
    List<StageSpec> stages = new ArrayList<>(job.stages());
    int firm = chance.nextInt(stages.size());
    stages.set(firm, stages.get(firm).withTier(WeakestTier.GUARANTEED));
    return job.withStages(stages);
  }

  private JobSpec varyKind(JobSpec plain, int kind) {
    if (plain.policy().equals(JobSpec.ESTIMATED)) {
      return data.vary(plain);
    }
    if (getsContainers(plain)) {
      return kind == 1 ? withGangs(plain) : plain;
    }
    if (!plain.commits() || kind == 0) {
      return plain;
    }
    return switch (kind) {
      case 1 -> withGangs(plain);
      case 2 -> plain.with(JobKind.SERVICE);
      default -> elastic(plain);
    };
  }

  private static boolean getsContainers(JobSpec job) {
    return job.policy().equals(JobSpec.CENTRAL) || job.policy().equals(JobSpec.HYBRID);
  }

  private JobSpec withGangs(JobSpec plain) {
    return plain.withStages(plain.stages().stream().map(s -> gang(plain, s)).toList());
  }

  private StageSpec gang(JobSpec job, StageSpec stage) {
    boolean firm = stage.where().hasPreferences() && stage.where().isFirm();
    boolean holds = ground.holds(stage) || chance.nextInt(IMPOSSIBLE_EVERY) == 0;
    boolean whole = stage.after().stream().noneMatch(Edge::isOneToOne);
    boolean may = holds && !firm && whole && stage.tasks() <= job.tokens();
    return may ? stage.with(chance.nextInt(2) == 0 ? Gang.REPLACE : Gang.RESTART) : stage;
  }

  private JobSpec elastic(JobSpec plain) {
    var job =
        plain.tokens() == JobSpec.NO_CAP ? plain.withTokens(1 + chance.nextInt(MAX_TOKENS)) : plain;
    return job.with(Elastic.values()[chance.nextInt(Elastic.values().length)]);
  }
}
